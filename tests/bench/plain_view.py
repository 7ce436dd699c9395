"""What POST of an entry is measured against: a DRF view with the same authentication and fetches, one row inserted."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.urls import include, path
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scorekeeper.plays.access import play_for
from scorekeeper.plays.models import Entry


class PlainEntrySerializer(serializers.ModelSerializer[Entry]):
    """The row as it comes and goes."""

    id = serializers.UUIDField(source="line")
    player = serializers.CharField(write_only=True)
    kind = serializers.CharField(write_only=True)
    points = serializers.IntegerField(write_only=True)

    class Meta:
        model = Entry
        fields = ["id", "player", "kind", "points", "version", "payload", "created_at"]
        read_only_fields = ["payload", "created_at"]


class PlainEntries(APIView):
    """Checks types, inserts a row, answers with it."""

    def post(self, request: Request, play_id: UUID) -> Response:
        """One insert."""
        play = play_for(request.user, play_id, to="log_own")
        serializer = PlainEntrySerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        values: dict[str, Any] = serializer.validated_data
        payload = {name: values[name] for name in ("player", "kind", "points")}
        entry = Entry.objects.create(
            play=play,
            line=values["line"],
            revision=values["line"],
            position=values["version"] + 1,
            version=values["version"] + 1,
            payload=payload,
            author=request.user,
        )
        return Response(PlainEntrySerializer(entry).data, status=201)


urlpatterns = [
    path("plain/<uuid:play_id>/entries", PlainEntries.as_view()),
    path("", include("scorekeeper.urls")),
]
