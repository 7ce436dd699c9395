"""Groups."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from api.pagination import page_of
from api.resource import Call, Resource, body_of, shown
from api.serializers.fields import PageQuery, page_schema
from api.serializers.groups import GroupBody, GroupChanges, GroupSerializer
from scorekeeper.groups.access import group_for
from scorekeeper.groups.selectors import memberships_of
from scorekeeper.groups.services import create_group, delete_group, update_group


class Groups(Resource):
    """The groups that you belong to."""

    filters = {"GET": PageQuery}

    @extend_schema(operation_id="groups", responses=page_schema(GroupSerializer))
    def get(self, request: Call) -> Response:
        """Your groups with your role in each, the latest joined first."""
        return page_of(request, memberships_of(request.user), _group_of_membership, order=("-joined_at", "-id"))

    @extend_schema(operation_id="create_group", request=GroupBody, responses={201: GroupSerializer})
    def post(self, request: Call) -> Response:
        """A new group; you are its owner."""
        group = create_group(owner=request.user, **body_of(request, GroupBody))
        return shown(GroupSerializer, group, status=201)


def _group_of_membership(membership: Any) -> Any:
    membership.group.role = membership.role
    return GroupSerializer(membership.group).data


class OneGroup(Resource):
    """A group."""

    @extend_schema(operation_id="group", responses=GroupSerializer)
    def get(self, request: Call, slug: str) -> Response:
        """The group with your role in it."""
        return shown(GroupSerializer, group_for(request.user, slug))

    @extend_schema(operation_id="update_group", request=GroupChanges, responses=GroupSerializer)
    def patch(self, request: Call, slug: str) -> Response:
        """Change its name, time zone, day start, scheme or default options. For owners."""
        group = group_for(request.user, slug, to="manage")
        return shown(GroupSerializer, update_group(group=group, **body_of(request, GroupChanges)))

    @extend_schema(operation_id="delete_group", responses={204: None})
    def delete(self, request: Call, slug: str) -> Response:
        """Delete the group with everything in it, for good. For owners."""
        delete_group(group=group_for(request.user, slug, to="manage"))
        return Response(status=204)
