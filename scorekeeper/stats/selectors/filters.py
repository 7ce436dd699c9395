"""Which results a figure is about."""

from __future__ import annotations

import datetime as dt
import uuid
from dataclasses import dataclass

from django.db.models import Q

from scorekeeper.stats.models import ALL_TIME

__all__ = ["Filters"]


@dataclass(frozen=True, slots=True)
class Filters:
    """What the reader chose. ``season`` is the calendar year of the night's date; guests are left out of lists.

    Season, game and player are read from sums; a period or a place is counted from the results themselves.
    """

    season: int = ALL_TIME
    game: str = ""
    player: uuid.UUID | None = None
    place: str = ""
    since: dt.date | None = None
    until: dt.date | None = None
    guests: bool = False

    @property
    def is_summed(self) -> bool:
        """Whether sums are kept for this choice."""
        return not (self.place or self.since or self.until)

    def results(self, *, player: bool = True) -> Q:
        """The results chosen: those that count."""
        chosen = Q(is_ignored=False)
        if self.season != ALL_TIME:
            chosen &= Q(season=self.season)
        if self.game:
            chosen &= Q(game=self.game)
        if self.player and player:
            chosen &= Q(player=self.player)
        return chosen & self._period()

    def _period(self) -> Q:
        chosen = Q()
        if self.since:
            chosen &= Q(date__gte=self.since)
        if self.until:
            chosen &= Q(date__lte=self.until)
        if self.place:
            chosen &= Q(night__place=self.place)
        return chosen
