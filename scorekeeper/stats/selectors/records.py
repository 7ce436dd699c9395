"""Records with the play and line they come from, and achievements with the day they were earned."""

from __future__ import annotations

import datetime as dt
import uuid
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext_lazy as _

from scorekeeper.groups.models import Group
from scorekeeper.stats.models import Achievement, Best, PlayResult
from scorekeeper.stats.selectors.filters import Filters
from scorekeeper.stats.selectors.games import title_of
from scorekeeper.stats.selectors.totals import as_points

__all__ = ["ACHIEVEMENT_NAMES", "RECORD_NAMES", "Earned", "HeldRecord", "achievements_of", "records_of"]

RECORD_NAMES: dict[str, Any] = {
    "best-score": _("Best score"),
    "lowest-win": _("Weakest winning score"),
    "best-loss": _("Best losing score"),
    "widest-win": _("Widest margin"),
    "narrowest-win": _("Narrowest margin"),
    "best-line": _("Best turn"),
    "longest-play": _("Longest play, in lines"),
    "game-streak": _("Longest winning streak"),
    "streak": _("Longest winning streak over all games"),
}
ACHIEVEMENT_NAMES: dict[str, Any] = {
    "first-win": _("First win"),
    "plays-10": _("10 plays"),
    "plays-50": _("50 plays"),
    "plays-100": _("100 plays"),
    "plays-500": _("500 plays"),
    "streak-3": _("Three wins in a row"),
    "streak-5": _("Five wins in a row"),
    "streak-10": _("Ten wins in a row"),
    "beat-five": _("Won against five or more"),
    "photo-finish": _("Won by a single point"),
    "won-together": _("Won together"),
    "perfect-pop": _("Won by a Perfect Pop"),
    "roll-off": _("Won a roll-off"),
    "game-win": _("First win in this game"),
    "game-plays-10": _("10 plays of this game"),
    "game-plays-50": _("50 plays of this game"),
    "game-streak-3": _("Three wins in a row in this game"),
}
COUNTS = frozenset({"longest-play", "game-streak", "streak"})
# These are stored with their sign turned where low wins.
SCORES = frozenset({"best-score", "lowest-win", "best-loss", "best-line"})


@dataclass(frozen=True, slots=True)
class HeldRecord:
    """A record and who holds it; ``line`` is the line of the play that made it, where it is one."""

    kind: str
    game: str
    game_title: str
    season: int
    player_id: uuid.UUID
    player: str
    figure: Decimal
    play_id: uuid.UUID
    line: uuid.UUID | None
    played_at: dt.datetime
    date: dt.date

    @property
    def name(self) -> str:
        """The record in words."""
        return str(RECORD_NAMES[self.kind])

    @property
    def is_of_table(self) -> bool:
        """Whether the whole table made it."""
        return self.kind == "longest-play"


def records_of(group: Group, filters: Filters, *, owner: uuid.UUID | None = None) -> list[HeldRecord]:
    """Records of the season (all time: 0), of one game or all; of one player when ``owner``. Two queries."""
    bests = Best.objects.filter(group=group, owner=owner.hex if owner else "", season=filters.season)
    if filters.game:
        bests = bests.filter(game=filters.game)
    columns = (
        "kind",
        "game",
        "season",
        "player_id",
        "player__name",
        "value",
        "play_id",
        "line",
        "played_at",
        "play__night__date",
        "position",
    )
    rows = list(bests.order_by("game").values_list(*columns, "play__title"))
    signs = _signs(row[6] for row in rows if row[0] in SCORES)
    found = [_record(row, signs.get((row[6], row[10]), 1) if row[0] in SCORES else 1) for row in rows]
    order = list(RECORD_NAMES)
    return sorted(found, key=lambda record: (record.game_title.casefold(), order.index(record.kind)))


def _signs(plays: Any) -> dict[tuple[uuid.UUID, int], int]:
    """For seats in plays where low wins, -1: what their figures must be turned by to be shown."""
    results = PlayResult.objects.filter(play__in=set(plays), units__isnull=False)
    return {
        (play, position): -1 if units != merit else 1
        for play, position, units, merit in results.values_list("play_id", "position", "units", "merit")
    }


def _record(row: tuple[Any, ...], sign: int) -> HeldRecord:
    kind, game, season, player_id, player, value, play, line, played_at, date, _position, written = row
    if kind in ("lowest-win", "narrowest-win"):
        value = -value
    figure = Decimal(value) if kind in COUNTS else as_points(value * sign) or Decimal(0)
    title = title_of(game, written or "") if game else ""
    return HeldRecord(kind, game, title, season, player_id, player, figure, play, line, played_at, date)


@dataclass(frozen=True, slots=True)
class Earned:
    """An achievement and when it was earned."""

    kind: str
    game: str
    game_title: str
    player_id: uuid.UUID
    player: str
    play_id: uuid.UUID
    date: dt.date

    @property
    def name(self) -> str:
        """The achievement in words."""
        return str(ACHIEVEMENT_NAMES[self.kind])


def achievements_of(group: Group, filters: Filters, *, limit: int = 200) -> list[Earned]:
    """What was earned, the last first. One query."""
    earned = Achievement.objects.filter(group=group)
    if filters.player:
        earned = earned.filter(player=filters.player)
    elif not filters.guests:
        earned = earned.filter(player__is_guest=False)
    if filters.game:
        earned = earned.filter(game=filters.game)
    if filters.season:
        earned = earned.filter(date__year=filters.season)
    if filters.since:
        earned = earned.filter(date__gte=filters.since)
    if filters.until:
        earned = earned.filter(date__lte=filters.until)
    if filters.place:
        earned = earned.filter(play__night__place=filters.place)
    columns = ("kind", "game", "player_id", "player__name", "play_id", "date", "play__title")
    rows = earned.order_by("-earned_at", "kind", "game", "player_id").values_list(*columns)[:limit]
    return [
        Earned(kind, game, title_of(game, written or "") if game else "", player_id, player, play, day)
        for kind, game, player_id, player, play, day, written in rows
    ]
