"""One thing changed in a turn that stands: the clause that names it comes first."""

import copy
import random

import pytest

from gamerules import load, replay
from gamerules.popcorn_dice.journal import LoggedTurn, as_record
from gamerules.popcorn_dice.plans import Plan, play_turn

GAME = load("popcorn-dice")
OPTIONS = GAME.parse_options(None)
LONG = Plan(stop_at=(38, 38, 38, 38), cancel_from=2, chase_from=0)


def turns(seed, count=120):
    """(turn, its rolls entry) for turns played to their natural end."""
    rng = random.Random(seed)
    for _ in range(count):
        end, rolls = play_turn(LONG, OPTIONS, rng)
        yield end, as_record(("Ana", "Ben"), OPTIONS, [LoggedTurn(end.kept, end.points, rolls)], "rolls")["entries"][0]


def verdict(entry):
    found = replay({"game": "popcorn-dice", "players": ["Ana", "Ben"], "entries": [entry]}).failure
    return [finding.clause.name for finding in found.findings] if found else []


def changed(entry, change):
    copied = copy.deepcopy(entry)
    return copied if change(copied["rolls"]) else None


def drop_from_first(rolls):
    colour, shown = next(iter(rolls[0]["faces"].items()))
    rolls[0]["faces"][colour] = shown[1:]
    return True


def last_real(rolls):
    """The last roll that is not a first one, or 0."""
    full = [index for index, roll in enumerate(rolls) if sum(map(len, roll["faces"].values())) == 14]
    return len(rolls) - 1 if len(rolls) - 1 > full[-1] else 0


def drop_from_last(rolls):
    index = last_real(rolls)
    if index:
        faces = rolls[index]["faces"]
        colour, shown = next(iter(faces.items()))
        del faces[colour]
        if len(shown) == 2:
            faces[colour] = shown[1]
    return index


def third_die(rolls):
    rolls[0]["faces"]["red"] += "K"
    return True


def double_cancel(rolls):
    for roll in rolls:
        if roll.get("cancel"):
            roll["cancel"] += roll["cancel"] * 2
            return True
    return False


def one_more_roll(rolls):
    rolls.append({"faces": {"red": "P"}})
    return True


ENDINGS = {"burnt-batch": "burnt-batch", "all-popped-out": "all-popped-out", "empty": "keep-popping"}


@pytest.mark.parametrize(
    ("change", "clause"),
    [(drop_from_first, "prepare"), (drop_from_last, "roll"), (third_die, "prepare"), (double_cancel, "cancel")],
)
def test_the_clause_that_names_the_change_comes_first(change, clause):
    tried = 0
    for _, entry in turns(1):
        other = changed(entry, change)
        if other is not None:
            tried += 1
            assert verdict(other)[0] == clause, other
    assert tried > 20


def test_a_roll_after_the_end_names_what_ended_the_turn():
    seen = set()
    for end, entry in turns(2, 400):
        assert verdict(entry) == []
        assert verdict(changed(entry, one_more_roll)) == [ENDINGS[end.ended]]
        seen.add(end.ended)
    assert seen == set(ENDINGS)


@pytest.mark.parametrize(("face", "clause"), [("P", "pop-aside"), ("D", "double-choice"), ("B", "burnt-kept")])
def test_a_die_that_stays_out_is_missed_when_it_is_rolled_again(face, clause):
    tried = 0
    for _, entry in turns(3, 300):
        rolls = entry["rolls"]
        index = last_real(rolls)
        if not index:
            continue
        before = rolls[index - 1]
        sent_back = [colour for pair in before.get("cancel", ()) for colour in pair]
        for colour, shown in before["faces"].items():
            held = len(rolls[index]["faces"].get(colour, ""))
            if shown == face and held == 0 and colour not in sent_back and _alone(rolls[:index], colour, face):
                other = copy.deepcopy(entry)
                other["rolls"][index]["faces"][colour] = "K"
                assert verdict(other)[0] == clause
                tried += 1
    assert tried > 5


def _alone(rolls, colour, face):
    """Whether this is the only die of its colour that could have been the one rolled again."""
    kept = "".join(roll["faces"].get(colour, "").replace("K", "") for roll in rolls)
    return set(kept) == {face}
