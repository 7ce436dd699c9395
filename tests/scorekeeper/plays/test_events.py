"""Event streams over a real server process would be slow to start here; the ASGI application is driven directly."""

import asyncio
import json

import pytest
from asgiref.testing import ApplicationCommunicator

from scorekeeper.accounts.services import make_token
from scorekeeper.groups.services import invite, join_group
from scorekeeper.plays.events.hub import CHECK, Change, Hub
from scorekeeper.plays.events.stream import Streams
from scorekeeper.plays.services import revoke_share, share_play

pytestmark = pytest.mark.django_db(transaction=True)


def connect(path, *, token="", last=""):
    headers = [(b"authorization", f"Bearer {token}".encode())] if token else []
    if last:
        headers.append((b"last-event-id", last.encode()))
    streams = Streams()
    scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": headers}
    return streams, ApplicationCommunicator(streams, scope)


async def opened(client):
    await client.send_input({"type": "http.request", "body": b"", "more_body": False})
    return (await client.receive_output(5))["status"]


async def heard(client):
    """The next event as (event, data)."""
    while True:
        text = (await client.receive_output(5))["body"].decode()
        fields = dict(line.split(": ", 1) for line in text.strip().splitlines() if not line.startswith(":"))
        if "event" in fields:
            return fields["event"], json.loads(fields["data"])


@pytest.fixture
def token(owner):
    return make_token(user=owner, name="test")[1]


def run(coroutine):
    return asyncio.run(coroutine)


def test_a_line_reaches_an_open_stream(tally, log, token, settings):
    settings.JOBS_INLINE = True
    path = f"/api/v1/plays/{tally.pk}/events"

    async def watch():
        streams, client = connect(path, token=token)
        assert await opened(client) == 200
        await client.receive_output(5)
        await asyncio.to_thread(log, tally, player="Ana", points=5)
        streams.hub.hand_out(f"play:{tally.pk}", Change("entry", str(tally.pk), 1))
        event, data = await heard(client)
        await client.send_input({"type": "http.disconnect"})
        await client.wait(5)
        return event, data

    event, data = run(watch())
    assert (event, data["version"], data["sheet"]["players"][0]["points"]) == ("entry", 1, 5)


def test_who_was_away_is_sent_the_sheet_at_once(tally, log, token):
    log(tally, player="Ana", points=5)
    log(tally, player="Ben", points=6)

    async def watch():
        _streams, client = connect(f"/events/plays/{tally.pk}", token=token, last="1")
        await opened(client)
        found = await heard(client)
        await client.send_input({"type": "http.disconnect"})
        await client.wait(5)
        return found

    event, data = run(watch())
    assert (event, data["version"], data["html"].count('class="cell"')) == ("sheet", 2, 2)


def test_without_a_broker_streams_look_for_themselves(tally, log, token, settings, monkeypatch):
    settings.JOBS_INLINE = True
    monkeypatch.setattr("scorekeeper.plays.events.hub.CHECK_EVERY", 0.05)

    async def watch():
        _streams, client = connect(f"/events/nights/{tally.night_id}", token=token)
        await opened(client)
        await client.receive_output(5)
        await asyncio.to_thread(log, tally, player="Ana", points=5)
        found = await heard(client)
        await client.send_input({"type": "http.disconnect"})
        await client.wait(5)
        return found

    event, data = run(watch())
    assert (event, data["plays"]) == ("sheet", [{"id": str(tally.pk), "status": "on", "version": 1}])


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/events/plays/{play}", 401),
        ("/events/share/nonsense", 404),
        ("/events/plays/not-an-id", 404),
        ("/events/other/{play}", 404),
    ],
)
def test_strangers_get_a_problem(tally, path, status):
    async def ask():
        _streams, client = connect(path.format(play=tally.pk))
        found = await opened(client)
        await client.wait(5)
        return found

    assert run(ask()) == status


def test_outsiders_find_no_stream_and_a_revoked_link_none_either(tally, owner, outsider):
    link, secret = share_play(play=tally, actor=owner)
    foreign = make_token(user=outsider, name="test")[1]

    async def ask(path, token=""):
        _streams, client = connect(path, token=token)
        found = await opened(client)
        if found == 200:
            await client.send_input({"type": "http.disconnect"})
        await client.wait(5)
        return found

    assert run(ask(f"/events/plays/{tally.pk}", foreign)) == 404
    assert run(ask(f"/events/share/{secret}")) == 200
    revoke_share(link=link)
    assert run(ask(f"/events/share/{secret}")) == 404
    join_group(user=outsider, code=invite(group=tally.group, role="viewer", actor=owner)[1])
    assert run(ask(f"/events/plays/{tally.pk}", foreign)) == 200


def test_a_slow_listener_loses_old_changes_never_the_newest(settings):
    settings.JOBS_INLINE = True

    async def listen():
        hub = Hub()
        async with hub.listen("play:1") as queue:
            for version in range(100):
                hub.hand_out("play:1", Change("entry", "1", version))
            hub.hand_out_to_all(CHECK)
            return [queue.get_nowait() for _ in range(queue.qsize())]

    found = run(listen())
    assert (len(found), found[-1], found[-2].version) == (32, CHECK, 99)
