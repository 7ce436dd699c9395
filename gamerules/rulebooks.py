"""The rules references (``rulebook.md`` of each game): reading them, and running what they claim.

A rulebook is a Jupyter notebook kept as jupytext Markdown. Beside plain Markdown it holds

* a clause: ``<a id="burnt-batch"></a>`` on a line of its own, right before or after its heading
  (several lines where one section teaches several clauses);
* a ruling: a heading ``#### Q: …`` followed by
  ``<!-- ruling: no-pop-back | clauses: popcorn-dice/no-return-pop, popcorn-dice/pop-aside -->``;
* an open point: a heading or paragraph with ``<!-- point: PD1 | clauses: … | option: do_over -->`` (option optional);
* a cell: a ```` ```python ```` block, and right after it, where it prints, ``<!-- output: -->`` and a
  ```` ```text ```` block with exactly what it prints.

The cells of one rulebook share a namespace and run in order.
"""

from __future__ import annotations

import contextlib
import io
import re
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any

__all__ = [
    "Cell", "ClauseText", "OpenPoint", "Ran", "Ruling", "Rulebook", "Section", "anchor_of", "load_rulebook", "parse",
    "pieces_of", "rewrite_outputs", "rulebook_of", "rulings_of", "run",
]  # fmt: skip

_HEADING = re.compile(r"^(#{1,6})\s+(.*?)\s*$")
_ANCHOR = re.compile(r'^<a id="([a-z0-9-]+)"></a>$')
_MARK = re.compile(r"^<!--\s*(ruling|point):\s*(.*?)\s*-->$")
_FENCE = re.compile(r"^(`{3,})\s*(\w*)\s*$")
_OUTPUT = "<!-- output: -->"


@dataclass(frozen=True, slots=True)
class Cell:
    """A code cell: its source, the output written below it (None: none), and the line it starts on (from 1)."""

    source: str
    expected: str | None
    line: int


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with what follows it up to the next heading.

    ``anchor`` is what links point to; ``prose`` is the Markdown without cells and marks; ``body`` is all of it.
    """

    level: int
    title: str
    anchor: str
    prose: str
    body: str
    cells: tuple[Cell, ...]
    clauses: tuple[str, ...] = ()
    line: int = 1


@dataclass(frozen=True, slots=True)
class ClauseText:
    """A clause as the rulebook teaches it: ``name`` is the id without its game."""

    name: str
    title: str
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Ruling:
    """A question with its answer, the clauses (full ids) it rests on, and the cells that prove it."""

    name: str
    question: str
    answer: str
    clauses: tuple[str, ...]
    cells: tuple[Cell, ...]
    line: int


@dataclass(frozen=True, slots=True)
class OpenPoint:
    """A point the publisher's text leaves open (``PD1``): the reading chosen and what others would change."""

    name: str
    title: str
    text: str
    clauses: tuple[str, ...]
    option: str
    line: int


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A rulebook taken apart, everything in reading order."""

    sections: tuple[Section, ...]
    clauses: tuple[ClauseText, ...]
    rulings: tuple[Ruling, ...]
    points: tuple[OpenPoint, ...]

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Every code cell, in order."""
        return tuple(cell for section in self.sections for cell in section.cells)


@dataclass(frozen=True, slots=True)
class Ran:
    """A cell that has run: what it printed, and the traceback if it failed."""

    cell: Cell
    printed: str
    error: str | None = None

    @property
    def is_true(self) -> bool:
        """Whether it ran and printed exactly what the rulebook says."""
        return self.error is None and self.printed.rstrip() == (self.cell.expected or "").rstrip()


def anchor_of(title: str) -> str:
    """The link target of a heading that has no id of its own.

    >>> anchor_of("Step 4: stop, or pop on?")
    'step-4-stop-or-pop-on'
    """
    return re.sub(r"[^\w]+", "-", title.lower()).strip("-")


@dataclass(frozen=True, slots=True)
class _Block:
    """A piece of the file: ``kind`` is heading, anchor, mark, code, fence, output or text."""

    kind: str
    text: str
    line: int
    info: str = ""


def _blocks(text: str) -> Iterator[_Block]:
    """The lines of a rulebook, fenced blocks kept together."""
    lines = _without_front_matter(text.splitlines())
    position = 0
    while position < len(lines):
        number, line = lines[position]
        fence = _FENCE.match(line)
        if fence:
            closing = _closing(lines, position, fence[1])
            inner = "\n".join(content for _, content in lines[position + 1 : closing])
            yield _Block("code" if fence[2] == "python" else "fence", inner, number, fence[2])
            position = closing + 1
            continue
        yield _Block(_kind(line), line, number)
        position += 1


def _without_front_matter(lines: list[str]) -> list[tuple[int, str]]:
    """Numbered lines after the YAML header that jupytext writes."""
    numbered = list(enumerate(lines, start=1))
    if lines and lines[0].strip() == "---":
        end = next((index for index, line in enumerate(lines[1:], start=1) if line.strip() == "---"), 0)
        return numbered[end + 1 :]
    return numbered


def _closing(lines: list[tuple[int, str]], start: int, fence: str) -> int:
    for index in range(start + 1, len(lines)):
        if lines[index][1].rstrip() == fence:
            return index
    raise ValueError(f"the block that opens on line {lines[start][0]} is never closed")


def _kind(line: str) -> str:
    if _HEADING.match(line):
        return "heading"
    if _ANCHOR.match(line):
        return "anchor"
    if _MARK.match(line):
        return "mark"
    return "output" if line.strip() == _OUTPUT else "text"


class _Draft:
    """A section being read."""

    def __init__(self, heading: _Block | None, anchors: list[str]) -> None:
        match = _HEADING.match(heading.text) if heading else None
        self.level = len(match[1]) if match else 0
        self.title = match[2] if match else ""
        self.line = heading.line if heading else 1
        self.anchors = anchors
        self.blocks: list[_Block] = []
        self.marks: list[_Block] = []

    def finished(self) -> Section:
        return Section(
            self.level,
            self.title,
            self.anchors[0] if self.anchors else anchor_of(self.title),
            _prose(self.blocks),
            _body(self.blocks),
            tuple(_cells(self.blocks)),
            tuple(self.anchors),
            self.line,
        )


def _prose(blocks: list[_Block]) -> str:
    """The words of a section: no cells, no outputs, no marks."""
    kept, after_output = [], False
    for block in blocks:
        if block.kind == "text":
            kept.append(block.text)
        elif block.kind == "fence" and not after_output:
            kept.append(_fenced(block))
        if block.kind != "text" or block.text.strip():
            after_output = block.kind == "output"
    return re.sub(r"\n{3,}", "\n\n", "\n".join(kept)).strip()


def _body(blocks: list[_Block]) -> str:
    """A section as Markdown to be rendered: the marks are left out, cells and outputs stay."""
    kept = [
        _fenced(block) if block.kind in {"code", "fence"} else block.text for block in blocks if block.kind != "mark"
    ]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(kept)).strip()


def _fenced(block: _Block) -> str:
    return f"```{block.info}\n{block.text}\n```"


def _cells(blocks: list[_Block]) -> Iterator[Cell]:
    """Code blocks, each with the output block that follows it."""
    solid = [block for block in blocks if block.kind != "text" or block.text.strip()]
    for index, block in enumerate(solid):
        if block.kind != "code":
            continue
        following = solid[index + 1 : index + 3]
        has_output = len(following) == 2 and following[0].kind == "output" and following[1].kind == "fence"
        yield Cell(block.text, following[1].text if has_output else None, block.line)


def _drafts(text: str) -> Iterator[_Draft]:
    """Sections one by one; anchors right before a heading or right after it name that heading."""
    waiting: list[str] = []
    draft = _Draft(None, waiting)
    blocks = list(_blocks(text))
    for index, block in enumerate(blocks):
        if block.kind == "heading":
            if draft.level or _has_words(draft):
                yield draft
            draft, waiting = _Draft(block, waiting), []
        elif block.kind == "anchor":
            name = _ANCHOR.match(block.text)
            assert name is not None
            belongs_above = draft.level and not _has_words(draft) and not _is_before_heading(blocks, index)
            (draft.anchors if belongs_above else waiting).append(name[1])
        else:
            draft.blocks.append(block)
            if block.kind == "mark":
                draft.marks.append(block)
    yield draft


def _is_before_heading(blocks: list[_Block], index: int) -> bool:
    """Whether nothing but blank lines and anchors stands between this block and the next heading."""
    following = (block for block in blocks[index + 1 :] if block.kind != "anchor" and block.text.strip())
    after = next(following, None)
    return after is not None and after.kind == "heading"


def _has_words(draft: _Draft) -> bool:
    return any(block.kind != "text" or block.text.strip() for block in draft.blocks)


def _fields(mark: _Block) -> tuple[str, str, dict[str, str]]:
    """The kind of a mark, its name, and its other fields."""
    match = _MARK.match(mark.text)
    assert match is not None
    name, *others = [part.strip() for part in match[2].split("|")]
    pairs = (part.partition(":") for part in others)
    return match[1], name, {key.strip(): value.strip() for key, _, value in pairs}


def _listed(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _marked(draft: _Draft, section: Section) -> Iterator[Ruling | OpenPoint]:
    for mark in draft.marks:
        kind, name, fields = _fields(mark)
        clauses = _listed(fields.get("clauses", ""))
        if kind == "point":
            yield OpenPoint(name, section.title, section.prose, clauses, fields.get("option", ""), mark.line)
            continue
        if not section.title.startswith("Q:"):
            raise ValueError(f"line {mark.line}: a ruling stands under a heading that starts with 'Q:'")
        yield Ruling(name, section.title[2:].strip(), section.prose, clauses, section.cells, section.line)


def parse(text: str) -> Rulebook:
    """A rulebook taken apart. ValueError with the line for a block never closed or a ruling without a question."""
    sections, marked = [], []
    for draft in _drafts(text):
        names = [_fields(mark)[1] for mark in draft.marks if _fields(mark)[0] == "ruling"]
        section = draft.finished()
        if names:  # a ruling is linked to by its own name
            section = Section(
                section.level, section.title, names[0], section.prose, section.body, section.cells, (), section.line
            )
        sections.append(section)
        marked += list(_marked(draft, section))
    clauses = tuple(
        ClauseText(name, section.title, section.prose, section.line) for section in sections for name in section.clauses
    )
    rulings = tuple(item for item in marked if isinstance(item, Ruling))
    points = tuple(item for item in marked if isinstance(item, OpenPoint))
    return Rulebook(tuple(sections), clauses, rulings, points)


def load_rulebook(slug: str) -> str:
    """The text of a game's rulebook, also from an installed wheel. FileNotFoundError when it has none."""
    package = f"gamerules.{slug.replace('-', '_')}"
    return resources.files(package).joinpath("rulebook.md").read_text(encoding="utf-8")


def pieces_of(section: Section) -> Iterator[str | Cell]:
    """A section in reading order: Markdown without marks, and cells (which bring their outputs)."""
    rest = section.body
    for cell in section.cells:
        before, _, rest = rest.partition(_fenced(_Block("code", cell.source, cell.line, "python")))
        yield from filter(None, [before.strip()])
        yield cell
        if cell.expected is not None:
            _, _, rest = rest.partition(f"{_OUTPUT}\n")
            _, _, rest = rest.partition(f"\n{cell.expected}\n```")
    yield from filter(None, [rest.strip()])


@lru_cache(maxsize=64)
def rulebook_of(slug: str) -> Rulebook | None:
    """A game's rulebook taken apart; None for a game that brings none, such as a third party's."""
    try:
        return parse(load_rulebook(slug))
    except (FileNotFoundError, ModuleNotFoundError):
        return None


def rulings_of(slug: str) -> tuple[Ruling, ...]:
    """The rulings of a game, in reading order."""
    book = rulebook_of(slug)
    return book.rulings if book else ()


def run(book: Rulebook, *, namespace: dict[str, Any] | None = None) -> Iterator[Ran]:
    """Runs the cells in order in one namespace, one result each; a failing cell does not stop the rest."""
    shared: dict[str, Any] = {"__name__": "__rulebook__"} if namespace is None else namespace
    for cell in book.cells:
        yield _run_cell(cell, shared)


def _run_cell(cell: Cell, shared: dict[str, Any]) -> Ran:
    printed = io.StringIO()
    try:
        code = compile(cell.source, f"<rulebook line {cell.line}>", "exec", dont_inherit=True)
        with contextlib.redirect_stdout(printed):
            exec(code, shared)  # noqa: S102 - the rulebooks are our own code, like any module of this package
    except Exception:
        return Ran(cell, printed.getvalue(), traceback.format_exc(limit=-3))
    return Ran(cell, printed.getvalue())


def rewrite_outputs(text: str) -> str:
    """The rulebook with every output block replaced by what its cell prints now. RuntimeError when a cell fails.

    For authors: ``python -m gamerules.rulebooks SLUG`` rewrites a rulebook in place.
    """
    lines = text.splitlines()
    for ran in reversed(list(run(parse(text)))):
        if ran.error is not None:
            raise RuntimeError(f"the cell on line {ran.cell.line} fails:\n{ran.error}")
        _replace_output(lines, ran)
    return "\n".join(lines) + "\n"


def _replace_output(lines: list[str], ran: Ran) -> None:
    end = ran.cell.line + ran.cell.source.count("\n") + 1 if ran.cell.source else ran.cell.line
    after = end + 1  # the line after the closing fence, counted from 0
    new = ["", _OUTPUT, "```text", *ran.printed.rstrip().split("\n"), "```"] if ran.printed.strip() else []
    if ran.cell.expected is not None:
        start = next(index for index in range(after, len(lines)) if lines[index].strip() == _OUTPUT)
        opened = next(index for index in range(start, len(lines)) if lines[index].startswith("```"))
        closed = next(index for index in range(opened + 1, len(lines)) if lines[index].rstrip() == "```")
        lines[after : closed + 1] = new
    else:
        lines[after:after] = new


def _main(slug: str) -> None:
    from pathlib import Path

    path = Path(__file__).parent / slug.replace("-", "_") / "rulebook.md"
    path.write_text(rewrite_outputs(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    import sys

    _main(sys.argv[1])
