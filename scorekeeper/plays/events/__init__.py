"""Telling open pages that something changed. Best effort: who misses it catches up from the database.

publishing.py says it (after a commit), hub.py hears it once a process and hands it to every open
stream, stream.py is the ASGI application that browsers and programs connect to.
"""

from scorekeeper.plays.events.publishing import night_channel, play_channel, publish

__all__ = ["night_channel", "play_channel", "publish"]
