"""Standings and statistics."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from api.serializers.fields import Day, Identity, PageQuery, PeriodQuery, StrictSerializer

FIRST_SEASON, LAST_SEASON = 1980, 2999
GAME_KEY = 420  # characters of a game's slug, or of a tally's with its title
SEASON = "A calendar year, by the night's date; default all time."


class SeasonQuery(StrictSerializer):
    """Which season."""

    season = serializers.IntegerField(required=False, min_value=FIRST_SEASON, max_value=LAST_SEASON, help_text=SEASON)


class StatsQuery(PeriodQuery):
    """Which results a table is about."""

    season = serializers.IntegerField(required=False, min_value=FIRST_SEASON, max_value=LAST_SEASON, help_text=SEASON)
    game = serializers.CharField(required=False, max_length=GAME_KEY, help_text="A game as a table names it.")
    player = Identity(required=False, help_text="Only this player.")
    place = serializers.CharField(required=False, max_length=100, help_text="Only nights at this place.")
    guests = serializers.BooleanField(required=False, help_text="With guests in lists; default without.")


class EntriesQuery(PageQuery):
    """Which lines."""

    game = serializers.CharField(required=False, max_length=60, help_text="Slug of a game.")
    player = Identity(required=False, help_text="Lines of this player.")
    play = Identity(required=False, help_text="Lines of this play.")
    night = Identity(required=False, help_text="Lines of this night.")
    since = Day(required=False, help_text="From this date on, by the group's day start.")
    until = Day(required=False, help_text="Up to and including this date.")


class StandingSerializer(serializers.Serializer[Any]):
    """A player's place; ``value`` is what the group's scheme counts. Shares are decimals as text."""

    rank = serializers.IntegerField()
    id = serializers.UUIDField()
    player = serializers.CharField()
    plays = serializers.IntegerField()
    wins = serializers.IntegerField()
    share = serializers.CharField()
    placement = serializers.CharField()
    value = serializers.CharField()


class StandingsSerializer(serializers.Serializer[Any]):
    """Ranked players, the formula they are ranked by, and how fresh that is."""

    results = StandingSerializer(many=True)
    scheme = serializers.CharField()
    formula = serializers.CharField()
    as_of = serializers.DateTimeField(allow_null=True)
    stale = serializers.BooleanField()


class TableSerializer(serializers.Serializer[Any]):
    """A part of a tidy table: one fact a row, by column."""

    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    columns = serializers.ListField(child=serializers.CharField())
    as_of = serializers.DateTimeField(allow_null=True)
    stale = serializers.BooleanField()
    results = serializers.ListField(child=serializers.DictField())


class LineSerializer(serializers.Serializer[Any]):
    """One line of a sheet with where and when it was written."""

    id = serializers.UUIDField()
    play = serializers.UUIDField()
    night = serializers.UUIDField()
    date = serializers.DateField()
    game = serializers.CharField()
    player = serializers.CharField(allow_null=True)
    player_id = serializers.UUIDField(allow_null=True)
    kind = serializers.CharField()
    row = serializers.IntegerField()
    points = serializers.JSONField(allow_null=True)
    total = serializers.JSONField(allow_null=True)
    level = serializers.CharField()
    ruled = serializers.CharField(allow_null=True)
    author = serializers.CharField(allow_null=True)
    at = serializers.DateTimeField()
    entry = serializers.DictField()
