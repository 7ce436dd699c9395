"""Games, clauses, verdicts, questions and house rulings over the API."""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.test import APIClient

from gamerules import games, load
from tests.api.conftest import ROOT, House, entry


@pytest.fixture
def client(house: House) -> APIClient:
    """The viewer's client: the rules are for everybody who signs in."""
    return house.as_("viewer")


def judged(client: APIClient, game: str, body: Any) -> Any:
    """The verdict."""
    answer = client.post(f"{ROOT}/games/{game}/judge", body, format="json")
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_all_games_are_listed(client: APIClient) -> None:
    found = client.get(f"{ROOT}/games").json()["results"]
    assert [game["slug"] for game in found] == list(games())


@pytest.mark.parametrize("slug", games())
def test_a_game_tells_its_schemas_and_clauses(client: APIClient, slug: str) -> None:
    told = client.get(f"{ROOT}/games/{slug}").json()
    assert told["options"]["type"] == "object"
    assert "$defs" in told["entries"]
    clauses = client.get(f"{ROOT}/games/{slug}/clauses?limit=200").json()["results"]
    assert [clause["id"] for clause in clauses] == list(load(slug).clauses)
    one = client.get(f"{ROOT}/games/{slug}/clauses/{clauses[0]['name']}").json()
    assert one == clauses[0]


@pytest.mark.parametrize("address", ["chess", "chess/clauses", "popcorn-dice/clauses/castling"])
def test_an_unknown_game_or_clause_is_404(client: APIClient, address: str) -> None:
    assert client.get(f"{ROOT}/games/{address}").status_code == 404


def test_a_legal_entry_is_ok_with_its_points(client: APIClient) -> None:
    verdict = judged(client, "popcorn-dice", {
        "record": {"players": ["Ana", "Ben"]},
        "entry": {"player": "Ana", "kind": "dice", "popped": {"red": "PD", "blue": "P"}, "burnt": 1},
    })  # fmt: skip
    assert (verdict["verdict"], verdict["points"], verdict["findings"]) == ("ok", 4, [])
    assert "popcorn-dice/turn-order" in verdict["checked"]


def test_a_broken_rule_is_named(client: APIClient) -> None:
    entry = {"player": "Ana", "kind": "points", "points": 39}
    verdict = judged(client, "popcorn-dice", {"record": {"players": ["Ana", "Ben"]}, "entry": entry})
    assert (verdict["verdict"], verdict["findings"][0]["clause"]) == ("violation", "popcorn-dice/score-pairs")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"record": {}, "entry": {}}, "players"),
        ({"record": {"players": ["Ana", "Ben"]}, "entry": {"kind": "chess"}}, "kind"),
        ({"record": {"game": "tally", "players": ["Ana", "Ben"]}, "entry": {}}, "record.game"),
    ],
)
def test_what_cannot_be_read_is_malformed(client: APIClient, body: Any, field: str) -> None:
    verdict = judged(client, "popcorn-dice", body)
    assert (verdict["verdict"], verdict["findings"][0]["field"]) == ("malformed", field)
    assert verdict["findings"][0]["clause"] is None


@pytest.mark.parametrize("body", [{}, {"record": {}}, {"record": {}, "move": {}}, {"record": [], "entry": {}}, []])
def test_a_question_of_another_shape_is_400(client: APIClient, body: Any) -> None:
    assert client.post(f"{ROOT}/games/popcorn-dice/judge", body, format="json").status_code == 400


def test_asking_finds_the_clause(client: APIClient) -> None:
    answers = client.post(f"{ROOT}/ask", {"question": "who goes first?", "game": "popcorn-dice"}).json()["results"]
    assert answers
    assert all(set(answer) == {"kind", "clauses", "title", "excerpt", "link", "score"} for answer in answers)
    assert [answer["score"] for answer in answers] == sorted((a["score"] for a in answers), reverse=True)


@pytest.mark.parametrize(
    ("body", "status"),
    [({}, 400), ({"question": " "}, 400), ({"question": "x" * 501}, 400), ({"question": "a", "game": "chess"}, 400),
     ({"question": "a", "group": "strangers"}, 404)],
)  # fmt: skip
def test_a_bad_question_is_refused(client: APIClient, body: Any, status: int) -> None:
    assert client.post(f"{ROOT}/ask", body).status_code == status


def test_a_house_ruling_is_written_listed_found_and_taken_back(house: House) -> None:
    scorer, group = house.as_("scorer"), f"{ROOT}/groups/{house.group.slug}"
    body = {"clause": "popcorn-dice/turn-order", "text": "Kazoo decides who starts.", "play": str(house.play.pk)}
    made = scorer.post(f"{group}/rulings", body)
    assert (made.status_code, made.json()["author"], made.json()["play"]) == (201, "scorer", str(house.play.pk))
    assert [row["text"] for row in scorer.get(f"{group}/rulings").json()["results"]] == ["Kazoo decides who starts."]
    question = {"question": "kazoo", "group": house.group.slug}
    assert scorer.post(f"{ROOT}/ask", question).json()["results"][0]["kind"] == "house-ruling"
    assert house.as_("stranger").get(f"{group}/rulings").status_code == 404
    assert scorer.delete(f"{ROOT}/rulings/{made.json()['id']}").status_code == 204
    assert scorer.get(f"{group}/rulings").json()["results"] == []


def test_a_ruling_made_while_logging_is_listed(house: House) -> None:
    scorer = house.as_("scorer")
    scorer.post(f"{ROOT}/plays/{house.play.pk}/entries", entry(points=45, ruled="double night"))
    listed = scorer.get(f"{ROOT}/groups/{house.group.slug}/rulings?game=popcorn-dice").json()["results"]
    assert [(row["text"], row["clause"], row["id"]) for row in listed] == [
        ("double night", "popcorn-dice/score-pairs", None)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "status", "field"),
    [
        ({"clause": "chess/castling"}, 400, "clause"),
        ({"text": ""}, 400, "text"),
        ({"option": "target", "value": 20}, 400, "option"),
        ({"colour": 1}, 400, "colour"),
    ],
)
def test_a_bad_ruling_is_refused(house: House, changes: Any, status: int, field: str) -> None:
    body = {"clause": "popcorn-dice/turn-order", "text": "As we like."} | changes
    answer = house.as_("owner").post(f"{ROOT}/groups/{house.group.slug}/rulings", body)
    assert (answer.status_code, list(answer.json()["errors"])) == (status, [field])
    assert house.group.house_rulings.count() == 0


def test_a_ruling_about_another_groups_play_is_404(house: House) -> None:
    body = {"clause": "popcorn-dice/turn-order", "text": "As we like.", "play": str(house.other_play.pk)}
    assert house.as_("owner").post(f"{ROOT}/groups/{house.group.slug}/rulings", body).status_code == 404
    assert house.group.house_rulings.count() == 0
