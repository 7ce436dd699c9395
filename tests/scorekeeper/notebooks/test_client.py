"""The notebook client against a running site."""

import datetime as dt
import subprocess
import sys

import pandas as pd
import pytest

from scorekeeper.accounts.services import make_token
from scorekeeper.groups.services import add_player
from scorekeeper.notebooks import connect
from scorekeeper.notebooks.transport import CannotReach, Conflict, NotAllowed, NotFound, Refused, SignInNeeded
from scorekeeper.plays.models import Entry
from scorekeeper.stats.selectors import TABLES
from scorekeeper.stats.services import recompute

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def secret(owner):
    return make_token(user=owner, name="notebook")[1]


@pytest.fixture
def notebook(live_server, secret, group):
    return connect(live_server.url, secret).group(group.slug)


@pytest.fixture
def play(notebook, players):
    return notebook.start_night(place="Kitchen").start_play("popcorn-dice", ["Ana", "Ben"], target=20)


def test_importing_the_client_pulls_in_no_django():
    code = (
        "import sys; from scorekeeper.notebooks import connect;"
        "print([name for name in ('django', 'celery', 'rest_framework') if name in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


def test_a_play_is_logged_corrected_and_finished(play, notebook):
    play.log("Ana", points=12)
    play.log("ben", kind="dice", popped={"red": "PD", "blue": "P"}, burnt=2)
    first = play.lines()["id"][0]
    assert play.correct(first, kind="points", player="Ana", points=21).totals == {"Ana": 21, "Ben": 4}
    assert play.sheet.winners == ["Ana"]
    assert "Ana won (points)" in repr(play.sheet)
    assert "<table" in play.sheet._repr_html_()
    assert sorted(play.history()["action"]) == ["corrected", "finished", "recorded", "recorded"]
    assert notebook.play(1).sheet == play.sheet


def test_a_refusal_names_the_clause_and_a_conflict_says_so(play, notebook):
    with pytest.raises(Refused) as refused:
        play.log("Ana", points=39)
    assert refused.value.findings[0]["clause"] == "popcorn-dice/score-pairs"
    with pytest.raises(Refused) as malformed:
        play.log("Ana", points="many")
    assert list(malformed.value.errors) == ["points"]
    notebook.play(play.id).log("Ana", points=1)
    with pytest.raises(Conflict):
        play.log("Ana", points=2)
    assert play.refresh().log("Ben", points=2).totals == {"Ana": 1, "Ben": 2}
    assert Entry.objects.count() == 2


def test_judging_writes_nothing(play):
    assert play.judge("Ana", points=38)
    verdict = play.judge("Ana", points=40)
    assert (bool(verdict), verdict.clauses) == (False, ["popcorn-dice/score-pairs"])
    assert not Entry.objects.exists()


def test_frames_are_tidy_and_typed(play, notebook):
    play.log("Ana", points=12)
    lines = play.lines()
    assert (lines["points"].dtype, lines["points"].sum()) == ("Int64", 12)
    plays = notebook.plays()
    assert str(plays["started_at"].dt.tz) == "Europe/Berlin"
    assert plays["date"].dtype.kind == "M"
    assert set(notebook.players()["name"]) == {"Ana", "Ben", "Chloë"}
    assert isinstance(notebook.nights(), pd.DataFrame)


def test_statistics_are_typed_with_and_without_rows(notebook, group, players):
    assert list(notebook.stats("head-to-head").columns) == list(TABLES["head-to-head"][0])
    for day, winners in enumerate((["Ana"], ["Ana", "Ben"], ["Ben"])):
        entries = [{"kind": "result", "winners": winners}]
        record = {"game": "popcorn-dice", "players": ["Ana", "Ben"], "entries": entries}
        notebook.log(record, played_at=dt.datetime.now(dt.UTC) - dt.timedelta(days=day + 1))
    recompute(group_id=group.pk)
    pairs = notebook.stats("head-to-head")
    assert {str(pairs[name].dtype) for name in ("plays", "ahead", "behind", "level")} == {"Int64"}
    assert pairs["level"].sum() == 2
    results = notebook.stats("results", player="ana ")
    assert set(results["player"]) == {"Ana"}
    assert (str(results["won"].dtype), str(results["seats"].dtype)) == ("boolean", "Int64")
    assert results.attrs["stale"] is False
    assert len(notebook.plays(player="Ben")) == 3
    assert notebook.play(-3).record["entries"][0]["winners"] == ["Ben"]
    assert notebook.play(1).id == notebook.play(-3).id


def test_pages_are_hidden(notebook, group):
    for number in range(205):
        add_player(group=group, name=f"Player {number}")
    assert len(notebook.players()) == 205


def test_a_whole_play_is_logged_from_its_record(notebook):
    record = {"game": "tally", "options": {"rounds": 1}, "players": ["Ana", "Zoë"],
              "entries": [{"kind": "row", "scores": {"Ana": 3, "Zoë": 4}}]}  # fmt: skip
    when = dt.datetime.now(dt.UTC) - dt.timedelta(days=1)
    assert notebook.log(record, played_at=when).sheet.winners == ["Zoë"]
    assert notebook.play(-1).record["players"] == ["Ana", "Zoë"]


def test_errors_say_what_to_do(live_server, secret, group, outsider):
    with pytest.raises(CannotReach, match="does not answer"):
        connect("http://127.0.0.1:1", secret)
    with pytest.raises(SignInNeeded):
        connect(live_server.url, "nonsense")
    site = connect(live_server.url, secret)
    with pytest.raises(NotFound, match="friday-crew"):
        site.group("other-crew")
    with pytest.raises(NotFound, match="the group has 0"):
        site.group(group.slug).play(42)
    with pytest.raises(NotFound, match="ratings, records"):
        site.group(group.slug).stats("passwords")
    add_player(group=group, name="Dmitri")
    with pytest.raises(NotFound, match="there are: Dmitri"):
        site.group(group.slug).stats("results", player="Ana")
    reader = make_token(user=outsider, name="read", scope="read")[1]
    with pytest.raises(NotAllowed):
        connect(live_server.url, reader).group("other-crew").add_player("Zoë")
