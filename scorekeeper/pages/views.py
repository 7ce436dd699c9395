"""Group home and Night: what several apps know about one evening, side by side."""

from __future__ import annotations

import uuid
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from gamerules import games, load
from scorekeeper.accounts.signed_in import SignedInRequest
from scorekeeper.groups import selectors as groups
from scorekeeper.groups.access import allows, group_for
from scorekeeper.notebooks.selectors import night_report, season_report
from scorekeeper.plays import selectors as plays
from scorekeeper.plays.accents import accents_in, accents_of, order_of
from scorekeeper.plays.access import night_for
from scorekeeper.plays.forms import NightForm
from scorekeeper.plays.grids import PlayCard, play_cards
from scorekeeper.plays.matches import matches_of
from scorekeeper.plays.recaps import recap_of
from scorekeeper.stats.selectors import Filters, night_standings, season_standings

__all__ = ["group", "index", "night"]

RECENT_NIGHTS = 8
HERE_ALREADY = 12


@login_required
def index(request: SignedInRequest) -> HttpResponse:
    """The reader's groups; who has one only is there at once."""
    found = groups.groups_of(request.user)
    if len(found) == 1:
        return redirect("pages:group", found[0].slug)
    return render(request, "pages/index.html", {"groups": found})


@login_required
def group(request: SignedInRequest, slug: str) -> HttpResponse:
    """Tonight, the nights before, and how the season stands."""
    found = group_for(request.user, slug)
    today = groups.local_date(found, timezone.now())
    nights = list(plays.nights_of(found)[: RECENT_NIGHTS + 1])
    tonight = next((night for night in nights if night.date == today), None)
    context = {
        "group": found,
        "tab": "home",
        "records": allows(found.role, "record"),
        "manages": allows(found.role, "manage"),
        "tonight": tonight,
        "tonight_plays": _cards_of(tonight) if tonight else [],
        "nights": [night for night in nights if night != tonight][:RECENT_NIGHTS],
        "people": groups.players_of(found)[:HERE_ALREADY],
        "season": today.year,
        "season_report": season_report(found, today.year),
        "games": [load(slug) for slug in games()],
        "standings": season_standings(found, today.year),
        "filters": Filters(season=today.year),
        "accents": accents_in(found),
    }
    return render(request, "pages/group.html", context)


def _cards_of(night: Any) -> list[PlayCard]:
    """The plays of a night, people with the colours and shapes they have there."""
    here = (player.pk for player in plays.here_of(night))
    return play_cards(plays.plays_of_night(night), accents_of(here, order_of(night.group)))


@login_required
def night(request: SignedInRequest, night_id: uuid.UUID) -> HttpResponse:
    """Who is here, what is being played, what was, and how the night stands."""
    found = night_for(request.user, night_id)
    here = plays.here_of(found)
    accents = accents_of((player.pk for player in here), order_of(found.group))
    played = plays.plays_of_night(found)
    cards = play_cards(played, accents)
    known = {player.pk for player in here}
    context: dict[str, Any] = {
        "night": found,
        "group": found.group,
        "is_past": found.date < groups.local_date(found.group, timezone.now()),
        "records": allows(found.group.role, "record"),
        "here": [(player, accents[player.pk]) for player in here],
        "others": [player for player in groups.players_of(found.group) if player.pk not in known][:HERE_ALREADY],
        "going_on": [card for card in cards if card.play.status == "on"],
        "over": [card for card in cards if card.play.status != "on"],
        "games": [load(slug) for slug in games()],
        "matches": matches_of(played),
        "recap": recap_of([card for card in cards if not card.play.ignored]),
        "report": night_report(found),
        "standings": night_standings(found),
        "filters": Filters(night=found.pk, guests=True),
        "accents": accents,
        "form": NightForm(initial={"place": found.place, "date": found.date}),
        "version": sum(card.play.version + 1 for card in cards),  # as events/readers.py counts it
    }
    return render(request, "pages/night.html", context)
