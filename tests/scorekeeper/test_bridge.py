"""The bridge from the asynchronous server to Django's threads."""

import asyncio
import threading
from collections.abc import Iterable
from typing import Any

from scorekeeper.bridge import BODY_LIMIT, PIECE, Bridge, environ_of

HEAD = [("Content-Type", "text/plain"), ("Set-Cookie", "a=1"), ("Set-Cookie", "b=2")]


def scope_with(*headers: tuple[bytes, bytes], **changes: Any) -> dict[str, Any]:
    """An HTTP request as the server describes it."""
    scope = {
        "type": "http", "method": "POST", "path": "/names/Żółw", "query_string": b"q=%C5%BB&raw=\xc5",
        "http_version": "1.1", "scheme": "http", "server": ("127.0.0.1", 8000), "client": ("192.168.1.7", 4242),
        "headers": list(headers),
    }  # fmt: skip
    return scope | changes


def ask(bridge: Bridge, *messages: dict[str, Any], scope: dict[str, Any] | None = None) -> list[dict[str, Any]]:
    """What the bridge sends in answer to a request made of these messages."""
    return asyncio.run(exchange(bridge, *messages, scope=scope))


async def exchange(bridge: Bridge, *messages: dict[str, Any], scope: dict[str, Any] | None = None) -> list[Any]:
    waiting = list(messages) or [{"type": "http.request", "body": b"", "more_body": False}]
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return waiting.pop(0)

    async def send(message: Any) -> None:
        sent.append(dict(message))

    await bridge(scope or scope_with(), receive, send)
    return sent


def echo(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    """A WSGI application that answers with the body it got."""
    start_response("201 Created", HEAD)
    return [environ["wsgi.input"].read()]


def test_a_short_answer_is_sent_whole() -> None:
    head, body = ask(
        Bridge(echo, threads=1),
        {"type": "http.request", "body": b"first ", "more_body": True},
        {"type": "http.request", "body": b"second", "more_body": False},
    )
    assert head == {
        "type": "http.response.start", "status": 201,
        "headers": [(b"content-type", b"text/plain"), (b"set-cookie", b"a=1"), (b"set-cookie", b"b=2")],
    }  # fmt: skip
    assert body == {"type": "http.response.body", "body": b"first second", "more_body": False}


def test_a_long_answer_is_sent_in_pieces_and_closed_in_the_thread_that_made_it() -> None:
    threads: list[str] = []

    class Export:
        def __iter__(self) -> Any:
            threads.append(threading.current_thread().name)
            yield from [b"x" * PIECE] * 3

        def close(self) -> None:
            threads.append(threading.current_thread().name)

    def application(environ: dict[str, Any], start_response: Any) -> Any:
        start_response("200 OK", [])
        return Export()

    messages = ask(Bridge(application, threads=1))
    assert [len(message.get("body", b"")) for message in messages] == [0, 2 * PIECE, PIECE]
    assert [message.get("more_body") for message in messages] == [None, True, False]
    assert threads == [threads[0]] * 2


def test_a_long_answer_under_way_leaves_its_place_to_the_next_view() -> None:
    """With one place, a second request is answered while the first one's client does not read."""

    def application(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        start_response("200 OK", [])
        return [b"x" * (PIECE + 1), b"end"] if environ["PATH_INFO"] == "/export" else [b"short"]

    async def both() -> list[str]:
        bridge, order, reads_on = Bridge(application, threads=1), [], asyncio.Event()

        async def slow_send(message: Any) -> None:
            if message.get("more_body"):
                await reads_on.wait()

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": b"", "more_body": False}

        export = asyncio.ensure_future(bridge(scope_with(path="/export"), receive, slow_send))
        export.add_done_callback(lambda _: order.append("export"))
        await asyncio.wait_for(exchange(bridge), 10)
        order.append("short")
        reads_on.set()
        await asyncio.wait_for(export, 10)
        await asyncio.sleep(0)
        return order

    assert asyncio.run(both()) == ["short", "export"]


def test_a_view_that_fails_gives_its_place_back() -> None:
    def application(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        if environ["PATH_INFO"] == "/fails":
            raise ZeroDivisionError
        start_response("200 OK", [])
        return [b"ok"]

    async def two() -> bytes:
        bridge = Bridge(application, threads=1)
        failed = (await asyncio.gather(exchange(bridge, scope=scope_with(path="/fails")), return_exceptions=True))[0]
        assert isinstance(failed, ZeroDivisionError)
        answer = await asyncio.wait_for(exchange(bridge), 10)
        return bytes(answer[1]["body"])

    assert asyncio.run(two()) == b"ok"


def test_too_large_a_body_is_refused_unread() -> None:
    called: list[str] = []
    piece = {"type": "http.request", "body": b"x" * (BODY_LIMIT // 2 + 1), "more_body": True}
    messages = ask(Bridge(lambda *_: called.append("view") or [], threads=1), piece, piece)
    assert [message.get("status") for message in messages] == [413, None]
    assert called == []


def test_a_client_that_leaves_early_reaches_no_view() -> None:
    called: list[str] = []
    bridge = Bridge(lambda *_: called.append("view") or [], threads=1)
    assert ask(bridge, {"type": "http.disconnect"}) == []
    assert called == []


def test_the_request_in_wsgi_words() -> None:
    environ = environ_of(
        scope_with((b"host", b"a.example"), (b"cookie", b"x=1"), (b"cookie", b"y=2"), (b"x-tag", b"1"),
                   (b"x-tag", b"2"), (b"content-type", b"text/plain"), (b"content-length", b"7000"),
                   (b"x_forwarded_proto", b"https")),
        None, 7,
    )  # fmt: skip
    assert {key: value for key, value in environ.items() if not key.startswith("wsgi.")} == {
        "REQUEST_METHOD": "POST",
        "SCRIPT_NAME": "",
        "PATH_INFO": "/names/Żółw".encode().decode("latin-1"),
        "QUERY_STRING": "q=%C5%BB&raw=\u00c5",
        "CONTENT_LENGTH": "7",
        "CONTENT_TYPE": "text/plain",
        "SERVER_NAME": "127.0.0.1",
        "SERVER_PORT": "8000",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "192.168.1.7",
        "HTTP_HOST": "a.example",
        "HTTP_COOKIE": "x=1; y=2",
        "HTTP_X_TAG": "1,2",
    }
