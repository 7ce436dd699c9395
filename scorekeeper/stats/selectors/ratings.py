"""Ratings and streaks: where everybody stands now, and how they came there."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import OuterRef, Subquery

from scorekeeper.groups.models import Group, Player
from scorekeeper.stats.models import PlayResult
from scorekeeper.stats.selectors.filters import Filters

__all__ = ["Form", "RatingPoint", "forms_of", "rating_history"]

HISTORY_LENGTH = 200


@dataclass(frozen=True, slots=True)
class Form:
    """A player's rating (estimate and its uncertainty) and streaks, over all games or in one.

    ``low`` is the estimate less three times its uncertainty: what the player is at least worth.
    """

    player_id: uuid.UUID
    name: str
    is_guest: bool
    plays: int
    streak: int
    longest: int
    mu: float | None
    sigma: float | None
    play_id: uuid.UUID
    played_at: datetime

    @property
    def low(self) -> float | None:
        """μ − 3σ."""
        return None if self.mu is None or self.sigma is None else self.mu - 3 * self.sigma


@dataclass(frozen=True, slots=True)
class RatingPoint:
    """A rating after a play."""

    play_id: uuid.UUID
    played_at: datetime
    date: date
    game: str
    rank: int
    seats: int
    mu: float
    sigma: float


def _columns(game: str) -> tuple[str, ...]:
    names = ("nth", "streak", "longest", "mu", "sigma")
    return tuple(f"game_{name}" for name in names) if game else names


def forms_of(group: Group, game: str = "", *, guests: bool = False, player: uuid.UUID | None = None) -> list[Form]:
    """Everybody's rating and streaks after their last play (of a game), best first. One query."""
    last = PlayResult.objects.filter(player=OuterRef("pk"), is_ignored=False)
    if game:
        last = last.filter(game=game)
    players = Player.objects.filter(group=group)
    if player:
        players = players.filter(pk=player)
    newest = players.annotate(last=Subquery(last.order_by("-played_at", "-play_id").values("pk")[:1])).values("last")
    results = PlayResult.objects.filter(pk__in=newest)
    if not guests:
        results = results.filter(player__is_guest=False)
    columns = ("player_id", "player__name", "player__is_guest", *_columns(game), "play_id", "played_at")
    found = [Form(*row) for row in results.values_list(*columns)]
    return sorted(found, key=lambda form: (form.low is None, -(form.low or 0.0), form.name.casefold()))


def rating_history(group: Group, filters: Filters, *, length: int = HISTORY_LENGTH) -> list[RatingPoint]:
    """A player's ratings after each of the last plays chosen, oldest first. One query."""
    mu, sigma = ("game_mu", "game_sigma") if filters.game else ("mu", "sigma")
    results = PlayResult.objects.filter(filters.results(), group=group, **{f"{mu}__isnull": False})
    columns = ("play_id", "played_at", "date", "game", "rank", "seats", mu, sigma)
    rows = results.order_by("-played_at", "-play_id").values_list(*columns)[:length]
    return [RatingPoint(*row) for row in reversed(rows)]
