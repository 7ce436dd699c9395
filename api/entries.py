"""Entries: writing, previewing, correcting and withdrawing the lines of a sheet."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from api.errors import found_json
from api.openapi import CORRECTED_ENTRY, ENTRY, NEW_ENTRY
from api.renderers import JSONText
from api.resource import Call, Resource, read
from api.serializers.fields import StrictSerializer
from api.serializers.plays import CorrectionHead, EntryHead, PreviewSerializer, WrittenSerializer
from scorekeeper.errors import BadInput
from scorekeeper.plays.access import play_for
from scorekeeper.plays.selectors import sheet_text
from scorekeeper.plays.services import Preview, Recorded, correct_entry, preview_entry, record_entry, withdraw_entry


def split(body: Any, head: type[StrictSerializer]) -> tuple[dict[str, Any], dict[str, Any]]:
    """What the API adds to an entry, and the entry as records.md writes it."""
    if not isinstance(body, dict):
        raise BadInput.of("", _("An entry is a JSON object."))
    names = head().fields.keys()
    added = read(head, {name: body[name] for name in names if name in body})
    return added, {name: value for name, value in body.items() if name not in names}


def device_of(request: Call) -> str:
    """By what a line was written: the name of the token, nothing for a browser's session."""
    return str(getattr(request.auth, "name", ""))[:60]


def written(recorded: Recorded) -> HttpResponse:
    """The entry as stored and the sheet after it: 201, or 200 when it was there already."""
    entry = {"id": recorded.entry.line, **recorded.entry.payload}
    answer = {"entry": entry, "revision": recorded.entry.revision, "version": recorded.play.version}
    sheet = sheet_text(recorded.play, sheet=recorded.sheet)
    return JSONText(answer, status=201 if recorded.created else 200, sheet=sheet)


class Entries(Resource):
    """The lines of a sheet."""

    @extend_schema(
        operation_id="record_entry", request=NEW_ENTRY, responses={200: WrittenSerializer, 201: WrittenSerializer}
    )
    def post(self, request: Call, play_id: UUID) -> HttpResponse:
        """Write the next line. The same id with the same content again is answered as before, with 200."""
        play = play_for(request.user, play_id, to="log_own")
        head, raw = split(request.data, EntryHead)
        recorded = record_entry(
            play=play, raw=raw, line=head["id"], version=head["version"], actor=request.user, device=device_of(request)
        )
        return written(recorded)


class OneEntry(Resource):
    """A line of a sheet."""

    delete_body = CorrectionHead

    @extend_schema(
        operation_id="correct_entry",
        request=CORRECTED_ENTRY,
        responses={200: WrittenSerializer, 201: WrittenSerializer},
    )
    def put(self, request: Call, play_id: UUID, line: UUID) -> HttpResponse:
        """Correct the line, and replay the rest; later lines that would break are listed and nothing is written."""
        play = play_for(request.user, play_id, to="log_own")
        head, raw = split(request.data, CorrectionHead)
        return written(
            correct_entry(play=play, line=line, raw=raw, actor=request.user, device=device_of(request), **head)
        )

    @extend_schema(operation_id="withdraw_entry", responses={200: WrittenSerializer, 201: WrittenSerializer})
    def delete(self, request: Call, play_id: UUID, line: UUID) -> HttpResponse:
        """Take the line back, and replay the rest; it stays in the history."""
        play = play_for(request.user, play_id, to="log_own")
        head = read(CorrectionHead, request.data)
        return written(withdraw_entry(play=play, line=line, actor=request.user, device=device_of(request), **head))


class EntryPreview(Resource):
    """What an entry would do."""

    @extend_schema(operation_id="preview_entry", request=ENTRY, responses=PreviewSerializer)
    def post(self, request: Call, play_id: UUID) -> Response:
        """Judge an entry as the next line; nothing is written."""
        play = play_for(request.user, play_id)
        return Response(_preview_json(preview_entry(play=play, raw=request.data)))


def _preview_json(preview: Preview) -> dict[str, Any]:
    line = preview.line.as_json() if preview.line else {}
    return {
        "legal": preview.line is not None,
        "points": line.get("points"),
        "total": line.get("total"),
        "level": line.get("level"),
        "text": line.get("text", ""),
        "findings": found_json(preview.findings),
    }
