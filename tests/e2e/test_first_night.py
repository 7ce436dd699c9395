"""From the set-up link to the night's standings, as a host would do it on a phone."""

import re

from playwright.sync_api import expect


def set_up(visitor, site):
    """The host account and the first group; the page that follows is the group's."""
    page = visitor.open(site.setup_link())
    assert page.input_value("[name=time_zone]") != ""
    page.fill("[name=group_name]", "Friday crew")
    page.fill("[name=username]", "olga")
    page.fill("[name=password]", "popcorn-dice-night")
    visitor.tap("main button")
    return page


def add_names(visitor, names):
    for name in names:
        visitor.page.fill("#name", name)
        visitor.tap("form[action$=players] button")


def test_a_popcorn_dice_night_from_the_first_page_to_the_winner(visit, site, axe, screenshot, tell):
    olga = visit()
    page = set_up(olga, site)
    expect(page.locator("h1")).to_have_text("Friday crew")
    assert axe(olga) == []
    screenshot(olga, "group-empty-phone")

    assert olga.counted(lambda: olga.tap("text=Start tonight")) == 1
    add_names(olga, ["Ana", "Ben", "Chloë"])
    expect(page.locator(".chip.here bdi")).to_have_text(["Ana", "Ben", "Chloë"])
    assert axe(olga) == []
    screenshot(olga, "night-phone")

    olga.tap("a.game-popcorn-dice")
    page.locator("summary", has_text="Options").click()
    page.fill("[name='option:target']", "30")
    assert axe(olga) == []
    screenshot(olga, "new-play-phone")
    olga.tap("main button:has-text('Start')")
    expect(page.locator("h1")).to_have_text("Gourmet Popcorn Dice")
    assert axe(olga) == []

    # Ana: 12 as points, in three taps
    def twelve():
        olga.tap("[data-key='1']")
        olga.tap("[data-key='2']")
        olga.tap("#log", answers=True)

    points_taps = olga.counted(twelve)
    assert olga.totals() == ["12", "0", "0"]

    # Ben: five dice, two of them doubles
    olga.tap(".seg a:has-text('Dice')")
    expect(page.locator(".dice .die")).to_have_count(14)

    def dice():
        for name in ("red:1", "red:2", "green:1"):
            olga.tap(f".die-slot:has([name='die:{name}']) .die")
        olga.tap("[data-tool][value=D]")
        for name in ("blue:1", "blue:2"):
            olga.tap(f".die-slot:has([name='die:{name}']) .die")
        expect(page.locator("#preview")).to_have_text("3 pops + 2 doubles = 7, colour pairs + 2")
        expect(page.locator("#log-points")).to_have_text("9")
        olga.tap("#log", answers=True)

    dice_taps = olga.counted(dice)
    assert olga.totals() == ["12", "9", "0"]

    # Chloë: two rolls
    olga.tap(".seg a:has-text('Rolls')")
    expect(page.locator(".roll-title")).to_contain_text("Roll 1")
    for name in ("red:1", "red:2"):
        olga.tap(f".die-slot:has([name='die:{name}']) .die")
    olga.tap("text=Roll again", answers=True)
    expect(page.locator(".roll-title")).to_contain_text("Roll 2")
    expect(page.locator(".dice .die")).to_have_count(12)
    olga.tap(".die-slot:has([name='die:pink:1']) .die")
    screenshot(olga, "rolls-phone")
    assert axe(olga) == []
    olga.tap("#log", answers=True)
    assert olga.totals() == ["12", "9", "3"]
    expect(page.locator(".cell sup[title^=verified]")).to_have_count(1)

    # Ana's 12 was 21; Ben's next line is taken back
    olga.tap(".cell >> nth=0")
    expect(page.locator("#points")).to_have_value("12")
    screenshot(olga, "correct-phone")
    assert axe(olga) == []
    olga.tap("[data-key='2']")
    olga.tap("[data-key='1']")
    olga.tap("#log", answers=True)
    assert olga.totals() == ["21", "9", "3"]

    olga.tap(".seg a:has-text('Points')")
    for points in ("5", "7"):
        olga.tap(f"[data-key='{points}']")
        olga.tap("#log", answers=True)
    assert olga.totals() == ["26", "16", "3"]
    expect(page.locator("#undo")).to_have_text("Undo Ben: 7")
    assert olga.counted(lambda: olga.tap("#undo", answers=True)) == 1
    assert olga.totals() == ["26", "9", "3"]
    expect(page.locator("#said")).to_have_text("Taken back: Ben 7.")

    # to the end: Ben reaches the target, Chloë has her last turn
    for digits in ("21", "4"):
        for digit in digits:
            olga.tap(f"[data-key='{digit}']")
        olga.tap("#log", answers=True)
    expect(page.locator(".winner")).to_contain_text("Ben wins")
    expect(page.locator(".winner a.clause")).to_have_attribute("href", re.compile("^/rules/popcorn-dice/points-winner"))
    screenshot(olga, "finished-phone")
    assert axe(olga) == []

    olga.tap("text=To the night")
    expect(page.locator(".tally.won")).to_contain_text("Ben")
    screenshot(olga, "night-finished-phone")
    assert axe(olga) == []
    assert points_taps <= 3
    assert dice_taps <= 5 + 2
    tell(f"taps: points turn {points_taps}, popcorn dice batch of 5 dice {dice_taps}, undo 1, start tonight 1")


def test_a_refusal_shows_the_clause_and_the_table_may_rule(seeded, axe, screenshot):
    olga, (_night, play) = seeded(["Ana", "Ben"], [("popcorn-dice", {})])
    page = olga.open(f"/plays/{play}")
    for key in "39":
        olga.tap(f"[data-key='{key}']")
    olga.tap("#log", answers=True)

    expect(page.locator(".findings")).to_contain_text("Ana logged 39")
    expect(page.locator(".findings a.clause")).to_have_attribute("href", re.compile("^/rules/popcorn-dice/score-pairs"))
    expect(page.locator("#points")).to_have_value("39")
    assert olga.totals() == ["0", "0"]
    screenshot(olga, "refused-phone")
    assert axe(olga) == []

    olga.tap(".ruling summary")
    page.fill("[name=ruled]", "the dog ate a die")
    olga.tap(".ruling button", answers=True)
    assert olga.totals() == ["39", "0"]
    expect(page.locator(".ruled-line")).to_have_count(1)


def test_the_invitation_brings_a_second_person_in(visit, site, axe, screenshot):
    olga = visit()
    page = set_up(olga, site)
    olga.tap("text=Invite by link or QR code")
    link = page.input_value("#link")
    assert page.locator(".qr img").evaluate("image => image.naturalWidth") > 100
    assert axe(olga) == []
    screenshot(olga, "invited-phone")

    ben = visit()
    ben.open(link)
    assert axe(ben) == []
    ben.page.fill("[name=username]", "ben")
    ben.page.fill("[name=password]", "another-good-secret")
    ben.tap("main form button")
    expect(ben.page.locator("h1")).to_have_text("Friday crew")
    expect(ben.page.locator("text=Start tonight")).to_be_visible()
