"""The pad of Anarchy Pancakes: tap who won the round; the piles left are optional."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext_lazy

from scorekeeper.plays.pads.base import Mode, Pad, Raw, number, text

__all__ = ["AnarchyPancakesPad"]


class AnarchyPancakesPad(Pad):
    """A round by its winner, void rounds, and whole rounds as JSON."""

    modes = (
        Mode("round", gettext_lazy("Round"), "plays/pads/round.html", ("round", "void-round")),
        Mode("matches", gettext_lazy("Matches"), "plays/pads/json.html", ("matches",), is_minor=True),
        Mode("result", gettext_lazy("Result"), "plays/pads/result.html", ("result",), is_minor=True),
    )

    def read_round(self, data: QueryDict) -> Raw:
        """The winner, or a void round; piles and draws where somebody wrote any."""
        if data.get("winner") == "":
            return {"kind": "void-round"}
        raw: Raw = {"winner": text(data, "winner")}
        for name in ("piles", "draws"):
            counts = {field.partition(":")[2]: number(data, field) for field in data if field.startswith(f"{name}:")}
            counts = {label: count for label, count in counts.items() if count is not None}
            if counts:
                raw[name] = counts
        return raw

    def show_round(self, raw: Mapping[str, Any], sheet: Any) -> dict[str, Any]:
        """For each player what was written about them."""
        piles, draws = raw.get("piles") or {}, raw.get("draws") or {}
        return {
            "kind": "round",
            "with_piles": bool(piles or draws),
            "table": [(label, piles.get(label), draws.get(label)) for label in sheet.players],
        }
