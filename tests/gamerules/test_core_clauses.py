"""Clauses, findings and ranks: the small pieces that all games stand on."""

import pytest

from gamerules import Clauses, Verdict
from gamerules.clauses import malformed
from gamerules.ranking import competition_ranks, leaders
from gamerules.sheets import Seats, label_key, lowest_level


@pytest.fixture
def rules():
    return Clauses("coin")


def test_a_clause_knows_its_game_and_name(rules):
    heads = rules.enforced("heads", "Heads scores one.", locator="Play", checked_by=("points",), options=("edge",))
    assert (heads.id, heads.name, heads.game, heads.status) == ("coin/heads", "heads", "coin", "enforced")
    assert rules.informative("tails", "Tails does not.", locator="Play").status == "informative"
    assert list(rules) == ["coin/heads", "coin/tails"]
    with pytest.raises(ValueError, match="twice"):
        rules.informative("heads", "Again.", locator="Play")


def test_findings_carry_clause_field_and_words(rules):
    heads = rules.enforced("heads", "Heads scores one.", locator="Play", checked_by=("points",))
    found = heads.broken("points", "{player} logged {points}", player="Ana {x}", points=2)
    assert found.message() == "Ana {x} logged 2 (coin/heads)"
    assert found.message(lambda template: template.replace("logged", "schrieb")) == "Ana {x} schrieb 2 (coin/heads)"
    assert found.as_json() == {
        "clause": "coin/heads", "field": "points", "verdict": "violation", "severity": "violation",
        "message": "Ana {x} logged 2 (coin/heads)",
    }  # fmt: skip
    assert (heads.warns("", "hm").severity, heads.warns("", "hm").verdict) == ("warning", "ok")
    assert heads.says("last round").severity == "info"
    assert heads.rests_on_card("", "x").verdict == "external"
    assert heads.cannot_tell("", "x").verdict == "cannot-tell"
    assert malformed("kind", "no").as_json()["clause"] is None


def test_a_verdict_is_true_only_when_ok():
    assert Verdict("ok")
    assert not Verdict("depends")


@pytest.mark.parametrize(
    ("keys", "ranks"),
    [([], ()), ([5], (1,)), ([1, 2, 2, 0], (3, 1, 1, 4)), ([(True, 1), (False, 9), (True, 1)], (1, 3, 1))],
)
def test_equal_keys_share_a_place_and_the_next_is_skipped(keys, ranks):
    assert competition_ranks(keys) == ranks


def test_leaders():
    assert leaders([3, 9, 9]) == (1, 2)
    assert leaders([]) == ()


def test_seats_find_labels_by_what_they_mean():
    seats = Seats(("Ana", "Straße"))
    assert seats.resolve(" ana") == "Ana"
    assert seats.resolve("STRASSE") == "Straße"
    with pytest.raises(ValueError, match="plays here"):
        seats.resolve("Cy")
    assert label_key("ＡＮＡ") == "ana"


def test_a_sheet_is_as_good_as_its_weakest_line():
    assert lowest_level(["verified", "possible", "verified"]) == "possible"
    assert lowest_level([]) == "consistent"
