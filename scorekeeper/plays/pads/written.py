"""The pad of games we do not know: points where the game has them, anything else as the JSON of records."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy

from scorekeeper.plays.pads.base import Mode, Pad

__all__ = ["WrittenPad"]


class WrittenPad(Pad):
    """A number pad for ``points`` and ``final``, and a field for the rest."""

    def __init__(self, kinds: tuple[str, ...]) -> None:
        numbers = [
            Mode(kind, gettext_lazy("Points"), "plays/pads/points.html", (kind,))
            for kind in ("points", "final")
            if kind in kinds
        ]
        others = tuple(kind for kind in kinds if kind not in {"points", "final", "result"})
        written = [Mode("written", gettext_lazy("Entry"), "plays/pads/json.html", others)] if others else []
        result = [Mode("result", gettext_lazy("Result"), "plays/pads/result.html", ("result",), is_minor=True)]
        self.modes = (*numbers, *written, *result)  # type: ignore[misc]  # an own value for this pad

    def read_final(self, data: Any) -> dict[str, Any]:
        """Final points."""
        return self.read_points(data)
