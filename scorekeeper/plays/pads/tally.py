"""The pad of any other game: a number with minus and sums, a column of categories, or a whole round."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext_lazy

from gamerules.tally.amounts import evaluate_sum
from scorekeeper.plays.pads.base import Mode, Pad, Raw, amount, text

__all__ = ["TallyPad"]

_SUM = re.compile(r".*\d\s*[+\-−].*", re.DOTALL)


class TallyPad(Pad):
    """One player's points, or the scores of everybody; categories where the table agreed on some."""

    modes = (
        Mode("points", gettext_lazy("Turn"), "plays/pads/points.html", ("points",)),
        Mode("row", gettext_lazy("Round"), "plays/pads/row.html", ("row",)),
        Mode("categories", gettext_lazy("Categories"), "plays/pads/categories.html", ("row",)),
        Mode("result", gettext_lazy("Result"), "plays/pads/result.html", ("result",), is_minor=True),
    )

    def modes_for(self, kinds: Sequence[str], sheet: Any) -> list[Mode]:
        """Categories where the table agreed on some, else turns and rounds."""
        unwanted = {"points", "row"} if sheet.options.categories else {"categories"}
        return [mode for mode in super().modes_for(kinds, sheet) if mode.name not in unwanted]

    def read_points(self, data: QueryDict) -> Raw:
        """A number, or a sum such as 12+7 whose text is kept beside its value."""
        written = text(data, "points")
        if not _SUM.fullmatch(written):
            return {"points": amount(written) if written else None}
        try:
            value = evaluate_sum(written)
        except ValueError:
            return {"points": written}
        return {"points": amount(str(value)), "sum": written}

    def read_row(self, data: QueryDict) -> Raw:
        """Label → points from ``score:<label>``, or category → points of one player from ``category:<name>``."""
        if "player" in data:
            scores = _prefixed(data, "category:")
            return {"kind": "row", "scores": {text(data, "player"): scores}}
        return {"scores": _prefixed(data, "score:")}

    def read(self, data: QueryDict) -> Any:
        """A row names its players in its scores, so it carries none of its own."""
        raw = super().read(data)
        if "json" not in data and raw["kind"] == "row":
            raw.pop("player", None)
        return raw

    def mode_of(self, raw: Mapping[str, Any]) -> Mode | None:
        """A row by categories has a mode of its own."""
        by_category = any(isinstance(score, Mapping) for score in (raw.get("scores") or {}).values())
        return next(mode for mode in self.modes if mode.name == "categories") if by_category else super().mode_of(raw)

    def read_result(self, data: QueryDict) -> Raw:
        """Winners; a cooperative table says whether it won."""
        raw = super().read_result(data)
        if data.get("won") in {"yes", "no"}:
            raw.pop("winners", None)
            raw["won"] = data.get("won") == "yes"
        return raw

    def show_result(self, raw: Mapping[str, Any], sheet: Any) -> dict[str, Any]:
        """Whether the table plays together, and so wins or loses as one."""
        return {"together": sheet.options.cooperative, "won": raw.get("won")}

    def show_points(self, raw: Mapping[str, Any], sheet: Any) -> dict[str, Any]:
        """Digits, minus, plus, and a point where the step has decimals."""
        keys = ["−", "+"] + ([".", "00"] if sheet.options.places else [])
        return {"kind": "points", "more_keys": keys, "value": raw.get("sum") or raw.get("points", "")}

    def show_row(self, raw: Mapping[str, Any], sheet: Any) -> dict[str, Any]:
        """A field for each player."""
        scores = raw.get("scores") or {}
        return {"kind": "row", "scores": [(label, _plain(scores.get(label))) for label in sheet.players]}

    def show_categories(self, raw: Mapping[str, Any], sheet: Any) -> dict[str, Any]:
        """A field for each category of the player chosen."""
        label, given = next(iter((raw.get("scores") or {}).items()), ("", {}))
        given = given if isinstance(given, Mapping) else {}
        rows = [(category, given.get(category.name, "")) for category in sheet.options.categories]
        return {"kind": "row", "categories": rows, "player_chosen": label}


def _prefixed(data: QueryDict, prefix: str) -> dict[str, Any]:
    return {
        name[len(prefix) :]: amount(text(data, name)) for name in data if name.startswith(prefix) and text(data, name)
    }


def _plain(score: Any) -> Any:
    return "" if score is None or isinstance(score, Mapping) else score
