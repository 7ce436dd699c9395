"""Every kind of bad input to a sheet: the right status, field and clause, and nothing written."""

from __future__ import annotations

import json
import uuid
from typing import Any

import pytest
from rest_framework.test import APIClient

from scorekeeper.plays.services import abandon_play
from tests.api.conftest import ROOT, House, entry, written

Changes = dict[str, Any]


def post(client: APIClient, play: Any, body: Any) -> Any:
    """Post an entry to a play's sheet."""
    return client.post(f"{ROOT}/plays/{play.pk}/entries", body, format="json")


def post_text(client: APIClient, play: Any, text: str | bytes) -> Any:
    """Post whatever text as JSON."""
    return client.post(f"{ROOT}/plays/{play.pk}/entries", text, content_type="application/json")


@pytest.fixture
def refused(house: House) -> Any:
    """Posts a body as the owner, asserts that nothing was written, and gives the problem document."""

    def send(body: Any, status: int) -> Any:
        before = written()
        sender = post_text if isinstance(body, str | bytes) else post
        answer = sender(house.as_("owner"), house.play, body)
        assert answer.status_code == status, answer.content
        assert answer["Content-Type"] == "application/problem+json"
        assert written() == before
        problem = answer.json()
        assert problem["status"] == status
        assert problem["type"].startswith("urn:scorekeeper:problem:")
        return problem

    return send


def test_a_good_entry_is_written(house: House) -> None:
    """What the refusals below are compared with."""
    answer = post(house.as_("owner"), house.play, entry())
    assert answer.status_code == 201
    assert written()[0] == 1


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (b"", "id"),
        (b"{", "not JSON"),
        (b'{"points": NaN}', "NaN is not JSON"),
        (b'{"points": -Infinity}', "-Infinity is not JSON"),
        (b'{"points": 1, "points": 2}', "stands twice"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"a":' * 500 + b"1" + b"}" * 500, "nested too deeply"),
        (b'\xff\xfe{"a": 1}', "UTF-8"),
        (b'{"points": 1e400}', "too large"),
        (b'{"points": 1' + b"0" * 5000 + b"}", "not JSON"),
        (b'{"note": "\\ud800"}', "not text"),
        (b'{"note": "a\\u0000b"}', "not text"),
        (b"[]", "JSON object"),
        (b"null", "JSON object"),
        (b'"text"', "JSON object"),
    ],
)
def test_malformed_json_is_400(refused: Any, text: bytes, told: str) -> None:
    problem = refused(text, 400)
    assert problem["errors"]
    assert told in problem["detail"]


def test_a_field_sent_twice_is_named(refused: Any) -> None:
    assert list(refused('{"points": 1, "points": 2}', 400)["errors"]) == ["points"]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"kind": "yahtzee"}, "kind"),
        ({"kind": None}, "kind"),
        ({"kind": 7}, "kind"),
        ({"colour": "red"}, "colour"),
        ({"player": 3}, "player"),
        ({"player": "Zoe"}, "player"),
        ({"player": ""}, "player"),
        ({"points": "12"}, "points"),
        ({"points": 12.0}, "points"),
        ({"points": True}, "points"),
        ({"points": None}, "points"),
        ({"points": [12]}, "points"),
        ({"points": {"a": 1}}, "points"),
        ({"points": 10**15 + 1}, "points"),
        ({"note": "x" * 501}, "note"),
        ({"at": "yesterday"}, "at"),
        ({"at": "2026-11-30T20:00:00"}, "at"),
        ({"at": 5}, "at"),
        ({"ruled": ""}, "ruled"),
        ({"id": None}, "id"),
        ({"id": 7}, "id"),
        ({"id": "not-a-uuid"}, "id"),
        ({"id": uuid.uuid4().hex}, "id"),
        ({"version": None}, "version"),
        ({"version": "0"}, "version"),
        ({"version": -1}, "version"),
        ({"version": True}, "version"),
        ({"version": 2**31}, "version"),
    ],
)
def test_a_wrong_field_is_400_and_named(refused: Any, changes: Changes, field: str) -> None:
    assert field in refused(entry() | changes, 400)["errors"]


@pytest.mark.parametrize("missing", ["id", "version", "kind", "player", "points"])
def test_a_missing_field_is_400_and_named(refused: Any, missing: str) -> None:
    body = entry()
    del body[missing]
    assert missing in refused(body, 400)["errors"]


@pytest.mark.parametrize("points", [-1, 39, 10**6, 10**15])
def test_impossible_points_are_422_with_field_and_clause(refused: Any, points: int) -> None:
    problem = refused(entry(points=points), 422)
    finding = problem["findings"][0]
    assert (finding["clause"], finding["field"], finding["verdict"]) == (
        "popcorn-dice/score-pairs", "points", "violation"
    )  # fmt: skip
    assert problem["detail"] == finding["message"]
    assert "Ana" in finding["message"]


def test_out_of_turn_is_422(refused: Any) -> None:
    problem = refused(entry("Ben"), 422)
    assert problem["findings"][0]["clause"] == "popcorn-dice/turn-order"


def test_a_stale_version_is_409_with_the_sheet_as_it_is(house: House, refused: Any) -> None:
    assert post(house.as_("owner"), house.play, entry()).status_code == 201
    problem = refused(entry("Ben", version=0), 409)
    assert problem["type"].endswith(":stale")
    assert problem["version"] == problem["sheet"]["version"] == 1
    assert [line["points"] for line in problem["sheet"]["lines"]] == [12]


def test_a_version_from_the_future_is_409(refused: Any) -> None:
    assert refused(entry(version=5), 409)["version"] == 0


def test_after_the_end_is_422(house: House, refused: Any) -> None:
    for version, player in enumerate(["Ana", "Ben", "Cleo", "Ana", "Ben", "Cleo"]):
        points = 38 if player == "Ana" else 5
        assert post(house.as_("owner"), house.play, entry(player, points, version=version)).status_code == 201
    problem = refused(entry(version=6), 422)
    assert problem["findings"][0]["clause"] == "popcorn-dice/points-end"


def test_an_abandoned_play_is_409(house: House, refused: Any) -> None:
    abandon_play(play=house.play, actor=house.users["owner"])
    assert refused(entry(version=1), 409)["type"].endswith(":closed")


def test_another_groups_play_is_404_and_stays_as_it_was(house: House) -> None:
    before = written()
    assert post(house.as_("owner"), house.other_play, entry()).status_code == 404
    assert post(house.as_("owner"), type("Play", (), {"pk": uuid.uuid4()}), entry()).status_code == 404
    assert written() == before


@pytest.mark.parametrize("size", [256_001, 1_000_000, 3_000_000])
def test_a_large_body_is_413(refused: Any, size: int) -> None:
    body = json.dumps(entry(note="x")).replace('"x"', '"' + "x" * size + '"')
    assert refused(body, 413)["type"].endswith(":too-large")


def test_a_megabyte_of_nested_json_is_413(refused: Any) -> None:
    refused('{"a":' * 200_000, 413)


@pytest.mark.parametrize("content_type", ["application/x-www-form-urlencoded", "text/plain", "multipart/form-data"])
def test_another_media_type_is_415(house: House, content_type: str) -> None:
    before = written()
    path = f"{ROOT}/plays/{house.play.pk}/entries"
    answer = house.as_("owner").generic("POST", path, json.dumps(entry()), content_type=content_type)
    assert answer.status_code == 415
    assert answer["Content-Type"] == "application/problem+json"
    assert written() == before


def test_a_viewer_logs_only_their_own_player(house: House) -> None:
    """The viewer has claimed Ben."""
    before = written()
    assert post(house.as_("viewer"), house.play, entry()).status_code == 403
    assert written() == before
    assert post(house.as_("scorer"), house.play, entry()).status_code == 201
    assert post(house.as_("viewer"), house.play, entry("Ben", version=1, ruled="we said so")).status_code == 403
    assert post(house.as_("viewer"), house.play, entry("Ben", version=1)).status_code == 201


def test_a_table_ruling_is_stored_and_shown(house: House) -> None:
    answer = post(house.as_("scorer"), house.play, entry(points=45, ruled="the table ruled it so"))
    assert answer.status_code == 201
    line = answer.json()["sheet"]["lines"][0]
    assert (line["points"], line["ruled"]) == (45, "the table ruled it so")
    assert answer.json()["sheet"]["warnings"][0]["clause"] == "popcorn-dice/score-pairs"


NAMES = [
    'O\'Brien "Bob" & <script>alert(1)</script>',
    "🍿🥞 Zoë",
    "שרה",
    "\u202eRTL\u202c",
    "李小龍",
    "x" * 100,
    "=1+1",
    "%s{0}",
]


@pytest.mark.parametrize("name", NAMES)
def test_any_name_comes_back_as_it_was_written(house: House, name: str) -> None:
    client, group = house.as_("owner"), house.group.slug
    ids = [client.post(f"{ROOT}/groups/{group}/players", {"name": text}).json()["id"] for text in (name, "Kim")]
    play = client.post(f"{ROOT}/nights/{house.night.pk}/plays", {"game": "popcorn-dice", "players": ids}).json()
    answer = client.post(f"{ROOT}/plays/{play['id']}/entries", entry(name, note=name))
    assert answer.status_code == 201
    assert answer.json()["sheet"]["players"][0]["player"] == name
    assert client.get(f"{ROOT}/plays/{play['id']}/record").json()["entries"][0]["note"] == name
    answer = client.post(f"{ROOT}/plays/{play['id']}/entries", entry("Kim", 41, version=1))
    assert answer.status_code == 422
