"""Players: the names in a group's notebook."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from api.pagination import page_of
from api.resource import Call, Resource, body_of, shown
from api.serializers.fields import PageQuery, page_schema
from api.serializers.groups import MergeBody, PlayerBody, PlayerChanges, PlayerSerializer
from scorekeeper.groups.access import group_for, player_for
from scorekeeper.groups.selectors import named_players
from scorekeeper.groups.services import (
    add_player,
    archive_player,
    claim_player,
    release_player,
    rename_player,
    restore_player,
)
from scorekeeper.plays.services import merge_players


class Players(Resource):
    """The players of a group."""

    filters = {"GET": PageQuery}

    @extend_schema(operation_id="players", responses=page_schema(PlayerSerializer))
    def get(self, request: Call, slug: str) -> Response:
        """All players, archived ones too, the latest added first."""
        players = named_players(group_for(request.user, slug))
        return page_of(request, players, PlayerSerializer().to_representation, order=("-created_at", "-id"))

    @extend_schema(operation_id="add_player", request=PlayerBody, responses={201: PlayerSerializer})
    def post(self, request: Call, slug: str) -> Response:
        """Add a name to the notebook. Two players may share one."""
        group = group_for(request.user, slug, to="record")
        return shown(PlayerSerializer, add_player(group=group, **body_of(request, PlayerBody)), status=201)


class OnePlayer(Resource):
    """A player."""

    @extend_schema(operation_id="player", responses=PlayerSerializer)
    def get(self, request: Call, player_id: UUID) -> Response:
        """The player."""
        return shown(PlayerSerializer, player_for(request.user, player_id))

    @extend_schema(operation_id="update_player", request=PlayerChanges, responses=PlayerSerializer)
    def patch(self, request: Call, player_id: UUID) -> Response:
        """Rename, put away, bring back; say that it is you. Plays keep the name they were written with."""
        changes = body_of(request, PlayerChanges)
        only_claims = set(changes) == {"mine"}
        player = player_for(request.user, player_id, to="log_own" if only_claims else "record")
        if "name" in changes:
            rename_player(player=player, name=changes["name"])
        if "archived" in changes:
            (archive_player if changes["archived"] else restore_player)(player=player)
        if "mine" in changes:
            _claim(player, request.user, mine=changes["mine"])
        return shown(PlayerSerializer, player)


def _claim(player: Any, user: Any, *, mine: bool) -> None:
    if mine:
        claim_player(player=player, user=user)
    elif player.user_id == user.pk:
        release_player(player=player)


class PlayerMerge(Resource):
    """Two names that are one person."""

    @extend_schema(operation_id="merge_player", request=MergeBody, responses=PlayerSerializer)
    def post(self, request: Call, player_id: UUID) -> Response:
        """Make this player one with another, which stays. For owners."""
        player = player_for(request.user, player_id, to="manage")
        into = player_for(request.user, body_of(request, MergeBody)["into"], to="manage")
        merge_players(player=player, into=into)
        return shown(PlayerSerializer, into)
