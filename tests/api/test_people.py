"""Groups, players, invitations and nights over the API."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from rest_framework.test import APIClient

from scorekeeper.groups.models import Group, Player
from scorekeeper.plays.models import Night, Play
from tests.api.conftest import ROOT, House


@pytest.fixture
def client(house: House) -> APIClient:
    """The owner's client."""
    return house.as_("owner")


@pytest.fixture
def group(house: House) -> str:
    """The address of the owner's group."""
    return f"{ROOT}/groups/{house.group.slug}"


def test_a_new_group_is_owned_by_who_makes_it(house: House) -> None:
    answer = house.as_("viewer").post(f"{ROOT}/groups", {"name": "Tuesday table", "time_zone": "Asia/Tokyo"})
    assert answer.status_code == 201
    told = answer.json()
    assert (told["slug"], told["role"], told["time_zone"], told["day_start"]) == (
        "tuesday-table", "owner", "Asia/Tokyo", 5
    )  # fmt: skip


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "name"),
        ({"name": ""}, "name"),
        ({"name": "   "}, "name"),
        ({"name": "x" * 101}, "name"),
        ({"name": 7}, "name"),
        ({"name": None}, "name"),
        ({"name": "a\nb"}, "name"),
        ({"name": "A", "time_zone": "Mars/Olympus"}, "time_zone"),
        ({"name": "A", "day_start": 24}, "day_start"),
        ({"name": "A", "day_start": "5"}, "day_start"),
        ({"name": "A", "day_start": True}, "day_start"),
        ({"name": "A", "owner": "me"}, "owner"),
        ([], "non_field_errors"),
    ],
)
def test_a_bad_group_is_400_and_makes_none(client: APIClient, body: Any, field: str) -> None:
    before = Group.objects.count()
    answer = client.post(f"{ROOT}/groups", body)
    assert (answer.status_code, list(answer.json()["errors"])) == (400, [field])
    assert Group.objects.count() == before


def test_a_group_changes_by_what_is_sent(client: APIClient, group: str) -> None:
    changed = client.patch(group, {"name": "Saturday crew", "scheme": "wins"}).json()
    assert (changed["name"], changed["scheme"], changed["time_zone"]) == ("Saturday crew", "wins", "Europe/Berlin")
    bad = client.patch(group, {"default_options": {"popcorn-dice": {"target": 5}}})
    assert bad.status_code == 400
    assert next(iter(bad.json()["errors"])).startswith("default_options.popcorn-dice")


def test_deleting_a_group_takes_its_plays_and_no_other(client: APIClient, group: str, house: House) -> None:
    assert client.delete(group).status_code == 204
    assert client.get(group).status_code == 404
    assert list(Play.objects.values_list("pk", flat=True)) == [house.other_play.pk]


def test_players_are_added_renamed_put_away_and_brought_back(client: APIClient, group: str) -> None:
    added = client.post(f"{group}/players", {"name": " Dora "}).json()
    address = f"{ROOT}/players/{added['id']}"
    assert (added["name"], added["claimed_by"], added["archived_at"]) == ("Dora", None, None)
    assert client.patch(address, {"name": "Dora M."}).json()["name"] == "Dora M."
    assert client.patch(address, {"archived": True}).json()["archived_at"] is not None
    assert client.patch(address, {"archived": False}).json()["archived_at"] is None


def test_a_member_says_which_player_they_are(house: House) -> None:
    address = f"{ROOT}/players/{house.players[2].pk}"
    scorer = house.as_("scorer")
    assert scorer.patch(address, {"mine": True}).json()["claimed_by"] == "scorer"
    assert house.as_("viewer").patch(address, {"mine": True}).status_code == 400
    assert scorer.patch(address, {"mine": False}).json()["claimed_by"] is None


def test_merging_makes_two_names_one(client: APIClient, group: str, house: House) -> None:
    double = client.post(f"{group}/players", {"name": "Anna"}).json()["id"]
    assert client.post(f"{ROOT}/players/{double}/merge", {"into": str(house.players[0].pk)}).status_code == 200
    assert double not in [row["id"] for row in client.get(f"{group}/players").json()["results"]]
    together = client.post(f"{ROOT}/players/{house.players[0].pk}/merge", {"into": str(house.players[1].pk)})
    assert (together.status_code, list(together.json()["errors"])) == (400, ["into"])
    foreign = client.post(f"{ROOT}/players/{house.players[0].pk}/merge", {"into": str(house.other_player.pk)})
    assert foreign.status_code == 404


def test_an_invitation_lets_somebody_join_until_it_is_revoked(client: APIClient, group: str, house: House) -> None:
    made = client.post(f"{group}/invitations", {"role": "scorer"}).json()
    assert made["link"].endswith(f"/join/{made['code']}")
    assert "code" not in client.get(f"{group}/invitations").json()["results"][0]
    stranger = house.as_("stranger")
    assert stranger.get(group).status_code == 404
    assert stranger.post(f"{ROOT}/join", {"code": made["code"]}).json()["role"] == "scorer"
    assert stranger.get(group).status_code == 200
    assert client.delete(f"{ROOT}/invitations/{made['id']}").status_code == 204
    late = stranger.post(f"{ROOT}/join", {"code": made["code"]})
    assert (late.status_code, list(late.json()["errors"])) == (404, ["code"])


@pytest.mark.parametrize("expires", ["2020-01-01T00:00:00Z", "2999-01-01T00:00:00Z", "2027-01-01T00:00:00", "soon", 5])
def test_an_invitation_ends_in_the_future_within_a_year(client: APIClient, group: str, expires: Any) -> None:
    answer = client.post(f"{group}/invitations", {"role": "viewer", "expires": expires})
    assert (answer.status_code, list(answer.json()["errors"])) == (400, ["expires"])


def test_a_night_has_who_is_there_and_changes(client: APIClient, group: str, house: House) -> None:
    ana, ben = (str(player.pk) for player in house.players[:2])
    night = client.post(f"{group}/nights", {"date": "2026-11-20", "place": "Kitchen", "players": [ana]}).json()
    assert (night["date"], night["place"], [row["id"] for row in night["players"]]) == ("2026-11-20", "Kitchen", [ana])
    address = f"{ROOT}/nights/{night['id']}"
    assert client.patch(address, {"place": "", "players": [ben]}).json()["place"] == ""
    assert [row["id"] for row in client.get(address).json()["players"]] == [ben]


@pytest.mark.parametrize(
    ("body", "status", "field"),
    [
        ({"date": "yesterday"}, 400, "date"),
        ({"date": "1970-01-01"}, 400, "date"),
        ({"date": "2999-01-01"}, 400, "date"),
        ({"date": 20261130}, 400, "date"),
        ({"place": "x" * 101}, 400, "place"),
        ({"players": "Ana"}, 400, "players"),
        ({"players": ["Ana"]}, 400, "players.0"),
        ({"players": ["OTHER"]}, 404, "players.0"),
        ({"players": [str(uuid.UUID(int=0))]}, 404, "players.0"),
        ({"players": ["ANA", "ANA"]}, 400, "players"),
        ({"colour": "red"}, 400, "colour"),
    ],
)
def test_a_bad_night_is_refused_and_makes_none(
    client: APIClient, group: str, house: House, body: dict[str, Any], status: int, field: str
) -> None:
    ids = {"OTHER": str(house.other_player.pk), "ANA": str(house.players[0].pk)}
    if isinstance(body.get("players"), list):
        body = {"players": [ids.get(player, player) for player in body["players"]]}
    before = Night.objects.count()
    answer = client.post(f"{group}/nights", body)
    assert (answer.status_code, list(answer.json()["errors"])) == (status, [field])
    assert Night.objects.count() == before


@pytest.mark.parametrize(
    ("body", "status", "told"),
    [
        ({"game": "chess", "players": ["ANA", "BEN"]}, 400, "game"),
        ({"game": "popcorn-dice"}, 400, "players"),
        ({"game": "popcorn-dice", "players": ["ANA"]}, 422, "popcorn-dice/players"),
        ({"game": "popcorn-dice", "players": ["ANA", "OTHER"]}, 404, "players.1"),
        ({"game": "popcorn-dice", "players": ["ANA", "BEN"], "options": {"target": 5}}, 400, "options.target"),
        ({"game": "popcorn-dice", "players": ["ANA", "BEN"], "options": {"size": 5}}, 400, "options.size"),
        ({"game": "popcorn-dice", "players": ["ANA", "BEN"], "options": []}, 400, "options"),
        ({"game": "popcorn-dice", "players": ["ANA", "BEN"], "setup": {}}, 400, "setup"),
    ],
)
def test_a_bad_play_is_refused_and_starts_none(
    client: APIClient, house: House, body: dict[str, Any], status: int, told: str
) -> None:
    ids = {"OTHER": house.other_player.pk, "ANA": house.players[0].pk, "BEN": house.players[1].pk}
    body = {**body, "players": [str(ids[name]) for name in body["players"]]} if "players" in body else body
    before = Play.objects.count()
    answer = client.post(f"{ROOT}/nights/{house.night.pk}/plays", body)
    problem = answer.json()
    found = [problem["findings"][0]["clause"]] if status == 422 else list(problem["errors"])
    assert (answer.status_code, found) == (status, [told])
    assert Play.objects.count() == before


def test_a_play_is_finished_by_its_rules_reopened_abandoned_and_played_again(client: APIClient, house: House) -> None:
    address = f"{ROOT}/plays/{house.play.pk}"
    assert client.post(f"{address}/finish").status_code == 409
    assert client.post(f"{address}/abandon", {"version": 7}).status_code == 409
    assert client.post(f"{address}/abandon", {"version": 0}).json()["status"] == "abandoned"
    assert client.post(f"{address}/reopen").json()["status"] == "on"
    again = client.post(f"{address}/rematch")
    assert again.status_code == 201
    assert again.json()["record"]["players"] == ["Ana", "Ben", "Cleo"]
    assert again.json()["id"] != str(house.play.pk)


RECORD = {
    "game": "popcorn-dice",
    "options": {"target": 10},
    "players": ["Ana", "Newcomer"],
    "entries": [
        {"player": "Ana", "kind": "points", "points": 12},
        {"player": "Newcomer", "kind": "points", "points": 5},
    ],
}
WHEN = "2026-11-20T21:30:00+01:00"


def test_a_whole_record_becomes_a_finished_play(client: APIClient, group: str, house: House) -> None:
    answer = client.post(f"{group}/records", {"record": RECORD, "played_at": WHEN})
    told = answer.json()
    assert (answer.status_code, told["status"], told["sheet"]["outcome"]["winners"]) == (201, "finished", ["Ana"])
    assert told["sheet"]["players"][0]["id"] == str(house.players[0].pk)
    assert Player.objects.filter(group=house.group, name="Newcomer").count() == 1
    assert client.get(f"{ROOT}/nights/{told['night']}").json()["date"] == "2026-11-20"


def test_the_same_outside_id_is_taken_in_once(client: APIClient, group: str) -> None:
    body = {"record": RECORD, "played_at": WHEN, "source": "bgstats", "external_id": "42"}
    assert client.post(f"{group}/records", body).status_code == 201
    before = Play.objects.count()
    assert client.post(f"{group}/records", body).status_code == 409
    assert Play.objects.count() == before


@pytest.mark.parametrize(
    ("changes", "status", "field"),
    [
        ({"record": {**RECORD, "entries": RECORD["entries"][:1]}}, 400, "record.entries"),
        ({"record": {**RECORD, "game": "chess"}}, 400, "record.game"),
        ({"record": {**RECORD, "colour": 1}}, 400, "record.colour"),
        ({"record": []}, 400, "record"),
        (
            {"record": {**RECORD, "entries": [{"kind": "points", "player": "Ana", "points": 1.5}]}},
            400,
            "record.entries.0.points",
        ),
        ({"played_at": "2026-11-20T21:30:00"}, 400, "played_at"),
        ({"played_at": "1970-01-01T00:00:00Z"}, 400, "played_at"),
        ({"played_at": "2999-01-01T00:00:00Z"}, 400, "played_at"),
        ({"night": str(uuid.UUID(int=1))}, 404, None),
    ],
)
def test_a_bad_record_is_refused_and_writes_nothing(
    client: APIClient, group: str, changes: dict[str, Any], status: int, field: str | None
) -> None:
    before = (Play.objects.count(), Player.objects.count(), Night.objects.count())
    answer = client.post(f"{group}/records", {"record": RECORD, "played_at": WHEN} | changes)
    assert answer.status_code == status
    assert list(answer.json().get("errors", [None])) == [field]
    assert (Play.objects.count(), Player.objects.count(), Night.objects.count()) == before


def test_a_record_that_breaks_a_rule_is_422(client: APIClient, group: str) -> None:
    entries = [{"kind": "points", "player": "Ana", "points": 39}]
    answer = client.post(f"{group}/records", {"record": {**RECORD, "entries": entries}, "played_at": WHEN})
    assert (answer.status_code, answer.json()["findings"][0]["clause"]) == (422, "popcorn-dice/score-pairs")


def test_a_night_of_another_group_takes_no_record(client: APIClient, group: str, house: House) -> None:
    before = Play.objects.count()
    body = {"record": RECORD, "played_at": WHEN, "night": str(house.other_night.pk)}
    assert client.post(f"{group}/records", body).status_code == 404
    assert Play.objects.count() == before
