"""House rulings over the API: written, listed, adopted as an option, taken back; the same as on the pages."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.rulings.models import HouseRuling
from tests.api.conftest import ROOT, House, entry

TIE = "popcorn-dice/tie-again"


def rulings_of(house: House, who: str = "owner", query: str = "") -> Any:
    """The list, newest first."""
    answer = house.as_(who).get(f"{ROOT}/groups/{house.group.slug}/rulings{query}")
    assert answer.status_code == 200
    return answer.json()["results"]


def write(house: House, who: str = "owner", **body: Any) -> Any:
    """The answer to POST."""
    return house.as_(who).post(f"{ROOT}/groups/{house.group.slug}/rulings", {"clause": TIE, "text": "so", **body})


def test_a_ruling_is_written_listed_and_taken_back(house: House) -> None:
    sent = {"text": "We share.", "play": str(house.play.pk), "option": "tiebreak_again", "value": "shared"}
    answer = write(house, "scorer", **sent)
    assert answer.status_code == 201
    assert {name: answer.json()[name] for name in ("clause", *sent)} == {"clause": TIE, **sent}
    assert (answer.json()["group"], answer.json()["author"]) == ("friday-crew", "scorer")
    assert rulings_of(house, "viewer") == [answer.json()]
    house.group.refresh_from_db()
    assert house.group.default_options == {"popcorn-dice": {"tiebreak_again": "shared"}}

    address = f"{ROOT}/rulings/{answer.json()['id']}"
    assert house.as_("viewer").delete(address).status_code == 403
    assert house.as_("stranger").delete(address).status_code == 404
    assert house.as_("owner").delete(address).status_code == 204
    assert rulings_of(house) == []
    house.group.refresh_from_db()
    assert house.group.default_options == {"popcorn-dice": {}}


def test_lines_that_the_table_ruled_are_in_the_list(house: House) -> None:
    line = entry(points=45, ruled="Dropped die counted as a double")
    assert house.as_("owner").post(f"{ROOT}/plays/{house.play.pk}/entries", line).status_code == 201
    [ruled] = rulings_of(house)
    assert (ruled["id"], ruled["line"], ruled["text"]) == (None, line["id"], "Dropped die counted as a double")
    assert ruled["clause"] == "popcorn-dice/score-pairs"


def test_the_list_can_be_of_one_game(house: House) -> None:
    write(house)
    write(house, clause="pop-tarts/goal")
    assert [ruled["clause"] for ruled in rulings_of(house, query="?game=pop-tarts")] == ["pop-tarts/goal"]
    assert [ruled["clause"] for ruled in rulings_of(house)] == ["pop-tarts/goal", TIE]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"clause": "popcorn-dice/nonsense"}, "clause"),
        ({"clause": None}, "clause"),
        ({"text": " "}, "text"),
        ({"text": "x" * 501}, "text"),
        ({"option": "target", "value": 30}, "option"),
        ({"option": "tiebreak_again", "value": "perhaps"}, "value"),
        ({"play": "no id"}, "play"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_a_bad_ruling_names_its_field_and_writes_nothing(house: House, body: dict[str, Any], field: str) -> None:
    answer = write(house, **body)
    assert (answer.status_code, list(answer.json()["errors"])) == (400, [field])
    assert not HouseRuling.objects.exists()


@pytest.mark.parametrize(("who", "status"), [("viewer", 403), ("stranger", 404), ("nobody", 401)])
def test_who_may_not_write_is_refused(house: House, who: str, status: int) -> None:
    assert write(house, who).status_code == status
    assert not HouseRuling.objects.exists()


def test_a_play_of_another_group_is_not_there(house: House) -> None:
    assert write(house, play=str(house.other_play.pk)).status_code == 404
    assert not HouseRuling.objects.exists()
