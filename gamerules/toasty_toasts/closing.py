"""Counting up: the three closing entries and the bare result, checked against what the log knows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from gamerules.clauses import Clause, Finding
from gamerules.ranking import leaders
from gamerules.sheets import Level, Outcome, OutcomeBy, Result
from gamerules.toasty_toasts.checks import held_names
from gamerules.toasty_toasts.clauses import (
    DEAL,
    END,
    GOAL,
    SANDWICH,
    SCORE_BASE,
    SCORE_COMBO,
    SCORE_SANDWICH,
    SCORE_SINGLE,
    TIE,
    TOPPING_FIT,
    TOPPING_SINGLE,
)
from gamerules.toasty_toasts.components import DEALT_TOASTS, Toast, ToastyOptions, Worth, worth_of_spread
from gamerules.toasty_toasts.entries import Final, Tally, Toasts
from gamerules.toasty_toasts.turns import MOST_FINDINGS, Judged

LogState = Literal["none", "open", "complete", "lost"]
"""Turns logged: none; some, Time to Eat not yet; all of them; some, but hands and spreads became unknown."""
Spread = Sequence[Toast]
Closer = Final | Tally | Toasts
ITEMS: tuple[tuple[str, Clause], ...] = (
    ("bases", SCORE_BASE),
    ("singles", SCORE_SINGLE),
    ("combos", SCORE_COMBO),
    ("sandwiches", SCORE_SANDWICH),
)


@dataclass(frozen=True, slots=True)
class Closing:
    """What a player was counted up with. Sandwiches and combos are None where only points are known."""

    kind: str
    points: int
    sandwiches: int | None = None
    combos: int | None = None
    level: Level = "consistent"
    ruled: str | None = None


def judge_closing(entry: Closer, spread: Spread | None, options: ToastyOptions, log: LogState) -> Judged:
    """What is wrong and what is odd about a closing entry; ``spread`` is what the turns lead to, if known."""
    if isinstance(entry, Final):
        found = [*_final(entry, spread, options, log)]
    elif isinstance(entry, Tally):
        found = [*_tally(entry, options), *_tally_against_turns(entry, spread, options, log)]
    else:
        found = [*_toasts(entry, spread, options, log)]
    if log == "open":
        player = entry.player
        found.append(END.warns("kind", "The last turn has not been logged, yet {player} is counted up", player=player))
    return _sorted_out(found)


def judge_result(entry: Result) -> Judged:
    """A bare result: points within bounds; a winner with fewer points than another is only remarked upon."""
    points = entry.points or {}
    found = [finding for player, score in points.items() for finding in _bounds(f"points.{player}", player, score)]
    best = max(points.values(), default=0)
    for index, winner in enumerate(entry.winners):
        if points.get(winner, best) < best:
            found.append(
                GOAL.warns(
                    f"winners.{index}", "{winner} is named as winner with {points} points; somebody has {best}",
                    winner=winner, points=points[winner], best=best,
                )
            )  # fmt: skip
    return _sorted_out(found)


def _sorted_out(found: Sequence[Finding]) -> Judged:
    broken = tuple(finding for finding in found if finding.severity == "violation")[:MOST_FINDINGS]
    return Judged(broken, tuple(finding for finding in found if finding.severity != "violation"), None)


def _softened(finding: Finding) -> Finding:
    """A refusal as a warning, where the table ruled it so."""
    return replace(finding, severity="warning", verdict="ok")


def _bounds(field: str, player: str, points: int) -> Iterator[Finding]:
    if points < 0:
        yield SCORE_BASE.broken(
            field, "{player} is counted up with {points}; nothing on a toast scores below 0",
            player=player, points=points,
        )  # fmt: skip
    elif points < DEALT_TOASTS:
        yield DEAL.warns(
            field, "{player} has {points}, yet two toasts are dealt and it takes an action card to lose one",
            player=player, points=points,
        )  # fmt: skip


def _few_toasts(field: str, player: str, count: int) -> Iterator[Finding]:
    if 0 <= count < DEALT_TOASTS:
        yield DEAL.warns(
            field, "{player} shows fewer toasts ({count}) than the two dealt; it takes an action card to lose one",
            player=player, count=count,
        )  # fmt: skip


# Final points


def _final(entry: Final, spread: Spread | None, options: ToastyOptions, log: LogState) -> Iterator[Finding]:
    found = [*_bounds("points", entry.player, entry.points)]
    worth = worth_of_spread(spread, options).points if spread is not None else entry.points
    if worth != entry.points:
        make = SCORE_BASE.broken if log == "complete" else SCORE_BASE.warns
        found.append(
            make(
                "points", "{player} is counted up with {points}; the turns logged lead to {worth}",
                player=entry.player, points=entry.points, worth=worth,
            )
        )  # fmt: skip
    yield from map(_softened, found) if entry.ruled else found


# Tally


def _tally(entry: Tally, options: ToastyOptions) -> Iterator[Finding]:
    negative = False
    for name, clause in ITEMS:
        count = getattr(entry, name)
        if count < 0:
            negative = True
            yield clause.broken(
                name, "{player} has {count} {item}; that cannot be below 0", player=entry.player, count=count, item=name
            )
    if not negative:
        yield from _tally_of_toasts(entry, options)


def _tally_of_toasts(entry: Tally, options: ToastyOptions) -> Iterator[Finding]:
    toppings = entry.singles + entry.combos
    toasts = entry.bases + entry.sandwiches
    all_counted = options.base_with_toppings == 1 or not toppings  # otherwise topped toasts stand in no column
    if options.combos_per_toast == "one" and options.base_with_toppings == 1 and entry.combos > toasts:
        yield SCORE_COMBO.broken(
            "combos", "{player} has {combos} combos on {toasts} toasts; this table counts one combo a toast",
            player=entry.player, combos=entry.combos, toasts=toasts,
        )  # fmt: skip
    if not options.empty_sandwich and entry.sandwiches > toppings:
        yield SANDWICH.broken(
            "sandwiches", "{player} has {sandwiches} sandwiches, toppings for {toppings}; here none may be bare",
            player=entry.player, sandwiches=entry.sandwiches, toppings=toppings,
        )  # fmt: skip
    if all_counted:
        yield from _few_toasts("bases", entry.player, toasts)


def _tally_against_turns(
    entry: Tally, spread: Spread | None, options: ToastyOptions, log: LogState
) -> Iterator[Finding]:
    if spread is None:
        return
    worth = worth_of_spread(spread, options)
    for name, clause in ITEMS:
        logged, led_to = getattr(entry, name), getattr(worth, name)
        if logged != led_to and logged >= 0:
            make = clause.broken if log == "complete" else clause.warns
            yield make(
                name, "{player} is counted up with {logged} {item}; the turns logged lead to {led_to}",
                player=entry.player, logged=logged, item=name, led_to=led_to,
            )  # fmt: skip


# Toasts


def _toasts(entry: Toasts, spread: Spread | None, options: ToastyOptions, log: LogState) -> Iterator[Finding]:
    shown = [toast.as_toast() for toast in entry.toasts]
    agrees = spread is not None and not _difference(shown, spread) and not _difference(spread, shown)
    by_card = agrees or log == "lost"
    yield from _mixed(entry.player, shown, by_card=by_card)
    if not options.empty_sandwich and not agrees:
        yield from _bare_sandwiches(entry.player, shown)
    if spread is not None and not agrees:
        yield _disagreement(entry.player, shown, spread)
    yield from _few_toasts("toasts", entry.player, len(shown))


def _mixed(player: str, shown: Spread, *, by_card: bool) -> Iterator[Finding]:
    for index, toast in enumerate(shown):
        if toast.is_mixed:
            make = TOPPING_FIT.rests_on_card if by_card else TOPPING_FIT.broken
            yield make(
                f"toasts.{index}.toppings", "Toast {number} of {player} holds {held}, which do not go together",
                number=index + 1, player=player, held=held_names(toast),
            )  # fmt: skip


def _bare_sandwiches(player: str, shown: Spread) -> Iterator[Finding]:
    for index, toast in enumerate(shown):
        if toast.sandwich and not toast.toppings:
            yield SANDWICH.broken(
                f"toasts.{index}.sandwich", "Sandwich {number} of {player} is bare; this table makes no bare ones",
                number=index + 1, player=player,
            )  # fmt: skip


def _difference(ones: Spread, others: Spread) -> list[Toast]:
    """The toasts of the first that the second has no match for."""
    left = list(others)
    missing = []
    for toast in ones:
        if toast in left:
            left.remove(toast)
        else:
            missing.append(toast)
    return missing


def _disagreement(player: str, shown: Spread, spread: Spread) -> Finding:
    """Where a spread departs from what the turns lead to: in number, in sandwiches, or in toppings."""
    if len(shown) != len(spread):
        return DEAL.broken(
            "toasts", "{player} shows {shown} toasts; the turns logged lead to {led_to}",
            player=player, shown=len(shown), led_to=len(spread),
        )  # fmt: skip
    closed, should = (sum(toast.sandwich for toast in toasts) for toasts in (shown, spread))
    if closed != should:
        return SANDWICH.broken(
            "toasts", "{player} shows {shown} sandwiches; the turns logged lead to {led_to}",
            player=player, shown=closed, led_to=should,
        )  # fmt: skip
    index = shown.index(_difference(shown, spread)[0])
    return TOPPING_SINGLE.broken(
        f"toasts.{index}.toppings", "The turns logged do not lead to toast {number} of {player}",
        number=index + 1, player=player,
    )  # fmt: skip


# What comes of it


def close(entry: Closer, spread: Spread | None, options: ToastyOptions, log: LogState) -> Closing:
    """The closing that an accepted entry makes; a spread known from the turns fills in what points leave out."""
    derived = spread is not None and log == "complete"
    if isinstance(entry, Final):
        known = worth_of_spread(spread, options) if derived and spread is not None and not entry.ruled else None
        level: Level = "verified" if known else "consistent"
        sandwiches, combos = (known.sandwiches, known.combos) if known else (None, None)
        return Closing("final", entry.points, sandwiches, combos, level, entry.ruled)
    if isinstance(entry, Tally):
        worth = Worth(entry.bases, entry.singles, entry.combos, entry.sandwiches)
    else:
        worth = worth_of_spread([toast.as_toast() for toast in entry.toasts], options)
    return Closing(entry.kind, worth.points, worth.sandwiches, worth.combos, "verified" if derived else "possible")


def outcome_of(players: Sequence[str], closings: Sequence[Closing], options: ToastyOptions) -> Outcome:
    """Who won once everybody is counted up, and by what."""
    best = leaders([closing.points for closing in closings])
    by: OutcomeBy = "points" if len(best) == 1 else "shared"
    counts = [getattr(closings[seat], options.tie, None) for seat in best]
    if len(best) > 1 and options.tie != "shared" and None not in counts:
        best = tuple(best[place] for place in leaders(counts))
        by = options.tie if len(best) == 1 else "shared"
    return Outcome(tuple(players[seat] for seat in best), by, (GOAL if by == "points" else TIE).id)
