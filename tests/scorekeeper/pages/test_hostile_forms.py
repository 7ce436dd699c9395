"""Forms that no page of ours would send: each is a clear refusal, writes nothing, and is never a 500."""

import json
import random
import uuid

import pytest

from scorekeeper.plays.models import Entry
from scorekeeper.plays.services import start_play

GAMES = ("popcorn-dice", "pop-tarts", "toasty-toasts", "anarchy-pancakes", "tally")
KINDS = (
    "points", "dice", "counts", "rolls", "perfect", "skip", "roll-off", "result", "cards", "moves", "final",
    "tally", "toasts", "turn", "round", "void-round", "matches", "row", "end", "", "read", "__class__",
    "nonsense",
)  # fmt: skip
VALUES = (
    "", "0", "-1", "3", "99", "1e9", "1.5", "−4", "9" * 300, "true", "NaN", "12+", "12+7", "+", "Ana", "Zoë",
    "P", "D", "KK", "cherry/toasted", "cherry/burnt", "<script>alert(1)</script>", "\x00",
    "\ud800".encode("utf-8", "replace").decode(), "🎲", "שלום", "[]", "{}", "null", "[[]]", '{"faces": {}}',
    '[{"faces": {"red": "PP"}, "cancel": [["red", "blue"]]}]', "[" * 5000,
)  # fmt: skip
FIELDS = (
    "points", "burnt", "pops", "doubles", "pairs", "quick", "before", "die:red:1", "die:red:2", "die:blue:1",
    "double", "cancelled", "plated", "eaten", "bonus1", "bonus2", "bonuses", "toast:1:bacon", "toast:1:here",
    "toast:999:sandwich", "toast:N:egg", "winner", "piles:Ana", "piles:", "draws:Ben", "score:Ana", "score:",
    "category:coins", "category:", "won", "winners", "points:Ana", "ruled", "note", "json", "step", "mode",
    "bases", "singles", "combos", "sandwiches",
)  # fmt: skip


@pytest.fixture(params=GAMES)
def play(request, night, owner, players):
    """A fresh play of each game."""
    options = {"title": "Any", "categories": [{"name": "coins"}]} if request.param == "tally" else {}
    return start_play(night=night, game=request.param, players=players, actor=owner, options=options)


def forms(seed, count=30):
    """Random forms: some fields, any values."""
    chance = random.Random(seed)
    for _form in range(count):
        fields = {name: chance.choice(VALUES) for name in chance.sample(FIELDS, chance.randrange(8))}
        yield {"kind": chance.choice(KINDS), "player": chance.choice(("Ana", "Ben", "Zoë", "")), **fields}


def test_no_form_is_answered_with_a_500(reader, owner, play):
    browser = reader(owner)
    for fields in forms(play.game):
        play.refresh_from_db()
        before = (play.version, Entry.objects.filter(play=play).count())
        sent = fields | {"line": str(uuid.uuid4()), "version": str(play.version)}
        answer = browser.client.post(f"/plays/{play.pk}/entries", sent)
        assert answer.status_code in {200, 302, 400, 409, 422}, fields
        play.refresh_from_db()
        after = (play.version, Entry.objects.filter(play=play).count())
        assert after == ((before[0] + 1, before[1] + 1) if answer.status_code == 302 else before), fields
        if play.status != "on":
            break


def test_no_preview_is_answered_with_a_500(reader, owner, play):
    browser = reader(owner)
    for fields in forms(f"preview {play.game}"):
        answer = browser.client.post(f"/plays/{play.pk}/preview", fields)
        assert answer.status_code == 200, fields
    assert Entry.objects.count() == 0


def test_no_pad_is_shown_with_a_500(reader, owner, play):
    browser = reader(owner)
    for mode in (*KINDS, "written", "x" * 5000, "\x00"):
        assert browser.client.get(f"/plays/{play.pk}", {"mode": mode, "player": "Zoë"}).status_code == 200


@pytest.mark.parametrize(
    "entry", ["", "[]", "7", "{", '{"kind": "turn"}', '{"kind": ["turn"]}', json.dumps({"kind": "turn", "player": 7})]
)
def test_json_that_is_no_entry_is_named(reader, owner, night, players, entry):
    play = start_play(night=night, game="toasty-toasts", players=players, actor=owner)
    sent = {"json": entry, "mode": "turn", "line": str(uuid.uuid4()), "version": "0"}
    answer = reader(owner).client.post(f"/plays/{play.pk}/entries", sent)
    assert answer.status_code == 400
    assert b'class="findings"' in answer.content
    assert Entry.objects.count() == 0


@pytest.mark.parametrize("size", [2_000_000])
def test_a_huge_form_is_refused(reader, owner, night, players, size):
    play = start_play(night=night, game="popcorn-dice", players=players, actor=owner)
    assert reader(owner).client.post(f"/plays/{play.pk}/entries", {"points": "1" * size}).status_code in {400, 413}


HOSTILE = [
    ("/groups/friday-crew/nights", {"date": "yesterday"}), ("/groups/friday-crew/nights", {"date": "1970-01-01"}),
    ("/groups/friday-crew/nights", {"place": "x" * 101}), ("/groups/friday-crew/nights", {"date": "9999-99-99"}),
]  # fmt: skip


@pytest.mark.parametrize(("path", "fields"), HOSTILE)
def test_a_night_that_cannot_be_is_refused(reader, owner, group, path, fields):
    answer = reader(owner).client.post(path, fields)
    assert answer.status_code == 400
    assert group.nights.count() == 0


@pytest.mark.parametrize(
    ("game", "fields", "status"),
    [
        ("popcorn-dice", {"option:target": "9"}, 400),
        ("popcorn-dice", {"option:target": "many"}, 400),
        ("popcorn-dice", {"option:do_over": "sometimes"}, 400),
        ("popcorn-dice", {"seat": str(uuid.UUID(int=7))}, 400),
        ("popcorn-dice", {"seat": "x"}, 400),
        ("pop-tarts", {"option:values:cherry": "21"}, 400),
        ("tally", {}, 400),
        ("tally", {"option:title": "Hearts", "option:categories": "coins ×many"}, 400),
        ("tally", {"option:title": "Hearts", "option:teams": "Zoë: red"}, 422),
        ("tally", {"option:title": "Hearts", "option:step": "0.x"}, 400),
        ("popcorn-dice", {}, 422),
    ],
)
def test_a_play_that_cannot_be_is_refused(reader, owner, night, players, game, fields, status):
    seats = {} if game == "popcorn-dice" else {"seat": [str(player.pk) for player in players]}
    answer = reader(owner).client.post(f"/nights/{night.pk}/plays/{game}", seats | fields)
    assert answer.status_code == status, answer.content.decode()[-2000:]
    assert night.plays.count() == 0
