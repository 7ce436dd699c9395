"""A game's rules reference as its page shows it: chapters, clauses, questions with what the code answered, options.

Everything here is the same for every reader and is worked out once a process; what depends on the reader
(house rulings) is put beside it by the template.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from gamerules import Clause, Game, load
from gamerules.rulebooks import Cell, OpenPoint, Rulebook, Ruling, Section, pieces_of, rulebook_of
from scorekeeper.rulings.rendering import code_html, markdown_html, title_html

__all__ = [
    "Chapter",
    "OptionRow",
    "Part",
    "Piece",
    "Reference",
    "option_rows",
    "parts_citing",
    "reference_of",
    "value_words",
]

CHAPTER = 2  # level of headings that open a chapter


@dataclass(frozen=True, slots=True)
class Piece:
    """Prose as HTML, or a cell: its code, and what it printed (None: nothing)."""

    prose: SafeString | None = None
    code: SafeString | None = None
    printed: str | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """A section: ``kind`` is clause, ruling, point or text; ``clauses`` it teaches (clause) or rests on (others).

    ``heading`` is the level of a question's or point's heading on the page of the game.
    """

    kind: str
    anchor: str
    title: SafeString
    level: int
    pieces: tuple[Piece, ...]
    clauses: tuple[Clause, ...] = ()
    option: str = ""
    point: str = ""
    heading: int = 4

    @property
    def prose(self) -> tuple[Piece, ...]:
        """What is read first: everything but the code."""
        return tuple(piece for piece in self.pieces if piece.prose is not None)

    @property
    def cells(self) -> tuple[Piece, ...]:
        """The proof: code and what it printed."""
        return tuple(piece for piece in self.pieces if piece.code is not None)


@dataclass(slots=True)
class Chapter:
    """A second-level heading with its parts; the first one (without a title) is what stands before it."""

    title: SafeString | None
    anchor: str
    parts: list[Part] = field(default_factory=list)

    @property
    def taught(self) -> list[Part]:
        """The parts listed in the contents."""
        return [part for part in self.parts if part.kind == "clause"]


@dataclass(frozen=True, slots=True)
class OptionRow:
    """An option: the reading chosen, the others, what they change, and where the rulebook speaks of it (an anchor)."""

    name: str
    title: str
    chosen: str
    others: tuple[str, ...]
    changes: str
    clauses: tuple[Clause, ...]
    anchor: str
    point: str


@dataclass(frozen=True)
class Reference:
    """All that the page of a game shows to every reader. A game without a rulebook has no chapters."""

    game: Game
    title: str
    intro: tuple[Part, ...]
    chapters: tuple[Chapter, ...]
    options: tuple[OptionRow, ...]
    has_book: bool

    @property
    def parts(self) -> list[Part]:
        """Every part, in reading order."""
        return [*self.intro, *(part for chapter in self.chapters for part in chapter.parts)]


def reference_of(slug: str) -> Reference:
    """The reference of a game. Raises UnknownGame."""
    return _reference(slug, get_language())


@lru_cache(maxsize=64)
def _reference(slug: str, _language: str | None) -> Reference:
    """What gettext puts into it is in the reader's language, so each language has its own."""
    game, book = load(slug), rulebook_of(slug)
    intro, chapters = _chapters(game, book) if book else ([], _listed(game))
    return Reference(game, game.title, tuple(intro), tuple(chapters), option_rows(game, book), book is not None)


def _listed(game: Game) -> list[Chapter]:
    """The clauses alone, for a module that brings no rulebook."""
    parts = [
        Part(
            "clause",
            clause.name,
            title_html(clause.name.replace("-", " ")),
            3,
            (Piece(markdown_html(clause.text)),),
            (clause,),
        )
        for clause in game.clauses.values()
    ]
    return [Chapter(title_html(_("Clauses")), "clauses", parts)]


def _chapters(game: Game, book: Rulebook) -> tuple[list[Part], list[Chapter]]:
    rulings = {ruling.name: ruling for ruling in book.rulings}
    points = {point.title: point for point in book.points}
    intro: list[Part] = []
    chapters: list[Chapter] = []
    for section in book.sections:
        part = _part(game, section, rulings, points)
        if section.level == CHAPTER:
            chapters.append(Chapter(part.title, part.anchor))
            if not part.pieces and not part.clauses:
                continue
        parts = chapters[-1].parts if chapters else intro
        parts.append(part if _under_a_heading(parts) else replace(part, heading=CHAPTER + 1))
    return intro, chapters


def _under_a_heading(parts: list[Part]) -> bool:
    """Whether a third-level heading stands before, under which a question is one of the fourth."""
    return any(part.kind == "clause" or (part.kind == "text" and part.level > CHAPTER) for part in parts)


def _part(game: Game, section: Section, rulings: Mapping[str, Ruling], points: Mapping[str, OpenPoint]) -> Part:
    pieces = tuple(_piece(piece, game.slug) for piece in pieces_of(section))
    ruling = rulings.get(section.anchor) if section.title.startswith("Q:") else None
    if ruling is not None:
        title = title_html(ruling.question, game.slug)
        return Part("ruling", ruling.name, title, section.level, pieces, _clauses(game, ruling.clauses))
    title = title_html(section.title, game.slug)
    if section.clauses:
        named = _clauses(game, tuple(f"{game.slug}/{name}" for name in section.clauses))
        return Part("clause", section.clauses[0], title, section.level, pieces, named)
    point = points.get(section.title)
    if point is not None:
        named = _clauses(game, point.clauses)
        return Part("point", section.anchor, title, section.level, pieces, named, point.option, point.name)
    return Part("text", section.anchor, title, section.level, pieces)


def _piece(piece: str | Cell, slug: str) -> Piece:
    if isinstance(piece, str):
        return Piece(prose=markdown_html(piece, slug))
    return Piece(code=code_html(piece.source), printed=piece.expected)


def _clauses(game: Game, ids: tuple[str, ...]) -> tuple[Clause, ...]:
    return tuple(game.clauses[clause_id] for clause_id in ids if clause_id in game.clauses)


def option_rows(game: Game, book: Rulebook | None = None) -> tuple[OptionRow, ...]:
    """Every option of a game, from the metadata that its rule module declares."""
    anchors = {part.option: part for part in (book.points if book else ()) if part.option}
    return tuple(_option_row(game, name, found, anchors.get(name)) for name, found in game.options.model_fields.items())


def _option_row(game: Game, name: str, found: Any, point: OpenPoint | None) -> OptionRow:
    told = found.json_schema_extra if isinstance(found.json_schema_extra, Mapping) else {}
    default = found.get_default(call_default_factory=True)
    others = tuple(value_words(value) for value in told.get("other", ()) if value != default)
    clauses = [clause for clause in game.clauses.values() if name in clause.options]
    named = _clauses(game, tuple(_full(game, named) for named in told.get("clauses", ())))
    cited = named or tuple(clauses)
    anchor = _anchor_of_point(game, point) if point else ""
    title = name.replace("_", " ")
    return OptionRow(
        name, title, value_words(default), others, found.description or "", cited, anchor, told.get("point", "")
    )


def _full(game: Game, name: str) -> str:
    return name if "/" in name else f"{game.slug}/{name}"


def _anchor_of_point(game: Game, point: OpenPoint) -> str:
    book = rulebook_of(game.slug)
    found = [section.anchor for section in book.sections if section.title == point.title] if book else []
    return found[0] if found else ""


def value_words(value: Any) -> str:
    """An option's value as one reads it.

    >>> value_words("until-ok"), value_words(True), value_words({"cherry": 2})
    ('until ok', 'yes', 'cherry 2')
    """
    if value is None:
        return _("none")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, Mapping):
        return ", ".join(f"{value_words(name)} {value_words(amount)}" for name, amount in value.items()) or _(
            "as printed"
        )
    if isinstance(value, list | tuple):
        return ", ".join(map(value_words, value)) or _("none")
    return _(value.replace("-", " ")) if isinstance(value, str) else str(value)


def parts_citing(reference: Reference, clause: Clause) -> list[Part]:
    """The rulings and open points that rest on a clause; those whose first clause it is come first."""
    found = [part for part in reference.parts if part.kind in {"ruling", "point"} and clause in part.clauses]
    return sorted(found, key=lambda part: part.clauses[0] is not clause)
