"""The pad of the Pop-Tarts game: points with bonus cards, or the turn by its cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from gamerules.pop_tarts.components import FLAVOURS
from gamerules.pop_tarts.turn import points_of
from scorekeeper.plays.pads.base import Mode, Pad, Raw, number, text

__all__ = ["PopTartsPad"]

FLAVOUR_NAMES = {
    "cherry": gettext_noop("Cherry"),
    "wild-berry": gettext_noop("Wild Berry"),
    "chocolate-fudge": gettext_noop("Chocolate Fudge"),
    "cookies-and-creme": gettext_noop("Cookies & Creme"),
    "brown-sugar-cinnamon": gettext_noop("Brown Sugar Cinnamon"),
}
SIDES = {"toasted": gettext_noop("toasted"), "frozen": gettext_noop("frozen")}
BONUSES = (1, 2)


class PopTartsPad(Pad):
    """Points and bonus cards, or what was plated, eaten and won."""

    modes = (
        Mode("points", gettext_lazy("Points"), "plays/pads/points.html", ("points", "skip")),
        Mode("cards", gettext_lazy("Cards"), "plays/pads/cards.html", ("cards",)),
        Mode("moves", gettext_lazy("Moves"), "plays/pads/json.html", ("moves",)),
        Mode("result", gettext_lazy("Result"), "plays/pads/result.html", ("result",), is_minor=True),
    )

    def read_points(self, data: QueryDict) -> Raw:
        """Points and how many bonus cards; nothing eaten is a button of its own."""
        if data.get("quick") == "skip":
            return {"kind": "skip"}
        points = 0 if data.get("quick") == "nothing" else number(data, "points")
        bonuses = number(data, "bonuses", 0)
        return {"points": points} | ({"bonuses": bonuses} if bonuses else {})

    def read_cards(self, data: QueryDict) -> Raw:
        """The plated card, the cards ticked as eaten (``this`` for the one just plated), the bonus cards."""
        plated = text(data, "plated")
        eaten = [plated if card == "this" else card.partition("#")[0] for card in data.getlist("eaten")]
        bonuses = [[card for card in data.getlist(f"bonus{index}") if card] for index in BONUSES]
        return {"plated": plated, "eaten": eaten, "bonuses": [bonus for bonus in bonuses if bonus]}

    def show_points(self, raw: Mapping[str, Any], sheet: Any) -> dict[str, Any]:
        """Digits, nothing eaten, and 0 to 2 bonus cards."""
        return {"quick": [("nothing", _("Nothing eaten"))], "kind": "points", "bonus_choices": range(3)}

    def show_cards(self, raw: Mapping[str, Any], sheet: Any) -> dict[str, Any]:
        """The player's plate, the ten cards that can come, and the bonus cards lying open if the sheet knows them."""
        hints = sheet.next.hints if sheet.next else {}
        eaten = list(raw.get("eaten") or [])
        plate = [
            {"value": f"{card}#{index}", "card": card_name(card), "is_eaten": _take(eaten, card)}
            for index, card in enumerate(hints.get("plate") or [])
        ]
        taken = [list(bonus) for bonus in raw.get("bonuses") or []]
        return {
            "kind": "cards",
            "plate": plate,
            "this_eaten": bool(raw.get("plated")) and raw.get("plated") in eaten,
            "flavours": [(flavour, _(FLAVOUR_NAMES[flavour])) for flavour in FLAVOURS],
            "sides": [(side, _(name)) for side, name in SIDES.items()],
            "plated": raw.get("plated", ""),
            "bonuses": [_slots(index, taken) for index in BONUSES],
            "bonus_cards": [(value, card_name(value)) for value in _bonus_values()],
        }

    def worth(self, entry: Any, sheet: Any) -> int | None:
        """The tarts eaten and the bonus cards."""
        return points_of(entry, sheet.options) if entry.kind == "cards" else None


def _take(cards: list[str], card: str) -> bool:
    """Whether the card is among them; if so it is used up."""
    if card in cards:
        cards.remove(card)
        return True
    return False


def _slots(index: int, taken: list[list[str]]) -> dict[str, Any]:
    bonus = taken[index - 1] if len(taken) >= index else []
    return {"name": f"bonus{index}", "cards": [*bonus, "", "", ""][:3], "number": index}


def _bonus_values() -> list[str]:
    return [*FLAVOURS, *(f"{flavour}/{side}" for side in SIDES for flavour in FLAVOURS)]


def card_name(card: str) -> str:
    """A card or flavour in the reader's language: "Cherry, toasted".

    Unknown ones stand as they are written.
    """
    flavour, _slash, side = card.partition("/")
    name = _(FLAVOUR_NAMES[flavour]) if flavour in FLAVOUR_NAMES else flavour
    return f"{name}, {_(SIDES[side])}" if side in SIDES else name
