"""Judge it: lines on the pads and as JSON, moves at the table, and bad input of every kind, which is told."""

import json

import pytest

from gamerules import games, judge, load
from scorekeeper.rulings.tables import example_of, judge_at_table

pytestmark = pytest.mark.django_db
DICE = "/rules/popcorn-dice/judge"
TABLES = [slug for slug in games() if load(slug).table is not None]


def verdict_of(page):
    """The headline, the sentences of the findings, and the clauses they name."""
    shown = page.select_one("#verdict")
    return (
        shown.select_one("h2").get_text(),
        [finding.get_text(" ", strip=True) for finding in shown.select("ul > li")],
        [link.get_text() for link in shown.select("ul > li a.clause")],
    )


def test_a_line_is_judged_with_its_clauses_and_points(reader):
    browser = reader()
    browser.open(DICE)
    page = browser.send("#judge", status=200, player="Ana", points="41")
    headline, [finding], clauses = verdict_of(page)
    assert (headline, clauses) == ("No, that is against the rules.", ["score-pairs"])
    assert "41" in finding
    page = browser.send("#judge", status=200, player="Ana", points="20")
    assert verdict_of(page)[0] == "Yes, that may stand."
    assert "It gives 20 points." in page.select_one("#verdict").get_text()


def test_the_verdict_names_what_was_checked_and_what_was_not(reader):
    browser = reader()
    browser.open(DICE)
    page = browser.send("#judge", status=200, player="Ana", points="20")
    record = {"game": "popcorn-dice", "players": ["Ana", "Ben"], "entries": []}
    verdict = judge(record, {"kind": "points", "player": "Ana", "points": 20})
    checked, unchecked = page.select("#verdict details")
    assert [f"popcorn-dice/{link.get_text()}" for link in checked.select("a.clause")] == list(verdict.checked)
    assert [f"popcorn-dice/{link.get_text()}" for link in unchecked.select("a.clause")] == list(verdict.unchecked)


def test_a_line_taken_is_the_next_one(reader):
    browser = reader()
    browser.open(DICE)
    browser.send("#judge", status=200, player="Ana", points="20")
    page = browser.send("#judge", status=200, press=("do", "add"), player="Ana", points="20")
    assert page.select_one("[name=entries]").text.strip() == '{"kind": "points", "points": 20, "player": "Ana"}'
    assert [total.get_text() for total in page.select(".pad-sheet .sum")] == ["20", "0"]
    page = browser.send("#judge", status=200, player="Ana", points="7")
    assert verdict_of(page)[2] == ["turn-order"]


def test_an_option_that_would_allow_it_is_named(reader):
    browser = reader()
    browser.open(DICE)
    browser.send("#judge", status=200, press=("switch", "written"))
    faces = {"red": "BB", "orange": "BB", "yellow": "DP", "green": "KK", "blue": "KK", "purple": "KK", "pink": "KK"}
    rescue = {"player": "Ana", "kind": "rolls", "rolls": [{"faces": faces, "cancel": [["yellow", "red"]]}]}
    page = browser.send("#judge", status=200, json=json.dumps(rescue))
    assert verdict_of(page)[0] == "That depends on what your table agreed."
    told = [line.get_text(" ", strip=True) for line in page.select("#verdict .depends")]
    assert "With another do over : choice: allowed; none: allowed" in told


def test_a_play_can_be_taken_from_its_sheet_by_its_group(reader, dice, log, owner, outsider):
    log(dice, player="Ana", points=12)
    page = reader(owner).open(f"{DICE}?play={dice.pk}")
    assert page.select_one("[name=players]")["value"] == "Ana, Ben, Chloë"
    assert [total.get_text() for total in page.select(".pad-sheet .sum")] == ["12", "0", "0"]
    reader(outsider).open(f"{DICE}?play={dice.pk}", status=404)
    reader().open(f"{DICE}?play={dice.pk}", status=404)
    reader(owner).open(f"/rules/pop-tarts/judge?play={dice.pk}", status=404)


def test_a_record_can_be_pasted(reader):
    browser = reader()
    browser.open(DICE)
    entries = [{"kind": "points", "player": "Cy", "points": 9, "id": "x"}]
    record = {"game": "popcorn-dice", "players": ["Cy", "Di"], "options": {"target": 40}, "entries": entries}
    page = browser.send("#judge", status=200, press=("do", "use"), pasted=json.dumps(record))
    assert page.select_one("[name=players]")["value"] == "Cy, Di"
    assert page.select_one("[name='option:target']")["value"] == "40"
    assert [total.get_text() for total in page.select(".pad-sheet .sum")] == ["9", "0"]


@pytest.mark.parametrize("slug", games())
def test_every_pad_of_a_game_can_be_switched_to(reader, slug):
    browser = reader()
    page = browser.open(f"/rules/{slug}/judge")
    names = [button["value"] for button in page.select("[name=switch]")]
    assert "written" in names
    for name in names:
        page = browser.send("#judge", status=200, press=("switch", name))
        assert page.select_one("[name=switch][aria-current]")["value"] == name
        assert page.select_one(".judge-pad")


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"players": ""}, "required"),
        ({"entries": "{"}, "Line 1 cannot be read as JSON"),
        ({"entries": "[1, 2"}, "cannot be read as JSON"),
        ({"entries": "[" * 5000}, "cannot be read as JSON"),
        ({"option:target": "9999"}, "500"),
        ({"json": "{"}, "not JSON"),
        ({"json": "[1]"}, "That cannot be read."),
        ({"json": "null"}, "That cannot be read."),
        ({"json": '{"kind": {"a": 1}}'}, "That cannot be read."),
        ({"kind": "points", "points": "abc", "player": "Ana"}, "That cannot be read."),
        ({"kind": "points", "points": "3", "player": "Zoë"}, "That cannot be read."),
        ({"kind": "nonsense"}, "That cannot be read."),
        ({"do": "use", "pasted": "{"}, "not JSON"),
        ({"do": "use", "pasted": "[]"}, "JSON object"),
        ({"do": "use", "pasted": '{"game": "pop-tarts"}'}, "not a record of"),
    ],
)
def test_bad_input_is_told_where_it_is(client, fields, told):
    answer = client.post(DICE, {"players": "Ana, Ben", **fields})
    assert answer.status_code == 400
    assert told in answer.content.decode()


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"players": "Ana"}, "the game needs two players"),
        ({"players": "Ana, ana"}, "same label"),
        ({"entries": "7"}, "Line 1:"),
        ({"entries": '{"kind": "points", "player": "Ben", "points": 3}'}, "Line 1:"),
        ({"entries": '{"kind": "points", "player": "Ana", "points": 99}'}, "Line 1:"),
        ({"do": "use", "pasted": '{"game": "popcorn-dice", "players": 7, "entries": {}, "options": [1]}'}, "player"),
    ],
)
def test_a_situation_that_cannot_be_is_told_and_not_judged(client, fields, told):
    answer = client.post(DICE, {"players": "Ana, Ben", "kind": "points", "player": "Ana", "points": "3", **fields})
    assert answer.status_code == 200
    page = answer.content.decode()
    assert told in page
    assert 'id="verdict"' not in page


# -- at the table ----------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", TABLES)
def test_the_example_table_takes_its_example_moves(reader, slug):
    table, moves = example_of(slug)
    assert moves
    for move in moves:
        assert judge_at_table(load(slug), json.loads(table), json.loads(move)).verdict == "ok"
    browser = reader()
    browser.open(f"/rules/{slug}/judge/table")
    assert verdict_of(browser.send("#table-form", status=200))[0] == "Yes, that may stand."


def test_a_game_without_a_table_has_no_such_page(client):
    assert client.get("/rules/tally/judge/table").status_code == 404


@pytest.mark.parametrize("slug", TABLES)
@pytest.mark.parametrize(
    "fields",
    [
        {"table": "{"}, {"table": "[]"}, {"table": "null"}, {"table": "{}"}, {"table": '{"sheet": 7}'}, {"move": "{"},
        {"move": "7"}, {"move": "{}"}, {"move": '{"kind": "nonsense"}'}, {"move": '{"kind": []}'}, {"move": ""},
        {"table": '{"sheet": {"options": 7}}'}, {"table": '{"options": []}'}, {"table": "[" * 5000},
    ],
)  # fmt: skip
def test_a_table_or_move_that_cannot_be_read_is_told(client, slug, fields):
    table, moves = example_of(slug)
    answer = client.post(f"/rules/{slug}/judge/table", {"table": table, "move": moves[0], **fields})
    assert answer.status_code == 400
    page = answer.content.decode()
    assert 'class="errors"' in page or 'class="field-name"' in page or "That cannot be read." in page


def options_of(reader, form):
    """The small form as a browser would send it untouched."""
    browser = reader()
    browser.open(form)
    return browser


@pytest.mark.parametrize(
    ("fields", "clauses"),
    [
        ({"act": "again"}, []),
        ({"act": "again", "player": "Ben"}, ["turn-order"]),
        ({"act": "cancel", "double": "red", "burnt": "blue"}, ["cancel", "cancel"]),
        ({"act": "cancel", "double": "red", "burnt": "blue", "shown:red": "DK", "shown:blue": "BK"}, []),
        ({"act": "do-over"}, ["do-over"]),
    ],
)
def test_the_bucket_form_judges_a_roll(reader, fields, clauses):
    browser = options_of(reader, "/rules/popcorn-dice/judge/table")
    rolled = {f"shown__{colour}": "KP" for colour in ["red", "orange", "yellow", "green", "blue", "purple", "pink"]}
    changes = {name.replace(":", "__"): value for name, value in fields.items()}
    page = browser.send("#small", status=200, **{**rolled, **changes})
    assert verdict_of(page)[2] == clauses
    assert json.loads(page.select_one("[name=move]").text)["kind"] == fields["act"]


def test_a_burnt_from_an_earlier_roll_stays_unless_the_rules_say_so(reader):
    browser = options_of(reader, "/rules/popcorn-dice/judge/table")
    rolled = {f"shown__{colour}": "KK" for colour in ["orange", "yellow", "green", "purple", "pink"]}
    lying = {
        "kept__red": "B",
        "shown__red": "K",
        "shown__blue": "DK",
        "act": "cancel",
        "double": "blue",
        "burnt": "red",
    }
    fields = browser.page.select_one("#small [name=is_first]")
    del fields["checked"]
    page = browser.send("#small", status=200, **rolled, **lying)
    assert verdict_of(page)[2] == ["cancel-same-roll"]


@pytest.mark.parametrize(
    "fields",
    [
        {"kept__red": "X"},
        {"kept__red": "PP", "shown__red": "P"},
        {"act": "fly"},
        {"player": "Zoë"},
        {"double": "black"},
    ],
)
def test_dice_that_cannot_be_are_told(reader, fields):
    browser = options_of(reader, "/rules/popcorn-dice/judge/table")
    page = browser.send("#small", status=400, **fields)
    assert page.select(".errors, #verdict.malformed")


@pytest.mark.parametrize(
    ("fields", "clauses"),
    [
        ({"act": "plate"}, []),
        ({"act": "swap-neighbours", "low": "1", "high": "2", "hand__1": "swap-neighbours"}, []),
        ({"act": "swap-neighbours", "low": "1", "high": "3", "hand__1": "swap-neighbours"}, ["swap-neighbours"]),
        ({"act": "swap-two-apart", "low": "1", "high": "3", "hand__1": "swap-two-apart"}, []),
    ],
)
def test_the_row_form_judges_an_action(reader, fields, clauses):
    browser = options_of(reader, "/rules/pop-tarts/judge/table")
    assert verdict_of(browser.send("#small", status=200, **fields))[2] == clauses


def test_the_row_form_tells_what_another_reading_of_two_spaces_says(reader):
    browser = options_of(reader, "/rules/pop-tarts/judge/table")
    page = browser.send("#small", status=200, act="swap-two-apart", low="1", high="4", hand__1="swap-two-apart")
    assert verdict_of(page)[0] == "That depends on what your table agreed."
    assert page.select_one("#verdict .depends").get_text(" ", strip=True) == "With another two spaces : 3: allowed"


def test_a_row_that_cannot_be_is_told(reader):
    browser = options_of(reader, "/rules/pop-tarts/judge/table")
    page = browser.send("#small", status=400, **{f"place__{place}": "" for place in range(1, 8)}, low="0")
    assert page.select(".errors, #verdict.malformed")


def test_a_situation_too_long_to_judge_in_passing_is_refused(client):
    lines = '{"kind": "skip", "player": "Ana"}\n' * 2000
    answer = client.post(DICE, {"players": "Ana, Ben", "entries": lines})
    assert answer.status_code == 400
    assert "60000 characters" in answer.content.decode()
