"""Groups, their people, invitations and the one table of who may what."""

import datetime as dt

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils import timezone

from scorekeeper.accounts.models import User
from scorekeeper.accounts.services import make_setup_link
from scorekeeper.errors import BadInput, Closed
from scorekeeper.groups.access import ROLES, group_for, player_for
from scorekeeper.groups.models import Group, Membership
from scorekeeper.groups.selectors import groups_of, similar_players
from scorekeeper.groups.services import (
    add_player,
    claim_player,
    create_group,
    delete_group,
    invite,
    join_group,
    remove_member,
    revoke_invitation,
    set_role,
    set_up_site,
    update_group,
)


@pytest.mark.parametrize("action", ["see", "log_own", "record", "manage"])
@pytest.mark.parametrize("who", ["owner", "scorer", "viewer"])
def test_the_table_decides(request, group, who, action):
    user = request.getfixturevalue(who)
    if action in ROLES[who]:
        assert group_for(user, group.slug, to=action).role == who
    else:
        with pytest.raises(PermissionDenied):
            group_for(user, group.slug, to=action)


def test_outsiders_find_neither_group_nor_player(group, outsider, players):
    with pytest.raises(Http404):
        group_for(outsider, group.slug)
    with pytest.raises(Http404):
        player_for(outsider, players[0].pk)
    assert [found.name for found in groups_of(outsider)] == ["Other crew"]


def test_two_groups_of_one_name_get_two_addresses(owner):
    first, second = create_group(name="Spieleabend", owner=owner), create_group(name="Spieleabend", owner=owner)
    assert first.slug == "spieleabend"
    assert second.slug.startswith("spieleabend-")


@pytest.mark.parametrize("name", ["文", "O'Neil & Söhne", "سارة", "🎲", "<script>alert(1)</script>"])
def test_any_script_makes_a_group(owner, name):
    assert create_group(name=f"  {name} ", owner=owner).name == name


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "x" * 101}, "name"),
        ({"name": "a\0b"}, "name"),
        ({"time_zone": "Mars/Olympus"}, "time_zone"),
        ({"day_start": 24}, "day_start"),
        ({"day_start": -1}, "day_start"),
        ({"scheme": "dice"}, "scheme"),
        ({"default_options": {"chess": {}}}, "default_options.chess"),
        ({"default_options": {"tally": {"rounds": "x"}}}, "default_options.tally.options.rounds"),
        ({"slug": "mine"}, "slug"),
    ],
)
def test_bad_settings_name_the_field_and_change_nothing(group, changes, field):
    before = Group.objects.values().get()
    with pytest.raises(BadInput) as refusal:
        update_group(group=group, **changes)
    assert set(refusal.value.errors) == {field}
    assert Group.objects.values().get() == before


def test_similar_names_are_suggested_not_refused(group, players):
    assert similar_players(group, "ＡＮＡ") == [players[0]]
    assert similar_players(group, "Benn") == [players[1]]
    assert add_player(group=group, name="Ana").pk != players[0].pk


def test_an_invitation_brings_people_in_with_its_role(group, owner, outsider):
    invitation, code = invite(group=group, role="scorer", actor=owner)
    assert join_group(user=outsider, code=code).role == "scorer"
    invitation.refresh_from_db()
    assert (invitation.uses, code in str(invitation.__dict__)) == (1, False)


def test_joining_again_neither_promotes_nor_demotes(group, owner):
    _invitation, code = invite(group=group, role="viewer", actor=owner)
    assert join_group(user=owner, code=code).role == "owner"


def test_revoked_expired_and_wrong_codes_do_not_work(group, owner, outsider):
    invitation, code = invite(group=group, role="viewer", actor=owner)
    revoke_invitation(invitation=invitation)
    late, late_code = invite(group=group, role="viewer", actor=owner)
    type(late).objects.filter(pk=late.pk).update(expires_at=timezone.now() - dt.timedelta(seconds=1))
    for wrong in (code, late_code, "nonsense", "\ud800"):
        with pytest.raises(BadInput):
            join_group(user=outsider, code=wrong)
    assert not Membership.objects.filter(user=outsider, group=group).exists()


def test_the_last_owner_stays(group, owner, scorer):
    membership = Membership.objects.get(user=owner, group=group)
    with pytest.raises(Closed):
        set_role(membership=membership, role="viewer")
    with pytest.raises(Closed):
        remove_member(membership=membership)
    set_role(membership=Membership.objects.get(user=scorer), role="owner")
    remove_member(membership=membership)
    with pytest.raises(Http404):
        group_for(owner, group.slug)


def test_a_player_is_claimed_once(group, owner, scorer, outsider, players):
    claim_player(player=players[0], user=owner)
    for player, user in ((players[0], scorer), (players[1], owner), (players[1], outsider)):
        with pytest.raises(BadInput):
            claim_player(player=player, user=user)
    assert list(owner.players.all()) == [players[0]]


def test_deleting_a_group_leaves_the_others(group, tally, log, outsider):
    log(tally, player="Ana", points=1)
    delete_group(group=group)
    assert [found.name for found in Group.objects.all()] == ["Other crew"]


@pytest.mark.django_db
def test_the_set_up_link_makes_the_host_and_the_first_group_once():
    secret = make_setup_link()
    given = {"secret": secret, "username": "host", "password": "correct horse battery"}
    host, group = set_up_site(**given, group_name="Crew")
    assert (host.is_superuser, group.name) == (True, "Crew")
    with pytest.raises(BadInput):
        set_up_site(**{**given, "username": "host2"}, group_name="Crew")
    assert User.objects.count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("change", "field"),
    [({"username": ""}, "username"), ({"password": "123"}, "password"), ({"group_name": ""}, "group_name")],
)
def test_a_failed_set_up_leaves_the_link_usable(change, field):
    secret = make_setup_link()
    good = {"secret": secret, "username": "host", "password": "correct horse battery", "group_name": "Crew"}
    with pytest.raises(BadInput) as refusal:
        set_up_site(**{**good, **change})
    assert set(refusal.value.errors) == {field}
    assert not User.objects.exists()
    set_up_site(**good)
