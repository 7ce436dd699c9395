"""House rulings: written from a clause, made while logging, listed together, turned into options."""

import pytest
from django.http import Http404

from scorekeeper.errors import BadInput
from scorekeeper.plays.access import play_for
from scorekeeper.plays.services import start_play
from scorekeeper.rulings.access import ruling_for
from scorekeeper.rulings.models import HouseRuling
from scorekeeper.rulings.selectors import answers_to, house_rulings_of, rulings_beside
from scorekeeper.rulings.services import withdraw_ruling, write_ruling

TIE = "popcorn-dice/tie-again"


@pytest.fixture
def dice(night, owner, players):
    play = start_play(night=night, game="popcorn-dice", players=players, actor=owner)
    return play_for(owner, play.pk, to="record")


def test_a_ruling_stands_beside_its_clause(group, owner, outsider):
    written = write_ruling(group=group, clause=TIE, text="  We share the win. ", actor=owner)
    assert [(ruled.text, ruled.id, ruled.author) for ruled in rulings_beside(owner, TIE)] == [
        ("We share the win.", written.pk, "olga")
    ]
    assert rulings_beside(outsider, TIE) == []
    with pytest.raises(Http404):
        ruling_for(outsider, written.pk)


def test_a_line_the_table_ruled_is_a_house_ruling(dice, owner, log):
    log(dice, player="Ana", points=40, ruled="Dropped die counted as a double")
    [ruled] = house_rulings_of(dice.group)
    assert (ruled.text, ruled.play, ruled.id) == ("Dropped die counted as a double", dice.pk, None)
    assert ruled.clause == "popcorn-dice/score-pairs"
    assert [found.text for found in rulings_beside(owner, ruled.clause)] == [ruled.text]


def test_an_option_becomes_the_groups_default_and_goes_with_the_ruling(group, owner):
    first = write_ruling(group=group, clause=TIE, text="shared", actor=owner, option="tiebreak_again", value="shared")
    assert group.default_options == {"popcorn-dice": {"tiebreak_again": "shared"}}
    withdraw_ruling(ruling=first)
    group.refresh_from_db()
    assert group.default_options == {"popcorn-dice": {}}
    assert house_rulings_of(group) == []


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"clause": "popcorn-dice/nonsense"}, "clause"),
        ({"clause": "chess/castling"}, "clause"),
        ({"clause": 7}, "clause"),
        ({"text": ""}, "text"),
        ({"text": "x" * 501}, "text"),
        ({"option": "target", "value": 30}, "option"),
        ({"option": "tiebreak_again", "value": "perhaps"}, "value"),
    ],
)
def test_a_ruling_that_cannot_be_written_names_the_field(group, owner, change, field):
    with pytest.raises(BadInput) as refusal:
        write_ruling(**{"group": group, "clause": TIE, "text": "so", "actor": owner, **change})
    assert set(refusal.value.errors) == {field}
    assert not HouseRuling.objects.exists()


def test_a_play_of_another_group_cannot_be_cited(group, owner, outsider, dice):
    other = outsider.notebooks.get().group
    with pytest.raises(BadInput):
        write_ruling(group=other, clause=TIE, text="so", actor=outsider, play=dice)


def test_house_rulings_are_among_the_answers(group, owner):
    write_ruling(group=group, clause=TIE, text="The hedgehog decides", actor=owner)
    found = answers_to("what does the hedgehog do", game="popcorn-dice", groups=[group])
    assert (found[0].document.kind, found[0].document.clauses) == ("house-ruling", (TIE,))
