"""Checking a turn logged as points: what the plate, of which only its possible sizes are known, could have given."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from gamerules.clauses import Finding
from gamerules.pop_tarts import plates
from gamerules.pop_tarts.clauses import (
    BONUS_CLAIM,
    CONTENTS,
    EAT_POINTS,
    PLATE_LIMIT,
    TIE,
    TWO_BONUSES,
    WINNER,
)
from gamerules.pop_tarts.components import (
    BONUS_DECK,
    BONUS_POINTS,
    BONUSES_IN_A_TURN,
    DEFAULT_VALUES,
    HIGHEST_VALUE,
    PLATE,
    TartOptions,
)
from gamerules.pop_tarts.entries import PointsEntry
from gamerules.sheets import Result

BONUSES = len(BONUS_DECK)
_DEFAULTS = frozenset(DEFAULT_VALUES.values())
_UTMOST_TURN = HIGHEST_VALUE * (PLATE + 1) + BONUS_POINTS * BONUSES_IN_A_TURN


def values_of(options: TartOptions) -> frozenset[int] | None:
    """The printed values as far as they are known; None while nobody has entered any."""
    return frozenset(options.card_values.values()) if options.values_given else None


def contents_finding(player: str, field: str, won: int, already: int) -> Finding | None:
    """A sixteenth bonus card."""
    if won <= 0 or won + already <= BONUSES:
        return None
    return CONTENTS.broken(
        field,
        "{player} would win bonus card number {number}; the box holds {bonuses}",
        player=player, number=won + already, bonuses=BONUSES,
    )  # fmt: skip


def _most(possible: int, bonuses: int, values: frozenset[int]) -> int:
    return max(values) * plates.most(possible) + BONUS_POINTS * bonuses


def _number_of_bonuses(entry: PointsEntry, tarts: int) -> Finding | None:
    if entry.bonuses < 0:
        return BONUS_CLAIM.broken(
            "bonuses",
            "{player} logged {bonuses} bonus cards; nobody can take fewer than none",
            player=entry.player,
            bonuses=entry.bonuses,
        )
    if entry.bonuses > BONUSES_IN_A_TURN:
        return TWO_BONUSES.broken(
            "bonuses",
            "{player} logged {bonuses} bonus cards for one turn; {most} is the most five tarts can win",
            player=entry.player, bonuses=entry.bonuses, most=BONUSES_IN_A_TURN,
        )  # fmt: skip
    if 2 * entry.bonuses > tarts:
        return BONUS_CLAIM.broken(
            "bonuses",
            "{player} logged bonus cards ({bonuses}) that take two tarts or more each; there were {tarts} to eat",
            player=entry.player, bonuses=entry.bonuses, tarts=tarts,
        )  # fmt: skip
    return None


def _too_few_points(entry: PointsEntry, possible: int, least: int) -> Finding | None:
    if entry.points < 0:
        return EAT_POINTS.broken(
            "points",
            "{player} logged {points}; a turn cannot give less than 0",
            player=entry.player,
            points=entry.points,
        )
    needed = entry.bonuses * (BONUS_POINTS + 2 * least)
    if entry.points < needed:
        return BONUS_CLAIM.broken(
            "points",
            "{player} logged {points} and bonus cards ({bonuses}); with the tarts they take that is {needed} or more",
            player=entry.player, points=entry.points, bonuses=entry.bonuses, needed=needed,
        )  # fmt: skip
    if entry.points == 0 and plates.sizes(possible) == (PLATE,):
        return PLATE_LIMIT.broken(
            "points",
            "{player} logged 0 with four tarts on the plate already; the fifth has to make room, for {least} or more",
            player=entry.player, least=least,
        )  # fmt: skip
    return None


def _impossible(entry: PointsEntry, possible: int, values: frozenset[int]) -> Finding:
    most = _most(possible, entry.bonuses, values)
    if entry.points > most:
        template = "{player} logged {points}; {most} is the most here (tarts to eat: {tarts}, bonus cards: {bonuses})"
    else:
        template = "{player} logged {points}, which no tarts add up to (tarts to eat: {tarts}, bonus cards: {bonuses})"
    return EAT_POINTS.broken(
        "points",
        template,
        player=entry.player, points=entry.points, tarts=plates.most(possible), bonuses=entry.bonuses, most=most,
    )  # fmt: skip


def points_findings(entry: PointsEntry, possible: int, already: int, options: TartOptions) -> tuple[Finding, ...]:
    """What is wrong with a points line, given the possible plate sizes and the bonus cards won by all so far."""
    values = values_of(options)
    if sizes_after(entry.points, entry.bonuses, possible, already, values):
        return ()
    return _points_findings(entry, possible, already, values)


@lru_cache(maxsize=16_384)
def sizes_after(points: int, bonuses: int, possible: int, already: int, values: frozenset[int] | None) -> int:
    """The plate sizes possible after such a turn, whoever takes it; 0 when anything is wrong with it.

    Plays repeat the same few.
    """
    if _points_findings(PointsEntry(player="", points=points, bonuses=bonuses), possible, already, values):
        return 0
    return plates.after(possible, points, bonuses, values)


def _points_findings(
    entry: PointsEntry, possible: int, already: int, values: frozenset[int] | None
) -> tuple[Finding, ...]:
    found = [contents_finding(entry.player, "bonuses", entry.bonuses, already)]
    wrong_number = _number_of_bonuses(entry, plates.most(possible))
    found.insert(0, wrong_number)
    if wrong_number is None:
        found.append(_amount_finding(entry, possible, values))
    return tuple(finding for finding in found if finding is not None)


def _amount_finding(entry: PointsEntry, possible: int, values: frozenset[int] | None) -> Finding | None:
    few = _too_few_points(entry, possible, min(values) if values else 1)
    if few is not None:
        return few
    if values is None and entry.points > _UTMOST_TURN:
        return _impossible(entry, plates.UNKNOWN, frozenset({HIGHEST_VALUE}))
    if not plates.after(possible, entry.points, entry.bonuses, values):
        return _impossible(entry, possible, values or frozenset({1}))
    return None


def points_warnings(entry: PointsEntry, possible: int, options: TartOptions) -> tuple[Finding, ...]:
    """While the values of the box are not known: points that the values we assume could not give."""
    if options.values_given or plates.after(possible, entry.points, entry.bonuses, _DEFAULTS):
        return ()
    odd = _impossible(entry, possible, _DEFAULTS)
    return (EAT_POINTS.warns("points", odd.template, **odd.params),)


def _final_most(options: TartOptions, highest: int) -> int:
    return options.target - 1 + highest * (PLATE + 1) + BONUS_POINTS * BONUSES_IN_A_TURN


def _final_findings(label: str, points: int, options: TartOptions, highest: int) -> Iterator[Finding]:
    most = _final_most(options, highest)
    if points < 0:
        yield EAT_POINTS.broken(
            f"points.{label}", "{player} ended with {points}; nobody can have less than 0", player=label, points=points
        )
    elif points > most:
        yield EAT_POINTS.broken(
            f"points.{label}",
            "{player} ended with {points}; one turn from {target} short of one, {most} is the most",
            player=label, points=points, target=options.target, most=most,
        )  # fmt: skip


def result_findings(entry: Result, options: TartOptions) -> tuple[Finding, ...]:
    """What is wrong with a bare result: totals nobody can have, a winner with fewer points than another."""
    highest = max(options.card_values.values()) if options.values_given else HIGHEST_VALUE
    points = entry.points or {}
    found = [bad for label, total in points.items() for bad in _final_findings(label, total, options, highest)]
    best = max(points.values(), default=0)
    for index, winner in enumerate(entry.winners):
        if winner in points and points[winner] < best:
            ahead = next(label for label, total in points.items() if total == best)
            found.append(
                WINNER.broken(
                    f"winners.{index}",
                    "{player} is named as winner with {points}, but {ahead} has {best}",
                    player=winner,
                    points=points[winner],
                    ahead=ahead,
                    best=best,
                )
            )
    return tuple(found)


def result_warnings(entry: Result, options: TartOptions) -> tuple[Finding, ...]:
    """What is odd about a bare result: totals beyond the values we assume, a tie of which only some won."""
    points = entry.points or {}
    highest = max(options.card_values.values())
    found = [
        EAT_POINTS.warns(odd.field, odd.template, **odd.params)
        for label, total in points.items()
        for odd in _final_findings(label, total, options, highest)
    ]
    best = max(points.values(), default=0)
    left_out = [label for label, total in points.items() if total == best and label not in entry.winners]
    if left_out and all(points.get(winner) == best for winner in entry.winners):
        found.append(
            TIE.cannot_tell(
                "winners",
                "{players} had {best} as well; only their bonus cards tell",
                players=", ".join(left_out),
                best=best,
            )
        )
    return tuple(found)
