"""The index: what can be found, and in which order it answers a question."""

from __future__ import annotations

import importlib
import sqlite3
import threading
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from gamerules.asking.words import Lexicon, Vocabulary
from gamerules.clauses import Clause
from gamerules.games import OWN_GAMES, games, load

__all__ = ["Answer", "Document", "Index", "ask"]

Kind = Literal["clause", "ruling", "house-ruling"]
EXCERPT = 240  # characters
LONGEST_QUESTION = 500  # characters; the rest of a longer one is not read
# how much a match in a title, in the text behind it, and in another way of asking counts
WEIGHTS = (2.0, 1.0)
SECOND_OPINION = 0.35  # what each further matching text of a clause adds, relative to its best
TEXTS_PER_CLAUSE = 3


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
    """The game's ``lexicon`` module (SYNONYMS and ASKED), or None for a module that brings none."""
    package = slug.replace("-", "_")
    if package not in OWN_GAMES:
        return None
    try:
        return importlib.import_module(f"gamerules.{package}.lexicon")
    except ModuleNotFoundError:
        return None


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


class Index:
    """Documents in an in-memory full-text table; safe to share between threads."""

    def __init__(self, documents: Iterable[Document], lexicon: Lexicon) -> None:
        self._documents = list(documents)
        self._lexicon = lexicon
        self._lock = threading.Lock()
        self._table = sqlite3.connect(":memory:", check_same_thread=False)
        self._table.execute("CREATE VIRTUAL TABLE texts USING fts5(title, body, document UNINDEXED)")
        rows = [row for number, document in enumerate(self._documents) for row in self._rows(number, document)]
        self._table.executemany("INSERT INTO texts VALUES (?, ?, ?)", rows)
        self._vocabulary = Vocabulary(word for title, body, _ in rows for word in f"{title} {body}".split())

    def _rows(self, number: int, document: Document) -> list[tuple[str, str, int]]:
        """One row for the document, one for each other way of asking for it."""
        words = self._lexicon.words
        own = (" ".join(words(document.title)), " ".join(words(document.text)), number)
        return [own, *((" ".join(words(phrase)), "", number) for phrase in document.asked_as)]

    def _matches(self, question: str) -> list[tuple[int, float]]:
        """(document, BM25 score) for each text that shares a word with the question, best first."""
        found = (self._vocabulary.nearest(word) for word in self._lexicon.words(question[:LONGEST_QUESTION]))
        words = list(dict.fromkeys(word for word in found if word))
        if not words:
            return []
        query = " OR ".join(f'"{word}"' for word in words)
        with self._lock:
            rows = self._table.execute(
                "SELECT document, -bm25(texts, ?, ?) FROM texts WHERE texts MATCH ? ORDER BY 2 DESC LIMIT 60",
                (*WEIGHTS, query),
            ).fetchall()
        return [(number, score) for number, score in rows]

    def search(self, question: str, limit: int) -> list[Answer]:
        """The best answers, best first. A clause that several texts speak for comes before one with a lucky word."""
        best: dict[int, float] = {}
        votes: defaultdict[str, list[float]] = defaultdict(list)
        for number, score in self._matches(question):
            best.setdefault(number, score)
            for clause in self._documents[number].clauses[:1]:
                votes[clause].append(score)
        totals = {clause: _total(scores) for clause, scores in votes.items()}
        ranked = sorted(best, key=lambda number: (-totals[self._documents[number].clauses[0]], -best[number]))
        ordered = _one_a_clause_first(ranked, self._documents)[:limit]
        top = totals[self._documents[ordered[0]].clauses[0]] if ordered else 1.0
        return [Answer(self._documents[number], totals[self._documents[number].clauses[0]] / top) for number in ordered]


def _total(scores: list[float]) -> float:
    """A clause's best text, and a little for each further one."""
    return scores[0] + SECOND_OPINION * sum(scores[1:TEXTS_PER_CLAUSE])


def _one_a_clause_first(ranked: list[int], documents: list[Document]) -> list[int]:
    """Each clause's best document first, so that the first answers are different ones; the others after them."""
    seen: set[str] = set()
    first: list[int] = []
    later: list[int] = []
    for number in ranked:
        clause = documents[number].clauses[0]
        (later if clause in seen else first).append(number)
        seen.add(clause)
    return first + later


@lru_cache(maxsize=16)
def _index_of(slugs: tuple[str, ...]) -> tuple[Index, Lexicon]:
    lexicons = [found for found in map(_lexicon_of, slugs) if found]
    lexicon = Lexicon(found.SYNONYMS for found in lexicons)
    documents = [document for slug in slugs for document in documents_of(slug)]
    return Index(documents, lexicon), lexicon


def ask(question: str, *, game: str | None = None, documents: Iterable[Document] = (), limit: int = 10) -> list[Answer]:
    """Clauses and rulings that answer the question, best first; empty when no word is known.

    ``documents`` (house rulings) are searched beside them. Raises UnknownGame.
    """
    slugs = (load(game).slug,) if game else games()
    index, lexicon = _index_of(slugs)
    answers = index.search(question, limit)
    own = list(documents)
    if own:
        answers = Index(own, lexicon).search(question, limit) + answers
    return sorted(answers, key=lambda answer: -answer.score)[:limit]
