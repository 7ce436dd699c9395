"""Making and changing groups, their members and their players."""

from __future__ import annotations

import unicodedata
from datetime import datetime, timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.text import slugify
from django.utils.translation import gettext as _

from gamerules import Malformed, UnknownGame, load
from gamerules.sheets import label_key
from scorekeeper.accounts import services as accounts
from scorekeeper.accounts.models import User
from scorekeeper.accounts.secrets import digest_of, new_secret
from scorekeeper.errors import BadInput, Closed, Unknown
from scorekeeper.groups.models import Group, Invitation, Membership, Player, Role
from scorekeeper.groups.selectors import invitation_by_code

__all__ = [
    "add_player", "archive_player", "claim_player", "create_group", "delete_group", "invite", "join_group",
    "release_player", "remove_member", "rename_player", "restore_player", "revoke_invitation", "set_role",
    "set_up_site", "update_group",
]  # fmt: skip

CHANGEABLE = frozenset({"name", "time_zone", "day_start", "scheme", "default_options"})
INVITATION_LASTS = timedelta(days=14)
INVITATION_LASTS_AT_MOST = timedelta(days=365)


def clean_name(field: str, name: object, *, limit: int = 100) -> str:
    """A name as it may be stored: text of 1 to ``limit`` characters, trimmed. Raises BadInput."""
    if not isinstance(name, str) or not 1 <= len(name.strip()) <= limit:
        raise BadInput.of(field, _("Give 1 to %(limit)s characters.") % {"limit": limit})
    if any(unicodedata.category(char) in {"Cc", "Cs"} for char in name.strip()):
        raise BadInput.of(field, _("This holds a character that is not text."))
    return name.strip()


def _cleaned(group: Group) -> Group:
    try:
        group.full_clean(exclude=["slug"], validate_constraints=False)
    except ValidationError as error:
        raise BadInput(error.message_dict) from None
    return group


def _clean_default_options(raw: object) -> dict[str, Any]:
    if not isinstance(raw, dict):
        raise BadInput.of("default_options", _("This is an object: game → options."))
    for slug, options in raw.items():
        try:
            load(slug).parse_options(options)
        except UnknownGame as error:
            raise BadInput.of(f"default_options.{slug}", str(error)) from None
        except Malformed as fault:
            raise BadInput.of(f"default_options.{slug}.{fault.field}", fault.message) from None
    return raw


def create_group(*, name: str, owner: User, time_zone: str = "UTC", day_start: int = 5) -> Group:
    """A new group with its owner as first member and a slug made from its name. Raises BadInput."""
    name = clean_name("name", name)
    group = _cleaned(Group(name=name, time_zone=time_zone, day_start=day_start))
    base = slugify(name)[:50] or "group"
    for slug in (base, *(f"{base}-{get_random_string(5, 'abcdefghjkmnpqrstuvwxyz23456789')}" for _try in range(5))):
        group.slug = slug
        try:
            with transaction.atomic():
                group.save()
                Membership.objects.create(user=owner, group=group, role=Role.OWNER)
        except IntegrityError:
            group.pk = None
            continue
        group.role = Role.OWNER
        return group
    raise BadInput.of("name", _("No address could be made from this name; try another."))


@transaction.atomic
def set_up_site(
    *, secret: str, username: str, password: str, group_name: str, time_zone: str = "UTC"
) -> tuple[User, Group]:
    """The host account and the first group, from the one-time link. Raises BadInput and then writes nothing."""
    host = accounts.use_setup_link(secret=secret, username=username, password=password)
    try:
        return host, create_group(name=group_name, owner=host, time_zone=time_zone)
    except BadInput as error:
        raise BadInput({"group_name" if field == "name" else field: m for field, m in error.errors.items()}) from None


def update_group(*, group: Group, **changes: Any) -> Group:
    """Change name, time_zone, day_start, scheme or default_options. Raises BadInput."""
    unknown = sorted(set(changes) - CHANGEABLE)
    if unknown:
        raise BadInput.of(unknown[0], _("A group has no such setting."))
    if "name" in changes:
        changes["name"] = clean_name("name", changes["name"])
    if "default_options" in changes:
        changes["default_options"] = _clean_default_options(changes["default_options"])
    for name, value in changes.items():
        setattr(group, name, value)
    _cleaned(group).save(update_fields=sorted(changes))
    return group


def delete_group(*, group: Group) -> None:
    """The group and everything in it, for good."""
    with transaction.atomic():
        group.nights.all().delete()  # plays and seats first: a seat protects its player
        group.delete()


def add_player(*, group: Group, name: str, is_guest: bool = False) -> Player:
    """A new name in the notebook. Two players may share a name; the page suggests the one there is."""
    name = clean_name("name", name)
    return Player.objects.create(group=group, name=name, name_key=label_key(name), is_guest=is_guest)


def rename_player(*, player: Player, name: str) -> Player:
    """A new name; plays keep the label they were written with."""
    player.name = clean_name("name", name)
    player.name_key = label_key(player.name)
    player.save(update_fields=["name", "name_key"])
    return player


def archive_player(*, player: Player) -> Player:
    """Put a name away; its plays stay."""
    player.archived_at = player.archived_at or timezone.now()
    player.save(update_fields=["archived_at"])
    return player


def restore_player(*, player: Player) -> Player:
    """Bring an archived name back."""
    player.archived_at = None
    player.save(update_fields=["archived_at"])
    return player


def claim_player(*, player: Player, user: User) -> Player:
    """Say that a member is this player. Raises BadInput when either is taken or the user is no member."""
    if not Membership.objects.filter(group=player.group_id, user=user).exists():
        raise BadInput.of("user", _("Only a member of the group can be one of its players."))
    if player.user_id not in {None, user.pk}:
        raise BadInput.of("player", _("Somebody else is this player already."))
    player.user = user
    try:
        with transaction.atomic():
            player.save(update_fields=["user"])
    except IntegrityError:
        player.user = None
        raise BadInput.of("user", _("This member is another player already.")) from None
    return player


def release_player(*, player: Player) -> Player:
    """Undo a claim."""
    player.user = None
    player.save(update_fields=["user"])
    return player


def invite(*, group: Group, role: str, actor: User, expires_at: datetime | None = None) -> tuple[Invitation, str]:
    """An invitation and its code, shown once; two weeks unless said otherwise, a year at most. Raises BadInput."""
    if role not in Role.values:
        raise BadInput.of("role", _("A role is owner, scorer or viewer."))
    now = timezone.now()
    ends = expires_at or now + INVITATION_LASTS
    if not now < ends <= now + INVITATION_LASTS_AT_MOST:
        raise BadInput.of("expires", _("An invitation ends in the future, within a year."))
    code = new_secret()
    invitation = Invitation.objects.create(
        group=group, role=role, created_by=actor, expires_at=ends, digest=digest_of(code)
    )
    return invitation, code


def revoke_invitation(*, invitation: Invitation) -> None:
    """The link stops working at once."""
    Invitation.objects.filter(pk=invitation.pk, revoked_at__isnull=True).update(revoked_at=timezone.now())


@transaction.atomic
def join_group(*, user: User, code: str) -> Membership:
    """Join by a code; who is a member already keeps their role. Raises Unknown for a code that does not work."""
    invitation = invitation_by_code(code)
    if invitation is None:
        raise Unknown.of("code", _("This invitation does not work (any more). Ask for a new link."))
    membership, created = Membership.objects.get_or_create(
        user=user, group=invitation.group, defaults={"role": invitation.role}
    )
    if created:
        Invitation.objects.filter(pk=invitation.pk).update(uses=F("uses") + 1)
    return membership


def _keep_an_owner(membership: Membership) -> None:
    """Lock the group and refuse to leave it without an owner."""
    Group.objects.select_for_update().get(pk=membership.group_id)
    others = Membership.objects.filter(group=membership.group_id, role=Role.OWNER).exclude(pk=membership.pk)
    if membership.role == Role.OWNER and not others.exists():
        raise Closed(_("A group keeps at least one owner; make somebody else owner first."))


@transaction.atomic
def set_role(*, membership: Membership, role: str) -> Membership:
    """Change what a member may do. Raises BadInput, Closed for the last owner."""
    if role not in Role.values:
        raise BadInput.of("role", _("A role is owner, scorer or viewer."))
    if role != Role.OWNER:
        _keep_an_owner(membership)
    membership.role = role
    membership.save(update_fields=["role"])
    return membership


@transaction.atomic
def remove_member(*, membership: Membership) -> None:
    """Take somebody out of the group; their player stays, unclaimed. Raises Closed for the last owner."""
    _keep_an_owner(membership)
    Player.objects.filter(group=membership.group_id, user=membership.user_id).update(user=None)
    membership.delete()
