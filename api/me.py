"""Who I am."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from api.resource import Call, Resource, shown
from api.serializers.groups import MeSerializer
from scorekeeper.groups.selectors import groups_of


class Me(Resource):
    """You, by the token or session of the call."""

    @extend_schema(operation_id="me", responses=MeSerializer)
    def get(self, request: Call) -> Response:
        """Your name, the token you came with, and your groups with your role in each."""
        user = request.user
        me = {"username": user.username, "language": user.language, "token": request.auth, "groups": groups_of(user)}
        return shown(MeSerializer, me)
