"""Merging two names that are one person. Nothing is moved, so that it can be undone: reads follow the pointer."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Min
from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.errors import BadInput
from scorekeeper.groups.models import Group, Player
from scorekeeper.plays.models import Play
from scorekeeper.plays.services.marks import mark_group

__all__ = ["merge_players", "plays_of_both", "unmerge_player"]


def plays_of_both(player: Player, into: Player) -> int:
    """In how many plays the two (with all merged into them) sat side by side: then they are not one person."""
    theirs, others = _names_of(player), _names_of(into)
    return Play.objects.filter(seats__player__in=theirs).filter(seats__player__in=others).distinct().count()


def _names_of(player: Player) -> list[Player]:
    """The player and everybody merged into them, at any remove."""
    found, queue = [], [player]
    while queue:
        current = queue.pop()
        found.append(current)
        queue += list(current.merged.all())
    return found


def _first_played(player: Player) -> datetime:
    """When the player, under whichever name, first sat down: nothing before depends on them; now if never."""
    first = Play.objects.filter(seats__player__in=_names_of(player)).aggregate(first=Min("played_at"))["first"]
    return first or timezone.now()


@transaction.atomic
def merge_players(*, player: Player, into: Player) -> Player:
    """From now on ``player`` counts as ``into``. Raises BadInput when they cannot be one person."""
    Group.objects.select_for_update().get(pk=player.group_id)
    player.refresh_from_db()
    into.refresh_from_db()
    if player.group_id != into.group_id:
        raise BadInput.of("into", _("Both players must be of the same group."))
    if player.pk == into.pk or into.merged_into_id is not None:
        raise BadInput.of("into", _("Merge into another player who is still in use."))
    if player.merged_into_id is not None:
        raise BadInput.of("player", _("This player was merged already."))
    together = plays_of_both(player, into)
    if together:
        raise BadInput.of("into", _("They sat in %(count)s plays together.") % {"count": together})
    player.merged_into = into
    player.save(update_fields=["merged_into"])
    mark_group(player.group_id, since=_first_played(player))
    return into


@transaction.atomic
def unmerge_player(*, player: Player) -> Player:
    """Undo a merge. Raises BadInput when there was none."""
    Group.objects.select_for_update().get(pk=player.group_id)
    player.refresh_from_db()
    if player.merged_into_id is None:
        raise BadInput.of("player", _("This player was not merged."))
    player.merged_into = None
    player.save(update_fields=["merged_into"])
    mark_group(player.group_id, since=_first_played(player))
    return player
