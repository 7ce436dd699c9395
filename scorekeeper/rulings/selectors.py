"""Reads: a group's house rulings, written down or made while logging, and the answers to a question."""

from __future__ import annotations

import datetime as dt
import uuid
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet, TextField
from django.db.models.functions import Cast
from django.utils.translation import gettext

from gamerules import Clause, Finding, UnknownGame, load
from gamerules.asking import Answer, Document, ask
from scorekeeper.accounts.models import User
from scorekeeper.groups.models import Group
from scorekeeper.groups.selectors import groups_of
from scorekeeper.plays.models import Entry, Play
from scorekeeper.rulings.models import HouseRuling

__all__ = [
    "CitingLine", "Ruled", "answers_to", "clause_by_id", "house_rulings_of", "lines_citing", "rulings_beside",
    "rulings_by_clause", "warm_up",
]  # fmt: skip

MOST_LINES = 20
LAST_PLAYS = 500


@dataclass(frozen=True, slots=True)
class Ruled:
    """One house ruling, wherever it was made. ``id`` is None for one that is a field of an entry (``line``)."""

    group: Group
    clause: str | None
    text: str
    at: dt.datetime
    author: str
    id: uuid.UUID | None = None
    play: uuid.UUID | None = None
    line: uuid.UUID | None = None
    option: str = ""
    value: Any = None


def clause_by_id(clause_id: object) -> Clause | None:
    """The clause of this id in whatever game, or None."""
    if not isinstance(clause_id, str):
        return None
    try:
        return load(clause_id.partition("/")[0]).clauses.get(clause_id)
    except UnknownGame:
        return None


def _written(groups: Iterable[Group], **wanted: Any) -> list[Ruled]:
    found = HouseRuling.objects.select_related("group", "author").filter(
        group__in=groups, withdrawn_at__isnull=True, **wanted
    )
    return [
        Ruled(
            group=ruling.group,
            clause=ruling.clause,
            text=ruling.text,
            at=ruling.created_at,
            author=ruling.author.username if ruling.author else "",
            id=ruling.pk,
            play=ruling.play_id,
            option=ruling.option,
            value=ruling.value,
        )
        for ruling in found
    ]


def _ruled_entries(groups: Iterable[Group]) -> QuerySet[Entry]:
    return (
        Entry.objects.select_related("play__group", "author")
        .filter(play__group__in=groups, play__has_rulings=True, is_current=True, payload__ruled__isnull=False)
        .exclude(action=Entry.Action.WITHDRAWN)
    )


def _made_while_logging(groups: Iterable[Group]) -> list[Ruled]:
    return [
        Ruled(
            group=entry.play.group,
            clause=next((found["clause"] for found in entry.derived["warnings"] if found["clause"]), None),
            text=entry.payload["ruled"],
            at=entry.created_at,
            author=entry.author.username if entry.author else "",
            play=entry.play_id,
            line=entry.line,
        )
        for entry in _ruled_entries(groups)
    ]


def house_rulings_of(group: Group, *, game: str | None = None) -> list[Ruled]:
    """Everything the group decided, newest first: three queries however many there are."""
    found = _written([group]) + _made_while_logging([group])
    if game is not None:
        found = [ruled for ruled in found if (ruled.clause or "").startswith(f"{game}/")]
    return sorted(found, key=lambda ruled: ruled.at, reverse=True)


def rulings_beside(user: User, clause_id: str) -> list[Ruled]:
    """What the reader's groups decided about a clause, newest first."""
    groups = groups_of(user)
    made = [ruled for ruled in _made_while_logging(groups) if ruled.clause == clause_id]
    return sorted(_written(groups, clause=clause_id) + made, key=lambda ruled: ruled.at, reverse=True)


def rulings_by_clause(user: User, game: str) -> dict[str, list[Ruled]]:
    """What the reader's groups decided about a game's clauses, by clause id, newest first: three queries."""
    groups = groups_of(user)
    found = _written(groups, game=game) + _made_while_logging(groups)
    by_clause: defaultdict[str, list[Ruled]] = defaultdict(list)
    for ruled in sorted(found, key=lambda ruled: ruled.at, reverse=True):
        if ruled.clause and ruled.clause.startswith(f"{game}/"):
            by_clause[ruled.clause].append(ruled)
    return dict(by_clause)


@dataclass(frozen=True, slots=True)
class CitingLine:
    """A line that stands although a clause spoke against it, or warned: ``ruled`` is why the table let it stand."""

    play: uuid.UUID
    line: uuid.UUID
    group: Group
    title: str
    at: dt.datetime
    player: str
    message: str
    ruled: str | None


def lines_citing(user: User, clause: Clause) -> list[CitingLine]:
    """The last lines of the reader's groups with a finding of this clause, newest first. Two queries.

    Findings are text in each line: they are looked for in the last plays only, however long the history is.
    """
    plays = Play.objects.filter(group__in=groups_of(user), game=clause.game).order_by("-played_at")[:LAST_PLAYS]
    found = (
        Entry.objects.select_related("play__group")
        .filter(play__in=plays.values("pk"), is_current=True)
        .exclude(action=Entry.Action.WITHDRAWN)
        .annotate(told=Cast("derived", TextField()))
        .filter(told__contains=f'"clause": "{clause.id}"')
        .order_by("-created_at", "-id")[:MOST_LINES]
    )
    return [_citing(entry, clause) for entry in found]


def _citing(entry: Entry, clause: Clause) -> CitingLine:
    play, clauses = entry.play, load(clause.game).clauses
    stored = next(found for found in entry.derived["warnings"] if found["clause"] == clause.id)
    return CitingLine(
        play=play.pk,
        line=entry.line,
        group=play.group,
        title=play.title or load(play.game).title,
        at=play.played_at,
        player=str(entry.payload.get("player", "")),
        message=Finding.from_data(stored, clauses).message(gettext),
        ruled=entry.payload.get("ruled"),
    )


def _document(ruled: Ruled) -> Document:
    clause = ruled.clause or ""
    game, _, name = clause.partition("/")
    link = f"/plays/{ruled.play}" if ruled.play else f"/rules/{game}/{name}"
    return Document("house-ruling", (clause,), name.replace("-", " "), ruled.text, link, game)


def warm_up() -> None:
    """Ask one question, so that the index is there before anybody asks; reads no table."""
    answers_to("a tie")


def answers_to(
    question: str, *, game: str | None = None, groups: Iterable[Group] = (), limit: int = 10
) -> list[Answer]:
    """Clauses, rulings and these groups' house rulings that answer the question. Raises UnknownGame."""
    documents = [_document(ruled) for group in groups for ruled in house_rulings_of(group, game=game) if ruled.clause]
    return ask(question, game=game, documents=documents, limit=limit)
