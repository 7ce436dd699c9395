"""Questions over the API: the same answers as the command and the page give, with the group's own rulings."""

from __future__ import annotations

from typing import Any

import pytest

from gamerules.asking import ask
from scorekeeper.rulings.services import write_ruling
from tests.api.conftest import ROOT, House

QUESTION = "May I throw a pop back?"


def asked(house: House, who: str = "owner", status: int = 200, **body: Any) -> Any:
    """What POST /ask answers."""
    answer = house.as_(who).post(f"{ROOT}/ask", body)
    assert answer.status_code == status, answer.content
    return answer.json()


def test_the_answers_are_those_of_the_command(house: House) -> None:
    expected = [answer.as_json() for answer in ask(QUESTION, game="popcorn-dice")]
    assert asked(house, question=QUESTION, game="popcorn-dice") == {"results": expected}
    assert expected[0]["clauses"][0] == "popcorn-dice/no-return-pop"


def test_every_link_leads_to_a_page_and_a_place_on_it(house: House) -> None:
    for found in asked(house, question="burnt tie score end")["results"]:
        path, _hash, anchor = found["link"].partition("#")
        page = house.as_("owner").get(path)
        assert page.status_code == 200
        assert f'id="{anchor}"' in page.content.decode(), found["link"]


def test_house_rulings_answer_in_their_group_only(house: House) -> None:
    owner = house.users["owner"]
    write_ruling(group=house.group, clause="popcorn-dice/tie-again", text="The hedgehog decides", actor=owner)
    question = "what does the hedgehog decide"
    [first, *_others] = asked(house, question=question, group=house.group.slug)["results"]
    assert (first["kind"], first["clauses"], first["excerpt"]) == (
        "house-ruling",
        ["popcorn-dice/tie-again"],
        "The hedgehog decides",
    )
    assert "house-ruling" not in {found["kind"] for found in asked(house, question=question)["results"]}
    asked(house, "stranger", 404, question=question, group=house.group.slug)


def test_what_means_nothing_has_no_answer(house: House) -> None:
    assert asked(house, question="zzzzqqqq xxyyxx") == {"results": []}


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "question"),
        ({"question": ""}, "question"),
        ({"question": 7}, "question"),
        ({"question": "x" * 501}, "question"),
        ({"question": "tie", "game": "chess"}, "game"),
        ({"question": "tie", "gmae": "tally"}, "gmae"),
    ],
)
def test_a_bad_question_names_its_field(house: House, body: dict[str, Any], field: str) -> None:
    answer = house.as_("owner").post(f"{ROOT}/ask", body)
    assert (answer.status_code, list(answer.json()["errors"])) == (400, [field])
