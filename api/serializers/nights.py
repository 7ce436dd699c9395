"""Nights and their standings."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from api.serializers.fields import Day, Identity, Ids, PeriodQuery, StrictSerializer, Text
from scorekeeper.plays.models import Night, Play


class NightBody(StrictSerializer):
    """A new night."""

    date = Day(required=False, help_text="The evening it belongs to; default today by the group's day start.")
    place = Text(max_length=100, required=False, allow_blank=True)
    players = Ids(required=False, help_text="Ids of who is here.")


class NightChanges(NightBody):
    """What may be changed of a night; what is left out stays."""


class NightsQuery(PeriodQuery):
    """Which nights."""

    player = Identity(required=False, help_text="Nights where this player was.")


class NamedPlayerSerializer(serializers.Serializer[Any]):
    """A player by id and name."""

    id = serializers.UUIDField()
    name = serializers.CharField()


class NightSerializer(serializers.ModelSerializer[Night]):
    """A night with who was there."""

    group = serializers.SlugRelatedField[Any](slug_field="slug", read_only=True)
    players = NamedPlayerSerializer(many=True)

    class Meta:
        model = Night
        fields = ["id", "group", "date", "starts_at", "time_zone", "place", "players", "created_at"]
        read_only_fields = fields


class NightPlaySerializer(serializers.ModelSerializer[Play]):
    """A play of a night, in short."""

    class Meta:
        model = Play
        fields = ["id", "game", "title", "status", "version", "started_at", "finished_at"]
        read_only_fields = fields


class FullNightSerializer(NightSerializer):
    """A night with its plays in short."""

    plays = NightPlaySerializer(many=True)

    class Meta(NightSerializer.Meta):
        fields = [*NightSerializer.Meta.fields, "plays"]
        read_only_fields = fields
