"""Setting the site up, joining, and a group's people and settings."""

from __future__ import annotations

import uuid
from typing import Any

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scorekeeper.accounts.forms import NewAccountForm
from scorekeeper.accounts.selectors import setup_is_open
from scorekeeper.accounts.services import create_user
from scorekeeper.accounts.signed_in import SignedInRequest
from scorekeeper.groups import selectors, services
from scorekeeper.groups.access import allows, group_for, invitation_for, membership_for, player_for
from scorekeeper.groups.forms import GroupForm, InvitationForm, PlayerForm, RoleForm, SettingsForm, SetUpForm
from scorekeeper.links import public_url, qr_code

__all__ = [
    "add_player", "change_player", "change_role", "delete", "invite", "join", "new", "people", "player",
    "remove_member", "revoke_invitation", "set_up", "settings",
]  # fmt: skip

BACKEND = "django.contrib.auth.backends.ModelBackend"


def set_up(request: HttpRequest, secret: str) -> HttpResponse:
    """The first page ever: whoever opens the one-time link becomes the host, with a first group."""
    if not setup_is_open(secret):
        return render(request, "groups/setup_closed.html", status=404)
    form = SetUpForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        made = form.call(services.set_up_site, secret=secret, **form.cleaned_data)
        if made:
            host, group = made
            login(request, host, backend=BACKEND)
            return redirect("pages:group", group.slug)
    return render(request, "groups/set_up.html", {"form": form}, status=400 if form.errors else 200)


def join(request: HttpRequest, code: str) -> HttpResponse:
    """Where an invitation link leads: join with the account one has, or make one and join."""
    invitation = selectors.invitation_by_code(code)
    if invitation is None:
        return render(request, "groups/invitation_closed.html", status=404)
    form = NewAccountForm(request.POST if request.method == "POST" and not request.user.is_authenticated else None)
    if request.method == "POST":
        user = request.user if request.user.is_authenticated else None
        if user is None and form.is_valid():
            user = form.call(create_user, **form.cleaned_data)
        if user is not None:
            return _joined(request, user, code)
    context = {"form": form, "invitation": invitation, "group": invitation.group}
    return render(request, "groups/join.html", context, status=400 if form.errors else 200)


def _joined(request: HttpRequest, user: Any, code: str) -> HttpResponse:
    membership = services.join_group(user=user, code=code)
    if not request.user.is_authenticated:
        login(request, user, backend=BACKEND)
    messages.success(request, _("Welcome to %(group)s.") % {"group": membership.group.name})
    return redirect("pages:group", membership.group.slug)


@login_required
def new(request: HttpRequest) -> HttpResponse:
    """Another group, owned by whoever makes it."""
    form = GroupForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        group = form.call(services.create_group, owner=request.user, **form.cleaned_data)
        if group:
            return redirect("pages:group", group.slug)
    return render(request, "groups/new.html", {"form": form}, status=400 if form.errors else 200)


def _people_page(request: HttpRequest, group: Any, *, status: int = 200, **context: Any) -> HttpResponse:
    manages = allows(group.role, "manage")
    players = selectors.players_of(group, archived=True)
    shown = {
        "group": group,
        "tab": "people",
        "players": [player for player in players if player.archived_at is None],
        "archived": [player for player in players if player.archived_at is not None],
        "members": selectors.members_of(group),
        "invitations": selectors.invitations_of(group) if manages else [],
        "manages": manages,
        "records": allows(group.role, "record"),
        "player_form": PlayerForm(),
        "invitation_form": InvitationForm(),
    }
    return render(request, "groups/people.html", shown | context, status=status)


@login_required
def people(request: SignedInRequest, slug: str) -> HttpResponse:
    """Players, members, and the invitations that are out."""
    return _people_page(request, group_for(request.user, slug))


@login_required
@require_POST
def add_player(request: SignedInRequest, slug: str) -> HttpResponse:
    """A new name; when one is nearly the same, say so first."""
    group = group_for(request.user, slug, to="record")
    form = PlayerForm(request.POST)
    if not form.is_valid():
        return _people_page(request, group, player_form=form, status=400)
    alike = [] if "sure" in request.POST else selectors.similar_players(group, form.cleaned_data["name"])
    if alike:
        return _people_page(request, group, player_form=form, alike=alike, status=409)
    if form.call(services.add_player, group=group, **form.cleaned_data) is None:
        return _people_page(request, group, player_form=form, status=400)
    messages.success(request, _("%(name)s is in the notebook.") % form.cleaned_data)
    return redirect("groups:people", slug)


def _player_page(request: HttpRequest, player: Any, *, status: int = 200, **context: Any) -> HttpResponse:
    group = player.group
    shown = {
        "group": group,
        "player": player,
        "form": PlayerForm(initial={"name": player.name}),
        "records": allows(group.role, "record"),
        "manages": allows(group.role, "manage"),
        "others": [other for other in selectors.players_of(group) if other.pk != player.pk],
    }
    return render(request, "groups/player.html", shown | context, status=status)


@login_required
def player(request: SignedInRequest, player_id: uuid.UUID) -> HttpResponse:
    """One player: the name, who it is, and what can be done with it."""
    if request.method != "POST":
        return _player_page(request, player_for(request.user, player_id))
    found = player_for(request.user, player_id, to="record")
    form = PlayerForm(request.POST)
    if not form.is_valid() or form.call(services.rename_player, player=found, **form.cleaned_data) is None:
        return _player_page(request, found, form=form, status=400)
    messages.success(request, _("Renamed; plays keep the name they were written with."))
    return redirect("groups:player", player_id)


@login_required
@require_POST
def change_player(request: SignedInRequest, player_id: uuid.UUID, change: str) -> HttpResponse:
    """Archive, restore, claim or release a player."""
    found = player_for(request.user, player_id, to="see" if change in {"claim", "release"} else "record")
    if change == "claim":
        services.claim_player(player=found, user=request.user)
    elif change == "release":
        _release(request, found)
    elif change == "archive":
        services.archive_player(player=found)
    else:
        services.restore_player(player=found)
    return redirect("groups:player", player_id)


def _release(request: SignedInRequest, found: Any) -> None:
    """One's own claim, or anybody's for an owner. Raises PermissionDenied."""
    if found.user_id != request.user.pk:
        found = player_for(request.user, found.pk, to="manage")
    services.release_player(player=found)


@login_required
@require_POST
def invite(request: SignedInRequest, slug: str) -> HttpResponse:
    """A new invitation: its link and QR code are on the answer and never again."""
    group = group_for(request.user, slug, to="manage")
    form = InvitationForm(request.POST)
    made = None
    if form.is_valid():
        made = form.call(services.invite, group=group, actor=request.user, **form.cleaned_data)
    if made is None:
        return _people_page(request, group, invitation_form=form, status=400)
    invitation, code = made
    link = public_url(request, reverse("groups:join", args=[code]))
    return render(
        request, "groups/invited.html", {"group": group, "invitation": invitation, "link": link, "qr": qr_code(link)}
    )


@login_required
@require_POST
def revoke_invitation(request: SignedInRequest, invitation_id: uuid.UUID) -> HttpResponse:
    """The link stops working."""
    invitation = invitation_for(request.user, invitation_id)
    services.revoke_invitation(invitation=invitation)
    messages.success(request, _("The invitation works no more."))
    return redirect("groups:people", invitation.group.slug)


@login_required
@require_POST
def change_role(request: SignedInRequest, slug: str, member_id: int) -> HttpResponse:
    """What a member may do from now on."""
    membership = membership_for(request.user, slug, member_id)
    form = RoleForm(request.POST)
    if not form.is_valid():
        raise Http404
    services.set_role(membership=membership, role=form.cleaned_data["role"])
    return redirect("groups:people", slug)


@login_required
@require_POST
def remove_member(request: SignedInRequest, slug: str, member_id: int) -> HttpResponse:
    """Take a member out; their player stays in the notebook."""
    membership = membership_for(request.user, slug, member_id)
    services.remove_member(membership=membership)
    messages.success(request, _("%(name)s is no longer a member.") % {"name": membership.user.username})
    return redirect("pages:index" if membership.user_id == request.user.pk else "groups:people", *(
        [] if membership.user_id == request.user.pk else [slug]
    ))


@login_required
def settings(request: SignedInRequest, slug: str) -> HttpResponse:
    """Name, zone, day start, how night standings count."""
    group = group_for(request.user, slug, to="manage")
    form = SettingsForm(request.POST) if request.method == "POST" else SettingsForm.of(group)
    if request.method == "POST" and form.is_valid():
        if form.call(services.update_group, group=group, **form.cleaned_data):
            messages.success(request, _("Saved."))
            return redirect("groups:settings", slug)
        group = group_for(request.user, slug, to="manage")
    context = {"group": group, "form": form, "tab": "settings"}
    return render(request, "groups/settings.html", context, status=400 if form.errors else 200)


@login_required
@require_POST
def delete(request: SignedInRequest, slug: str) -> HttpResponse:
    """The group and all its nights, after its name was typed once more."""
    group = group_for(request.user, slug, to="manage")
    if request.POST.get("name", "").strip() != group.name:
        messages.error(request, _("Not deleted: the name typed is not the group's."))
        return redirect("groups:settings", slug)
    services.delete_group(group=group)
    messages.success(request, _("%(name)s is deleted.") % {"name": group.name})
    return redirect("pages:index")
