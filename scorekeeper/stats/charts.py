"""Charts as SVG shapes: geometry only. Colours come from the style sheet, and every chart carries its table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

__all__ = ["Chart", "Shape", "Text", "bar_chart", "line_chart", "range_chart"]

WIDTH = 360  # about a phone, so that labels can be read there
LEFT, RIGHT, TOP, BOTTOM = 30, 6, 8, 24
ROW = 24
WIDEST = 42  # a bar; one alone would fill the drawing


@dataclass(frozen=True, slots=True)
class Shape:
    """An SVG element: its name, its CSS class, its attributes, and what a pointer over it is told."""

    name: str
    css: str
    attributes: dict[str, Any]
    tip: str = ""

    def markup(self) -> str:
        """The element; attributes are this module's own numbers, the tip is escaped."""
        attributes = "".join(f' {name}="{value}"' for name, value in self.attributes.items())
        tip = f"<title>{escape(self.tip)}</title>" if self.tip else ""
        return f'<{self.name} class="{self.css}"{attributes}>{tip}</{self.name}>'


@dataclass(frozen=True, slots=True)
class Text:
    """A label in the drawing; ``anchor`` is start, middle or end."""

    x: float
    y: float
    text: str
    anchor: str = "middle"

    def markup(self) -> str:
        """The element, its text escaped."""
        place = f'x="{self.x}" y="{self.y}" text-anchor="{self.anchor}"'
        return f'<text class="chart-text" {place}>{escape(self.text)}</text>'


@dataclass(frozen=True, slots=True)
class Chart:
    """A drawing, its title for those who do not see it, and the table it was drawn from."""

    title: str
    height: int
    shapes: list[Shape]
    texts: list[Text]
    columns: Sequence[str]
    rows: Sequence[Sequence[Any]]
    width: int = WIDTH
    links: Sequence[str] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.rows)

    @property
    def svg(self) -> SafeString:
        """The drawing, marked as an image with its title."""
        pieces: list[Shape | Text] = [*self.shapes, *self.texts]
        inner = "".join(piece.markup() for piece in pieces)
        box = f'viewBox="0 0 {self.width} {self.height}" font-size="12"'
        title = f'role="img" aria-label="{escape(self.title)}"'
        return mark_safe(f"<svg {box} {title}>{inner}</svg>")  # noqa: S308 everything in it is a number or escaped

    @property
    def table(self) -> list[tuple[str, Sequence[Any]]]:
        """Rows with the address that each leads to, empty for none."""
        links = list(self.links) or [""] * len(self.rows)
        return list(zip(links, self.rows, strict=True))


def _nice_step(span: float) -> float:
    """A step of 1, 2 or 5 times a power of ten that cuts the span into at most five.

    >>> _nice_step(38), _nice_step(4), _nice_step(0.9)
    (10, 1, 0.2)
    """
    step: float = 10 ** (len(str(int(span))) - 1) if span >= 1 else 0.1
    for factor in (0.1, 0.2, 0.5, 1, 2, 5):
        if span / (step * factor) <= 5 and (step * factor >= 1 or span < 5):
            return round(step * factor, 6) if step * factor < 1 else int(step * factor)
    return step * 10


@dataclass(frozen=True, slots=True)
class _Scale:
    """From values to places along a stretch of the drawing."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        share = (value - self.low) / ((self.high - self.low) or 1)
        return round(self.start + share * (self.end - self.start), 1)

    def steps(self) -> list[float]:
        """Round values between both ends."""
        step = _nice_step(self.high - self.low)
        first = -(-self.low // step) * step
        count = int((self.high - first) // step) + 1
        return [round(first + number * step, 6) for number in range(count)]


def _lines_across(scale: _Scale) -> tuple[list[Shape], list[Text]]:
    """The ruling behind a chart, with its values at the left."""
    shapes, texts = [], []
    for value in scale.steps():
        y = scale.at(value)
        shapes.append(Shape("line", "chart-rule", {"x1": LEFT, "x2": WIDTH - RIGHT, "y1": y, "y2": y}))
        texts.append(Text(LEFT - 6, y + 4, f"{value:g}", "end"))
    return shapes, texts


def bar_chart(
    title: str,
    columns: Sequence[str],
    bars: Sequence[tuple[str, float]],
    *,
    height: int = 180,
    links: Sequence[str] = (),
) -> Chart:
    """A bar for each (label, value); as many labels as there is room for."""
    scale = _Scale(0, max((value for _label, value in bars), default=0) or 1, height - BOTTOM, TOP)
    shapes, texts = _lines_across(scale)
    pitch = (WIDTH - LEFT - RIGHT) / max(len(bars), 1)
    every = -(-len(bars) * max((len(label) for label, _value in bars), default=0) // 40)
    for number, (label, value) in enumerate(bars):
        x, y = LEFT + number * pitch, scale.at(value)
        width = min(pitch * 0.76, WIDEST)
        box = {"x": round(x + (pitch - width) / 2, 1), "y": y, "width": round(width, 1), "rx": 2}
        shapes.append(
            Shape("rect", "chart-bar", {**box, "height": round(height - BOTTOM - y, 1)}, f"{label}: {value:g}")
        )
        if number % every == 0:
            texts.append(Text(round(x + pitch / 2, 1), height - 8, label))
    return Chart(title, height, shapes, texts, columns, [tuple(bar) for bar in bars], links=links)


def line_chart(
    title: str,
    columns: Sequence[str],
    points: Sequence[tuple[str, float, float, float]],
    rows: Sequence[Sequence[Any]],
    *,
    height: int = 220,
    links: Sequence[str] = (),
) -> Chart:
    """A line through the values of (label, value, low, high), in a band from low to high."""
    lows, highs = [point[2] for point in points], [point[3] for point in points]
    scale = _Scale(min(lows, default=0), max(highs, default=1), height - BOTTOM, TOP)
    along = _Scale(0, max(len(points) - 1, 1), LEFT + 6, WIDTH - RIGHT - 6)
    shapes, texts = _lines_across(scale)
    upper = [f"{along.at(n)},{scale.at(high)}" for n, high in enumerate(highs)]
    lower = [f"{along.at(n)},{scale.at(low)}" for n, low in enumerate(lows)]
    middle = [f"{along.at(n)},{scale.at(point[1])}" for n, point in enumerate(points)]
    shapes.append(Shape("polygon", "chart-band", {"points": " ".join([*upper, *reversed(lower)])}))
    shapes.append(Shape("polyline", "chart-line", {"points": " ".join(middle), "fill": "none"}))
    for n in sorted({0, len(points) // 2, len(points) - 1}) if points else []:
        anchor = "start" if n == 0 else "end" if n == len(points) - 1 else "middle"
        texts.append(Text(along.at(n), height - 8, points[n][0], anchor))
    return Chart(title, height, shapes, texts, columns, rows, links=links)


def range_chart(
    title: str,
    columns: Sequence[str],
    ranges: Sequence[tuple[str, float, float, float, int]],
    rows: Sequence[Sequence[Any]],
    *,
    links: Sequence[str] = (),
) -> Chart:
    """A row for each (label, low, middle, high, accent): a dot on a line from low to high."""
    height = TOP + ROW * len(ranges) + BOTTOM
    left = 98
    lows, highs = [row[1] for row in ranges], [row[3] for row in ranges]
    scale = _Scale(min(lows, default=0), max(highs, default=1), left, WIDTH - RIGHT - 10)
    shapes, texts = [], []
    for value in scale.steps():
        x = scale.at(value)
        shapes.append(Shape("line", "chart-rule", {"x1": x, "x2": x, "y1": TOP, "y2": height - BOTTOM}))
        texts.append(Text(x, height - 8, f"{value:g}"))
    for number, (label, low, middle, high, accent) in enumerate(ranges):
        y = TOP + ROW * number + ROW // 2
        ends = {"x1": scale.at(low), "x2": scale.at(high), "y1": y, "y2": y}
        shapes.append(Shape("line", f"chart-range p{accent}", ends))
        tip = f"{label}: {middle:.1f} ({low:.1f} – {high:.1f})"
        shapes.append(Shape("circle", f"chart-dot p{accent}", {"cx": scale.at(middle), "cy": y, "r": 5}, tip))
        texts.append(Text(left - 10, y + 4, label if len(label) <= 13 else f"{label[:12]}…", "end"))
    return Chart(title, height, shapes, texts, columns, rows, links=links)
