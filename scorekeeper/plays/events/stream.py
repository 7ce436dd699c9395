"""Server-sent events: the ASGI application behind ``…/events``.

``GET /api/v1/plays/{id}/events`` and ``/api/v1/nights/{id}/events``, for pages also
``/events/plays/{id}``, ``/events/nights/{id}`` and ``/events/share/{secret}``. Events are ``entry``,
``sheet`` and ``finished``; ``id:`` is the version, so that a client that was away names it in
Last-Event-ID (or ``?last=``) and is sent the sheet as it is now at once.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import parse_qs
from weakref import WeakValueDictionary

from asgiref.sync import sync_to_async
from django.core.exceptions import PermissionDenied
from django.db import close_old_connections
from django.http import Http404

from scorekeeper.plays.events.hub import CHECK, Change, Hub
from scorekeeper.plays.events.readers import Unauthorised, Watch, payload_of, version_of, watch_for

__all__ = ["application"]

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

ADDRESS = re.compile(
    r"^(?:/api/v1/(?P<api>play|night)s/(?P<api_name>[^/]+)/events/?"
    r"|/events/(?:(?P<page>play|night)s|(?P<share>share))/(?P<name>[^/]+)/?)$"
)
KEEP_ALIVE = 15.0  # seconds
TITLES = {401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed"}
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),  # or nginx holds events back
]


async def _read(function: Callable[..., Any], *arguments: Any) -> Any:
    """Run a synchronous read in Django's thread, with a database connection that is known to work."""

    def run() -> Any:
        close_old_connections()
        try:
            return function(*arguments)
        finally:
            close_old_connections()

    return await sync_to_async(run)()


class Feed:
    """What the streams of one watch are sent: read once a version, however many there are."""

    def __init__(self, watch: Watch) -> None:
        self.watch = watch
        self._lock = asyncio.Lock()
        self._latest: tuple[int, str] = (-1, "")

    async def at(self, version: int) -> tuple[int, str]:
        """(version, JSON), at least as new as ``version``."""
        async with self._lock:
            if self._latest[0] < version:
                self._latest = await _read(payload_of, self.watch)
            return self._latest


class Stream:
    """One open connection."""

    def __init__(self, feed: Feed, changes: asyncio.Queue[Change], send: Send) -> None:
        self.feed = feed
        self._changes = changes
        self._send = send
        self._sent = 0

    async def run(self, seen: int | None) -> None:
        """Greet, catch up from ``seen``, then send every change until cancelled."""
        self._sent = await _read(version_of, self.feed.watch)
        await self._say(f"retry: 1000\nid: {self._sent}\n: watching\n\n")
        if seen is not None and seen != self._sent:
            await self._send_news("sheet", self._sent)
        while True:
            try:
                change = await asyncio.wait_for(self._changes.get(), KEEP_ALIVE)
            except TimeoutError:
                await self._say(": still here\n\n")
            else:
                await self._react(change)

    async def _react(self, change: Change) -> None:
        """Send what the change brought, unless it was sent already."""
        is_known = self.feed.watch.kind == "play" and change is not CHECK
        version = change.version if is_known else await _read(version_of, self.feed.watch)
        if version > self._sent or (not is_known and version != self._sent):
            await self._send_news("sheet" if change is CHECK else change.event, version)

    async def _send_news(self, event: str, version: int) -> None:
        self._sent, payload = await self.feed.at(version)
        await self._say(f"id: {self._sent}\nevent: {event}\ndata: {payload}\n\n")

    async def _say(self, text: str) -> None:
        await self._send({"type": "http.response.body", "body": text.encode(), "more_body": True})


class Streams:
    """The ASGI application: every open stream of one process."""

    def __init__(self) -> None:
        self.hub = Hub()
        self._feeds: WeakValueDictionary[Watch, Feed] = WeakValueDictionary()

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer one connection: a stream, or a problem in JSON."""
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        found = ADDRESS.match(scope["path"])
        if scope["method"] != "GET" or found is None:
            await _refuse(send, 404 if found is None else 405)
            return
        shown = "api" if found["api"] else "page" if found["page"] else "share"
        kind, name = found["api"] or found["page"] or "play", found["api_name"] or found["name"]
        try:
            watch = await _read(watch_for, shown, kind, name, headers)
        except (Unauthorised, PermissionDenied, Http404) as refusal:
            await _refuse(send, _STATUS[type(refusal)])
            return
        await self._serve(watch, _last_seen(scope, headers), receive, send)

    async def _serve(self, watch: Watch, seen: int | None, receive: Receive, send: Send) -> None:
        """Write until the client has gone."""
        feed = self._feeds.setdefault(watch, Feed(watch))
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        async with self.hub.listen(watch.channel) as changes:
            writer = asyncio.create_task(Stream(feed, changes, send).run(seen))
            leaving = asyncio.create_task(_until_gone(receive))
            try:
                await asyncio.wait({writer, leaving}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                writer.cancel()
                leaving.cancel()
                await asyncio.gather(writer, leaving, return_exceptions=True)


_STATUS: dict[type[Exception], int] = {Unauthorised: 401, PermissionDenied: 403, Http404: 404}


def _last_seen(scope: Message, headers: dict[str, str]) -> int | None:
    """The version the client had, from Last-Event-ID or ``?last=``; None when it names none."""
    named = headers.get("last-event-id") or parse_qs(scope["query_string"].decode("latin-1")).get("last", [""])[0]
    return int(named) if named.isascii() and named.isdigit() and len(named) < 12 else None


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _refuse(send: Send, status: int) -> None:
    """A problem (RFC 9457) in place of a stream."""
    body = json.dumps({"type": "about:blank", "title": TITLES[status], "status": status, "detail": TITLES[status]})
    headers = [(b"content-type", b"application/problem+json")]
    if status == 401:
        headers.append((b"www-authenticate", b'Bearer realm="scorekeeper"'))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body.encode(), "more_body": False})


application = Streams()
