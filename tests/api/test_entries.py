"""Writing, repeating, correcting and withdrawing lines over the API."""

from __future__ import annotations

import json
import uuid
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

import gamerules
from scorekeeper.plays.access import play_for
from scorekeeper.plays.models import Entry
from scorekeeper.plays.selectors import sheet_json, sheet_text
from tests.api.conftest import ROOT, House, entry, written


@pytest.fixture
def sheet(house: House) -> Sheet:
    """The play's sheet as its owner writes it."""
    return Sheet(house)


class Sheet:
    """Writes to one sheet, keeping count of its version."""

    def __init__(self, house: House) -> None:
        self.client = house.as_("owner")
        self.path = f"{ROOT}/plays/{house.play.pk}"
        self.version = 0
        self.lines: list[dict[str, Any]] = []

    def send(self, method: str, path: str, body: dict[str, Any]) -> Any:
        """One write; the version follows what was answered."""
        answer = getattr(self.client, method)(self.path + path, body, format="json")
        if answer.status_code in (200, 201):
            self.version = answer.json()["version"]
        return answer

    def write(self, player: str, points: int) -> Any:
        """The next line."""
        body = entry(player, points, version=self.version)
        self.lines.append(body)
        return self.send("post", "/entries", body)

    def correct(self, number: int, **changes: Any) -> Any:
        """A correction of a line, counted from 0."""
        body = {name: value for name, value in self.lines[number].items() if name != "id"} | changes
        body = {"version": self.version, "revision": str(uuid.uuid4())} | {"version": self.version} | body
        body["version"] = changes.get("version", self.version)
        return self.send("put", f"/entries/{self.lines[number]['id']}", body)

    def withdraw(self, number: int, **changes: Any) -> Any:
        """A withdrawal of a line, counted from 0."""
        body = {"version": self.version, "revision": str(uuid.uuid4())} | changes
        return self.send("delete", f"/entries/{self.lines[number]['id']}", body)


def test_a_new_line_is_answered_with_entry_sheet_and_version(sheet: Sheet) -> None:
    answer = sheet.write("Ana", 12)
    body = answer.json()
    assert answer.status_code == 201
    assert body["entry"] == {"id": sheet.lines[0]["id"], "player": "Ana", "kind": "points", "points": 12}
    assert body["version"] == body["sheet"]["version"] == 1
    assert [(line["id"], line["total"]) for line in body["sheet"]["lines"]] == [(sheet.lines[0]["id"], 12)]
    assert [(row["player"], row["points"], row["rank"]) for row in body["sheet"]["players"]] == [
        ("Ana", 12, 1), ("Ben", 0, 2), ("Cleo", 0, 2)
    ]  # fmt: skip
    assert body["sheet"]["next"]["players"] == ["Ben"]


def test_the_same_entry_five_times_is_one_line(sheet: Sheet) -> None:
    first = sheet.write("Ana", 12)
    again = [sheet.send("post", "/entries", sheet.lines[0]) for _ in range(4)]
    assert [answer.status_code for answer in again] == [200] * 4
    assert [answer.json() for answer in again] == [first.json()] * 4
    assert Entry.objects.count() == 1


def test_a_retry_after_others_wrote_is_still_answered_with_its_entry(sheet: Sheet) -> None:
    sheet.write("Ana", 12)
    sheet.write("Ben", 3)
    answer = sheet.send("post", "/entries", sheet.lines[0])
    assert (answer.status_code, answer.json()["entry"]["points"]) == (200, 12)
    assert Entry.objects.count() == 2


def test_the_same_id_with_other_content_is_409(sheet: Sheet) -> None:
    sheet.write("Ana", 12)
    before = written()
    answer = sheet.send("post", "/entries", sheet.lines[0] | {"points": 13})
    assert answer.status_code == 409
    assert answer.json()["type"].endswith(":clash")
    assert written() == before


def test_an_id_in_use_is_409_also_on_the_current_version(sheet: Sheet) -> None:
    sheet.write("Ana", 12)
    before = written()
    answer = sheet.send("post", "/entries", entry("Ben", 5, version=1, id=sheet.lines[0]["id"]))
    assert answer.status_code == 409
    assert written() == before


def test_a_correction_replays_what_follows(sheet: Sheet) -> None:
    for player, points in (("Ana", 12), ("Ben", 3), ("Cleo", 4), ("Ana", 5)):
        sheet.write(player, points)
    answer = sheet.correct(0, points=20)
    assert answer.status_code == 201
    assert [line["total"] for line in answer.json()["sheet"]["lines"]] == [20, 3, 4, 25]
    assert answer.json()["version"] == 5
    assert answer.json()["entry"]["points"] == 20


def test_a_correction_sent_twice_is_one_revision(sheet: Sheet) -> None:
    sheet.write("Ana", 12)
    revision = str(uuid.uuid4())
    first = sheet.correct(0, points=20, revision=revision, version=1)
    again = sheet.correct(0, points=20, revision=revision, version=1)
    other = sheet.correct(0, points=21, revision=revision, version=1)
    assert [answer.status_code for answer in (first, again, other)] == [201, 200, 409]
    assert Entry.objects.count() == 2


def test_a_correction_that_breaks_later_lines_lists_them_and_writes_nothing(sheet: Sheet) -> None:
    """Ana past 50 in round one makes round two everybody's last, so that Ana's third turn cannot stand."""
    for player, points in (("Ana", 30), ("Ben", 3), ("Cleo", 4), ("Ana", 10), ("Ben", 5), ("Cleo", 5), ("Ana", 1)):
        assert sheet.write(player, points).status_code == 201
    before = written()
    answer = sheet.correct(3, points=35)
    assert answer.status_code == 422
    broken = answer.json()["breaks"]
    assert [(line["line"], line["player"]) for line in broken] == [(sheet.lines[6]["id"], "Ana")]
    assert broken[0]["findings"][0]["clause"] == "popcorn-dice/points-end"
    assert written() == before


def test_a_withdrawn_line_is_gone_from_the_sheet_and_kept_in_the_history(sheet: Sheet) -> None:
    sheet.write("Ana", 12)
    sheet.write("Ben", 3)
    answer = sheet.withdraw(1)
    assert answer.status_code == 201
    assert [line["player"] for line in answer.json()["sheet"]["lines"]] == ["Ana"]
    history = sheet.client.get(sheet.path + "/history").json()["results"]
    assert [(row["version"], row["action"]) for row in history] == [
        (3, "withdrawn"), (2, "recorded"), (1, "recorded")
    ]  # fmt: skip
    assert {row["author"] for row in history} == {"owner"}


def test_a_withdrawal_sent_twice_is_one(sheet: Sheet) -> None:
    sheet.write("Ana", 12)
    revision = str(uuid.uuid4())
    assert sheet.withdraw(0, revision=revision, version=1).status_code == 201
    assert sheet.withdraw(0, revision=revision, version=1).status_code == 200
    assert Entry.objects.count() == 2


def test_withdrawing_a_line_in_the_middle_that_others_rest_on_is_422(sheet: Sheet) -> None:
    for player in ("Ana", "Ben", "Cleo"):
        sheet.write(player, 3)
    before = written()
    answer = sheet.withdraw(0)
    assert answer.status_code == 422
    assert [line["player"] for line in answer.json()["breaks"]] == ["Ben", "Cleo"]
    assert written() == before


@pytest.mark.parametrize("missing", ["version", "revision"])
def test_a_correction_needs_version_and_revision(sheet: Sheet, missing: str) -> None:
    sheet.write("Ana", 12)
    before = written()
    body = {"player": "Ana", "kind": "points", "points": 5, "version": 1, "revision": str(uuid.uuid4())}
    del body[missing]
    path = f"/entries/{sheet.lines[0]['id']}"
    for method in ("put", "delete"):
        sent = body if method == "put" else {name: body[name] for name in ("version", "revision") if name in body}
        answer = sheet.send(method, path, sent)
        assert (answer.status_code, list(answer.json()["errors"])) == (400, [missing])
    assert written() == before


def test_a_stale_correction_is_409_and_an_unknown_line_404(sheet: Sheet) -> None:
    sheet.write("Ana", 12)
    before = written()
    assert sheet.correct(0, points=9, version=0).status_code == 409
    sheet.lines.append(entry())
    assert sheet.correct(1, points=9).status_code == 404
    assert sheet.withdraw(1).status_code == 404
    assert written() == before


def test_a_preview_writes_nothing(sheet: Sheet) -> None:
    before = written()
    good = sheet.client.post(
        sheet.path + "/preview", {"player": "Ana", "kind": "counts", "pops": 3, "doubles": 1, "pairs": 0}
    )
    bad = sheet.client.post(sheet.path + "/preview", {"player": "Ana", "kind": "points", "points": 39})
    malformed = sheet.client.post(sheet.path + "/preview", {"player": "Ana", "kind": "points"})
    assert (good.json()["legal"], good.json()["points"], good.json()["level"]) == (True, 5, "possible")
    assert (bad.status_code, bad.json()["legal"]) == (200, False)
    assert bad.json()["findings"][0]["clause"] == "popcorn-dice/score-pairs"
    assert (malformed.status_code, list(malformed.json()["errors"])) == (400, ["points"])
    assert written() == before


def test_the_sheet_as_text_says_what_the_sheet_says(house: House) -> None:
    """With a corrected line, and with one whose warning is translated."""
    sheet = Sheet(house)
    sheet.write("Ana", 12)
    sheet.correct(0, points=45, ruled="we said so")
    sheet.write("Ben", 3)
    play = play_for(house.users["owner"], house.play.pk)
    told = json.loads(sheet_text(play))
    assert told == sheet_json(play)
    assert [len(line["warnings"]) for line in told["lines"]] == [1, 0]
    assert told["lines"][0]["id"] != told["lines"][0]["revision"]


def test_the_record_replays_to_the_sheet(sheet: Sheet) -> None:
    for player, points in (("Ana", 12), ("Ben", 3), ("Cleo", 4), ("Ana", 5)):
        answer = sheet.write(player, points)
    record = sheet.client.get(sheet.path + "/record").json()
    replayed = gamerules.result_of(gamerules.replay(record))
    shown = answer.json()["sheet"]["players"]
    assert [(row["player"], row["points"], row["rank"]) for row in replayed["players"]] == [
        (row["player"], row["points"], row["rank"]) for row in shown
    ]  # fmt: skip


@pytest.mark.parametrize("turn", [1, 30])
def test_a_post_takes_the_same_queries_on_every_turn(sheet: Sheet, turn: int) -> None:
    """Token, play; the play's new version, the entry; lines."""
    for number in range(turn):
        sheet.write(("Ana", "Ben", "Cleo")[number % 3], 1)
    with CaptureQueriesContext(connection) as queries:
        answer = sheet.write(("Ana", "Ben", "Cleo")[turn % 3], 1)
    assert answer.status_code == 201
    told = [query["sql"].split()[0] for query in queries]
    kept = [word for word in told if word not in {"SAVEPOINT", "RELEASE"}]
    assert kept == ["SELECT", "SELECT", "UPDATE", "INSERT", "SELECT"]


def test_history_comes_in_parts_newest_first(sheet: Sheet) -> None:
    for number in range(5):
        sheet.write(("Ana", "Ben", "Cleo")[number % 3], 1)
    seen: list[int] = []
    page = sheet.client.get(sheet.path + "/history?limit=2").json()
    while True:
        seen += [row["version"] for row in page["results"]]
        if page["next"] is None:
            break
        page = sheet.client.get(page["next"]).json()
    assert seen == [5, 4, 3, 2, 1]
    assert sheet.client.get(page["previous"]).json()["results"][-1]["version"] == 2
