"""Everything that changes nights, plays and sheets. One verb a service, keyword arguments only."""

from scorekeeper.plays.services.lines import (
    Preview,
    Recorded,
    correct_entry,
    preview_entry,
    record_entry,
    withdraw_entry,
)
from scorekeeper.plays.services.nights import add_to_night, remove_from_night, start_night, update_night
from scorekeeper.plays.services.people import merge_players, unmerge_player
from scorekeeper.plays.services.plays import (
    abandon_play,
    add_late_player,
    delete_play,
    finish_play,
    rematch,
    reopen_play,
    set_ignored,
    start_play,
)
from scorekeeper.plays.services.results import log_result
from scorekeeper.plays.services.sharing import revoke_share, share_play
from scorekeeper.plays.services.whole import record_play

__all__ = [
    "Preview", "Recorded", "abandon_play", "add_late_player", "add_to_night", "correct_entry", "delete_play",
    "finish_play", "log_result", "merge_players", "preview_entry", "record_entry", "record_play", "rematch",
    "remove_from_night", "reopen_play", "revoke_share", "set_ignored", "share_play", "start_night", "start_play",
    "unmerge_player", "update_night", "withdraw_entry",
]  # fmt: skip
