"""What a line of a tally says, and what is wrong with it whatever was entered before it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from functools import lru_cache
from typing import Any

from gamerules.clauses import Finding, malformed
from gamerules.sheets import label_key
from gamerules.tally.amounts import evaluate_sum, in_units
from gamerules.tally.clauses import COOPERATIVE, MAXIMUM, MINIMUM, RESULT, STEP, SUM
from gamerules.tally.components import TallyOptions, write_amount
from gamerules.tally.entries import TallyResult

__all__ = ["Amount", "amount_findings", "amounts_of", "form_findings", "storage_findings"]

Amount = tuple[str, str, int | None, int | Decimal]
"""An amount as it stands in an entry: path, player, number of its category (-1: unknown, None: none), amount."""


def amounts_of(entry: Any, options: TallyOptions) -> list[Amount]:
    """Every amount written down in an entry."""
    if entry.kind == "points":
        return [("points", entry.player, None, entry.points)]
    if entry.kind == "result":
        return [(f"points.{label}", label, None, amount) for label, amount in (entry.points or {}).items()]
    if entry.kind != "row":
        return []
    found: list[Amount] = []
    for label, score in entry.scores.items():
        if isinstance(score, dict):
            found += _by_category(f"scores.{label}", label, score, options)
        else:
            found.append((f"scores.{label}", label, None, score))
    return found


def _by_category(path: str, label: str, score: Mapping[str, int | Decimal], options: TallyOptions) -> list[Amount]:
    numbers = _category_numbers(tuple([category.name for category in options.categories]))
    return [(f"{path}.{name}", label, numbers.get(label_key(name), -1), amount) for name, amount in score.items()]


@lru_cache(maxsize=256)
def _category_numbers(names: tuple[str, ...]) -> Mapping[str, int]:
    return {label_key(name): number for number, name in enumerate(names)}


def form_findings(amounts: list[Amount], options: TallyOptions) -> tuple[Finding, ...]:
    """Categories that this sheet does not have, and decimals where there are none."""
    found = []
    places = options.places
    for path, _, category, amount in amounts:
        if category is not None and category < 0:
            found.append(_no_such_category(path, options))
        elif not places and isinstance(amount, Decimal):
            found.append(malformed(path, "decimals are allowed only when the step of the game has them"))
    return tuple(found)


def _no_such_category(path: str, options: TallyOptions) -> Finding:
    names = ", ".join(known.name for known in options.categories)
    template = "this sheet has no such category; it has {names}" if names else "this sheet has no categories"
    return malformed(path, template, names=names)


def storage_findings(amounts: list[Amount], options: TallyOptions) -> list[Finding]:
    """Amounts finer than the decimal places of the step, which no ruling can bring onto this sheet."""
    if not options.places:
        return []
    template = "{player} has {amount} here; this game counts in steps of {step}"
    return [
        STEP.broken(path, template, player=label, amount=write_amount(amount), step=write_amount(options.step))
        for path, label, _, amount in amounts
        if isinstance(amount, Decimal) and in_units(amount, options.places) is None
    ]


def amount_findings(
    entry: Any, amounts: list[Amount], players: tuple[str, ...], options: TallyOptions
) -> tuple[Finding, ...]:
    """Amounts outside what was agreed, sums that come to something else, results that cannot be."""
    found = _limits_findings(amounts, options, is_total=entry.kind == "result")
    if entry.kind == "points" and entry.sum is not None:
        found += _sum_findings(entry.player, entry.points, entry.sum)
    if entry.kind == "result":
        found += _result_findings(entry, players, options)
    return tuple(found)


def _limits_findings(amounts: list[Amount], options: TallyOptions, *, is_total: bool) -> list[Finding]:
    if options.minimum is None and options.maximum is None and options.step is None:
        return []
    return [
        finding
        for path, label, _, amount in amounts
        for finding in _limit_findings(path, label, amount, options, is_total=is_total)
    ]


def _limit_findings(
    path: str, label: str, amount: int | Decimal, agreed: TallyOptions, *, is_total: bool
) -> Iterator[Finding]:
    about: dict[str, Any] = {"player": label, "amount": write_amount(amount), "step": write_amount(agreed.step)}
    if not is_total and agreed.minimum is not None and amount < agreed.minimum:
        template = "{player} has {amount} here; {minimum} is the least that can be entered"
        yield MINIMUM.broken(path, template, **about, minimum=write_amount(agreed.minimum))
    if not is_total and agreed.maximum is not None and amount > agreed.maximum:
        template = "{player} has {amount} here; {maximum} is the most that can be entered"
        yield MAXIMUM.broken(path, template, **about, maximum=write_amount(agreed.maximum))
    units, step_units = in_units(amount, agreed.places), in_units(agreed.step or 1, agreed.places) or 1
    if agreed.step is not None and units is not None and units % step_units:
        yield STEP.broken(path, "{player} has {amount} here; this game counts in steps of {step}", **about)


def _sum_findings(player: str, points: int | Decimal, text: str) -> Iterator[Finding]:
    comes_to = evaluate_sum(text)
    if comes_to != points:
        template = "{player}'s sum {text} comes to {comes_to}, but {points} is entered"
        told = {"comes_to": write_amount(comes_to), "points": write_amount(points)}
        yield SUM.broken("sum", template, player=player, text=text, **told)


def _result_findings(entry: TallyResult, players: tuple[str, ...], options: TallyOptions) -> Iterator[Finding]:
    if entry.won is not None and not options.cooperative:
        yield COOPERATIVE.broken("won", "Only a cooperative game is won or lost by the whole table; say who won")
    if entry.ranks is not None:
        yield from _rank_findings(entry.ranks, players, options)
    if entry.winners is not None and options.cooperative and len(entry.winners) < len(players):
        yield COOPERATIVE.broken("winners", "In a cooperative game everybody wins or nobody does")


def _rank_findings(ranks: Mapping[str, int], players: tuple[str, ...], options: TallyOptions) -> Iterator[Finding]:
    missing = ", ".join(label for label in players if label not in ranks)
    if options.cooperative:
        yield COOPERATIVE.broken("ranks", "A cooperative game has no ranks; say whether the table won")
    elif missing:
        yield RESULT.broken("ranks", "Ranks are for everybody; missing: {missing}", missing=missing)
    elif min(ranks.values()) != 1:
        yield RESULT.broken("ranks", "The best rank is 1; the best one here is {best}", best=min(ranks.values()))
