"""One port: which paths are event streams, and whom a proxy's word is believed."""

import pytest

from scorekeeper import asgi


@pytest.mark.parametrize(
    "path",
    [
        "/events/plays/1",
        "/events/",
        "/api/v1/plays/7b0e/events",
        "/api/v1/nights/7b0e/events",
        "/api/v1/plays/7b0e/events/",
    ],
)
def test_event_streams_bypass_django(path: str) -> None:
    assert asgi.EVENTS.match(path)


@pytest.mark.parametrize(
    "path",
    ["/", "/eventsmith", "/api/v1/plays/7b0e", "/api/v1/plays/7b0e/entries", "/api/v1/groups/events", "/plays/events/"],
)
def test_all_else_is_django_s(path: str) -> None:
    assert not asgi.EVENTS.match(path)
