"""Django's synchronous application inside the asynchronous server, one thread a request. Knows no Django.

docs/decisions/0002 tells why this stands here instead of Django's own ASGI handler or a library.
"""

import asyncio
import sys
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from tempfile import SpooledTemporaryFile
from typing import IO, Any

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
ASGIApplication = Callable[[Scope, Receive, Send], Awaitable[None]]
WSGIApplication = Callable[..., Iterable[bytes]]
Environ = dict[str, Any]

MEGABYTE = 1_000_000
BODY_LIMIT = 64 * MEGABYTE  # bytes; an import of 100,000 plays has about 40 MB
PIECE = MEGABYTE // 4  # bytes; an answer below needs no second trip between thread and loop
PIECE_SECONDS = 30.0  # a client that takes longer over one piece has gone
STREAMS = 16  # answers longer than a piece that may be under way at once


class TooLarge(Exception):
    """The request's body is over the limit."""


class ClientGone(Exception):
    """The client left before its request was whole."""


class Bridge:
    """An ASGI application that calls a WSGI one; at most `threads` of its views run at once.

    An answer that is still being sent keeps its thread but no place among those: a slow phone that downloads an
    export holds up nobody.
    """

    def __init__(self, application: WSGIApplication, *, threads: int) -> None:
        self.application = application
        self.places = asyncio.Semaphore(threads)
        self.pool = ThreadPoolExecutor(threads + STREAMS, thread_name_prefix="view")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers one HTTP request: reads it whole, then gives it a thread."""
        with SpooledTemporaryFile(MEGABYTE) as body:
            try:
                length = await read_body(receive, body)
            except TooLarge:
                await send_text(send, 413, "The request is too large.\n")
            except ClientGone:
                return
            else:
                await self.answer(environ_of(scope, body, length), send)

    async def answer(self, environ: Environ, send: Send) -> None:
        """Waits for a place, runs the view in a thread, and sends what it left to send."""
        loop = asyncio.get_running_loop()
        await self.places.acquire()
        reply = Reply(loop, send, self.places.release)
        try:
            await loop.run_in_executor(self.pool, self.run, environ, reply)
        finally:
            reply.free_place()
        await reply.send_pieces(more=False)

    def run(self, environ: Environ, reply: "Reply") -> None:
        """One request from view to closing, all in one thread: Django's connections belong to threads."""
        pieces = self.application(environ, reply.start)
        try:
            for piece in pieces:
                reply.write(piece)
        finally:
            close = getattr(pieces, "close", None)
            if close is not None:
                close()


class Reply:
    """An answer on its way: a short one is sent whole at the end, a long one piece by piece as it is made."""

    def __init__(self, loop: asyncio.AbstractEventLoop, send: Send, release: Callable[[], None]) -> None:
        self.loop = loop
        self.send = send
        self.release: Callable[[], None] | None = release
        self.head: Message | None = None
        self.pieces: list[bytes] = []
        self.size = 0

    def start(self, status: str, headers: list[tuple[str, str]], exc_info: object = None) -> None:
        """What WSGI calls with the head of the answer."""
        lines = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        self.head = {"type": "http.response.start", "status": int(status[:3]), "headers": lines}

    def write(self, piece: bytes) -> None:
        """Keeps a part of the body, and sends what was kept when it is enough. Called in the view's thread."""
        self.pieces.append(piece)
        self.size += len(piece)
        if self.size > PIECE:
            asyncio.run_coroutine_threadsafe(self.send_pieces(more=True), self.loop).result(PIECE_SECONDS)

    async def send_pieces(self, *, more: bool) -> None:
        """Sends the head, if it has not been sent, and all that was kept."""
        self.free_place()
        if self.head is not None:
            await self.send(self.head)
            self.head = None
        body, self.pieces, self.size = b"".join(self.pieces), [], 0
        await self.send({"type": "http.response.body", "body": body, "more_body": more})

    def free_place(self) -> None:
        """Lets the next view run, once. Called in the loop's thread."""
        if self.release is not None:
            self.release()
            self.release = None


async def read_body(receive: Receive, file: IO[bytes]) -> int:
    """Reads the whole body into the file; its length. Raises TooLarge, ClientGone."""
    length = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientGone
        piece = message.get("body", b"")
        length += len(piece)
        if length > BODY_LIMIT:
            raise TooLarge
        file.write(piece)
        if not message.get("more_body"):
            file.seek(0)
            return length


def environ_of(scope: Scope, body: IO[bytes], length: int) -> Environ:
    """The request as WSGI describes it (PEP 3333)."""
    host, port = scope.get("server") or ("localhost", 80)
    client = scope.get("client") or ("", 0)
    return {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode("utf-8", "surrogateescape").decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "CONTENT_LENGTH": str(length),
        "SERVER_NAME": host,
        "SERVER_PORT": str(port),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": client[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input": body,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        **headers_of(scope),
    }


def headers_of(scope: Scope) -> dict[str, str]:
    """Header fields under their WSGI names; repeated ones joined.

    A name with an underscore is dropped: WSGI could not tell it from the one with a hyphen.
    """
    found: dict[str, str] = {}
    for raw_name, raw_value in scope["headers"]:
        name, value = raw_name.decode("latin-1").upper(), raw_value.decode("latin-1")
        if "_" in name or name == "CONTENT-LENGTH":
            continue
        key = "CONTENT_TYPE" if name == "CONTENT-TYPE" else f"HTTP_{name.replace('-', '_')}"
        joint = "; " if name == "COOKIE" else ","
        found[key] = f"{found[key]}{joint}{value}" if key in found else value
    return found


async def send_text(send: Send, status: int, text: str) -> None:
    """A short answer in plain text, made here."""
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"x-content-type-options", b"nosniff")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": text.encode()})
