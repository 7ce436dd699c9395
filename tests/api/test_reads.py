"""Standings, statistics, lists and lines over the API."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from rest_framework.test import APIClient

from scorekeeper.groups.services import add_player
from scorekeeper.plays.models import Play
from scorekeeper.plays.selectors import entries_of, nights_of
from scorekeeper.plays.services import record_play, start_night
from scorekeeper.stats.selectors import TABLES
from tests.api.conftest import ROOT, House, entry

RESULT = {"game": "popcorn-dice", "players": ["Ana", "Ben"], "entries": [{"kind": "result", "winners": ["Ana"]}]}


@pytest.fixture
def client(house: House) -> APIClient:
    """The owner's client."""
    return house.as_("owner")


@pytest.fixture
def group(house: House) -> str:
    """The address of the owner's group."""
    return f"{ROOT}/groups/{house.group.slug}"


def log_results(client: APIClient, group: str, count: int, **changes: Any) -> list[Any]:
    """Finished plays of Ana and Ben, one a day in November."""
    sent = [
        {"record": RESULT | changes, "played_at": f"2026-11-{day:02}T20:00:00+01:00"} for day in range(1, count + 1)
    ]
    answers = [client.post(f"{group}/records", body) for body in sent]
    assert [answer.status_code for answer in answers] == [201] * count
    return [answer.json() for answer in answers]


def all_of(client: APIClient, address: str) -> list[Any]:
    """Every row of a list, page after page."""
    rows, page = [], client.get(address).json()
    while True:
        rows += page["results"]
        if page["next"] is None:
            return rows
        page = client.get(page["next"]).json()


def test_season_standings_rank_with_formula_and_freshness(
    client: APIClient, group: str, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        log_results(client, group, 3)
    standings = client.get(f"{group}/standings?season=2026").json()
    assert [(row["rank"], row["player"], row["plays"], row["wins"]) for row in standings["results"]] == [
        (1, "Ana", 3, 3), (2, "Ben", 3, 0)
    ]  # fmt: skip
    assert "opponents" in standings["formula"]
    assert standings["stale"] is False
    assert client.get(f"{group}/standings?season=2025").json()["results"] == []


def test_standings_are_stale_while_a_job_is_pending(client: APIClient, group: str) -> None:
    log_results(client, group, 1)
    assert client.get(f"{group}/standings").json()["stale"] is True


def test_night_standings(client: APIClient, group: str, django_capture_on_commit_callbacks: Any) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        play = log_results(client, group, 1)[0]
    standings = client.get(f"{ROOT}/nights/{play['night']}/standings").json()
    assert [(row["rank"], row["player"], row["wins"]) for row in standings["results"]] == [(1, "Ana", 1), (2, "Ben", 0)]


@pytest.mark.parametrize("table", sorted(TABLES))
def test_each_table_as_json_and_as_csv(
    client: APIClient, group: str, table: str, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        log_results(client, group, 2)
    told = client.get(f"{group}/stats/{table}").json()
    assert told["columns"] == list(TABLES[table][0])
    assert all(list(row) == told["columns"] for row in told["results"])
    text = client.get(f"{group}/stats/{table}", HTTP_ACCEPT="text/csv")
    assert text["Content-Type"] == "text/csv; charset=utf-8"
    lines = text.getvalue().decode().splitlines()
    assert lines[0] == ",".join(told["columns"])
    assert len(lines) == 1 + len(all_of(client, f"{group}/stats/{table}"))


def test_a_table_is_filtered_by_any_game_that_a_table_names(
    client: APIClient, group: str, django_capture_on_commit_callbacks: Any
) -> None:
    options = {"title": "A title that does not end before eighty characters have been written, not at all", "rounds": 1}
    with django_capture_on_commit_callbacks(execute=True):
        log_results(client, group, 1, game="tally", options=options)
    game = client.get(f"{group}/stats/games").json()["results"][0]["game"]
    assert len(game) > 80
    assert len(client.get(f"{group}/stats/results", {"game": game}).json()["results"]) == 2


def test_results_come_in_parts_in_one_order(
    client: APIClient, group: str, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        log_results(client, group, 5)
    whole = client.get(f"{group}/stats/results").json()["results"]
    assert [row["player"] for row in whole] == ["Ana", "Ben"] * 5
    assert [row["played_at"] for row in whole] == sorted((row["played_at"] for row in whole), reverse=True)
    assert all_of(client, f"{group}/stats/results?limit=3") == whole
    second = client.get(client.get(f"{group}/stats/results?limit=3").json()["next"]).json()
    assert second["columns"] == list(TABLES["results"][0])
    assert client.get(second["previous"]).json()["results"] == whole[:3]


def test_a_name_that_is_a_formula_is_harmless_in_csv(
    client: APIClient, group: str, django_capture_on_commit_callbacks: Any
) -> None:
    name = '=HYPERLINK("http://x","y")'
    with django_capture_on_commit_callbacks(execute=True):
        log_results(client, group, 1, players=[name, "Ben"], entries=[{"kind": "result", "winners": ["Ben"]}])
    text = client.get(f"{group}/stats/standings", HTTP_ACCEPT="text/csv").getvalue().decode()
    assert f'"\'{name.replace(chr(34), chr(34) * 2)}"' in text


def test_an_unknown_table_is_404(client: APIClient, group: str) -> None:
    answer = client.get(f"{group}/stats/passwords")
    assert answer.status_code == 404
    assert "ratings, records" in answer.json()["errors"]["table"][0]


def test_lists_come_in_parts_newest_first(client: APIClient, group: str) -> None:
    log_results(client, group, 5)
    for kind in ("plays", "nights"):
        whole = [row["id"] for row in client.get(f"{group}/{kind}").json()["results"]]
        assert len(whole) == 6
        assert [row["id"] for row in all_of(client, f"{group}/{kind}?limit=2")] == whole
    dates = [row["date"] for row in client.get(f"{group}/plays").json()["results"]]
    assert dates == sorted(dates, reverse=True)


def test_a_page_before_leads_back(client: APIClient, group: str) -> None:
    first = client.get(f"{group}/players?limit=1").json()
    second = client.get(first["next"]).json()
    assert client.get(second["previous"]).json()["results"] == first["results"]


@pytest.mark.parametrize(
    "asked", ["limit=0", "limit=201", "limit=-1", "limit=abc", "limit=", "limit=5&limit=6", "page=2"]
)
def test_a_bad_query_is_400_and_named(client: APIClient, group: str, asked: str) -> None:
    answer = client.get(f"{group}/players?{asked}")
    assert (answer.status_code, list(answer.json()["errors"])) == (400, [asked.partition("=")[0]])


@pytest.mark.parametrize("cursor", ["x", "0", "cD0x", "cD0yMDI2", "%F0%9F%8D%BF", "bz0tMQ=="])
def test_a_cursor_from_elsewhere_never_breaks(client: APIClient, group: str, cursor: str) -> None:
    for kind in ("players", "plays", "nights", "entries", "stats/results"):
        assert client.get(f"{group}/{kind}?cursor={cursor}").status_code in {200, 400, 404}


def test_plays_by_game_status_player_and_date(client: APIClient, group: str, house: House) -> None:
    log_results(client, group, 2)
    ana = house.players[0].pk

    def count(query: str) -> int:
        return len(client.get(f"{group}/plays?{query}").json()["results"])

    assert [count(query) for query in ("", "status=finished", "status=on", "game=tally")] == [3, 2, 1, 0]
    assert [count(query) for query in (f"player={ana}", "since=2026-11-02&until=2026-11-02")] == [3, 1]
    assert count(f"player={house.other_player.pk}") == 0
    assert client.get(f"{group}/plays?status=lost").status_code == 400
    assert client.get(f"{group}/plays?since=yesterday").status_code == 400


def test_entries_of_a_group_with_their_players(client: APIClient, group: str, house: House) -> None:
    for version, (player, points) in enumerate((("Ana", 12), ("Ben", 3))):
        client.post(f"{ROOT}/plays/{house.play.pk}/entries", entry(player, points, version=version))
    rows = client.get(f"{group}/entries").json()["results"]
    told = [(row["player"], row["player_id"], row["points"], row["author"]) for row in rows]
    assert told == [
        ("Ben", str(house.players[1].pk), 3, "owner"),
        ("Ana", str(house.players[0].pk), 12, "owner"),
    ]
    own = client.get(f"{group}/entries?player={house.players[0].pk}").json()["results"]
    assert [row["player"] for row in own] == ["Ana"]


def test_entries_come_in_parts_the_last_play_first_and_its_last_line_first(
    client: APIClient, group: str, house: House
) -> None:
    turns = [{"kind": "points", "player": name, "points": n} for n in range(4) for name in ("Ana", "Ben")]
    raw = {"game": "tally", "players": ["Ana", "Ben"], "options": {"rounds": 4}, "entries": turns}
    for days in (1, 2, 2, 0):  # two at the same instant
        at = house.night.starts_at - timedelta(days=days)
        record_play(group=house.group, raw=raw, played_at=at, actor=house.users["owner"])
    found = all_of(client, f"{group}/entries?limit=3")
    assert len(found) == len({row["id"] for row in found}) == 4 * len(turns)
    played = Play.objects.in_bulk([row["play"] for row in found])
    places = [(played[UUID(row["play"])].played_at, row["play"]) for row in found]
    assert places == sorted(places, reverse=True)
    assert [row["entry"]["points"] for row in found[:8]] == [3, 3, 2, 2, 1, 1, 0, 0]


@pytest.mark.parametrize("kind", ["entries", "nights"])
def test_a_page_of_a_long_list_is_read_along_an_index(group: str, house: House, kind: str) -> None:
    """SQLite tells how it finds rows; anything it sorts as a whole grows with the history."""
    if connection.vendor != "sqlite":
        pytest.skip("only SQLite explains itself in these words; the queries are the same")
    rows = {
        "entries": entries_of(house.group).order_by("-played_at", "-play_id", "-position", "-id"),
        "nights": nights_of(house.group).order_by("-date", "-starts_at", "-id"),
    }[kind]
    plan = rows[:50].explain()
    assert "USE TEMP B-TREE FOR ORDER BY" not in plan
    assert "USE TEMP B-TREE FOR GROUP BY" not in plan


@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize(
    ("kind", "queries"), [("players", 3), ("nights", 4), ("plays", 4), ("entries", 3), ("groups", 2)]
)
def test_a_list_takes_the_same_queries_however_long(
    client: APIClient, group: str, house: House, django_assert_num_queries: Any, kind: str, queries: int, count: int
) -> None:
    """Token, group; then the rows and what hangs on them."""
    for number in range(count):
        player = add_player(group=house.group, name=f"P{number}")
        night = start_night(group=house.group, actor=house.users["owner"], players=[player])
        record_play(
            group=house.group, raw=RESULT, played_at=night.starts_at, actor=house.users["owner"], night=night
        )  # fmt: skip
    client.get(f"{ROOT}/me")  # the token's last use is noted once
    with django_assert_num_queries(queries):
        client.get(f"{ROOT}/groups" if kind == "groups" else f"{group}/{kind}")
