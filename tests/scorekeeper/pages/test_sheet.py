"""The sheet without scripts: entering, refusing, correcting, withdrawing, ruling, finishing."""

import json
import uuid

import pytest

from scorekeeper.plays.models import Entry, Play
from scorekeeper.plays.selectors import record_of
from scorekeeper.plays.services import start_play


def lines(play):
    return record_of(play)["entries"]


def totals(page):
    return [column.text for column in page.select(".pad-sheet thead .sum")]


@pytest.fixture
def sheet(reader, owner, popcorn):
    """The owner's browser with the sheet open."""
    browser = reader(owner)
    browser.open(f"/plays/{popcorn.pk}")
    return browser


def test_points_entered_on_the_form_are_a_line(sheet, popcorn):
    page = sheet.send(points="12")

    assert [(line["player"], line["kind"], line["points"]) for line in lines(popcorn)] == [("Ana", "points", 12)]
    assert totals(page) == ["12", "0", "0"]
    assert page.select_one("input[name=player]")["value"] == "Ben"


def test_a_line_carries_the_id_and_the_author_of_the_form(sheet, popcorn, owner):
    name = sheet.page.select_one("input[name=line]")["value"]
    sheet.send(points="3")

    entry = Entry.objects.get(play=popcorn)
    assert (str(entry.line), entry.author, entry.device) == (name, owner, "web")


def test_sending_the_same_form_twice_writes_one_line(sheet, popcorn):
    before = sheet.page
    sheet.send(points="3")
    sheet.page = before
    sheet.send(points="3")

    assert len(lines(popcorn)) == 1


def test_the_same_id_with_other_points_is_refused(sheet, popcorn):
    before = sheet.page
    sheet.send(points="3")
    sheet.page = before
    page = sheet.send(points="4", status=409)

    assert "used before" in page.select_one(".findings").text
    assert [line["points"] for line in lines(popcorn)] == [3]


def test_a_stale_form_is_answered_with_the_sheet_as_it_is_now(sheet, popcorn):
    before = sheet.page
    sheet.send(points="3")
    sheet.page = before
    page = sheet.send(points="4", line=str(uuid.uuid4()), status=409)

    assert "as it is now" in page.select_one(".findings").text
    assert totals(page) == ["3", "0", "0"]
    assert page.select_one("#pad-form input[name=version]")["value"] == "1"
    assert len(lines(popcorn)) == 1


def test_a_refusal_says_why_links_the_clause_and_keeps_what_was_typed(sheet, popcorn):
    page = sheet.send(points="39", status=422)

    findings = page.select_one(".findings")
    assert "Ana logged 39" in findings.text
    assert findings.select_one("a.clause")["href"].startswith("/rules/popcorn-dice/score-pairs?play=")
    assert page.select_one("input[name=points]")["value"] == "39"
    assert Entry.objects.count() == 0


def test_the_table_may_rule_it_so_with_a_reason(sheet, popcorn):
    sheet.send(points="39", status=422)
    page = sheet.send(ruled="the dog ate a die")

    assert lines(popcorn)[0]["ruled"] == "the dog ate a die"
    assert page.select_one(".ruled-line .pencil").text == "39"
    assert Play.objects.get(pk=popcorn.pk).has_rulings


@pytest.mark.parametrize("points", ["", "twelve", "1.5", "9" * 400, "<script>"])
def test_what_is_no_number_is_named_and_writes_nothing(sheet, points):
    page = sheet.send(points=points, status=400)

    assert "points" in page.select_one(".findings").text
    assert page.select_one("input[name=points]")["value"] == points
    assert Entry.objects.count() == 0


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"line": "x"}, "not an id"),
        ({"version": "x"}, "a number"),
        ({"kind": "nonsense"}, "kind"),
        ({"player": "Zoë"}, "player"),
    ],
)
def test_a_form_tampered_with_is_a_clear_refusal(sheet, change, field):
    page = sheet.send(points="3", status=400, **change)

    assert field in page.select_one(".findings").text
    assert Entry.objects.count() == 0


def test_out_of_turn_is_refused_with_the_clause(sheet):
    page = sheet.send(points="3", player="Chloë", status=422)

    assert page.select_one(".findings a.clause").text == "turn-order"
    assert Entry.objects.count() == 0


def test_a_line_is_corrected_and_the_sheet_replays(sheet, popcorn):
    sheet.send(points="12")
    sheet.send(points="5")
    sheet.open(sheet.page.select_one(".cell")["href"])
    assert sheet.page.select_one("input[name=points]")["value"] == "12"

    page = sheet.send(points="20")
    assert totals(page) == ["20", "5", "0"]
    assert [line["points"] for line in lines(popcorn)] == [20, 5]
    assert Entry.objects.filter(play=popcorn).count() == 3


def test_a_line_can_be_corrected_to_another_kind(sheet, popcorn):
    sheet.send(points="12")
    sheet.open(sheet.page.select_one(".cell")["href"] + "?mode=counts")
    page = sheet.send(pops="4", doubles="2", pairs="3", burnt="1")

    assert lines(popcorn)[0]["kind"] == "counts"
    assert totals(page) == ["11", "0", "0"]


def test_a_correction_that_would_break_later_lines_lists_them_and_writes_nothing(sheet, popcorn):
    for points in (25, 5, 5, 3):
        sheet.send(points=str(points))
    sheet.open(sheet.page.select_one(".cell")["href"])
    page = sheet.send(points="30", status=422)

    assert "later lines" in page.select_one(".findings").text
    [broken] = page.select(".findings li a:not(.clause)")
    assert " ".join(broken.text.split()) == "Round 2, Ana: 3"
    assert broken["href"].startswith(f"/plays/{popcorn.pk}/lines/")
    assert [line["points"] for line in lines(popcorn)] == [25, 5, 5, 3]


def test_undo_names_what_it_takes_back(sheet, popcorn):
    sheet.send(points="12")
    sheet.send(points="7")
    assert sheet.page.select_one("#undo").text.strip() == "Undo Ben: 7"

    page = sheet.send("form:has(#undo)")
    assert totals(page) == ["12", "0", "0"]
    assert "Taken back: Ben 7" in page.select_one("#messages").text
    assert [line["points"] for line in lines(popcorn)] == [12]


def test_a_line_shows_its_history_with_author_and_time(sheet):
    sheet.send(points="12")
    link = sheet.page.select_one(".cell")["href"]
    sheet.open(link)
    sheet.send(points="20")
    page = sheet.open(link)

    shown = [item.get_text(" ", strip=True) for item in page.select(".line-history li")]
    assert [words.split("·")[0].strip() for words in shown] == ["12 Ana written", "20 Ana corrected"]
    assert all("olga" in words for words in shown)
    assert len(page.select(".line-history time[datetime]")) == 2


def test_a_play_ends_by_its_rules_and_names_the_clause(sheet, popcorn):
    for points in (31, 9, 9):
        sheet.send(points=str(points))

    winner = sheet.page.select_one(".winner")
    assert "Ana wins" in " ".join(winner.text.split())
    assert winner.select_one("a.clause")["href"].startswith("/rules/popcorn-dice/points-winner?play=")
    assert Play.objects.get(pk=popcorn.pk).status == "finished"
    assert sheet.page.select_one("#pad-form") is None


def test_rematch_seats_the_same_people_again(sheet, popcorn):
    for points in (31, 9, 9):
        sheet.send(points=str(points))
    page = sheet.send("form[action$=rematch]")

    again = Play.objects.exclude(pk=popcorn.pk).get()
    assert [seat.label for seat in again.seats.all()] == ["Ana", "Ben", "Chloë"]
    assert again.options == {"target": 30}
    assert totals(page) == ["0", "0", "0"]


def test_a_finished_play_can_be_reopened_by_undo(sheet, popcorn):
    for points in (31, 9, 9):
        sheet.send(points=str(points))
    page = sheet.send("form:has(#undo)")

    assert Play.objects.get(pk=popcorn.pk).status == "on"
    assert page.select_one("input[name=player]")["value"] == "Chloë"


def test_abandoning_and_reopening(sheet, popcorn):
    page = sheet.send("form[action$=abandon]")
    assert "Abandoned" in page.select_one("#pad").text
    sheet.send("form[action$=reopen]")
    assert Play.objects.get(pk=popcorn.pk).status == "on"


def test_a_viewer_sees_the_sheet_and_may_not_write(reader, viewer, popcorn, sheet):
    browser = reader(viewer)
    page = browser.open(f"/plays/{popcorn.pk}")
    assert "Waiting for" in page.select_one("#pad").text
    assert page.select_one("form") is None

    form = sheet.page.select_one("#pad-form")
    fields = {field["name"]: field.get("value", "") for field in form.select("input[name]")} | {"points": "3"}
    assert browser.client.post(form["action"], fields).status_code == 403
    assert Entry.objects.count() == 0


def test_a_viewer_logs_the_turns_of_their_own_player(reader, viewer, popcorn, players, sheet):
    from scorekeeper.groups.services import claim_player

    claim_player(player=players[1], user=viewer)
    browser = reader(viewer)
    assert browser.open(f"/plays/{popcorn.pk}").select_one("#pad-form") is None
    sheet.send(points="3")
    browser.open(f"/plays/{popcorn.pk}")
    browser.send(points="8")

    assert [(line["player"], line["points"]) for line in lines(popcorn)] == [("Ana", 3), ("Ben", 8)]


def test_outsiders_find_nothing(reader, outsider, popcorn):
    reader(outsider).open(f"/plays/{popcorn.pk}", status=404)


def test_names_from_all_over_are_shown_as_they_are(reader, owner, group, night):
    from scorekeeper.groups.services import add_player
    from scorekeeper.plays.services import start_play

    names = ["O'Neil & <b>Söhne</b>", "سارة", "文", "🎲" * 20]
    players = [add_player(group=group, name=name) for name in names]
    play = start_play(night=night, game="popcorn-dice", players=players, actor=owner)
    page = reader(owner).open(f"/plays/{play.pk}")
    assert [head.text for head in page.select(".pad-sheet .who")] == names
    assert page.select("b b") == []


def test_htmx_gets_the_play_alone(reader, owner, popcorn):
    browser = reader(owner)
    answer = browser.client.get(f"/plays/{popcorn.pk}", headers={"HX-Request": "true"})
    assert answer.content.lstrip().startswith(b'<div id="play"')
    assert b"<html" not in answer.content


def test_the_preview_gives_the_points_and_writes_nothing(reader, owner, popcorn):
    browser = reader(owner)
    browser.open(f"/plays/{popcorn.pk}?mode=dice")
    fields = {
        "kind": "dice",
        "player": "Ana",
        "burnt": "1",
        "die:red:1": "P",
        "die:red:2": "D",
        "die:blue:1": "D",
        "die:blue:2": "D",
    }
    answer = browser.client.post(f"/plays/{popcorn.pk}/preview", fields)

    assert "1 pop + 3 doubles = 7, colour pairs + 2" in answer.content.decode()
    assert json.loads(answer["HX-Trigger"]) == {"previewed": {"points": "9"}}
    assert Entry.objects.count() == 0


class TestFindingsOnTheSheet:
    """Warnings of a line, and what can be logged in place of refused dice or cards."""

    def test_a_line_with_a_warning_says_it_on_its_page(self, sheet, popcorn):
        page = sheet.send(points="36")
        flagged = page.select_one(".cell:has(.flag)")
        assert flagged.select_one(".flag").text == "!"
        warning = sheet.open(flagged["href"]).select_one(".odd li")
        assert "36" in warning.text
        assert warning.select_one("a.clause")["href"].startswith("/rules/popcorn-dice/")

    def test_refused_dice_stay_and_the_amount_can_be_logged_as_ruled(self, sheet, popcorn):
        sheet.open(f"/plays/{popcorn.pk}?mode=dice")
        page = sheet.send(die__red__1="P", die__red__2="P", die__blue__1="D", burnt="13", status=422)
        assert page.select_one("[name='die:red:2'] option[selected]")["value"] == "P"
        assert page.select_one("[name=burnt]")["value"] == "13"

        page = sheet.open(page.select_one(".insist a")["href"])
        assert page.select_one("#points")["value"] == "4"
        assert page.select_one("details.ruling").has_attr("open")
        sheet.send(ruled="one die fell off the table")
        [line] = lines(popcorn)
        assert (line["player"], line["points"], line["ruled"]) == ("Ana", 4, "one die fell off the table")

    def test_refused_cards_are_worth_what_was_eaten(self, reader, owner, night, players):
        play = start_play(night=night, game="pop-tarts", players=players, actor=owner)
        browser = reader(owner)
        browser.open(f"/plays/{play.pk}?mode=cards")
        page = browser.send(plated="cherry/toasted", eaten=["this", "wild-berry/frozen#0"], status=422)
        page = browser.open(page.select_one(".insist a")["href"])
        assert int(page.select_one("#points")["value"]) > 0
        assert page.select_one("#pad-form [name=player]")["value"] == "Ana"

    def test_a_viewer_of_a_refusal_is_not_offered_a_ruling(self, reader, popcorn, viewer, players):
        players[0].user = viewer
        players[0].save()
        browser = reader(viewer)
        browser.open(f"/plays/{popcorn.pk}?mode=dice")
        page = browser.send(die__red__1="P", burnt="14", status=422)
        assert page.select(".insist, .ruling") == []
