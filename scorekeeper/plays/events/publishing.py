"""Telling open pages that something changed. Best effort: who misses it catches up from the database."""

from __future__ import annotations

import json
import logging
from functools import lru_cache

import redis
from django.conf import settings

__all__ = ["connection", "night_channel", "play_channel", "publish"]

log = logging.getLogger(__name__)


def play_channel(play_id: object) -> str:
    """Where changes of one sheet are published."""
    return f"play:{play_id}"


def night_channel(night_id: object) -> str:
    """Where changes of one night and all its plays are published."""
    return f"night:{night_id}"


@lru_cache(maxsize=1)
def connection() -> redis.Redis:
    """The process's own pool of connections to the broker."""
    return redis.Redis.from_url(settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=0.5)


def publish(*, play_id: object, night_id: object, event: str, version: int) -> None:
    """Announce ``entry``, ``sheet`` or ``finished`` with the play's new version to its sheet and its night."""
    if settings.JOBS_INLINE:
        return
    message = json.dumps({"event": event, "play": str(play_id), "version": version})
    try:
        with connection().pipeline(transaction=False) as pipe:
            pipe.publish(play_channel(play_id), message)
            pipe.publish(night_channel(night_id), message)
            pipe.execute()
    except redis.RedisError as error:
        log.warning("live update not published: %s", error)
