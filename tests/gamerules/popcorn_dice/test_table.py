"""The table: what may be decided after a roll, and records that replay to the same result."""

import random

import pytest

from gamerules import IllegalMove, load, replay
from gamerules.popcorn_dice.chance import DiceRoll, Rolled
from gamerules.popcorn_dice.components import COLOURS
from gamerules.popcorn_dice.table import Again, Cancel, DoOver, Stop

GAME = load("popcorn-dice")
SPACE = {name: field.json_schema_extra["other"] for name, field in GAME.options.model_fields.items()}


def table(*faces, players=("Ana", "Ben"), **options):
    """A table after rolls, given as strings by colour; decisions may stand between them."""
    now = GAME.table.start(players, GAME.parse_options(options))
    for move in faces:
        now = now.apply(rolled(move) if isinstance(move, str) else move)
    return now


def rolled(text):
    """``PD KK …`` in the order of the colours, ``.`` for none; missing colours show two kernels."""
    shown = ["" if dice == "." else dice for dice in text.split()]
    return Rolled(tuple(shown + ["KK"] * (len(COLOURS) - len(shown))))


def names(findings):
    return [found.clause.name for found in findings]


def test_a_roll_is_due_first():
    now = table()
    assert now.actors() == frozenset()
    assert now.chance.bucket == (2,) * 7
    assert names(now.explain(Stop("Ana"))) == ["roll"]
    assert names(now.explain(Again("Ben"))) == ["turn-order", "roll"]
    assert not now.legal_moves


def test_decisions_after_a_roll():
    now = table("PD BK DK")
    assert now.actors() == {"Ana"}
    assert set(now.legal_moves) == {
        Stop("Ana"), Again("Ana"), Cancel("Ana", "red", "orange"), Cancel("Ana", "yellow", "orange")
    }  # fmt: skip
    assert len(now.legal_moves) == 4
    assert Stop("Ana") in now.legal_moves
    assert Stop("Ben") not in now.legal_moves
    assert names(now.explain(rolled("PD"))) == ["roll"]


def test_the_bucket_shrinks_by_what_is_kept():
    now = table("PD BK DK", Cancel("Ana", "red", "orange"), Again("Ana"))
    assert now.chance.bucket == (1, 2, 1, 2, 2, 2, 2)
    assert names(now.explain(rolled("K KK KK"))) == ["roll"]


def test_a_cancel_needs_both_dice_of_this_roll():
    now = table("PD BK DK", Again("Ana"), ". K K BD")
    assert names(now.explain(Cancel("Ana", "red", "green"))) == ["cancel-same-roll"]
    assert names(now.explain(Cancel("Ana", "green", "orange"))) == ["cancel-same-roll"]
    assert names(now.explain(Cancel("Ana", "blue", "green"))) == ["cancel"]


def test_turns_that_leave_nothing_to_decide_end_by_themselves():
    assert table("KK").current == "Ben"
    assert table("PP PP PP PP PP PP PP").sheet.perfect == (True, False)
    assert table("BB BK PP", Again("Ana"), ". B . PB").sheet.totals == (0, 0)


def test_a_spoilt_batch_with_a_double_waits_for_a_cancel():
    now = table("BB BK PP", Again("Ana"), ". B . DP")
    assert names(now.explain(Again("Ana"))) == ["burnt-batch"]
    assert set(now.legal_moves) == {Stop("Ana"), Cancel("Ana", "green", "orange")}
    assert table("BB BK PP", Again("Ana"), ". B . DP", burnt_test="before-cancel").current == "Ben"


def test_do_over_forced_chosen_or_none():
    four = "BB BB DP"
    forced = table(four)
    assert forced.turn.do_overs == 1
    assert forced.chance.bucket == (2,) * 7
    choice = table(four, do_over="choice")
    assert DoOver("Ana") in choice.legal_moves
    assert names(choice.apply(Cancel("Ana", "yellow", "red")).explain(DoOver("Ana"))) == ["do-over"]
    assert choice.apply(DoOver("Ana")).turn.do_overs == 1
    assert names(table(four, do_over="none").explain(DoOver("Ana"))) == ["do-over"]
    assert table(four, four, do_over_repeat="once").turn.do_overs == 1


def test_single_roll_after_a_perfect_pop():
    now = table("PP PP PP PP PP PP PP", "PD", last_chance="single-roll")
    assert now.sheet.outcome.winners == ("Ana",)
    now = table("PP PP PP PP PP PP PP", "PD BK", last_chance="single-roll")
    assert names(now.explain(Again("Ben"))) == ["perfect-last-chance"]


def test_roll_off_is_chance_only():
    turns = [step for player in ("Ana", "Ben") for step in ("PP PP PP PP PP PP", Stop(player))]
    now = table(*turns, target=20)
    assert now.sheet.contest.tied == (0, 1)
    assert now.chance.bucket == (2, 2, 0, 0, 0, 0, 0)
    assert now.actors() == frozenset()
    assert names(now.explain(Stop("Ana"))) == ["tie-roll"]
    assert names(now.explain(rolled("PP PP"))) == ["tie-roll"]
    now = now.apply(rolled("DD DP . . . . .")).apply(rolled("PK KB . . . . ."))
    assert now.outcome.as_json() == {"winners": ["Ana"], "by": "roll-off"}
    assert now.record("points")["entries"][-2:] == [
        {"player": "Ana", "kind": "roll-off", "points": 9},
        {"player": "Ben", "kind": "roll-off", "points": 1},
    ]


def test_chance_of_a_full_bucket_has_11440_classes_that_sum_to_one():
    classes = list(DiceRoll((2,) * 7).classes())
    assert len(classes) == 11440
    assert sum(chance for _, chance in classes) == pytest.approx(1, abs=1e-12)


def test_chance_tells_partners_apart():
    roll = DiceRoll((1, 1, 2, 0, 0, 0, 0), ("P", "B", "", "PP", "PD", "BB", "PB"))
    classes = list(roll.classes())
    assert len(classes) == 4 * 4 * 10
    assert sum(chance for _, chance in classes) == pytest.approx(1, abs=1e-12)
    assert all(roll.contains(outcome) for outcome, _ in classes)
    assert not roll.contains(Rolled(("PP", "K", "KK", "", "", "", "")))
    assert not roll.contains("PK")


def random_play(seed):
    rng = random.Random(seed)
    options = GAME.parse_options({name: rng.choice(values) for name, values in SPACE.items()})
    now = GAME.table.start(tuple("ABCDEF"[: rng.randint(2, 6)]), options)
    bot = GAME.bots[rng.choice(["random", "careful"])]  # the odds of most other readings would have to be solved
    while now.outcome is None:
        yield now
        now = now.apply(now.chance.sample(rng) if now.chance else bot(now, rng))
    yield now


@pytest.mark.parametrize("seed", range(60))
def test_every_level_of_a_random_play_replays_to_the_same_result(seed):
    *_, end = random_play(seed)
    for level in GAME.levels:
        found = replay(end.record(level))
        assert found.failure is None, found.failure
        assert found.sheet.outcome == end.outcome
        assert found.sheet.totals == end.sheet.totals
        assert found.sheet.perfect == end.sheet.perfect


@pytest.mark.parametrize("seed", range(60, 80))
def test_legal_exactly_when_nothing_is_found(seed):
    for now in random_play(seed):
        player = now.current
        cancels = [Cancel(player, double, burnt) for double in COLOURS for burnt in COLOURS]
        moves = [Stop(player), Again(player), DoOver(player), *cancels]
        legal = set(now.legal_moves)
        for move in moves:
            assert (move in legal) == (not now.explain(move))
        assert bool(legal) == bool(now.actors())


def test_a_table_reads_back_from_json_at_every_step():
    for now in random_play(5):
        assert GAME.table_adapter.validate_json(GAME.table_adapter.dump_json(now)) == now


def test_illegal_moves_raise_with_their_findings():
    with pytest.raises(IllegalMove) as refusal:
        table("KK PP").apply(Stop("Ben"))
    assert names(refusal.value.findings) == ["turn-order"]
    with pytest.raises(IllegalMove) as refusal:
        GAME.table.start(("Ana",), GAME.parse_options(None))
    assert names(refusal.value.findings) == ["players"]


def test_nothing_moves_after_the_end():
    *_, end = random_play(3)
    assert names(end.explain(Stop(end.players[0])))[0] in {"points-end", "perfect-pop"}
    assert end.chance is None
    assert end.actors() == frozenset()
