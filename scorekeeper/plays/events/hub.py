"""One reader a process: hears the broker and wakes every stream that waits for a channel."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections import defaultdict
from collections.abc import AsyncIterator
from dataclasses import dataclass

import redis.asyncio
from django.conf import settings
from redis.exceptions import RedisError

__all__ = ["CHECK", "Change", "Hub"]

log = logging.getLogger(__name__)
PATTERNS = ("play:*", "night:*")
WAIT_AFTER_FAILURE = 1.0  # seconds
CHECK_EVERY = 2.0  # seconds between looks at the database when there is no broker


@dataclass(frozen=True, slots=True)
class Change:
    """Something happened: ``entry``, ``sheet``, ``finished``, or ``check`` (look yourself, news may be missing)."""

    event: str
    play: str = ""
    version: int = 0


CHECK = Change("check")


class Hub:
    """Channel → the queues of the streams that listen. Lives in one event loop."""

    def __init__(self) -> None:
        self._listeners: defaultdict[str, set[asyncio.Queue[Change]]] = defaultdict(set)
        self._reader: asyncio.Task[None] | None = None

    def watching(self, channel: str) -> int:
        """How many streams listen to a channel in this process."""
        return len(self._listeners.get(channel, ()))

    @contextlib.asynccontextmanager
    async def listen(self, channel: str) -> AsyncIterator[asyncio.Queue[Change]]:
        """A queue of changes on the channel; a slow listener loses old ones, never the newest."""
        queue: asyncio.Queue[Change] = asyncio.Queue(maxsize=32)
        self._listeners[channel].add(queue)
        if self._reader is None or self._reader.done():
            self._reader = asyncio.create_task(self._read())
        try:
            yield queue
        finally:
            self._listeners[channel].discard(queue)
            if not self._listeners[channel]:
                del self._listeners[channel]

    def hand_out(self, channel: str, change: Change) -> None:
        """Give a change to everybody who listens to the channel."""
        for queue in self._listeners.get(channel, ()):
            if queue.full():
                queue.get_nowait()
            queue.put_nowait(change)

    def hand_out_to_all(self, change: Change) -> None:
        """Give a change to every listener of every channel."""
        for channel in list(self._listeners):
            self.hand_out(channel, change)

    async def _read(self) -> None:
        """Read from the broker while anybody listens; without one, have the listeners look at intervals."""
        while self._listeners:
            if settings.JOBS_INLINE:
                await asyncio.sleep(CHECK_EVERY)
                self.hand_out_to_all(CHECK)
                continue
            try:
                await self._read_broker()
            except (RedisError, OSError) as error:
                log.warning("live updates wait for the broker: %s", error)
                await asyncio.sleep(WAIT_AFTER_FAILURE)
                self.hand_out_to_all(CHECK)

    async def _read_broker(self) -> None:
        client = redis.asyncio.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=2)
        async with client, client.pubsub() as channels:
            await channels.psubscribe(*PATTERNS)
            self.hand_out_to_all(CHECK)  # what was said while nobody heard
            while self._listeners:
                message = await channels.get_message(ignore_subscribe_messages=True, timeout=5.0)
                if message is not None:
                    self.hand_out(message["channel"].decode(), _change_of(message["data"]))


def _change_of(data: bytes) -> Change:
    try:
        found = json.loads(data)
        return Change(str(found["event"]), str(found["play"]), int(found["version"]))
    except (ValueError, KeyError, TypeError):
        return CHECK
