"""Matches: plays of one series, won by whoever first has the majority of the plays agreed on."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Prefetch

from gamerules import load
from scorekeeper.groups.models import Player
from scorekeeper.plays.models import Play, Seat

__all__ = ["Match", "Tally", "match_of", "matches_of"]


@dataclass(frozen=True, slots=True)
class Tally:
    """How many plays of a match somebody has won alone; ``label`` as in the latest play."""

    player: uuid.UUID
    label: str
    wins: int


@dataclass(frozen=True, slots=True)
class Match:
    """How a best-of-N stands. A play that several win, or nobody, is a win for nobody."""

    series: uuid.UUID
    title: str
    best_of: int
    tallies: tuple[Tally, ...]
    played: int

    @property
    def needed(self) -> int:
        """The majority: how many plays win the match."""
        return self.best_of // 2 + 1

    @property
    def winner(self) -> Tally | None:
        """Who has the majority; None while nobody has."""
        return next((tally for tally in self.tallies if tally.wins >= self.needed), None)

    @property
    def score(self) -> str:
        """Everybody's wins in the order of the seats: "Ana 2 : Ben 1"."""
        return " : ".join(f"{tally.label} {tally.wins}" for tally in self.tallies)


def match_of(play: Play) -> Match | None:
    """The match a play belongs to; None where it stands alone."""
    if play.series is None or play.best_of is None:
        return None
    return matches_of([play])[0]


def matches_of(plays: Iterable[Play]) -> list[Match]:
    """The matches these plays belong to, also with their plays of other nights, in two queries."""
    series = list(dict.fromkeys(play.series for play in plays if play.series and play.best_of))
    if not series:
        return []
    seats = Prefetch("seats", queryset=Seat.objects.select_related("player__merged_into").order_by("position"))
    found = Play.objects.filter(series__in=series).prefetch_related(seats).order_by("started_at", "id")
    by_series: dict[uuid.UUID | None, list[Play]] = {}
    for play in found:
        by_series.setdefault(play.series, []).append(play)
    return [_match(one, by_series[one]) for one in series]


def _match(series: uuid.UUID, plays: Sequence[Play]) -> Match:
    wins: Counter[uuid.UUID] = Counter()
    finished = [play for play in plays if play.status == Play.Status.FINISHED]
    for play in finished:
        winners = (play.outcome or {}).get("winners", [])
        wins.update(_person(seat.player) for seat in play.seats.all() if winners == [seat.label])
    tallies = {_person(seat.player): seat.label for play in plays for seat in play.seats.all()}
    return Match(
        series, plays[-1].title or load(plays[-1].game).title, plays[-1].best_of or 1,
        tuple(Tally(player, label, wins[player]) for player, label in tallies.items()), len(finished),
    )  # fmt: skip


def _person(player: Player) -> uuid.UUID:
    """Whom a player counts as."""
    return player.merged_into_id or player.pk
