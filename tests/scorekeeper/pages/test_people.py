"""Accounts, groups and people on pages: what owners, scorers, viewers and outsiders can do there."""

import pytest

from scorekeeper.accounts.models import Token, User
from scorekeeper.accounts.selectors import user_of_token
from scorekeeper.accounts.services import make_setup_link
from scorekeeper.groups.models import Group, Invitation, Membership, Player


def test_the_setup_link_makes_the_host_and_the_first_group_once(reader, db):
    path = f"/setup/{make_setup_link()}"
    browser = reader()
    browser.open(path)
    page = browser.send(
        "main form",
        group_name="Friday crew",
        username="olga",
        password="correct horse battery",
        time_zone="Europe/Berlin",
    )

    host = User.objects.get()
    assert (host.username, host.is_staff) == ("olga", True)
    assert [(group.name, group.time_zone) for group in Group.objects.all()] == [("Friday crew", "Europe/Berlin")]
    assert page.h1.text == "Friday crew"
    reader().open(path, status=404)


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"password": "12345678"}, "id_password"),
        ({"username": "no spaces!"}, "id_username"),
        ({"time_zone": "Mars/Olympus"}, "id_time_zone"),
        ({"group_name": " "}, "id_group_name"),
    ],
)
def test_a_setup_that_cannot_be_names_the_field_and_writes_nothing(reader, db, fields, field):
    browser = reader()
    browser.open(f"/setup/{make_setup_link()}")
    good = {"group_name": "Crew", "username": "olga", "password": "correct horse battery", "time_zone": "UTC"}
    page = browser.send("main form", status=400, **(good | fields))

    assert page.select_one(f"#{field}_error").text.strip()
    assert (User.objects.count(), Group.objects.count()) == (0, 0)


def test_signing_in_and_out(reader, group, owner):
    browser = reader()
    browser.open("/sign-in")
    page = browser.send("main form", status=200, username="olga", password="wrong")
    assert page.select_one(".errors").text.strip()
    page = browser.send("main form", username="olga", password="correct horse battery")
    browser.open("/account")
    browser.send("form[action='/sign-out']")
    assert browser.client.get("/account").status_code == 302


def test_a_token_is_shown_once_and_can_be_revoked(reader, owner):
    browser = reader(owner)
    browser.open("/account")
    page = browser.send("form[action='/account/tokens']", status=200, name="Jupyter", scope="read")
    secret = page.select_one("#secret")["value"]
    assert user_of_token(secret).user == owner
    assert secret not in browser.open("/account").text

    browser.send("form[action$='/revoke']")
    assert user_of_token(secret) is None


def test_nobody_revokes_somebody_elses_token(reader, owner, outsider):
    from scorekeeper.accounts.services import make_token

    token, _secret = make_token(user=owner, name="mine")
    assert reader(outsider).client.post(f"/account/tokens/{token.pk}/revoke").status_code == 404
    assert Token.objects.get(pk=token.pk).revoked_at is None


def test_pages_speak_the_language_chosen(reader, owner):
    browser = reader(owner)
    browser.open("/account")
    page = browser.send("form[action='/account/language']", language="de")
    assert page.html["lang"] == "de"


def test_an_invitation_brings_somebody_in_with_its_role(reader, group, owner):
    browser = reader(owner)
    browser.open(f"/groups/{group.slug}/people")
    page = browser.send("form[action$=invitations]", status=200, role="viewer")
    link = page.select_one("#link")["value"]
    assert page.select_one(".qr img")["src"].startswith("data:image/svg+xml")

    guest = reader()
    guest.open(link.partition("testserver")[2])
    page = guest.send("main form", username="vera", password="another good secret")
    assert page.h1.text == "Friday crew"
    assert Membership.objects.get(user__username="vera").role == "viewer"

    browser.open(f"/groups/{group.slug}/people")
    browser.send("form[action$='/revoke']")
    assert Invitation.objects.get().revoked_at is not None
    reader().open(link.partition("testserver")[2], status=404)


def test_a_name_nearly_the_same_is_asked_about_first(reader, group, owner, players):
    browser = reader(owner)
    browser.open(f"/groups/{group.slug}/people")
    page = browser.send("form[action$='/players']", status=409, name="ＡＮＡ")
    assert page.select_one(".slip a").text == "Ana"
    assert group.players.count() == 3

    browser.send("form[action$='/players']", name="ＡＮＡ", sure="on")
    assert group.players.count() == 4


def test_a_player_is_renamed_put_away_and_brought_back(reader, owner, players):
    browser = reader(owner)
    browser.open(f"/players/{players[0].pk}")
    page = browser.send("main form:has([name=name])", name="Anna")
    assert page.h1.text == "Anna"
    browser.send("form[action$=archive]")
    assert Player.objects.get(pk=players[0].pk).archived_at is not None
    browser.send("form[action$=restore]")
    assert Player.objects.get(pk=players[0].pk).archived_at is None


def test_a_claim_can_be_undone_by_oneself_and_by_an_owner_only(reader, owner, viewer, scorer, players):
    browser = reader(viewer)
    browser.open(f"/players/{players[1].pk}")
    browser.send("form[action$=claim]")
    assert Player.objects.get(pk=players[1].pk).user == viewer

    path = f"/players/{players[1].pk}/release"
    assert reader(scorer).client.post(path).status_code == 403
    assert Player.objects.get(pk=players[1].pk).user == viewer
    assert reader(owner).client.post(path).status_code == 302
    assert Player.objects.get(pk=players[1].pk).user is None


def test_two_names_are_merged_after_a_look(reader, owner, players):
    browser = reader(owner)
    browser.open(f"/players/{players[0].pk}")
    page = browser.send("form[action$=merge]", status=200, into=str(players[1].pk))
    assert "Ana counts as Ben?" in page.text
    assert Player.objects.get(pk=players[0].pk).merged_into is None
    browser.send("form[action$=merge]")
    assert Player.objects.get(pk=players[0].pk).merged_into == players[1]


def test_the_last_owner_cannot_be_lost(reader, owner, group):
    browser = reader(owner)
    browser.open(f"/groups/{group.slug}/people")
    page = browser.send("form[action$='/role']", status=409, role="viewer")
    assert "at least one owner" in page.text
    assert Membership.objects.get(group=group).role == "owner"


def test_settings_are_saved_and_bad_ones_named(reader, owner, group):
    browser = reader(owner)
    browser.open(f"/groups/{group.slug}/settings")
    page = browser.send("main form", status=400, day_start="24")
    assert page.select_one("#id_day_start_error")
    browser.send("main form", day_start="6", scheme="wins")
    group.refresh_from_db()
    assert (group.day_start, group.scheme) == (6, "wins")


def test_a_group_is_deleted_only_when_its_name_is_typed(reader, owner, group):
    browser = reader(owner)
    browser.open(f"/groups/{group.slug}/settings")
    browser.send("form[action$=delete]", name="Friday")
    assert Group.objects.filter(pk=group.pk).exists()
    browser.send("form[action$=delete]", name="Friday crew")
    assert not Group.objects.filter(pk=group.pk).exists()


@pytest.mark.parametrize(
    "path",
    ["/groups/{slug}/", "/groups/{slug}/people", "/nights/{night}", "/players/{player}", "/groups/{slug}/settings"],
)
def test_outsiders_find_nothing_and_strangers_sign_in_first(reader, outsider, group, night, players, path):
    path = path.format(slug=group.slug, night=night.pk, player=players[0].pk)
    reader(outsider).open(path, status=404)
    answer = reader().client.get(path)
    assert (answer.status_code, answer["Location"].partition("?")[0]) == (302, "/sign-in")


def test_who_may_only_look_is_offered_nothing_to_change(reader, viewer, group, night, tally):
    for path in (f"/groups/{group.slug}/", f"/nights/{night.pk}"):
        assert reader(viewer).open(path).select("main form") == []
    assert reader(viewer).client.post(f"/groups/{group.slug}/nights").status_code == 403


def test_a_night_is_started_in_one_tap_and_people_come_and_go(reader, owner, group, players):
    browser = reader(owner)
    browser.open(f"/groups/{group.slug}/")
    page = browser.send("form[action$=nights]")
    assert page.select(".chip.here") == []
    page = browser.send("form[action$=come]")
    assert [chip.text for chip in page.select(".chip.here bdi")] == ["Ana"]
    page = browser.send("form[action$='/players']", name="ben")
    assert [chip.text for chip in page.select(".chip.here bdi")] == ["Ana", "Ben"]
    page = browser.send("form[action$='/players']", name="Zoë", guest="on")
    assert [(player.name, player.is_guest) for player in Player.objects.filter(name="Zoë")] == [("Zoë", True)]
    page = browser.send("form[action$=leave]")
    assert [chip.text for chip in page.select(".chip.here bdi")] == ["Ben", "Zoë"]
    assert browser.open(f"/groups/{group.slug}/").select_one("form[action$=nights]") is None


def test_a_page_of_a_night_asks_the_database_as_often_for_one_play_as_for_four(
    reader, owner, night, players, django_assert_num_queries
):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from scorekeeper.plays.services import start_play

    browser = reader(owner)
    start_play(night=night, game="popcorn-dice", players=players, actor=owner)
    with CaptureQueriesContext(
        connection,
    ) as one:
        browser.open(f"/nights/{night.pk}")
    for _play in range(3):
        start_play(night=night, game="popcorn-dice", players=players, actor=owner)
    with django_assert_num_queries(len(one)):
        browser.open(f"/nights/{night.pk}")
