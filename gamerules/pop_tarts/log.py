"""What happened in a turn at the table, and how a record writes it at each level of detail."""

from __future__ import annotations

from typing import Any, NamedTuple

from gamerules.pop_tarts.components import BONUS_POINTS, ActionKind, Bonus, Card, Flavour, TartOptions, flavour_of


class Turn(NamedTuple):
    """What happened in a turn so far."""

    play: tuple[tuple[ActionKind, tuple[int, int] | None], ...] = ()
    plated: Card | None = None
    refill: Flavour | None = None
    eaten: tuple[Card, ...] = ()
    bonuses: tuple[Bonus, ...] = ()
    new_bonuses: tuple[Bonus, ...] = ()


NOTHING_YET = Turn()


def _points(turn: Turn, options: TartOptions) -> dict[str, Any]:
    values = options.card_values
    points = sum(values[flavour_of(card)] for card in turn.eaten) + BONUS_POINTS * len(turn.bonuses)
    return {"points": points, **({"bonuses": len(turn.bonuses)} if turn.bonuses else {})}


def _cards(turn: Turn, options: TartOptions) -> dict[str, Any]:
    written: dict[str, Any] = {"plated": turn.plated}
    if turn.eaten:
        written["eaten"] = list(turn.eaten)
    if turn.bonuses:
        written["bonuses"] = [list(bonus) for bonus in turn.bonuses]
    return written


def _all_moves(turn: Turn, options: TartOptions) -> dict[str, Any]:
    written = _cards(turn, options)
    if turn.play:
        written["play"] = [
            {action: list(places) if places and _names(action) else True} for action, places in turn.play
        ]
    if turn.refill:
        written["refill"] = turn.refill
    if turn.new_bonuses:
        written["new_bonuses"] = [list(bonus) for bonus in turn.new_bonuses]
    return written


def _names(action: str) -> bool:
    """Whether a record names the places of this kind of action."""
    return action in {"swap-two-apart", "swap-neighbours"}


_WRITERS = {"points": _points, "cards": _cards, "moves": _all_moves}
LEVELS = tuple(_WRITERS)


def written(turn: Turn, level: str, options: TartOptions) -> dict[str, Any]:
    """The fields of an entry for a turn, defaults left out. ValueError for a level there is none of."""
    if level not in _WRITERS:
        raise ValueError(f"the levels are {', '.join(LEVELS)}, not {level!r}")
    return _WRITERS[level](turn, options)
