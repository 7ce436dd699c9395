"""Rules in a browser: asked from the sheet, read, judged by, and decided at the table."""

import re

import pytest
from playwright.sync_api import expect

GAMES = ("popcorn-dice", "pop-tarts", "toasty-toasts", "anarchy-pancakes", "tally")


def test_from_the_sheet_to_a_house_ruling_beside_its_clause(seeded, axe, screenshot):
    olga, (_night, play) = seeded(["Ana", "Ben"], [("popcorn-dice", {})])
    page = olga.open(f"/plays/{play}")
    olga.tap("details.more summary")
    olga.tap("text=Ask the rules")

    # as one types, without sending
    page.locator("#q").press_sequentially("may i throw a pop bak")
    expect(page.locator("#answers li").first.locator("a.clause").first).to_have_text("no-return-pop")
    assert axe(olga) == []
    screenshot(olga, "rules-ask-phone", whole=True)

    olga.tap("#answers a.clause:has-text('no-return-pop')")
    expect(page).to_have_url(re.compile(f"/rules/popcorn-dice/no-return-pop\\?play={play}"))
    assert axe(olga) == []

    olga.open(f"/rules/popcorn-dice/tie-again?play={play}")
    page.fill("#ruling-form [name=text]", "We share the win.")
    page.select_option("#ruling-form [name=adopt]", label="tiebreak again: shared")
    olga.tap("#ruling-form button")
    expect(page.locator(".house .said-so")).to_have_text("We share the win.")
    assert axe(olga) == []
    screenshot(olga, "rules-clause-phone", whole=True)
    olga.tap(".house a:has-text('the play')")
    expect(page).to_have_url(re.compile(f"/plays/{play}"))

    page = olga.open("/rules/popcorn-dice#tie-again")
    expect(page.locator("#tie-again .house .said-so")).to_have_text("We share the win.")
    page = olga.open("/groups/friday-crew/rulings")
    expect(page.locator(".defaults")).to_contain_text("tiebreak again shared")
    assert axe(olga) == []
    screenshot(olga, "rules-house-phone", whole=True)
    page.once("dialog", lambda dialog: dialog.accept())
    olga.tap(".house button")
    expect(page.locator(".house")).to_have_count(0)
    expect(page.locator(".defaults")).to_have_count(0)


def test_a_line_is_judged_on_the_pads(visit, axe, screenshot):
    reader = visit()
    page = reader.open("/rules/popcorn-dice/judge")
    page.fill("#points", "41")
    reader.tap("#log")
    expect(page.locator("#verdict h2")).to_have_text("No, that is against the rules.")
    expect(page.locator("#verdict a.clause").first).to_have_text("score-pairs")
    page.fill("#points", "20")
    reader.tap("#log")
    expect(page.locator("#verdict h2")).to_have_text("Yes, that may stand.")
    reader.tap("button:has-text('Take it as the next line')")
    expect(page.locator(".pad-sheet .sum")).to_have_text(["20", "0"])
    reader.tap("[name=switch][value=dice]")
    reader.tap("[data-die][data-title=red] >> nth=0")
    reader.tap("#log")
    expect(page.locator("#verdict")).to_contain_text("It gives 1 points")
    assert axe(reader) == []
    assert not reader.overflows()
    screenshot(reader, "rules-judge-phone", whole=True)


def test_a_move_is_judged_at_the_table(visit, axe, screenshot):
    reader = visit()
    page = reader.open("/rules/popcorn-dice/judge/table")
    page.fill("[name='kept:red']", "D")
    page.fill("[name='shown:blue']", "BK")
    for colour in ("orange", "yellow", "green", "purple", "pink"):
        page.fill(f"[name='shown:{colour}']", "KK")
    page.fill("[name='shown:red']", "K")
    page.uncheck("[name=is_first]")
    page.select_option("[name=act]", "cancel")
    reader.tap("summary:has-text('which dice')")
    page.select_option("[name=double]", "red")
    page.select_option("[name=burnt]", "blue")
    reader.tap("#small button:has-text('Judge')")
    expect(page.locator("#verdict a.clause").first).to_have_text("cancel-same-roll")
    assert axe(reader) == []
    screenshot(reader, "rules-table-phone", whole=True)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_fits_and_can_be_read_by_all(visit, axe, screenshot, scheme):
    narrow, desk, phone = (
        visit(size=(320, 640), scheme=scheme),
        visit(size=(1280, 800), scheme=scheme),
        visit(scheme=scheme),
    )
    for path in ("/rules", "/rules/ask?q=tie", "/rules/popcorn-dice/burnt-batch", "/rules/pop-tarts/judge/table"):
        narrow.open(path)
        assert not narrow.overflows(), path
        assert axe(narrow) == [], path
    for game in GAMES:
        narrow.open(f"/rules/{game}")
        assert not narrow.overflows(), game
        assert axe(narrow) == [], game
        narrow.open(f"/rules/{game}/judge")
        assert not narrow.overflows(), f"{game}: judge"
    for name, path in (
        ("home", "/rules"),
        ("game", "/rules/popcorn-dice#burnt-batch"),
        ("clause", "/rules/popcorn-dice/cancel"),
    ):
        for visitor, size in ((desk, "desk"), (phone, "phone")):
            visitor.open(path)
            screenshot(visitor, f"rules-{name}-{size}-{scheme}")
    desk.open("/rules/popcorn-dice#options")
    screenshot(desk, f"rules-options-desk-{scheme}")
    phone.open("/rules/popcorn-dice#options")
    screenshot(phone, f"rules-options-phone-{scheme}")
