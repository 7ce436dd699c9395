"""What is made without the guard of a frozen class is of that class all the same."""

import copy
import pickle
from dataclasses import FrozenInstanceError

import pytest

from gamerules.making import drafter, maker, replaced
from gamerules.sheets import Line, Outcome

WON = Outcome(("Ana",), "points")


@pytest.mark.parametrize(
    "made",
    [
        maker(Outcome)(("Ana",), "points"),
        maker(Outcome)(winners=("Ana",), by="points", clause=None),
        replaced(Outcome(("Ben",), "points"), winners=("Ana",)),
        drafter(Outcome)(WON).frozen(),
    ],
)
def test_it_is_equal_frozen_and_can_be_copied(made):
    assert type(made) is Outcome
    assert made == WON == copy.deepcopy(made) == pickle.loads(pickle.dumps(made))
    assert hash(made) == hash(WON)
    with pytest.raises(FrozenInstanceError):
        made.by = "shared"


def test_defaults_are_made_anew_each_time():
    make = maker(Line)
    first, second = (make("skip", "Ana", None, 3, "verified", 1) for _ in range(2))
    assert first == second == Line("skip", "Ana", None, 3, "verified", 1)
    assert first.scores is not second.scores


def test_what_the_class_refuses_is_refused():
    with pytest.raises(TypeError):
        maker(Outcome)(("Ana",))
    with pytest.raises(KeyError):
        replaced(WON, colour="red")
