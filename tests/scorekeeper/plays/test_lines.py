"""Recording, correcting and withdrawing lines through the services."""

import uuid

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404

from gamerules import replay, result_of
from scorekeeper.errors import BadInput, Clash, Closed, Refused, Stale
from scorekeeper.groups.services import claim_player
from scorekeeper.plays.access import play_for
from scorekeeper.plays.models import Entry, Play, Recompute, StatusChange
from scorekeeper.plays.selectors import history_of, record_of, sheet_json
from scorekeeper.plays.services import (
    abandon_play,
    correct_entry,
    finish_play,
    preview_entry,
    record_entry,
    reopen_play,
    withdraw_entry,
)

ROUNDS = [("Ana", 5), ("Ben", 7), ("Chloë", 1), ("Ana", 2), ("Ben", -3), ("Chloë", 0)]


def fill(play, log, rows=ROUNDS):
    return [log(play, player=player, points=points).entry for player, points in rows]


def totals(play):
    return [player["points"] for player in sheet_json(play)["players"]]


def test_a_line_is_one_row_and_one_version(tally, log):
    done = log(tally, player="ana", points=5)
    assert done.created
    assert (done.play.version, Entry.objects.count()) == (1, 1)
    assert done.entry.payload == {"kind": "points", "player": "Ana", "points": 5}
    assert done.entry.derived["total"] == 5


def test_the_stored_record_replays_to_the_shown_sheet(tally, log):
    fill(tally, log)
    replayed = result_of(replay(record_of(tally)))
    shown = sheet_json(tally)
    assert [player["points"] for player in replayed["players"]] == [player["points"] for player in shown["players"]]
    assert replayed["outcome"] == shown["outcome"] == {"winners": ["Ana"], "by": "points"}


def test_a_play_finishes_by_its_rules_and_marks_its_statistics(tally, log):
    fill(tally, log)
    tally.refresh_from_db()
    assert (tally.status, tally.outcome["winners"]) == (Play.Status.FINISHED, ["Ana"])
    assert list(Recompute.objects.values_list("group_id", "play", "night")) == [
        (tally.group_id, tally.pk, tally.night_id)
    ]
    assert StatusChange.objects.get().status == Play.Status.FINISHED


def test_the_same_id_and_content_is_answered_as_before(tally, log):
    line = uuid.uuid4()
    first = log(tally, line=line, player="Ana", points=5)
    again = log(tally, line=line, version=0, player="Ana", points=5)
    assert (again.created, again.entry.pk, again.play.version) == (False, first.entry.pk, 1)
    assert Entry.objects.count() == 1


def test_the_same_id_with_other_content_clashes(tally, log):
    line = uuid.uuid4()
    log(tally, line=line, player="Ana", points=5)
    for version in (0, 1):
        with pytest.raises(Clash):
            log(tally, line=line, version=version, player="Ana", points=6)
    assert Entry.objects.count() == 1


def test_a_stale_version_writes_nothing(tally, log):
    log(tally, player="Ana", points=5)
    with pytest.raises(Stale) as stale:
        log(tally, version=0, player="Ben", points=5)
    assert stale.value.play.version == 1
    assert Entry.objects.count() == 1


def test_a_write_between_fetch_and_save_is_noticed(tally, log, owner):
    other = play_for(owner, tally.pk, to="record")
    log(other, player="Ana", points=5)
    with pytest.raises(Stale) as stale:
        log(tally, version=0, player="Ben", points=5)
    assert stale.value.play.version == 1
    assert Entry.objects.count() == 1


@pytest.mark.parametrize(
    ("raw", "field"),
    [
        ({"kind": "points", "player": "Ana", "points": "5"}, "points"),
        ({"kind": "points", "player": "Ana", "points": True}, "points"),
        ({"kind": "points", "player": "Zoë", "points": 5}, "player"),
        ({"kind": "points", "player": "Ana", "points": 5, "colour": "red"}, "colour"),
        ({"kind": "nonsense"}, "kind"),
        ({}, "kind"),
        ([], ""),
        ({"kind": "points", "player": "Ana", "points": 5, "note": "x" * 501}, "note"),
    ],
)
def test_malformed_entries_name_the_field_and_write_nothing(tally, owner, raw, field):
    with pytest.raises(BadInput) as refusal:
        record_entry(play=tally, raw=raw, line=uuid.uuid4(), version=0, actor=owner)
    assert field in refusal.value.errors
    assert (Entry.objects.count(), play_for(owner, tally.pk).version) == (0, 0)


def test_an_entry_after_the_end_is_refused_with_its_clause(tally, log):
    fill(tally, log)
    with pytest.raises(Refused) as refusal:
        log(tally, player="Ana", points=1)
    assert refusal.value.findings[0].clause.id.startswith("tally/")
    assert Entry.objects.count() == 6


def test_correcting_an_early_line_replays_the_rest(tally, log, owner):
    entries = fill(tally, log)
    revision = uuid.uuid4()
    raw = {"kind": "points", "player": "Ben", "points": 17}
    done = correct_entry(play=tally, line=entries[1].line, raw=raw, version=6, revision=revision, actor=owner)
    assert totals(tally) == [7, 14, 1]
    assert done.play.outcome["winners"] == ["Ben"]
    assert [line["total"] for line in sheet_json(tally)["lines"]] == [5, 17, 1, 7, 14, 1]
    old, new = Entry.objects.filter(line=entries[1].line).order_by("number")
    assert (old.payload["points"], old.is_current, new.number, new.is_current) == (7, False, 2, True)
    assert Recompute.objects.count() == 2


def test_a_correction_may_be_sent_twice(tally, log, owner):
    entry = log(tally, player="Ana", points=5).entry
    again = {
        "play": tally, "line": entry.line, "raw": {"kind": "points", "player": "Ana", "points": 6},
        "version": 1, "revision": uuid.uuid4(), "actor": owner,
    }  # fmt: skip
    assert correct_entry(**again).created
    assert not correct_entry(**again).created
    assert (Entry.objects.count(), totals(tally)) == (2, [6, 0, 0])


def test_a_correction_that_breaks_later_lines_lists_them_and_writes_nothing(night, owner, players, log):
    from scorekeeper.plays.services import start_play

    play = start_play(night=night, game="tally", players=players, actor=owner, options={"target": 10})
    play = play_for(owner, play.pk, to="record")
    entries = fill(play, log, [("Ana", 1), ("Ben", 2), ("Chloë", 3)])
    with pytest.raises(Refused) as refusal:
        correct_entry(
            play=play, line=entries[0].line, raw={"kind": "points", "player": "Ana", "points": 10},
            version=3, revision=uuid.uuid4(), actor=owner,
        )  # fmt: skip
    assert [broken.line for broken in refusal.value.breaks] == [entries[1].line, entries[2].line]
    play.refresh_from_db()
    assert (play.version, Entry.objects.count(), totals(play)) == (3, 3, [1, 2, 3])


def test_a_withdrawn_line_stays_in_the_history_and_can_come_back(tally, log, owner):
    first, second = fill(tally, log, ROUNDS[:2])
    withdraw_entry(play=tally, line=first.line, version=2, revision=uuid.uuid4(), actor=owner)
    assert (totals(tally), len(sheet_json(tally)["lines"])) == ([0, 7, 0], 1)
    correct_entry(play=tally, line=first.line, raw=first.payload, version=3, revision=uuid.uuid4(), actor=owner)
    assert totals(tally) == [5, 7, 0]
    assert [line["id"] for line in sheet_json(tally)["lines"]] == [str(first.line), str(second.line)]
    assert [row["action"] for row in history_of(tally)] == ["recorded", "recorded", "withdrawn", "corrected"]


def test_withdrawing_twice_with_one_revision_is_one_withdrawal(tally, log, owner):
    entry = log(tally, player="Ana", points=5).entry
    again = {"play": tally, "line": entry.line, "version": 1, "revision": uuid.uuid4(), "actor": owner}
    assert withdraw_entry(**again).created
    assert not withdraw_entry(**again).created
    assert Entry.objects.count() == 2


def test_withdrawing_the_deciding_line_opens_the_play_again(tally, log, owner):
    entries = fill(tally, log)
    withdraw_entry(play=tally, line=entries[-1].line, version=6, revision=uuid.uuid4(), actor=owner)
    tally.refresh_from_db()
    assert (tally.status, tally.outcome, tally.finished_at) == (Play.Status.ON, None, None)
    assert Recompute.objects.count() == 2


def test_a_line_of_another_play_is_not_found(tally, log, owner):
    with pytest.raises(Http404):
        withdraw_entry(play=tally, line=uuid.uuid4(), version=0, revision=uuid.uuid4(), actor=owner)


def test_a_viewer_logs_the_turns_of_their_own_player_only(tally, log, viewer, players):
    claim_player(player=players[1], user=viewer)
    play = play_for(viewer, tally.pk, to="log_own")
    with pytest.raises(PermissionDenied):
        log(play, actor=viewer, player="Ana", points=5)
    with pytest.raises(PermissionDenied):
        log(play, actor=viewer, player="Ben", points=5, ruled="because")
    assert Entry.objects.count() == 0
    assert log(play, actor=viewer, player="Ben", points=5).entry.author == viewer


def test_a_preview_writes_nothing(tally):
    preview = preview_entry(play=tally, raw={"kind": "points", "player": "Ana", "points": 4})
    assert (preview.findings, preview.line.total) == ((), 4)
    assert (Entry.objects.count(), tally.version) == (0, 0)


def test_the_cost_of_a_line_in_queries_does_not_grow(tally, log, owner, django_assert_num_queries):
    for _turn in range(2):
        play = play_for(owner, tally.pk, to="record")
        with django_assert_num_queries(4):  # savepoint, play, entry, release
            log(play, player="Ana", points=1)


def test_abandoned_plays_take_no_lines_until_reopened(tally, log, owner):
    abandon_play(play=tally, actor=owner, reason="pizza")
    with pytest.raises(Closed):
        log(tally, player="Ana", points=5)
    reopen_play(play=tally, actor=owner)
    assert log(tally, player="Ana", points=5).play.version == 3


def test_finishing_while_the_rules_say_it_is_on_names_who_is_next(night, owner, players):
    from scorekeeper.plays.services import start_play

    play = start_play(night=night, game="popcorn-dice", players=players, actor=owner)
    with pytest.raises(Closed, match="Ana"):
        finish_play(play=play, actor=owner)


def test_an_open_tally_is_finished_by_an_end_line(night, owner, players, log):
    from scorekeeper.plays.services import start_play

    play = start_play(night=night, game="tally", players=players, actor=owner)
    log(play_for(owner, play.pk), player="Ana", points=3)
    finished = finish_play(play=play_for(owner, play.pk), actor=owner)
    assert (finished.status, finished.outcome["winners"]) == (Play.Status.FINISHED, ["Ana"])
    assert Entry.objects.filter(payload__kind="end").count() == 1
