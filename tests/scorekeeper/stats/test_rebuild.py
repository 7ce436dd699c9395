"""Incremental equals rebuilt, whatever a group lives through."""

from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from scorekeeper.plays.models import Play, Recompute
from scorekeeper.stats.models import Achievement, Best, MonthSummary, PlayerSummary, PlayResult
from scorekeeper.stats.services import differences, rebuild, recompute
from scorekeeper.stats.services.rows import COLUMNS
from scorekeeper.stats.services.sums import KEYS, SUMS
from tests.scorekeeper.stats.histories import History


def everything(group):
    """All derived rows of a group, without the ids that databases give."""
    tables = {PlayResult: COLUMNS, **{model: (*KEYS[model], *SUMS[model]) for model in KEYS}}
    tables[Best] = ("owner", "season", "game", "kind", "value", "play_id", "player_id", "position", "line", "played_at")
    tables[Achievement] = ("player_id", "kind", "game", "play_id", "earned_at", "date")
    return {
        model.__name__: sorted(map(repr, model.objects.filter(group=group).values_list(*columns)))
        for model, columns in tables.items()
    }


@pytest.mark.parametrize("seed", range(6))
def test_incremental_equals_rebuilt(group, owner, seed):
    history = History(group, owner, seed)
    for _ in range(8):
        history.play()
    for _ in range(12):
        history.live(history.rng.randint(1, 5))
        recompute(group_id=group.pk)
    incremental = everything(group)

    assert differences(group_id=group.pk) == []
    rebuild(group_id=group.pk)

    assert everything(group) == incremental
    assert len(incremental["PlayResult"]) > 10
    assert not Recompute.objects.exists()


def test_small_steps_give_the_same(group, owner, monkeypatch):
    history = History(group, owner, 99)
    history.live(60)
    recompute(group_id=group.pk)
    at_once = everything(group)

    for module in ("recomputing", "rebuilding"):
        monkeypatch.setattr(f"scorekeeper.stats.services.{module}.PLAYS_AT_ONCE", 3)
    assert differences(group_id=group.pk) == []
    rebuild(group_id=group.pk)

    assert everything(group) == at_once


@pytest.fixture
def lived(group, owner):
    History(group, owner, 7).live(40)
    recompute(group_id=group.pk)
    return group


def test_check_names_what_differs(lived, capsys):
    PlayResult.objects.filter(group=lived).first().delete()
    summary = PlayerSummary.objects.filter(group=lived).first()
    summary.wins += 1
    summary.save()
    Achievement.objects.filter(group=lived).first().delete()

    with pytest.raises(CommandError, match="3 differences"):
        call_command("rebuild_stats", check=True)

    shown = capsys.readouterr().out
    assert "PlayerSummary" in shown
    assert "achievement" in shown
    assert "result " in shown


def test_rebuild_repairs(lived, capsys):
    before = everything(lived)
    PlayResult.objects.filter(group=lived).update(mu=1.5)

    call_command("rebuild_stats", group=lived.slug)

    assert everything(lived) == before
    call_command("rebuild_stats", check=True)
    assert "no difference" in capsys.readouterr().out


def test_rebuild_repairs_every_table_and_leaves_alone_what_is_right(lived):
    before = everything(lived)
    wrong = PlayResult.objects.filter(group=lived).earliest("played_at").play_id
    right = set(PlayResult.objects.filter(group=lived).exclude(play=wrong).values_list("pk", flat=True))
    PlayResult.objects.filter(play=wrong).delete()
    PlayerSummary.objects.filter(group=lived).update(wins=77)
    Achievement.objects.filter(group=lived).latest("earned_at").delete()
    Best.objects.filter(group=lived).update(value=-5)
    Best.objects.create(
        group=lived, owner="", season=1999, game="chess", kind="streak", value=9, play_id=uuid4(), player_id=uuid4(),
        position=0, played_at=timezone.now(),
    )  # fmt: skip
    MonthSummary.objects.create(group=lived, game="chess", month=199912, plays=3)

    rebuild(group_id=lived.pk)

    assert everything(lived) == before
    assert right
    assert right < set(PlayResult.objects.filter(group=lived).values_list("pk", flat=True))


def test_rebuild_starts_again_when_the_group_is_written_to(lived, owner):
    PlayerSummary.objects.filter(group=lived).update(wins=77)
    steps = []

    def write(_plays):
        steps.append(1)
        if len(steps) < 6:
            History(lived, owner, len(steps)).play()

    rebuild(group_id=lived.pk, on_step=write)

    assert len(steps) > 6
    assert differences(group_id=lived.pk) == []


def test_check_of_an_unknown_group(db):
    with pytest.raises(CommandError, match="no group 'nobody'"):
        call_command("rebuild_stats", group="nobody")


def test_a_play_that_does_not_replay_is_left_out(lived, caplog):
    play = Play.objects.filter(group=lived, status="finished").first()
    play.entries.update(payload={"kind": "nonsense"})

    rebuild(group_id=lived.pk)

    assert not PlayResult.objects.filter(play_id=play.pk).exists()
    assert str(play.pk) in caplog.text
