"""Popcorn dice at speed and exactly: the batch kernel beside the turn loop, and the solver beside brute force."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Iterator
from importlib import resources

import numpy

from gamerules import load
from gamerules.popcorn_dice.chance import DiceRoll
from gamerules.popcorn_dice.kernel import play_turns
from gamerules.popcorn_dice.odds import OBJECTIVES, TABLE_FILE, advise, advise_roll, load_table, packed
from gamerules.popcorn_dice.plans import CAREFUL, play_turn
from gamerules.popcorn_dice.positions import Ruleset, positions
from gamerules.popcorn_dice.solver import solve, solve_all
from gamerules.popcorn_dice.turn import FRESH
from tests.bench.programs import spread
from tests.bench.rows import Row, compared, rate, taking_turns

KERNEL_TARGET = 20
BATCH, QUICK_BATCH = 200_000, 20_000
BUILD_TARGET, BYTES_TARGET, ADVICE_TARGET, DIFFERENCE_TARGET = 60, 100_000, 50, 1e-12
ADVICES = 2_000
GOALS = (("points", 0), ("reach", 4), ("perfect", 0))


def measure_kernel(*, quick: bool, rounds: int) -> Iterator[Row]:
    """Turns a second of the same plan, in a batch and one by one."""
    options = load("popcorn-dice").parse_options(None)
    generator, rng = numpy.random.default_rng(3), random.Random(3)

    def batch() -> int:
        size = QUICK_BATCH if quick else BATCH
        play_turns(size, generator, options=options)
        return size

    def one_by_one() -> int:
        for _ in range(200):
            play_turn(CAREFUL, options, rng)
        return 200

    works = {"kernel": spread(batch, quick=quick), "loop": spread(one_by_one, quick=quick)}
    measures = {name: (lambda work=work: rate(work)) for name, work in works.items()}  # type: ignore[misc]
    found = taking_turns(measures, rounds)
    peers = {f"turn loop in Python, numpy {numpy.__version__} beside": found["loop"]}
    made = compared("popcorn dice: batch kernel", found["kernel"], "turns/s", peers, f"≥ {KERNEL_TARGET} × the loop",
                    found["kernel"] >= KERNEL_TARGET * found["loop"])  # fmt: skip
    yield made


def measure_solver(*, quick: bool, rounds: int) -> Iterator[Row]:
    """Building, size, advice, and the largest difference to brute force."""
    if quick:
        yield Row("exact odds: solving all three objectives", unit="s CPU", why="left out by --quick: half a minute")
    else:
        yield built()
    size = len(resources.files("gamerules.popcorn_dice").joinpath(TABLE_FILE).read_bytes())
    yield Row("exact odds: shipped table", size, "bytes", target=f"< {BYTES_TARGET:,}", met=size < BYTES_TARGET)
    yield from advised(rounds)
    difference = largest_difference((1, 2) if quick else (1, 2, 3))
    yield Row(
        f"exact odds: largest difference to brute force, 1 to {2 if quick else 3} colours",
        difference, target=f"≤ {DIFFERENCE_TARGET}", met=difference <= DIFFERENCE_TARGET,
    )  # fmt: skip


def built() -> Row:
    """CPU seconds from nothing to the shipped table, which must be the one that ships."""
    started = time.process_time()
    content = packed(solve_all(Ruleset(), OBJECTIVES))
    took = time.process_time() - started
    shipped = resources.files("gamerules.popcorn_dice").joinpath(TABLE_FILE).read_bytes()
    why = "" if content == shipped else "what was built is not byte for byte what ships"
    return Row("exact odds: solving all three objectives", took, "s CPU", target=f"< {BUILD_TARGET}",
               met=took < BUILD_TARGET, why=why)  # fmt: skip


def advised(rounds: int) -> Iterator[Row]:
    """Microseconds for stop-or-roll at positions of play, and for what to cancel in a roll."""
    table, options = load_table(), load("popcorn-dice").parse_options(None)
    rng = random.Random(5)
    turns = [turn for _ in range(ADVICES) for turn in [play_turn(CAREFUL, options, rng)[0]] if turn.burnt < 4]
    open_turns = [FRESH, *[turn for turn in turns if not turn.ended]]
    rolls = [(turn, DiceRoll(turn.bucket).sample(rng).faces) for turn in open_turns]

    def stop_or_roll() -> None:
        for turn in turns:
            advise(table, turn)

    def cancels() -> None:
        for turn, faces in rolls:
            advise_roll(table, turn, faces, options)

    for name, work, count in (("stop or roll", stop_or_roll, len(turns)), ("what to cancel", cancels, len(rolls))):
        took = statistics.median(microseconds(work, count) for _ in range(rounds))
        yield Row(f"exact odds: advice, {name}", took, "µs CPU", target=f"< {ADVICE_TARGET}", met=took < ADVICE_TARGET)


def microseconds(work: Callable[[], None], count: int) -> float:
    """CPU microseconds for one of so many pieces of work."""
    started = time.process_time()
    work()
    return (time.process_time() - started) / count * 1e6


def largest_difference(boards: tuple[int, ...]) -> float:
    """Between the solver's and the brute force's values of the first roll, on small boards and for all objectives."""
    from tests.gamerules.popcorn_dice.test_odds import BruteForce

    worst = 0.0
    for colours in boards:
        ruleset = Ruleset(colours=colours)
        for objective, need in GOALS:
            solution = solve(ruleset, objective)
            brute = BruteForce(ruleset, objective, need)
            column = need if objective == "reach" else 0
            row = solution.places[positions(colours)[-1]]
            worst = max(
                worst,
                abs(solution.start[column] - brute.start()),
                abs(solution.roll[row][column] - brute.roll(("",) * colours)),
            )
    return float(worst)
