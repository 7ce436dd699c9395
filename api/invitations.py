"""Invitations, and joining a group by one."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from api.pagination import page_of
from api.resource import Call, Resource, body_of, shown
from api.serializers.fields import PageQuery, page_schema
from api.serializers.groups import (
    GroupSerializer,
    InvitationBody,
    InvitationSerializer,
    JoinBody,
    NewInvitationSerializer,
)
from api.throttles import AnonymousThrottle, JoinThrottle
from scorekeeper.groups.access import group_for, invitation_for
from scorekeeper.groups.selectors import invitations_of
from scorekeeper.groups.services import invite, join_group, revoke_invitation
from scorekeeper.links import public_url


class Invitations(Resource):
    """The links that let people join a group."""

    filters = {"GET": PageQuery}

    @extend_schema(operation_id="invitations", responses=page_schema(InvitationSerializer))
    def get(self, request: Call, slug: str) -> Response:
        """The invitations that still work, newest first, without their links. For owners."""
        group = group_for(request.user, slug, to="manage")
        return page_of(request, invitations_of(group), _invitation_json, order=("-created_at", "-id"))

    @extend_schema(operation_id="invite", request=InvitationBody, responses={201: NewInvitationSerializer})
    def post(self, request: Call, slug: str) -> Response:
        """A new invitation. Its link is in this answer and nowhere else. For owners."""
        group = group_for(request.user, slug, to="manage")
        body = body_of(request, InvitationBody)
        invitation, code = invite(group=group, role=body["role"], expires_at=body.get("expires"), actor=request.user)
        link = {"code": code, "link": public_url(request, f"/join/{code}")}
        return Response(_invitation_json(invitation) | link, status=201)


def _invitation_json(invitation: Any) -> Any:
    return InvitationSerializer(invitation).data


class OneInvitation(Resource):
    """An invitation."""

    @extend_schema(operation_id="revoke_invitation", responses={204: None})
    def delete(self, request: Call, invitation_id: UUID) -> Response:
        """Its link stops working at once. For owners."""
        revoke_invitation(invitation=invitation_for(request.user, invitation_id))
        return Response(status=204)


class Join(Resource):
    """Becoming a member by an invitation."""

    throttle_classes = [AnonymousThrottle, JoinThrottle]

    @extend_schema(operation_id="join", request=JoinBody, responses=GroupSerializer)
    def post(self, request: Call) -> Response:
        """Join the group of an invitation's code; who is a member already keeps their role."""
        membership = join_group(user=request.user, code=body_of(request, JoinBody)["code"])
        membership.group.role = membership.role
        return shown(GroupSerializer, membership.group)
