"""Nights and plays: starting, seating, finishing whole records, merging names."""

import datetime as dt
import uuid

import pytest
from django.http import Http404
from django.utils import timezone

from scorekeeper.errors import BadInput, Clash, Refused
from scorekeeper.groups.selectors import local_date
from scorekeeper.groups.services import add_player, rename_player, update_group
from scorekeeper.plays.access import night_for, play_by_share, play_for
from scorekeeper.plays.models import Entry, Night, Play, Recompute, Seat
from scorekeeper.plays.selectors import record_of, sheet_json
from scorekeeper.plays.services import (
    add_late_player,
    delete_play,
    merge_players,
    record_play,
    rematch,
    remove_from_night,
    revoke_share,
    share_play,
    start_night,
    start_play,
    unmerge_player,
    update_night,
)

BERLIN_LATE = dt.datetime(2026, 3, 29, 2, 30, tzinfo=dt.UTC)  # 04:30 in Berlin, minutes after the clocks changed
RECORD = {
    "game": "tally",
    "options": {"rounds": 1},
    "players": ["ANA", "Dora"],
    "entries": [{"kind": "row", "scores": {"ANA": 3, "Dora": 4}}],
}


@pytest.mark.parametrize(
    ("instant", "date"),
    [
        (dt.datetime(2026, 11, 30, 22, 59, tzinfo=dt.UTC), dt.date(2026, 11, 30)),
        (dt.datetime(2026, 12, 1, 0, 30, tzinfo=dt.UTC), dt.date(2026, 11, 30)),
        (dt.datetime(2026, 12, 1, 3, 59, tzinfo=dt.UTC), dt.date(2026, 11, 30)),
        (dt.datetime(2026, 12, 1, 4, 0, tzinfo=dt.UTC), dt.date(2026, 12, 1)),
        (BERLIN_LATE, dt.date(2026, 3, 28)),
        (BERLIN_LATE + dt.timedelta(minutes=30), dt.date(2026, 3, 29)),
    ],
)
def test_a_day_starts_at_five_local_time(group, instant, date):
    assert local_date(group, instant) == date


@pytest.mark.parametrize("date", [dt.date(1970, 1, 1), dt.date(2999, 1, 1), "2026-01-01"])
def test_a_night_has_a_sensible_date(group, owner, date):
    with pytest.raises(BadInput) as refusal:
        start_night(group=group, actor=owner, date=date)
    assert set(refusal.value.errors) == {"date"}
    assert not Night.objects.exists()


def test_outsiders_find_nothing(night, tally, outsider):
    with pytest.raises(Http404):
        night_for(outsider, night.pk)
    with pytest.raises(Http404):
        play_for(outsider, tally.pk)


def test_a_foreign_player_cannot_be_seated(night, owner, outsider):
    foreign = outsider.notebooks.get().group.players.get()
    with pytest.raises(BadInput) as refusal:
        start_play(night=night, game="tally", players=[foreign], actor=owner)
    assert set(refusal.value.errors) == {"players"}
    assert not Play.objects.exists()


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"game": "chess"}, "game"),
        ({"options": {"target": "fifty"}}, "options.target"),
        ({"options": {"colour": 1}}, "options.colour"),
        ({"setup": {}}, "setup"),
    ],
)
def test_a_play_that_cannot_be_opened_names_the_field(night, owner, players, given, field):
    with pytest.raises(BadInput) as refusal:
        start_play(**{"night": night, "game": "tally", "players": players, "actor": owner, **given})
    assert set(refusal.value.errors) == {field}
    assert not Play.objects.exists()


def test_too_few_players_break_a_clause(night, owner, players):
    with pytest.raises(Refused) as refusal:
        start_play(night=night, game="popcorn-dice", players=players[:1], actor=owner)
    assert refusal.value.findings[0].clause.id == "popcorn-dice/players"
    assert not Seat.objects.exists()


def test_group_options_are_defaults_and_stay_with_the_play(group, night, owner, players):
    update_group(group=group, default_options={"popcorn-dice": {"target": 30}})
    night.group.refresh_from_db()
    play = start_play(night=night, game="popcorn-dice", players=players, actor=owner, options={"do_over": "none"})
    update_group(group=group, default_options={})
    assert record_of(play_for(owner, play.pk))["options"] == {"target": 30, "do_over": "none"}


def test_namesakes_get_numbered_labels(group, night, owner):
    twins = [add_player(group=group, name="Sam"), add_player(group=group, name="sam")]
    play = start_play(night=night, game="tally", players=twins, actor=owner)
    assert record_of(play)["players"] == ["Sam", "sam (2)"]


def test_a_rename_does_not_touch_a_play(tally, players, log):
    rename_player(player=players[0], name="Anastasia")
    log(tally, player="Ana", points=3)
    assert sheet_json(tally)["players"][0]["player"] == "Ana"


def test_a_whole_play_finds_its_players_by_name_and_its_night_by_date(group, owner, players):
    instant = timezone.now() - dt.timedelta(days=3)
    play = record_play(group=group, raw=RECORD, played_at=instant, actor=owner)
    assert (play.status, play.night.date) == (Play.Status.FINISHED, local_date(group, instant))
    assert [seat.player.name for seat in play.seats.all()] == ["Ana", "Dora"]
    assert record_of(play)["entries"][0]["scores"] == {"ANA": 3, "Dora": 4}
    assert Recompute.objects.filter(play=play.pk).count() == 1
    assert record_play(group=group, raw=RECORD, played_at=instant, actor=owner).night == play.night


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"entries": []}, "record.entries"),
        ({"entries": [{"kind": "row", "scores": {"Zoë": 1}}]}, "record.entries.0"),
        ({"players": "Ana"}, "record.players"),
        ({"game": None}, "record.game"),
    ],
)
def test_a_record_that_cannot_stand_writes_nothing(group, owner, change, field):
    with pytest.raises(BadInput) as refusal:
        record_play(group=group, raw={**RECORD, **change}, played_at=timezone.now(), actor=owner)
    assert next(iter(refusal.value.errors)).startswith(field)
    assert (Play.objects.count(), Night.objects.count(), Entry.objects.count()) == (0, 0, 0)
    assert not group.players.exists()


def test_the_same_external_play_is_taken_in_once(group, owner):
    given = {"raw": RECORD, "played_at": timezone.now(), "actor": owner, "source": "bgstats", "external_id": "a"}
    first = record_play(group=group, **given)
    with pytest.raises(Clash) as clash:
        record_play(group=group, **given)
    assert (clash.value.play, Play.objects.count()) == (first, 1)


def test_somebody_late_is_seated_while_the_lines_still_stand(tally, log, owner, group):
    log(tally, player="Ana", points=3)
    late = add_player(group=group, name="Dora")
    add_late_player(play=tally, player=late, actor=owner)
    assert [player["player"] for player in sheet_json(tally)["players"]] == ["Ana", "Ben", "Chloë", "Dora"]
    assert log(tally, player="Dora", points=9).play.version == 3


def test_a_rematch_seats_the_same_people(tally, owner):
    again = rematch(play=tally, actor=owner)
    assert again.pk != tally.pk
    assert [seat.label for seat in again.seats.all()] == ["Ana", "Ben", "Chloë"]
    assert (again.options, again.night) == (tally.options, tally.night)


def test_merged_names_cannot_have_sat_side_by_side(tally, players, group):
    with pytest.raises(BadInput) as refusal:
        merge_players(player=players[0], into=players[1])
    assert set(refusal.value.errors) == {"into"}
    guest = add_player(group=group, name="Annie")
    merge_players(player=guest, into=players[0])
    guest.refresh_from_db()
    assert guest.merged_into == players[0]
    unmerge_player(player=guest)
    guest.refresh_from_db()
    assert guest.merged_into is None
    assert Recompute.objects.count() == 2


def test_moving_a_night_moves_its_plays(night, tally):
    before = tally.played_at
    update_night(night=night, date=night.date - dt.timedelta(days=7))
    tally.refresh_from_db()
    assert before - tally.played_at == dt.timedelta(days=7)


def test_who_sits_in_a_play_stays_in_the_night(night, tally, players):
    with pytest.raises(BadInput):
        remove_from_night(night=night, player=players[0])
    update_night(night=night, players=[])
    assert set(night.players.all()) == set(players)


def test_a_deleted_play_takes_its_lines_along(tally, log, owner):
    log(tally, player="Ana", points=3)
    delete_play(play=tally)
    assert (Play.objects.count(), Entry.objects.count(), Seat.objects.count()) == (0, 0, 0)


def test_a_share_link_shows_one_sheet_until_revoked(tally, owner):
    link, secret = share_play(play=tally, actor=owner)
    assert play_by_share(secret) == tally
    assert secret not in str(link.__dict__)
    revoke_share(link=link)
    with pytest.raises(Http404):
        play_by_share(secret)


def test_a_share_link_expires(tally, owner):
    link, secret = share_play(play=tally, actor=owner)
    type(link).objects.update(expires_at=timezone.now())
    with pytest.raises(Http404):
        play_by_share(secret)


def test_an_unknown_night_is_not_found(owner):
    with pytest.raises(Http404):
        night_for(owner, uuid.uuid4())
