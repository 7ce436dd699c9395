"""The exact odds: against a brute force over small boards, and against play with fourteen dice."""

import random
from functools import cache, lru_cache
from itertools import combinations, product
from math import prod

import pytest

from gamerules import load
from gamerules.errors import IllegalEntry
from gamerules.popcorn_dice import odds
from gamerules.popcorn_dice.chance import DiceRoll
from gamerules.popcorn_dice.components import PAIR_BONUS, PopcornDiceOptions
from gamerules.popcorn_dice.entries import Roll
from gamerules.popcorn_dice.odds import advise, advise_roll, load_table, story
from gamerules.popcorn_dice.positions import Ruleset, code_of, positions
from gamerules.popcorn_dice.solver import solve
from gamerules.popcorn_dice.turn import FRESH, redo, settle

GAME = load("popcorn-dice")
WORTH = {"P": 1, "D": 2, "B": 0}


class BruteForce:
    """A turn solved die by die: a board is, for each colour, the faces that lie out ("" to two letters)."""

    def __init__(self, ruleset, objective="points", need=0):
        self.ruleset, self.objective, self.need = ruleset, objective, need
        self.roll = lru_cache(maxsize=None)(self._roll)

    def stop(self, board):
        shown = "".join(board)
        if shown.count("B") >= 4:
            return 0.0
        pairs = sum(len(faces) == 2 and "B" not in faces for faces in board)
        if pairs == len(board):
            return float(self.ruleset.perfect_points) if self.objective == "points" else 1.0
        points = sum(map(WORTH.__getitem__, shown)) + PAIR_BONUS[pairs]
        return {"points": points, "perfect": 0.0, "reach": float(points >= self.need)}[self.objective]

    def best(self, board):
        over = "".join(board).count("B") >= 4 or all(len(faces) == 2 for faces in board)
        return self.stop(board) if over else max(self.stop(board), self.roll(tuple(sorted(board))))

    def rolls(self, board):
        """Every roll of every die that is not out, with its probability."""
        per_colour = [self.of_colour(2 - len(faces)) for faces in board]
        for combined in product(*per_colour):
            yield [shown for shown, _ in combined], prod(chance for _, chance in combined)

    @cache  # noqa: B019 - a test object of short life
    def of_colour(self, dice):
        chances = {}
        for faces in product("KPDB", repeat=dice):
            key = "".join(sorted(faces))
            chances[key] = chances.get(key, 0) + prod(self.ruleset.chances[face] for face in faces)
        return [(key, chance) for key, chance in chances.items() if chance]

    def after(self, board, shown):
        """(board after, whether the turn goes on) for each way to cancel."""
        dice = [(colour, face) for colour, faces in enumerate(shown) for face in faces]
        doubles = [index for index, (_, face) in enumerate(dice) if face == "D"]
        burnt = [index for index, (_, face) in enumerate(dice) if face == "B"]
        most = min(len(doubles), len(burnt))
        if self.ruleset.burnt_test == "before-cancel" and "".join([*board, *shown]).count("B") >= 4:
            most = 0
        for count in range(most + 1):
            for back in product(combinations(doubles, count), combinations(burnt, count)):
                kept = list(board)
                gone = {*back[0], *back[1]}
                for index, (colour, face) in enumerate(dice):
                    if face != "K" and index not in gone:
                        kept[colour] = "".join(sorted(kept[colour] + face))
                raw = any(face in "PD" for _, face in dice)
                fresh = len("".join(kept)) - "".join(kept).count("B") > len("".join(board)) - "".join(board).count("B")
                yield kept, raw if self.ruleset.popped_out_test == "raw-roll" else fresh

    def outcomes(self, board):
        """(probability, best value that does not come back here, whether one may come back, burnt) for each roll."""
        for shown, chance in self.rolls(board):
            best, again = 0.0, False
            for kept, goes_on in self.after(board, shown):
                if goes_on and kept == list(board):
                    best, again = max(best, self.stop(kept)), True
                else:
                    best = max(best, self.best(kept) if goes_on else self.stop(kept))
            yield chance, best, again, "".join(shown).count("B")

    def _roll(self, board):
        return self.iterated([(chance, best, again) for chance, best, again, _ in self.outcomes(board)])

    @staticmethod
    def iterated(rows):
        value, last = 0.0, -1.0
        while value != last:
            last, value = value, sum(chance * max(best, value if again else 0.0) for chance, best, again in rows)
        return value

    def start(self):
        board = ("",) * self.ruleset.colours
        normal = self.roll(board)
        rows = [(c, max(best, normal) if again else best, burnt >= 4) for c, best, again, burnt in self.outcomes(board)]
        if self.ruleset.do_over == "none":
            return normal
        if self.ruleset.do_over == "forced":
            rows = [(chance, 0.0 if void else best, void) for chance, best, void in rows]
        if self.ruleset.do_over_repeat == "once":
            return sum(chance * (max(best, normal) if void else best) for chance, best, void in rows)
        return self.iterated(rows)


READINGS = [
    {"do_over": do_over, "do_over_repeat": repeat, "burnt_test": burnt, "popped_out_test": popped}
    for do_over in ("forced", "choice", "none")
    for repeat in ("until-ok", "once")
    for burnt in ("after-cancel", "before-cancel")
    for popped in ("raw-roll", "after-cancel")
]
BOARDS = [(colours, reading) for colours in (1, 2) for reading in READINGS] + [(3, {}), (3, READINGS[-1])]


def column(objective, need):
    return need if objective == "reach" else 0


@pytest.mark.parametrize(("colours", "reading"), BOARDS)
@pytest.mark.parametrize(("objective", "need"), [("points", 0), ("reach", 4), ("perfect", 0)])
def test_small_boards_agree_with_brute_force(colours, reading, objective, need):
    ruleset = Ruleset(colours=colours, **reading)
    solution = solve(ruleset, objective)
    brute = BruteForce(ruleset, objective, need)
    assert solution.start[column(objective, need)] == pytest.approx(brute.start(), abs=1e-12)
    board = ("",) * colours
    row = solution.places[positions(colours)[-1]]
    assert solution.roll[row][column(objective, need)] == pytest.approx(brute.roll(board), abs=1e-12)


def test_other_faces_agree_with_brute_force():
    ruleset = Ruleset(faces=(1, 2, 2, 1), colours=2)
    assert solve(ruleset, "points").start[0] == pytest.approx(BruteForce(ruleset).start(), abs=1e-12)


def test_fourteen_dice_make_285_positions():
    assert len(positions(7)) == 285
    assert len(set(positions(7))) == 285
    assert [position.bucket for position in positions(7)] == sorted(position.bucket for position in positions(7))
    assert len({code_of(position) for position in positions(7)}) == 285


def test_the_shipped_table_is_small_and_for_the_rules_as_printed():
    table = load_table()
    assert table.ruleset == Ruleset() == Ruleset.of(PopcornDiceOptions())
    shipped = odds.resources.files("gamerules.popcorn_dice").joinpath(odds.TABLE_FILE).read_bytes()
    assert len(shipped) < 100_000
    with pytest.raises(odds.OddsUnavailable):
        odds.unpacked(shipped, Ruleset(do_over="none"))
    with pytest.raises(odds.OddsUnavailable, match="as printed"):
        load_table(Ruleset(do_over="none"), may_solve=False)


def test_other_readings_are_solved_when_asked_for():
    ruleset = Ruleset(colours=2, do_over="choice")
    table = load_table(ruleset)
    assert table.starting("points") == solve(ruleset, "points").start[0]
    assert table.starting("reach", 3) == solve(ruleset, "reach").start[3]


def test_a_table_packs_and_unpacks():
    ruleset = Ruleset(colours=2)
    solution = solve(ruleset, "points")
    table = odds.unpacked(odds.packed([solution]), ruleset)
    assert list(table.roll["points"]) == solution.roll.ravel().tolist()
    assert table.starting("points") == solution.start[0]


def best_turn(table, rng, options, objective="points"):
    """One turn played by the table: its final state."""
    turn = FRESH
    while True:
        faces = DiceRoll(turn.bucket).sample(rng).faces
        choice = advise_roll(table, turn, faces, options, objective)
        turn = redo(turn) if choice.then == "do-over" else settle(turn, faces, choice.cancels, options)
        if choice.then == "stop":
            return turn


def test_playing_fourteen_dice_by_the_table_earns_what_it_says():
    table, options, rng = load_table(), PopcornDiceOptions(), random.Random(2)
    ends = [best_turn(table, rng, options) for _ in range(1500)]
    worth = [50 if turn.is_perfect else turn.points for turn in ends]
    mean = sum(worth) / len(worth)
    error = (sum((value - mean) ** 2 for value in worth) / len(worth) ** 2) ** 0.5
    assert abs(mean - table.starting("points")) < 4 * error
    assert 0 < error < 0.4


def test_chasing_the_perfect_pop_gets_it_as_often_as_it_says():
    table, options, rng = load_table(), PopcornDiceOptions(), random.Random(3)
    share = sum(best_turn(table, rng, options, "perfect").is_perfect for _ in range(1500)) / 1500
    assert table.starting("perfect") == pytest.approx(0.0355, abs=0.0005)
    assert abs(share - table.starting("perfect")) < 4 * (0.035 / 1500) ** 0.5


def entry(*rolls):
    return [Roll.model_validate(roll) for roll in rolls]


ALL = ("red", "orange", "yellow", "green", "blue", "purple", "pink")


def shown(text, cancel=()):
    return {
        "faces": {c: f for c, f in zip(ALL, text.split(), strict=True) if f != "."},
        "cancel": [list(x) for x in cancel],
    }


def test_advice_between_two_rolls():
    table = load_table()
    early = settle(FRESH, ("PK", "DK", "KK", "KK", "KK", "KK", "KK"), (), PopcornDiceOptions())
    assert advise(table, early).choice == "roll"
    late = settle(FRESH, ("PP", "DP", "DP", "PP", "BK", "BB", "KK"), (), PopcornDiceOptions())
    assert advise(table, late) == ("stop", 15.0, pytest.approx(advise(table, late).roll))
    assert advise(table, late, "reach", need=15) == ("stop", 1.0, advise(table, late, "reach", need=15).roll)
    assert advise(table, late, "reach", need=20).choice == "roll"
    with pytest.raises(ValueError, match="burnt"):
        advise(table, settle(FRESH, ("BB", "BB", "KK", "KK", "KK", "KK", "KK"), (), PopcornDiceOptions()))


def test_luck_and_skill_add_up_to_what_the_turn_was_worth():
    table, options = load_table(), PopcornDiceOptions()
    told = story(
        table,
        entry(
            shown("BB BB KK KK KK KK KK"),
            shown("PD BK DK KK KK KK KK", cancel=[("yellow", "orange")]),
            shown(". KK KK PP KK KK KB"),
        ),
        options,
    )
    assert told.steps[0].best.then == "do-over"
    assert told.steps[0].luck == pytest.approx(0)
    assert told.worth == pytest.approx(5 + 2)
    assert told.skill <= 0
    assert all(step.skill <= 1e-12 for step in told.steps)


@pytest.mark.parametrize("seed", range(40))
def test_every_random_turn_adds_up(seed):
    rng = random.Random(seed)
    table, options = load_table(), PopcornDiceOptions()
    now = GAME.table.start(("Ana", "Ben"), options)
    while not now.log:
        now = now.apply(now.chance.sample(rng) if now.chance else now.random_move(rng))
    (line,) = now.record("rolls")["entries"]
    told = story(table, entry(*line["rolls"]), options)
    assert told.worth == pytest.approx(50 if now.log[0].is_perfect else now.log[0].points, abs=1e-9)
    assert told.skill <= 1e-12


def test_a_turn_played_by_the_table_loses_no_skill():
    table, options, rng = load_table(), PopcornDiceOptions(), random.Random(11)
    turn, rolls, choice = FRESH, [], None
    while choice is None or choice.then != "stop":
        faces = DiceRoll(turn.bucket).sample(rng).faces
        choice = advise_roll(table, turn, faces, options)
        turn = redo(turn) if choice.then == "do-over" else settle(turn, faces, choice.cancels, options)
        rolls.append(shown(" ".join(dice or "." for dice in faces), choice.cancels))
    assert story(table, entry(*rolls), options).skill == pytest.approx(0, abs=1e-12)


def test_a_turn_against_the_rules_has_no_story():
    with pytest.raises(IllegalEntry):
        story(load_table(), entry(shown("PD BK DK KK KK KK .")), PopcornDiceOptions())
