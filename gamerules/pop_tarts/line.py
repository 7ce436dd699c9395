"""The row of tarts and its arrow: what an action does to them, and what may not be done.

Places count from 1, next to the toaster. With the deck used up the row closes up and has fewer places.
"""

from __future__ import annotations

from gamerules.clauses import Clause, Finding
from gamerules.pop_tarts.clauses import FLIP_ARROW, SWAP_ENDS, SWAP_NEIGHBOURS, SWAP_TWO_APART
from gamerules.pop_tarts.components import LINE_LENGTH, SIDES

Line = tuple[str, ...]
MIDDLE = LINE_LENGTH // 2
_CLAUSES: dict[str, Clause] = {
    "swap-ends": SWAP_ENDS,
    "swap-two-apart": SWAP_TWO_APART,
    "flip-arrow": FLIP_ARROW,
    "swap-neighbours": SWAP_NEIGHBOURS,
}


def other_end(arrow: str) -> str:
    """The end the arrow does not show."""
    return "freezer" if arrow == "toaster" else "toaster"


def distance_of(kind: str, two_spaces: int) -> int:
    """How far apart the two places of a swap lie; 0 for the kinds that name no places to choose."""
    return {"swap-two-apart": two_spaces, "swap-neighbours": 1}.get(kind, 0)


def action_finding(
    kind: str, places: tuple[int, int] | None, length: int, two_spaces: int, field: str
) -> Finding | None:
    """What is wrong with an action played on a row of this length, if anything."""
    clause = _CLAUSES[kind]
    distance = distance_of(kind, two_spaces)
    if not distance:
        if places is None or (kind == "swap-ends" and sorted(places) == [1, length]):
            return None
        return clause.broken(
            field,
            "{action} leaves no places to choose; {low} and {high} were named",
            action=kind,
            low=places[0],
            high=places[1],
        )
    if places is None:
        return clause.broken(field, "{action} needs the two places that change", action=kind)
    low, high = sorted(places)
    if low < 1 or high > length:
        return clause.broken(
            field, "The row has places 1 to {length}; {low} and {high} were named", length=length, low=low, high=high
        )
    if high - low != distance:
        return clause.broken(
            field,
            "Places {low} and {high} lie {apart} apart; {action} exchanges places {distance} apart",
            low=low, high=high, apart=high - low, action=kind, distance=distance,
        )  # fmt: skip
    return None


def act(line: Line, arrow: str, kind: str, places: tuple[int, int] | None) -> tuple[Line, str]:
    """The row and the arrow after a legal action."""
    if kind == "flip-arrow":
        return line, other_end(arrow)
    low, high = (1, len(line)) if places is None else places
    changed = list(line)
    changed[low - 1], changed[high - 1] = line[high - 1], line[low - 1]
    return tuple(changed), arrow


def front(line: Line, arrow: str) -> str:
    """The card that must be plated: the one the arrow shows, prepared by the appliance it lies beside.

    >>> front(("cherry", "wild-berry"), "freezer")
    'wild-berry/frozen'
    """
    return f"{line[0 if arrow == 'toaster' else -1]}/{SIDES[arrow]}"


def without_front(line: Line, arrow: str) -> Line:
    """The row once its front card is plated, before a new one is laid."""
    return line[1:] if arrow == "toaster" else line[:-1]


def refilled(line: Line, flavour: str) -> Line:
    """The row of six with a new card in the middle; the three on the side of the gap have moved up.

    >>> refilled(tuple("234567"), "n")
    ('2', '3', '4', 'n', '5', '6', '7')
    """
    return (*line[:MIDDLE], flavour, *line[MIDDLE:])
