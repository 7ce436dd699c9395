"""Which results a figure is about."""

from __future__ import annotations

import datetime as dt
import uuid
from dataclasses import dataclass, fields
from urllib.parse import urlencode

from django.db.models import Exists, OuterRef, Q

from scorekeeper.stats.models import ALL_TIME, MILLION, PlayResult

__all__ = ["CONTESTED", "FIGURES", "MEETINGS", "SCORED", "Filters"]

CONTESTED = Q(opponents__gt=0, is_cooperative=False)
SCORED = Q(units__isnull=False, is_cooperative=False)
# figure → the results that it counts
FIGURES: dict[str, Q] = {
    "contested": CONTESTED,
    "won": CONTESTED & Q(won=True),
    "together": Q(is_cooperative=True),
    "won-together": Q(is_cooperative=True, won=True),
    "scored": SCORED,
    "rolled": Q(luck__isnull=False),
}
# figure of two players who met → where the opponent came, as a lookup with the rank of the player
MEETINGS = {"ahead": "rank__gt", "level": "rank", "behind": "rank__lt"}


@dataclass(frozen=True, slots=True)
class Filters:
    """What the reader chose. ``season`` is the calendar year of the night's date; guests are left out of lists.

    Season, game and player are read from sums; a period or a place is counted from the results themselves.
    The rest leads from a figure to the results it counts: a name of FIGURES or (``against`` somebody) of MEETINGS,
    the size of the table, a night, points from ``low`` to below ``high``.
    """

    season: int = ALL_TIME
    game: str = ""
    player: uuid.UUID | None = None
    place: str = ""
    since: dt.date | None = None
    until: dt.date | None = None
    guests: bool = False
    figure: str = ""
    seats: int = 0
    against: uuid.UUID | None = None
    night: uuid.UUID | None = None
    low: int | None = None
    high: int | None = None

    @property
    def is_summed(self) -> bool:
        """Whether sums are kept for this choice."""
        is_narrowed = self.place or self.since or self.until or self.figure or self.seats or self.against or self.night
        return not is_narrowed and self.low is None and self.high is None

    @property
    def chosen(self) -> dict[str, str]:
        """What is not left as it is by default, as an address writes it."""
        given = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: "1" if value is True else str(value) for name, value in given.items() if value != DEFAULTS[name]}

    @property
    def query(self) -> str:
        """The same as the query of an address."""
        return urlencode(self.chosen)

    def results(self, *, player: bool = True) -> Q:
        """The results chosen: those that count."""
        chosen = Q(is_ignored=False)
        if self.season != ALL_TIME:
            chosen &= Q(season=self.season)
        if self.game:
            chosen &= Q(game=self.game)
        if self.player and player:
            chosen &= Q(player=self.player)
        return chosen & self._period() & self._counted()

    def _period(self) -> Q:
        chosen = Q()
        if self.since:
            chosen &= Q(date__gte=self.since)
        if self.until:
            chosen &= Q(date__lte=self.until)
        if self.place:
            chosen &= Q(night__place=self.place)
        return chosen

    def _counted(self) -> Q:
        chosen = FIGURES.get(self.figure, Q())
        if self.seats:
            chosen &= Q(seats=self.seats)
        if self.night:
            chosen &= Q(play__night=self.night)
        if self.low is not None:
            chosen &= SCORED & Q(units__gte=self.low * MILLION)
        if self.high is not None:
            chosen &= SCORED & Q(units__lt=self.high * MILLION)
        return chosen & self._met(self.against) if self.against else chosen

    def _met(self, opponent: uuid.UUID) -> Q:
        """Contested plays with the opponent at the same table, not in the same team."""
        theirs = PlayResult.objects.filter(CONTESTED, play=OuterRef("play"), player=opponent)
        theirs = theirs.exclude(~Q(team=""), team=OuterRef("team"))
        if self.figure in MEETINGS:
            theirs = theirs.filter(**{MEETINGS[self.figure]: OuterRef("rank")})
        return CONTESTED & Q(Exists(theirs))


DEFAULTS = {field.name: field.default for field in fields(Filters)}
