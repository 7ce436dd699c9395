"""Derived data only: all of it can be dropped and rebuilt from entries, and nothing here is authoritative.

``PlayResult`` holds one row a seat, and in its last columns what each play left behind (ratings, streaks,
counts), so that an edit in the past goes on from the last row before it. The summaries are sums over those
rows, added to and subtracted from, in integers, so that no order of writes can change them.
docs/decisions/0011 tells how ties, co-operative plays, guests and the like count.

Keys to plays, nights and players carry no constraint: results outlive a deleted play until its mark is
worked off, which subtracts them.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scorekeeper.groups.models import Group, Player
from scorekeeper.plays.models import Night, Play

# Shares, expectations and parts of a win are integers in this unit: fractions with a denominator up to 20,
# and their halves, are exact, so their sums do not depend on the order of adding.
UNIT = 465_585_120
# Points are summed and compared in millionths.
MILLION = 1_000_000
# The season of figures over all time.
ALL_TIME = 0


class ExactDecimalField(models.CharField):  # type: ignore[type-arg]
    """A Decimal kept as its digits, so that no database rounds it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"max_length": 60, **kwargs})

    def from_db_value(self, value: str | None, *_: object) -> Decimal | None:
        """The Decimal of stored digits."""
        return None if value is None else Decimal(value)

    def get_prep_value(self, value: Any) -> str | None:
        """The digits of an int or Decimal."""
        return None if value is None else format(value, "f") if isinstance(value, Decimal) else str(value)


def loose_key(to: type[models.Model]) -> Any:
    """A foreign key without a constraint or an index of its own."""
    return models.ForeignKey(to, on_delete=models.DO_NOTHING, db_constraint=False, db_index=False, related_name="+")


class GroupState(models.Model):
    """How far a group's statistics are: the row that every recomputation locks.

    Results from the ``cursor`` (instant and play) on wait to be folded again, also to be derived from their
    entries when ``derive``; without a cursor nothing waits but marks. ``serial`` counts writes. Who has more
    than one step to do has the group to itself until ``leased_until``, and prolongs that with every step.
    """

    group = models.OneToOneField(Group, on_delete=models.CASCADE, primary_key=True, related_name="stats_state")
    cursor_at = models.DateTimeField(null=True)
    cursor_play = models.UUIDField(null=True)
    derive = models.BooleanField(default=False)
    serial = models.PositiveBigIntegerField(default=0)
    as_of = models.DateTimeField(null=True)
    leased_until = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(cursor_at__isnull=True, cursor_play__isnull=True)
                | models.Q(cursor_at__isnull=False, cursor_play__isnull=False),
                name="stats_cursor_is_whole",
            )
        ]

    def __str__(self) -> str:
        return f"{self.group_id} as of {self.as_of}"

    def is_leased(self) -> bool:
        """Whether somebody is at work here who has not been silent for too long."""
        return self.leased_until is not None and self.leased_until > timezone.now()


class PlayResult(models.Model):
    """What a finished play meant for one seat, and what it left the player with.

    ``beaten`` counts half opponents (2 = one beaten, 1 = a tie); ``share``, ``win_part`` (split between
    winners) and ``expected`` (one side among ``sides``) are in UNITs; ``units`` are points in millionths
    (null: no scores), ``merit`` the same with its sign turned where low wins, ``margin`` the lead over the
    best loser. ``best_line`` is the player's best line of several, ``best_merit`` what it gave, its
    sign turned like ``merit``.
    ``luck`` is what the dice gave beyond the average and ``skill`` what choices gave away (never above 0), in
    millionths of a point, where turns were logged roll by roll.
    """

    group = models.ForeignKey(Group, on_delete=models.CASCADE, db_index=False, related_name="results")
    play = loose_key(Play)
    night = loose_key(Night)
    player = loose_key(Player)
    position = models.PositiveSmallIntegerField()
    game = models.CharField(max_length=420)
    date = models.DateField()
    season = models.PositiveSmallIntegerField()
    played_at = models.DateTimeField()
    seats = models.PositiveSmallIntegerField()
    sides = models.PositiveSmallIntegerField()
    opponents = models.PositiveSmallIntegerField()
    rank = models.PositiveSmallIntegerField(_("rank"))
    won = models.BooleanField(_("won"))
    beaten = models.PositiveSmallIntegerField()
    share = models.PositiveBigIntegerField()
    win_part = models.PositiveBigIntegerField()
    expected = models.PositiveBigIntegerField()
    points = ExactDecimalField(_("points"), null=True)
    units = models.BigIntegerField(null=True)
    merit = models.BigIntegerField(null=True)
    margin = models.BigIntegerField(null=True)
    by = models.CharField(max_length=20, blank=True)
    team = models.CharField(max_length=100, blank=True)
    is_cooperative = models.BooleanField()
    is_ruled = models.BooleanField()
    is_ignored = models.BooleanField()
    lines = models.PositiveIntegerField()
    best_line = models.UUIDField(null=True)
    best_merit = models.BigIntegerField(null=True)
    luck = models.BigIntegerField(null=True)
    skill = models.BigIntegerField(null=True)
    # What the player had after this play, over all games and in this one.
    nth = models.PositiveIntegerField(default=0)
    streak = models.PositiveIntegerField(default=0)
    longest = models.PositiveIntegerField(default=0)
    mu = models.FloatField(null=True)
    sigma = models.FloatField(null=True)
    game_nth = models.PositiveIntegerField(default=0)
    game_streak = models.PositiveIntegerField(default=0)
    game_longest = models.PositiveIntegerField(default=0)
    game_mu = models.FloatField(null=True)
    game_sigma = models.FloatField(null=True)

    class Meta:
        # Every index here is written for every seat of every play: no page asks for less than these.
        constraints = [models.UniqueConstraint(fields=["play", "player"], name="stats_one_result_a_player")]
        indexes = [
            models.Index(fields=["group", "played_at", "play"], name="stats_result_order"),
            models.Index(fields=["group", "game", "played_at"], name="stats_result_game"),
            models.Index(fields=["player", "played_at", "play"], name="stats_result_player"),
            models.Index(fields=["player", "game", "played_at"], name="stats_result_player_game"),
        ]

    def __str__(self) -> str:
        return f"{self.game}: {self.player_id} came {self.rank}"


class Summary(models.Model):
    """A sum over results. ``season`` is a calendar year, or ALL_TIME for the sum over all of them."""

    group = models.ForeignKey(Group, on_delete=models.CASCADE, db_index=False, related_name="+")
    game = models.CharField(max_length=420)
    plays = models.BigIntegerField(default=0)

    class Meta:
        abstract = True


class PlayerSummary(Summary):
    """A player's results in one game, season and size of table. Only what is not ignored."""

    player = loose_key(Player)
    season = models.PositiveSmallIntegerField()
    seats = models.PositiveSmallIntegerField()
    contested = models.BigIntegerField(default=0)
    wins = models.BigIntegerField(default=0)
    win_parts = models.BigIntegerField(default=0)
    expected = models.BigIntegerField(default=0)
    share = models.BigIntegerField(default=0)
    beaten = models.BigIntegerField(default=0)
    opponents = models.BigIntegerField(default=0)
    together = models.BigIntegerField(default=0)
    together_won = models.BigIntegerField(default=0)
    scored = models.BigIntegerField(default=0)
    units = models.BigIntegerField(default=0)
    lucky = models.BigIntegerField(default=0)
    luck = models.BigIntegerField(default=0)
    skill = models.BigIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["group", "season", "player", "game", "seats"], name="stats_player_summary_key"
            )
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.season or ''}: {self.player_id} in {self.plays} plays"


class PairSummary(Summary):
    """Two players who met: how often either was ahead of the other, or level. ``one`` has the smaller id."""

    one = loose_key(Player)
    other = loose_key(Player)
    season = models.PositiveSmallIntegerField()
    one_ahead = models.BigIntegerField(default=0)
    other_ahead = models.BigIntegerField(default=0)
    level = models.BigIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["group", "season", "one", "other", "game"], name="stats_pair_summary_key")
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.season or ''}: {self.one_id} {self.one_ahead}, {self.other_id} {self.other_ahead}"


class MonthSummary(Summary):
    """Plays, seats and lines of a game in a month (``202611``) by the night's date."""

    month = models.PositiveIntegerField()
    seats = models.BigIntegerField(default=0)
    lines = models.BigIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["group", "game", "month"], name="stats_month_summary_key")]

    def __str__(self) -> str:
        return f"{self.game} {self.month}: {self.plays} plays"


class ScoreSummary(Summary):
    """How often a final score came up in a game; ``plays`` counts seats."""

    season = models.PositiveSmallIntegerField()
    units = models.BigIntegerField()
    wins = models.BigIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["group", "game", "season", "units"], name="stats_score_summary_key")
        ]

    def __str__(self) -> str:
        return f"{self.game}: {self.units / MILLION:g} came up {self.plays} times"


class Best(models.Model):
    """A record: the result that holds it. Equal values: the earliest play keeps it.

    ``owner`` is the id of the player whose personal best it is, empty for the group's; ``game`` is empty for one
    over all games. More ``value`` is better, whatever the kind.
    """

    group = models.ForeignKey(Group, on_delete=models.CASCADE, db_index=False, related_name="bests")
    owner = models.CharField(max_length=32, blank=True)
    game = models.CharField(max_length=420, blank=True)
    season = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=30)
    value = models.BigIntegerField()
    play = loose_key(Play)
    player = loose_key(Player)
    position = models.PositiveSmallIntegerField()
    line = models.UUIDField(null=True)
    played_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["group", "owner", "season", "game", "kind"], name="stats_best_key")
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.season or ''} {self.kind}: {self.player_id}"


class Achievement(models.Model):
    """What a player was the first time to do, dated by the play it was done in."""

    group = models.ForeignKey(Group, on_delete=models.CASCADE, db_index=False, related_name="achievements")
    player = loose_key(Player)
    kind = models.CharField(max_length=30)
    game = models.CharField(max_length=420, blank=True)
    play = loose_key(Play)
    earned_at = models.DateTimeField()
    date = models.DateField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["group", "player", "kind", "game"], name="stats_achievement_once")
        ]
        indexes = [models.Index(fields=["group", "earned_at", "play"], name="stats_achievement_order")]

    def __str__(self) -> str:
        return f"{self.kind} {self.game}: {self.player_id} on {self.date}"
