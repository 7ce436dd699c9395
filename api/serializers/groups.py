"""Groups, players, invitations, and who I am."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from api.serializers.fields import Flag, Identity, Instant, JSONObject, StrictSerializer, Text, Whole
from scorekeeper.groups.models import Group, Invitation, Player, Role, time_zones

ZONES = sorted(time_zones())


class GroupBody(StrictSerializer):
    """A new group."""

    name = Text(max_length=100, help_text="What the group is called.")
    time_zone = serializers.ChoiceField(ZONES, required=False, help_text="IANA name; default UTC.")
    day_start = Whole(min_value=0, max_value=23, required=False, help_text="Hour at which a day starts; default 5.")


class GroupChanges(StrictSerializer):
    """What may be changed of a group; what is left out stays."""

    name = Text(max_length=100, required=False)
    time_zone = serializers.ChoiceField(ZONES, required=False)
    day_start = Whole(min_value=0, max_value=23, required=False)
    scheme = serializers.ChoiceField(Group.Scheme.choices, required=False)
    default_options = JSONObject(required=False, help_text="Game → options that new plays start with.")


class GroupSerializer(serializers.ModelSerializer[Group]):
    """A group, with your role in it."""

    role = serializers.ChoiceField(Role.choices)

    class Meta:
        model = Group
        fields = ["slug", "name", "time_zone", "day_start", "scheme", "default_options", "created_at", "role"]
        read_only_fields = fields


class PlayerBody(StrictSerializer):
    """A new name in the notebook."""

    name = Text(max_length=100)
    is_guest = Flag(required=False, default=False)


class PlayerChanges(StrictSerializer):
    """What may be changed of a player; what is left out stays."""

    name = Text(max_length=100, required=False)
    archived = Flag(required=False, help_text="Put away (true) or bring back (false); its plays stay.")
    mine = Flag(required=False, help_text="Say that this player is you (true), or that it is not (false).")


class PlayerSerializer(serializers.ModelSerializer[Player]):
    """A player; ``claimed_by`` is the user name of the member who is this player."""

    claimed_by = serializers.SerializerMethodField()

    class Meta:
        model = Player
        fields = ["id", "name", "is_guest", "archived_at", "claimed_by", "created_at"]
        read_only_fields = fields

    def get_claimed_by(self, player: Player) -> str | None:
        """The member's user name."""
        return player.user.username if player.user else None


class MergeBody(StrictSerializer):
    """Which player it becomes."""

    into = Identity(help_text="The player that stays.")


class InvitationBody(StrictSerializer):
    """A new invitation."""

    role = serializers.ChoiceField(Role.choices)
    expires = Instant(required=False, help_text="When the link stops working; default in two weeks, at most a year.")


class InvitationSerializer(serializers.ModelSerializer[Invitation]):
    """An invitation; its link is shown only in the answer that makes it."""

    expires = serializers.DateTimeField(source="expires_at")

    class Meta:
        model = Invitation
        fields = ["id", "role", "expires", "uses", "created_at"]
        read_only_fields = fields


class NewInvitationSerializer(InvitationSerializer):
    """A new invitation with its link, which is not shown again."""

    code = serializers.CharField()
    link = serializers.URLField()

    class Meta(InvitationSerializer.Meta):
        fields = [*InvitationSerializer.Meta.fields, "code", "link"]
        read_only_fields = fields


class JoinBody(StrictSerializer):
    """An invitation's code."""

    code = Text(max_length=200)


class MyGroupSerializer(serializers.Serializer[Any]):
    """A group of mine."""

    slug = serializers.CharField()
    name = serializers.CharField()
    role = serializers.ChoiceField(Role.choices)


class MyTokenSerializer(serializers.Serializer[Any]):
    """The token that the call came with."""

    name = serializers.CharField()
    scope = serializers.CharField()
    expires_at = serializers.DateTimeField(allow_null=True)


class MeSerializer(serializers.Serializer[Any]):
    """Who I am."""

    username = serializers.CharField()
    language = serializers.CharField(allow_blank=True)
    token = MyTokenSerializer(allow_null=True)
    groups = MyGroupSerializer(many=True)
