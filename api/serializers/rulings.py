"""House rulings, questions and answers."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from api.serializers.fields import Identity, PageQuery, StrictSerializer, Text
from gamerules import games


class RulingBody(StrictSerializer):
    """What the group decided."""

    clause = Text(max_length=120, help_text="Id of the clause, such as popcorn-dice/burnt-batch.")
    text = Text(max_length=500)
    play = Identity(required=False, allow_null=True, help_text="The play in which it came up.")
    option = Text(max_length=60, required=False, help_text="An option that settles the clause …")
    value = serializers.JSONField(required=False, allow_null=True, help_text="… and its value for new plays.")


class RulingsQuery(PageQuery):
    """Which rulings."""

    game = serializers.CharField(required=False, max_length=60, help_text="Slug of a game.")


class RulingSerializer(serializers.Serializer[Any]):
    """A house ruling; one made while logging has no id but the line that it was made for."""

    id = serializers.UUIDField(allow_null=True)
    group = serializers.CharField(source="group.slug")
    clause = serializers.CharField(allow_null=True)
    text = serializers.CharField()
    play = serializers.UUIDField(allow_null=True)
    line = serializers.UUIDField(allow_null=True)
    option = serializers.CharField(allow_blank=True)
    value = serializers.JSONField(allow_null=True)
    author = serializers.CharField(allow_blank=True)
    at = serializers.DateTimeField()


class QuestionBody(StrictSerializer):
    """A question in the reader's own words."""

    question = Text(max_length=500)
    game = serializers.ChoiceField(games(), required=False, allow_null=True)
    group = Text(max_length=60, required=False, allow_null=True, help_text="With this group's house rulings.")


class AnswerSerializer(serializers.Serializer[Any]):
    """A clause, ruling or house ruling that answers."""

    kind = serializers.ChoiceField(["clause", "ruling", "house-ruling"])
    clauses = serializers.ListField(child=serializers.CharField())
    title = serializers.CharField(allow_blank=True)
    excerpt = serializers.CharField()
    link = serializers.CharField(allow_blank=True)
    score = serializers.FloatField()


class AnswersSerializer(serializers.Serializer[Any]):
    """Answers, best first; none when no word of the question is known."""

    results = AnswerSerializer(many=True)
