"""Games, clauses and verdicts: what the rule modules say of themselves."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from api.serializers.fields import JSONObject, StrictSerializer
from api.serializers.plays import FindingSerializer, PointsField


class GameSummarySerializer(serializers.Serializer[Any]):
    """A rule module in a list; ``most_players`` is null where there is no limit."""

    slug = serializers.CharField()
    title = serializers.CharField()
    fewest_players = serializers.IntegerField()
    most_players = serializers.IntegerField(allow_null=True)
    has_table = serializers.BooleanField()
    clauses = serializers.IntegerField()


class GameSerializer(GameSummarySerializer):
    """A rule module with the JSON Schemas of its options, entries, setup, table and moves."""

    levels = serializers.ListField(child=serializers.CharField())
    options = serializers.DictField()
    entries = serializers.DictField()
    setup = serializers.DictField(allow_null=True)
    table = serializers.DictField(allow_null=True)
    moves = serializers.DictField(allow_null=True)


class ClauseSerializer(serializers.Serializer[Any]):
    """One numbered rule, in our own words, with where it stands in the publisher's rulebook."""

    id = serializers.CharField()
    name = serializers.CharField()
    game = serializers.CharField()
    text = serializers.CharField()
    locator = serializers.CharField(allow_blank=True)
    status = serializers.ChoiceField(["enforced", "informative"])
    options = serializers.ListField(child=serializers.CharField())
    checked_by = serializers.ListField(child=serializers.CharField())


class JudgeBody(StrictSerializer):
    """A record and the entry that might come next, or a table and a move."""

    record = JSONObject(required=False)
    entry = JSONObject(required=False)
    table = JSONObject(required=False)
    move = serializers.JSONField(required=False, allow_null=True)


class VerdictSerializer(serializers.Serializer[Any]):
    """May it stand: the findings, what was checked and what could not be, and what other options would say."""

    verdict = serializers.ChoiceField(["ok", "violation", "depends", "cannot-tell", "external", "malformed"])
    findings = FindingSerializer(many=True)
    checked = serializers.ListField(child=serializers.CharField())
    unchecked = serializers.ListField(child=serializers.CharField())
    depends = serializers.DictField(child=serializers.DictField(child=serializers.CharField()))
    points = PointsField(allow_null=True)
