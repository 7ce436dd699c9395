"""The index: what can be found, and in which order it answers a question."""

from __future__ import annotations

import importlib
import sqlite3
import threading
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from itertools import count, pairwise
from typing import Any, Literal

from gamerules.asking.words import Lexicon, Vocabulary, tokens
from gamerules.clauses import Clause
from gamerules.games import OWN_GAMES, games, load

__all__ = ["Answer", "Document", "Index", "ask"]

Kind = Literal["clause", "ruling", "house-ruling"]
EXCERPT = 240  # characters
LONGEST_QUESTION = 500  # characters; the rest of a longer one is not read
MOST_WORDS = 60  # of a question
ROWS = 60  # that are looked at for each game
# Weights, measured on the development questions (docs/decisions/0030-asking.md).
FURTHER = 0.85  # what each further matching text of a clause adds, relative to the one before
TEXTS_PER_CLAUSE = 6
SUBJECT = 1.5  # everything said about a clause together, against its texts one by one
NAMED = 2.5  # a clause of a game that the question names


@dataclass(frozen=True, slots=True)
class Document:
    """Something that answers: a clause, a ruling, a house ruling. ``clauses``: ids, the one it is about first."""

    kind: Kind
    clauses: tuple[str, ...]
    title: str
    text: str
    link: str = ""
    game: str = ""
    asked_as: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """A document found, with a score that falls along the list."""

    document: Document
    score: float

    def as_json(self) -> dict[str, Any]:
        """The answer as ``gamerules ask`` and the API print it."""
        document = self.document
        return {
            "kind": document.kind,
            "clauses": list(document.clauses),
            "title": document.title,
            "excerpt": _excerpt(document.text),
            "link": document.link,
            "score": round(self.score, 3),
        }


def _excerpt(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= EXCERPT else flat[:EXCERPT].rsplit(" ", 1)[0] + " …"


def _lexicon_of(slug: str) -> Any:
    """The game's ``lexicon`` module (SYNONYMS, ASKED, NAMES), or None for a game that brings none."""
    package = slug.replace("-", "_")
    if package not in OWN_GAMES or find_spec(f"gamerules.{package}.lexicon") is None:
        return None
    return importlib.import_module(f"gamerules.{package}.lexicon")


def _clause_document(clause: Clause, asked: Mapping[str, tuple[str, ...]]) -> Document:
    return Document(
        kind="clause",
        clauses=(clause.id,),
        title=clause.name.replace("-", " "),
        text=clause.text,
        link=f"/rules/{clause.game}#{clause.name}",
        game=clause.game,
        asked_as=asked.get(clause.name, ()),
    )


def documents_of(slug: str) -> list[Document]:
    """The clauses and rulings of one game."""
    from gamerules.rulebooks import rulings_of

    lexicon = _lexicon_of(slug)
    asked = lexicon.ASKED if lexicon else {}
    clauses = [_clause_document(clause, asked) for clause in load(slug).clauses.values()]
    rulings = [
        Document("ruling", ruling.clauses, ruling.question, ruling.answer, f"/rules/{slug}#{ruling.name}", slug)
        for ruling in rulings_of(slug)
    ]
    return clauses + rulings


_Row = tuple[str, int, str]  # words, number of the document, game
_Placed = tuple[int, str, Any]  # row id, words, document or clause
BLOCK = 1_000_000  # row ids a game: a search of one game reads a range of rows, no others
TEXTS = """
    SELECT document, -bm25(texts) FROM texts WHERE texts MATCH ? AND rowid BETWEEN ? AND ? ORDER BY 2 DESC LIMIT ?
"""
SUBJECTS = "SELECT clause, -bm25(subjects) FROM subjects WHERE subjects MATCH ? AND rowid BETWEEN ? AND ?"


class Index:
    """Documents in in-memory full-text tables; safe to share between threads.

    ``texts`` has a row for each document and for each other way of asking for it, ``subjects`` one for
    each clause with everything that is said about it: a question may be like one way of asking, or
    share a little with many. Each game's texts, and the question for them, are read with its own lexicon.
    """

    def __init__(self, documents: Iterable[Document], lexicons: Mapping[str, Lexicon]) -> None:
        self._documents = list(documents)
        self._lexicons = {**lexicons, "": Lexicon()}
        self._lock = threading.Lock()
        self._table = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)
        self._table.execute("CREATE VIRTUAL TABLE texts USING fts5(words, document UNINDEXED)")
        self._table.execute("CREATE VIRTUAL TABLE subjects USING fts5(words, clause UNINDEXED)")
        self._fill()
        known = {word for document in self._documents for text in _texts(document) for word in tokens(text)}
        self._vocabulary = Vocabulary(known.union(*(lexicon.known for lexicon in self._lexicons.values())))

    def _fill(self) -> None:
        rows = [row for number, document in enumerate(self._documents) for row in self._rows(number, document)]
        said: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
        for words, number, game in rows:
            said[_subject(self._documents[number], number), game].append(words)
        subjects = [(" ".join(texts), clause, game) for (clause, game), texts in said.items()]
        self._used = Counter(game for _words, _number, game in rows)
        with self._undone(keep=True):
            self._table.executemany("INSERT INTO texts (rowid, words, document) VALUES (?, ?, ?)", self._placed(rows))
            self._table.executemany(
                "INSERT INTO subjects (rowid, words, clause) VALUES (?, ?, ?)", self._placed(subjects)
            )

    def _placed(self, rows: Iterable[tuple[str, Any, str]], used: Mapping[str, int] | None = None) -> Iterator[_Placed]:
        """The rows with their ids, each in its game's block, behind the ``used`` ones."""
        ids = {game: count(self._start(game) + (used or {}).get(game, 0)) for game in self._lexicons}
        for words, about, game in rows:
            yield next(ids[game]), words, about

    def _start(self, game: str) -> int:
        return BLOCK * list(self._lexicons).index(game)

    def _game(self, document: Document) -> str:
        """The game whose lexicon reads the document; "" for one that is none of this index's games."""
        game = document.game or "".join(document.clauses[:1]).partition("/")[0]
        return game if game in self._lexicons else ""

    def _rows(self, number: int, document: Document) -> list[_Row]:
        """One row for the document, one for each other way of asking for it."""
        game = self._game(document)
        words = self._lexicons[game].words
        own = words(document.title) + words(document.text)
        return [(" ".join(text), number, game) for text in (own, *map(words, document.asked_as)) if text]

    @contextmanager
    def _undone(self, *, keep: bool = False) -> Iterator[None]:
        """A transaction, rolled back at the end unless it is to be kept."""
        self._table.execute("BEGIN")
        try:
            yield
        finally:
            self._table.execute("COMMIT" if keep else "ROLLBACK")

    def search(self, question: str, limit: int, more: Sequence[Document] = ()) -> list[Answer]:
        """The best answers, best first. A clause that several texts speak for comes before one with a lucky word.

        ``more`` are documents that are searched beside the index's own, this time only.
        """
        documents = [*self._documents, *more]
        found = _Found(documents)
        written = tokens(question[:LONGEST_QUESTION])[:MOST_WORDS]
        corrected = [self._vocabulary.nearest(word) for word in written]
        with self._lock, self._undone():
            rows = [row for number, own in enumerate(more, len(self._documents)) for row in self._rows(number, own)]
            placed = self._placed(rows, self._used)
            self._table.executemany("INSERT INTO texts (rowid, words, document) VALUES (?, ?, ?)", placed)
            for game in dict.fromkeys(map(self._game, documents)):
                lexicon = self._lexicons[game]
                self._look(found, game, lexicon.read(corrected), NAMED if lexicon.names & set(corrected) else 1.0)
        return found.answers(limit)

    def _look(self, found: _Found, game: str, words: list[str], weight: float) -> None:
        """Add what one game's texts say about the words."""
        if not words:
            return
        query, start = _query(words), self._start(game)
        block = (start, start + BLOCK - 1)
        for number, score in self._table.execute(TEXTS, (query, *block, ROWS)):
            found.text(number, weight * score)
        for clause, score in self._table.execute(SUBJECTS, (query, *block)):
            found.subject(clause, weight * score)


class _Found:
    """What was found for one question, and how it adds up."""

    def __init__(self, documents: list[Document]) -> None:
        self._documents = documents
        self._best: defaultdict[int, float] = defaultdict(float)
        self._votes: defaultdict[str, list[float]] = defaultdict(list)
        self._subjects: dict[str, float] = {}

    def text(self, number: int, score: float) -> None:
        """A row of a document matches."""
        self._best[number] = max(self._best[number], score)
        self._votes[_subject(self._documents[number], number)].append(score)

    def subject(self, clause: str, score: float) -> None:
        """Everything said about a clause, taken together, matches."""
        self._subjects[clause] = score

    def _total(self, clause: str) -> float:
        """A clause's best text, less and less for each further one, and all of them together."""
        votes = sorted(self._votes[clause], reverse=True)[:TEXTS_PER_CLAUSE]
        texts = sum(score * FURTHER**place for place, score in enumerate(votes))
        return texts + SUBJECT * self._subjects.get(clause, 0.0)

    def _scores(self) -> dict[int, float]:
        """A document scores what its clause does; a house ruling less, the less its own words answer."""
        totals = {clause: self._total(clause) for clause in self._votes}
        scores = {}
        for number, best in self._best.items():
            subject = _subject(self._documents[number], number)
            own = best / max(self._votes[subject]) if self._alone(number) else 1.0
            scores[number] = own * totals[subject]
        return scores

    def _alone(self, number: int) -> bool:
        return self._documents[number].kind == "house-ruling"

    def answers(self, limit: int) -> list[Answer]:
        """Best first, the scores relative to the best.

        Of each clause one document comes first, so that the first answers are different ones, and all
        that a group has ruled itself; the other documents follow.
        """
        scores = self._scores()
        ranked = sorted(scores, key=lambda number: (-scores[number], -self._best[number]))
        shown: dict[str, int] = {}
        for number in ranked:
            subject = f"document {number}" if self._alone(number) else _subject(self._documents[number], number)
            shown.setdefault(subject, number)
        first = set(shown.values())
        ordered = sorted(ranked, key=lambda number: number not in first)
        top = scores[ordered[0]] if ordered else 1.0
        return [Answer(self._documents[number], scores[number] / top) for number in ordered[: max(limit, 0)]]


def _texts(document: Document) -> tuple[str, ...]:
    return (document.title, document.text, *document.asked_as)


def _subject(document: Document, number: int) -> str:
    """The clause a document is about; a document without one stands for itself."""
    return document.clauses[0] if document.clauses else f"document {number}"


def _query(words: list[str]) -> str:
    """Any of the words, or, which counts more, two of them side by side."""
    pairs = [f"{one} {other}" for one, other in pairwise(words)]
    return " OR ".join(f'"{term}"' for term in dict.fromkeys([*words, *pairs]))


@lru_cache(maxsize=16)
def _index_of(slugs: tuple[str, ...]) -> Index:
    documents = [document for slug in slugs for document in documents_of(slug)]
    return Index(documents, {slug: _lexicon(slug) for slug in slugs})


def _lexicon(slug: str) -> Lexicon:
    module = _lexicon_of(slug)
    return Lexicon(module.SYNONYMS, module.NAMES) if module else Lexicon()


def ask(question: str, *, game: str | None = None, documents: Iterable[Document] = (), limit: int = 10) -> list[Answer]:
    """Clauses and rulings that answer the question, best first; empty when no word is known.

    ``documents`` (house rulings) are searched beside them. Raises UnknownGame.
    """
    slugs = games() if game is None else (load(game).slug,)
    return _index_of(slugs).search(question, limit, tuple(documents))
