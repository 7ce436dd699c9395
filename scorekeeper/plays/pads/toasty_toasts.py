"""The pad of Toasty Toasts: final points, counts of what scores, or the spread toast by toast."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from gamerules.toasty_toasts.components import TOPPINGS, Worth, worth_of_spread
from scorekeeper.plays.pads.base import Mode, Pad, Raw, number

__all__ = ["ToastyToastsPad"]

TOPPING_NAMES = {
    "peanut-butter": gettext_noop("Peanut butter"), "jelly": gettext_noop("Jelly"), "bacon": gettext_noop("Bacon"),
    "egg": gettext_noop("Egg"), "tomato": gettext_noop("Tomato"), "avocado": gettext_noop("Avocado"),
    "choco-spread": gettext_noop("Choco spread"), "banana": gettext_noop("Banana"),
}  # fmt: skip
ITEMS = (
    ("bases", gettext_lazy("Open toasts")),
    ("singles", gettext_lazy("Single toppings")),
    ("combos", gettext_lazy("Combos")),
    ("sandwiches", gettext_lazy("Sandwiches")),
)
_SPARE_TOASTS = 2
_MOST_TOASTS = 40


class ToastyToastsPad(Pad):
    """One closing entry a player; turns as JSON for those who log them."""

    modes = (
        Mode("final", gettext_lazy("Points"), "plays/pads/points.html", ("final",)),
        Mode("tally", gettext_lazy("Counts"), "plays/pads/counts.html", ("tally",)),
        Mode("toasts", gettext_lazy("Toasts"), "plays/pads/toasts.html", ("toasts",)),
        Mode("turn", gettext_lazy("Turn"), "plays/pads/json.html", ("turn",), is_minor=True),
        Mode("result", gettext_lazy("Result"), "plays/pads/result.html", ("result",), is_minor=True),
    )

    def read_final(self, data: QueryDict) -> Raw:
        """Final points."""
        return {"points": number(data, "points")}

    def read_tally(self, data: QueryDict) -> Raw:
        """Four numbers."""
        return {name: number(data, name, 0) for name, _title in ITEMS}

    def read_toasts(self, data: QueryDict) -> Raw:
        """Toast by toast, from ``toast:1:bacon`` and the like; a toast is there when ticked or not empty."""
        toasts = []
        for index in _toast_numbers(data):
            toppings = {kind: number(data, f"toast:{index}:{kind}", 0) for kind in TOPPINGS}
            toppings = {kind: count for kind, count in toppings.items() if count != 0}
            sandwich = f"toast:{index}:sandwich" in data
            if toppings or sandwich or f"toast:{index}:here" in data:
                toasts.append({"toppings": toppings} | ({"sandwich": True} if sandwich else {}))
        return {"toasts": toasts}

    def show_final(self, raw: Mapping[str, Any], sheet: Any) -> dict[str, Any]:
        """Digits only."""
        return {"kind": "final"}

    def show_tally(self, raw: Mapping[str, Any], sheet: Any) -> dict[str, Any]:
        """A stepper for each scoring item."""
        return {"kind": "tally", "counts": [(name, title, raw.get(name, 0)) for name, title in ITEMS]}

    def show_toasts(self, raw: Mapping[str, Any], sheet: Any) -> dict[str, Any]:
        """The toasts written down so far and room for two more; scripts add further ones."""
        given = list(raw.get("toasts") or [])
        numbered = [_toast(index, toast) for index, toast in enumerate(given, start=1)]
        spare = [_toast(len(given) + index, {}) for index in range(1, _SPARE_TOASTS + 1)]
        return {"kind": "toasts", "toasts": numbered + spare, "blank": _toast("N", {})}

    def worth(self, entry: Any, sheet: Any) -> int | None:
        """The spread, or what was counted."""
        if entry.kind == "toasts":
            return worth_of_spread(entry.toasts, sheet.options).points
        if entry.kind == "tally":
            return Worth(**{name: getattr(entry, name) for name, _title in ITEMS}).points
        return None


def _toast_numbers(data: QueryDict) -> list[str]:
    """The toasts a form names, in their order, as many as a table can hold."""
    names = {match[1] for name in data if (match := re.fullmatch(r"toast:(\d{1,3}):[a-z-]+", name))}
    return sorted(names, key=int)[:_MOST_TOASTS]


def _toast(index: Any, toast: Mapping[str, Any]) -> dict[str, Any]:
    toppings = toast.get("toppings") or {}
    return {
        "number": index,
        "is_here": bool(toast),
        "sandwich": bool(toast.get("sandwich")),
        "toppings": [
            {
                "name": f"toast:{index}:{kind}",
                "kind": kind,
                "title": _(TOPPING_NAMES[kind]),
                "count": toppings.get(kind, 0),
            }
            for kind in TOPPINGS
        ],
    }
