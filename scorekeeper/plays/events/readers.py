"""What a stream may see and what it shows: synchronous reads, run in a thread.

``watch_for`` authorises once, when a stream opens; ``payload_of`` makes what is sent, once a version
for all streams of a process that want the same.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from http.cookies import SimpleCookie
from importlib import import_module
from types import SimpleNamespace
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user
from django.core.serializers.json import DjangoJSONEncoder
from django.http import Http404
from django.template.loader import render_to_string
from django.utils.translation import get_supported_language_variant, override

from scorekeeper.accounts.models import User
from scorekeeper.accounts.selectors import user_of_token
from scorekeeper.plays.access import night_for, play_by_share, play_for
from scorekeeper.plays.models import Play
from scorekeeper.plays.selectors import sheet_json
from scorekeeper.plays.sheet_pages import score_context

__all__ = ["Unauthorised", "Watch", "language_of", "payload_of", "version_of", "watch_for"]


class Unauthorised(Exception):
    """Nobody is signed in (401)."""


@dataclass(frozen=True, slots=True)
class Watch:
    """What a stream watches: one sheet or one night, in which language, and how it is shown.

    ``shown`` is ``api`` for JSON as in api.md, ``page`` for the score pad as HTML, ``share`` for the
    same without links to correct it.
    """

    kind: str
    id: uuid.UUID
    language: str
    shown: str = "api"

    @property
    def channel(self) -> str:
        """The channel on which its changes are published."""
        return f"{self.kind}:{self.id}"


def _user_of(headers: Mapping[str, str]) -> User:
    """Who asks, by token or by the site's session. Raises Unauthorised."""
    scheme, _space, secret = headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        token = user_of_token(secret.strip())
        if token is not None:
            return token.user
        raise Unauthorised
    cookie = SimpleCookie(headers.get("cookie", "")).get(settings.SESSION_COOKIE_NAME)
    if cookie is None:
        raise Unauthorised
    session = import_module(settings.SESSION_ENGINE).SessionStore(cookie.value)
    request: Any = SimpleNamespace(session=session)
    user = get_user(request)
    if not isinstance(user, User) or not user.is_active:
        raise Unauthorised
    return user


def language_of(headers: Mapping[str, str]) -> str:
    """The reader's language: the cookie's, else the first of the browser's that the site has."""
    cookie = SimpleCookie(headers.get("cookie", "")).get(settings.LANGUAGE_COOKIE_NAME)
    wanted = [cookie.value] if cookie else []
    wanted += [part.partition(";")[0].strip() for part in headers.get("accept-language", "").split(",")]
    for code in wanted:
        try:
            return get_supported_language_variant(code)
        except LookupError:
            continue
    return settings.LANGUAGE_CODE


def watch_for(shown: str, kind: str, name: str, headers: Mapping[str, str]) -> Watch:
    """What this address may watch. Raises Http404, PermissionDenied, Unauthorised."""
    language = language_of(headers)
    if shown == "share":
        return Watch("play", play_by_share(name).pk, language, shown)
    try:
        identity = uuid.UUID(name)
    except ValueError:
        raise Http404 from None
    user = _user_of(headers)
    found = play_for(user, identity) if kind == "play" else night_for(user, identity)
    return Watch(kind, found.pk, language, shown)


def version_of(watch: Watch) -> int:
    """How far the thing watched has come: a sheet's version, for a night the sum of (version + 1) of its plays."""
    if watch.kind == "play":
        return Play.objects.filter(pk=watch.id).values_list("version", flat=True).first() or 0
    versions = Play.objects.filter(night=watch.id).values_list("version", flat=True)
    return sum(version + 1 for version in versions)


def payload_of(watch: Watch) -> tuple[int, str]:
    """(version, JSON to send): a sheet as in api.md, or a night's plays with status and version."""
    with override(watch.language):
        if watch.kind == "play":
            return _sheet_payload(watch)
        return _night_payload(watch.id)


def _sheet_payload(watch: Watch) -> tuple[int, str]:
    play = Play.objects.select_related("group", "night").filter(pk=watch.id).first()
    if play is None:
        return 0, json.dumps({"version": 0, "deleted": True})
    facts: dict[str, Any] = {"version": play.version, "status": play.status}
    if watch.shown == "api":
        facts["sheet"] = sheet_json(play)
    else:
        context = score_context(play) | {"shared": watch.shown == "share"}
        facts["html"] = render_to_string("plays/_sheet.html", context)
    return play.version, json.dumps(facts, cls=DjangoJSONEncoder)


def _night_payload(night_id: uuid.UUID) -> tuple[int, str]:
    plays = list(Play.objects.filter(night=night_id).order_by("played_at").values("id", "status", "version"))
    version = sum(play["version"] + 1 for play in plays)
    return version, json.dumps({"version": version, "plays": plays}, cls=DjangoJSONEncoder)
