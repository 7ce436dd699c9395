"""Plays, sheets, entries, histories and records."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.serializers.fields import Identity, Ids, Instant, JSONObject, PeriodQuery, StrictSerializer, Text, Whole
from gamerules import games
from scorekeeper.plays.models import Play

LARGEST_VERSION = 2**31 - 1


class PlayBody(StrictSerializer):
    """A new play."""

    game = serializers.ChoiceField(games(), help_text="Slug of a game.")
    players = Ids(help_text="Ids in seat order; the first starts.")
    options = JSONObject(required=False, help_text="Options of the game; what is left out has the group's default.")
    setup = JSONObject(required=False, allow_null=True, help_text="The record's setup, where the game has one.")
    title = Text(max_length=200, required=False, allow_blank=True, help_text="What a game without a module is called.")


class PlaysQuery(PeriodQuery):
    """Which plays."""

    game = serializers.CharField(required=False, max_length=60, help_text="Slug of a game.")
    status = serializers.ChoiceField(Play.Status.choices, required=False)
    player = Identity(required=False, help_text="Plays in which this player had a seat.")
    night = Identity(required=False, help_text="Plays of this night.")


class VersionBody(StrictSerializer):
    """The version of the sheet that a change of status is based on."""

    version = Whole(min_value=0, max_value=LARGEST_VERSION, required=False)


class SeatSerializer(serializers.Serializer[Any]):
    """Who sat where; ``label`` is how the record calls them."""

    id = serializers.UUIDField(source="player_id")
    player = serializers.CharField(source="label")


class OutcomeSerializer(serializers.Serializer[Any]):
    """Who won, and by what."""

    winners = serializers.ListField(child=serializers.CharField())
    by = serializers.CharField()
    clause = serializers.CharField(required=False, allow_null=True)


class PlaySummarySerializer(serializers.ModelSerializer[Play]):
    """A play in a list."""

    group = serializers.SlugRelatedField[Any](slug_field="slug", read_only=True)
    night = serializers.UUIDField(source="night_id")
    date = serializers.DateField(source="night.date")
    seats = SeatSerializer(many=True)
    outcome = OutcomeSerializer(allow_null=True)

    class Meta:
        model = Play
        fields = [
            "id", "group", "night", "date", "game", "title", "status", "version", "seats", "outcome", "level",
            "has_rulings", "ignored", "started_at", "played_at", "finished_at",
        ]  # fmt: skip
        read_only_fields = fields


class FindingSerializer(serializers.Serializer[Any]):
    """A clause broken or touched: where and why."""

    clause = serializers.CharField(allow_null=True)
    field = serializers.CharField(allow_blank=True)
    verdict = serializers.CharField()
    severity = serializers.CharField()
    message = serializers.CharField()


@extend_schema_field({"type": ["integer", "string", "null"]})
class PointsField(serializers.Field[Any, Any, Any, Any]):
    """An integer, or a decimal as text where a game allows decimals."""


class SheetPlayerSerializer(serializers.Serializer[Any]):
    """A player's place so far; ``extras`` are the game's own figures."""

    id = serializers.UUIDField()
    player = serializers.CharField()
    points = PointsField()
    rank = serializers.IntegerField()
    extras = serializers.DictField()


class SheetLineSerializer(serializers.Serializer[Any]):
    """What one entry did."""

    id = serializers.UUIDField()
    player = serializers.CharField(allow_null=True)
    kind = serializers.CharField()
    points = PointsField(allow_null=True)
    total = PointsField(allow_null=True)
    level = serializers.CharField()
    ruled = serializers.CharField(allow_null=True)
    revision = serializers.UUIDField()
    row = serializers.IntegerField()
    text = serializers.CharField(allow_blank=True)
    scores = serializers.DictField()
    warnings = FindingSerializer(many=True)


class NextSerializer(serializers.Serializer[Any]):
    """Who may enter what now."""

    players = serializers.ListField(child=serializers.CharField())
    kinds = serializers.ListField(child=serializers.CharField())


class SheetSerializer(serializers.Serializer[Any]):
    """A play replayed up to now."""

    version = serializers.IntegerField()
    status = serializers.ChoiceField(Play.Status.choices)
    players = SheetPlayerSerializer(many=True)
    lines = SheetLineSerializer(many=True)
    next = NextSerializer(allow_null=True)
    outcome = OutcomeSerializer(allow_null=True)
    level = serializers.CharField()
    round = serializers.IntegerField()
    warnings = FindingSerializer(many=True)
    notices = FindingSerializer(many=True)


class RecordSerializer(serializers.Serializer[Any]):
    """A play record: the contract between score sheets and rule modules."""

    format = serializers.CharField()
    game = serializers.CharField()
    options = serializers.DictField()
    players = serializers.ListField(child=serializers.CharField())
    setup = serializers.DictField(required=False)
    entries = serializers.ListField(child=serializers.DictField())


class PlaySerializer(serializers.Serializer[Any]):
    """A play with its record and its sheet."""

    id = serializers.UUIDField()
    group = serializers.CharField()
    night = serializers.UUIDField()
    game = serializers.CharField()
    title = serializers.CharField(allow_blank=True)
    status = serializers.ChoiceField(Play.Status.choices)
    version = serializers.IntegerField()
    played_at = serializers.DateTimeField()
    record = RecordSerializer()
    sheet = SheetSerializer()


class WrittenSerializer(serializers.Serializer[Any]):
    """What a write to the sheet answers: the entry as stored, and the sheet after it."""

    entry = serializers.DictField()
    version = serializers.IntegerField()
    sheet = SheetSerializer()


class PreviewSerializer(serializers.Serializer[Any]):
    """What an entry would do; ``legal`` when it may stand."""

    legal = serializers.BooleanField()
    points = PointsField(allow_null=True)
    total = PointsField(allow_null=True)
    level = serializers.CharField(allow_null=True)
    text = serializers.CharField(allow_blank=True)
    findings = FindingSerializer(many=True)


class EntryHead(StrictSerializer):
    """What the API adds to a new entry."""

    id = Identity()
    version = Whole(min_value=0, max_value=LARGEST_VERSION)


class CorrectionHead(StrictSerializer):
    """What the API adds to a corrected entry, or sends alone to withdraw one."""

    revision = Identity()
    version = Whole(min_value=0, max_value=LARGEST_VERSION)


class HistoryRowSerializer(serializers.Serializer[Any]):
    """One revision of one line, or (without the fields of a line) a change of the play's status."""

    version = serializers.IntegerField()
    action = serializers.CharField()
    author = serializers.CharField(allow_null=True)
    at = serializers.DateTimeField()
    id = serializers.UUIDField(required=False)
    revision = serializers.UUIDField(required=False)
    number = serializers.IntegerField(required=False)
    position = serializers.IntegerField(required=False)
    is_current = serializers.BooleanField(required=False)
    entry = serializers.DictField(required=False)
    line = serializers.DictField(required=False)
    device = serializers.CharField(required=False, allow_blank=True)
    reason = serializers.CharField(required=False, allow_blank=True)


class WholeRecordBody(StrictSerializer):
    """A whole play that is over."""

    record = JSONObject(help_text="The play record; its players are matched by name, missing ones are added.")
    played_at = Instant(help_text="When it was played, with offset.")
    night = Identity(required=False, help_text="The night it belongs to; default one of that date, made when absent.")
    source = Text(  # type: ignore[assignment]  # DRF's own ``source`` is an argument, not read from the class
        max_length=40, required=False, allow_blank=True, help_text="Where it comes from."
    )
    external_id = Text(
        max_length=100, required=False, allow_blank=True, help_text="Its id there; the same again adds nothing."
    )
