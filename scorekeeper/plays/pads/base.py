"""What a pad is: the ways a game's next line can be asked for, and how a form becomes an entry."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from django.http import QueryDict

from gamerules import Malformed
from gamerules.records import parse_json
from scorekeeper.errors import BadInput

__all__ = ["Mode", "Pad", "amount", "number", "text"]

Raw = dict[str, Any]
_INTEGER = re.compile(r"[+\-−]?\d{1,30}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Mode:
    """One way to enter a line: its name in forms and addresses, its tab, its template, the kinds it can write."""

    name: str
    title: Any
    template: str
    kinds: tuple[str, ...]
    is_minor: bool = False


def text(data: QueryDict, name: str) -> str:
    """A field as it was sent, trimmed; "" when it was not."""
    return str(data.get(name, "")).strip()


def number(data: QueryDict, name: str, default: int | None = None) -> Any:
    """An integer where one was written; what else was written stays text, for the rule module to refuse by name."""
    written = text(data, name)
    if not written:
        return default
    return int(written.replace("−", "-")) if _INTEGER.fullmatch(written) else written


def amount(written: str) -> Any:
    """An integer, or the digits of a decimal as text."""
    plain = written.strip().replace("−", "-").replace(",", ".")
    return int(plain) if _INTEGER.fullmatch(plain) else plain


class Pad:
    """The pad of one game. Forms say their ``kind``; ``read_<kind>`` makes the raw entry, ``show_<mode>`` the context.

    Nothing is judged here: what a form cannot mean is passed on as it is, and the rule module refuses it.
    """

    modes: ClassVar[tuple[Mode, ...]] = ()

    def modes_for(self, kinds: Sequence[str], sheet: Any) -> list[Mode]:
        """The modes that can write one of these kinds on this sheet, in their order."""
        return [mode for mode in self.modes if set(mode.kinds) & set(kinds)]

    def mode_of(self, raw: Mapping[str, Any]) -> Mode | None:
        """The mode in which a line of this kind is entered."""
        return next((mode for mode in self.modes if raw.get("kind") in mode.kinds), None)

    def read(self, data: QueryDict) -> Any:
        """The raw entry a form means, whatever it means. Raises BadInput for JSON that is none."""
        if "json" in data:
            return _written(text(data, "json"))
        kind = text(data, "kind")
        reader: Callable[[QueryDict], Raw] | None = getattr(self, f"read_{kind.replace('-', '_')}", None)
        raw = {"kind": kind, **(reader(data) if reader else {})}
        if "player" in data:
            raw["player"] = text(data, "player")
        for name in ("ruled", "note"):
            if text(data, name):
                raw[name] = text(data, name)
        return raw

    def show(self, mode: Mode, raw: Mapping[str, Any], sheet: Any) -> dict[str, Any]:
        """What the mode's template needs besides the entry being written, ``raw`` (empty for a fresh one)."""
        shower: Callable[..., dict[str, Any]] | None = getattr(self, f"show_{mode.name.replace('-', '_')}", None)
        return shower(raw, sheet) if shower else {}

    def sum_line(self, raw: Mapping[str, Any], line: Any) -> str:
        """How the points of a previewed line come about, in words; "" to show the points alone."""
        return ""

    def worth(self, entry: Any, sheet: Any) -> int | None:
        """What a typed entry would give by its dice or cards alone, were it allowed; None where that cannot be told."""
        return None

    def read_result(self, data: QueryDict) -> Raw:
        """Winners ticked, and totals where somebody remembers them."""
        points = {
            name[7:]: amount(text(data, name)) for name in data if name.startswith("points:") and text(data, name)
        }
        raw: Raw = {"winners": data.getlist("winners")}
        return raw | {"points": points} if points else raw

    def read_points(self, data: QueryDict) -> Raw:
        """A number."""
        return {"points": number(data, "points")}


def _written(entry: str) -> Any:
    """An entry written as JSON."""
    try:
        return parse_json(entry)
    except Malformed as fault:
        raise BadInput.from_malformed(fault) from None
