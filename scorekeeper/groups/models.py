"""A group, its members and its players, and the invitations that bring people in."""

from __future__ import annotations

import uuid
from functools import cache
from zoneinfo import available_timezones

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


@cache
def time_zones() -> frozenset[str]:
    """The names of the IANA database on this machine; reading them takes a while, so once."""
    return frozenset(available_timezones())


def validate_time_zone(name: str) -> None:
    """Refuse what the IANA database does not know."""
    if name not in time_zones():
        raise ValidationError(_("“%(name)s” is not a time zone such as Europe/Berlin"), params={"name": name})


class Role(models.TextChoices):
    OWNER = "owner", _("owner")
    SCORER = "scorer", _("scorer")
    VIEWER = "viewer", _("viewer")


class Group(models.Model):
    """A board-game group: everything else hangs on one."""

    class Scheme(models.TextChoices):
        SHARE = "share", _("share of opponents beaten")
        WINS = "wins", _("wins")
        PLACEMENT = "placement", _("placement points")

    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(_("name"), max_length=100)
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC", validators=[validate_time_zone])
    day_start = models.PositiveSmallIntegerField(
        _("hour at which a day starts"), default=5, validators=[MinValueValidator(0), MaxValueValidator(23)]
    )
    scheme = models.CharField(_("night standings count"), max_length=10, choices=Scheme, default=Scheme.SHARE)
    # game slug → options that a new play of this group starts with
    default_options = models.JSONField(default=dict, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    role: str = ""  # what whoever fetched the group is in it; set by access.py, not stored

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(day_start__lte=23), name="groups_day_start_is_an_hour")]

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """A user in a group, with what they may do there (groups/access.py)."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notebooks")
    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(_("role"), max_length=6, choices=Role)
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "group"], name="groups_one_membership_a_user")]

    def __str__(self) -> str:
        return f"{self.user}: {self.role}"


class Player(models.Model):
    """A name in the group's notebook; may be claimed by a member. Most never sign in.

    ``name_key`` is what names are compared by (gamerules.sheets.label_key). A merged player points to
    the one it became and is shown nowhere.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="players")
    name = models.CharField(_("name"), max_length=100)
    name_key = models.CharField(max_length=400, db_index=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="players"
    )
    is_guest = models.BooleanField(default=False)
    archived_at = models.DateTimeField(null=True, blank=True)
    merged_into = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="merged")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["group", "user"], condition=Q(user__isnull=False), name="groups_one_player_a_member"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Invitation(models.Model):
    """A link that lets whoever opens it join with a role. Kept only as a hash; revocable, expiring."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="invitations")
    digest = models.CharField(max_length=64, unique=True)
    role = models.CharField(max_length=6, choices=Role)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    uses = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.group}: {self.role}"
