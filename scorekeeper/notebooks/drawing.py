"""Sheets and verdicts that draw themselves in Jupyter (HTML) and in a terminal (text)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from html import escape
from typing import Any

__all__ = ["SheetDrawing", "VerdictDrawing"]

MARKS = {"consistent": "", "possible": "✓", "verified": "✓✓"}
PAPER = "border-collapse:collapse;font-variant-numeric:tabular-nums"
CELL = "padding:.2em .7em;text-align:right;border-bottom:1px solid #c9d8e6"


class SheetDrawing:
    """A score sheet: players across, rounds down, totals below. Compares equal to a sheet of the same data."""

    def __init__(self, game: str, data: Mapping[str, Any]) -> None:
        self.game = game
        self.data = dict(data)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SheetDrawing) and self.data == other.data

    __hash__ = None  # type: ignore[assignment]  # a sheet changes

    @property
    def totals(self) -> dict[str, Any]:
        """Player → points so far."""
        return {standing["player"]: standing["points"] for standing in self.data["players"]}

    @property
    def winners(self) -> list[str]:
        """Who won; empty while the play is on."""
        return list((self.data["outcome"] or {}).get("winners", ()))

    def grid(self) -> list[tuple[int, dict[str, str]]]:
        """(round, player → what the pad shows) for every round."""
        rows: defaultdict[int, defaultdict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
        for line in self.data["lines"]:
            shown = line["text"] or ("" if line["points"] is None else str(line["points"]))
            mark = MARKS[line["level"]] + ("*" if line["ruled"] else "")
            cells = line["scores"] or ({line["player"]: shown} if line["player"] else {})
            for player, text in cells.items():
                rows[line["row"]][player].append(f"{text}{mark}")
        return [
            (row, {player: " + ".join(cells) for player, cells in found.items()}) for row, found in sorted(rows.items())
        ]

    def _closing(self) -> str:
        if self.winners:
            return f"{' and '.join(self.winners)} won ({self.data['outcome']['by']})"
        following = self.data["next"]
        return f"next: {', '.join(following['players'])}" if following else ""

    def __repr__(self) -> str:
        players = list(self.totals)
        rows = [("", players), *((str(row), [cells.get(name, "") for name in players]) for row, cells in self.grid())]
        rows.append(("=", [str(total) for total in self.totals.values()]))
        width = max(6, *(len(cell) for _row, cells in rows for cell in cells))
        table = [f"{row:>4} " + "  ".join(cell.rjust(width) for cell in cells) for row, cells in rows]
        return "\n".join([self.game, *table, self._closing()])

    def _repr_html_(self) -> str:
        players = list(self.totals)
        head = "".join(f'<th style="{CELL}">{escape(player)}</th>' for player in players)
        body = "".join(
            f'<tr><th scope="row" style="{CELL}">{row}</th>'
            + "".join(f'<td style="{CELL}">{escape(cells.get(player, ""))}</td>' for player in players)
            + "</tr>"
            for row, cells in self.grid()
        )
        totals = "".join(f'<th style="{CELL}">{escape(str(total))}</th>' for total in self.totals.values())
        return (
            f'<table style="{PAPER}"><caption>{escape(self.game)}: {escape(self._closing())}</caption>'
            f"<thead><tr><td></td>{head}</tr></thead><tbody>{body}</tbody>"
            f'<tfoot><tr><th scope="row" style="{CELL}">=</th>{totals}</tr></tfoot></table>'
        )


class VerdictDrawing:
    """The answer to "may I": true when it may stand."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = dict(data)

    def __bool__(self) -> bool:
        return bool(self.data["verdict"] == "ok")

    @property
    def clauses(self) -> list[str]:
        """The clauses broken or touched, root cause first."""
        return [finding["clause"] for finding in self.data["findings"] if finding["clause"]]

    def __repr__(self) -> str:
        lines = [self.data["verdict"], *(finding["message"] for finding in self.data["findings"])]
        lines += [f"would differ under {option}: {answers}" for option, answers in self.data["depends"].items()]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        first, *rest = repr(self).splitlines()
        return f"<strong>{escape(first)}</strong>" + "".join(f"<p>{escape(line)}</p>" for line in rest)
