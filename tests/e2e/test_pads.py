"""A whole play through each pad, to the winner, counting the taps that a turn takes."""

import re

import pytest
from playwright.sync_api import expect


def log(visitor):
    visitor.tap("#log", answers=True)


def type_points(visitor, digits):
    for digit in digits:
        visitor.tap(f"[data-key='{digit}']")


def test_pop_tarts_by_cards_and_by_points(seeded, axe, screenshot):
    olga, (_night, play) = seeded(["Ana", "Ben"], [("pop-tarts", {"target": 5})])
    page = olga.open(f"/plays/{play}?mode=cards")
    olga.tap("label:has([value='cherry/toasted'])")
    assert axe(olga) == []
    screenshot(olga, "tarts-phone")
    log(olga)
    olga.tap("label:has([value='wild-berry/frozen'])")
    olga.tap("label:has([name=eaten][value=this])")
    expect(page.locator("#log-points")).to_have_text("3")
    log(olga)
    assert olga.totals() == ["0", "3"]

    # Ana eats the cherry from her plate and a chocolate fudge, and takes a bonus card
    olga.tap("label:has([value='chocolate-fudge/toasted'])")
    olga.tap("label:has([name=eaten][value^='cherry'])")
    olga.tap("label:has([name=eaten][value=this])")
    olga.tap(".bonus-cards summary")
    page.locator("[name=bonus1] >> nth=0").select_option("cherry/toasted")
    page.locator("[name=bonus1] >> nth=1").select_option("chocolate-fudge/toasted")
    expect(page.locator("#log-points")).to_have_text("9")
    log(olga)
    assert olga.totals() == ["9", "3"]

    olga.tap(".seg a:has-text('Points')")
    type_points(olga, "1")
    log(olga)
    expect(page.locator(".winner")).to_contain_text("Ana wins")


def test_toasty_toasts_by_the_builder_and_by_counts(seeded, axe, screenshot):
    olga, (_night, play) = seeded(["Ana", "Ben", "Chloë"], [("toasty-toasts", {})])
    page = olga.open(f"/plays/{play}?mode=toasts")
    for topping in ("Bacon", "Egg", "Bacon"):
        olga.tap(f"[data-toast='1'] button:has-text('{topping}')")
    olga.tap("[data-toast='2'] button:has-text('Jelly')")
    olga.tap("label:has([name='toast:2:sandwich'])")
    assert page.locator("[data-toast]").count() == 2
    olga.tap("[data-add-toast]")
    expect(page.locator("[data-toast]")).to_have_count(3)
    expect(page.locator("#log-points")).to_have_text("14")
    assert axe(olga) == []
    screenshot(olga, "toasts-phone")
    log(olga)
    assert olga.totals() == ["14", "0", "0"]

    olga.tap(".seg a:has-text('Counts')")
    for name, taps in (("bases", 2), ("singles", 1), ("combos", 1)):
        for _tap in range(taps):
            olga.tap(f".step:has([name={name}]) [data-by='1']")
    expect(page.locator("#log-points")).to_have_text("9")
    log(olga)
    olga.tap(".seg a:has-text('Points')")
    type_points(olga, "21")
    log(olga)
    expect(page.locator(".winner")).to_contain_text("Chloë wins")


def test_anarchy_pancakes_in_two_taps_a_round(seeded, axe, screenshot, tell):
    olga, (_night, play) = seeded(["Ana", "Ben", "Chloë"], [("anarchy-pancakes", {})])
    page = olga.open(f"/plays/{play}")
    assert axe(olga) == []
    screenshot(olga, "pancakes-phone")
    taps = olga.counted(lambda: olga.tap(".winner-chip:has-text('Ben')", answers=True))
    assert olga.totals() == ["0", "1", "0"]

    olga.tap("summary:has-text('Piles left')")
    for label, piles in (("Ana", "0"), ("Ben", "2"), ("Chloë", "4")):
        page.fill(f"[name='piles:{label}']", piles)
    olga.tap(".winner-chip:has-text('Ana')", answers=True)
    expect(page.locator(".cell sup[title^=possible]")).not_to_have_count(0)
    olga.tap(".winner-chip:has-text('Nobody')", answers=True)
    olga.tap(".winner-chip:has-text('Ben')", answers=True)
    expect(page.locator(".winner")).to_contain_text("Ben wins")
    assert taps <= 2
    tell(f"taps: winner of a pancake round {taps}")


def test_a_tally_takes_minus_zero_and_sums(seeded, axe, screenshot):
    olga, (_night, play) = seeded(["Ana", "Ben"], [("tally", {"title": "Skat", "rounds": 2})])
    page = olga.open(f"/plays/{play}")
    type_points(olga, ["1", "2", "+", "7"])
    expect(page.locator("#log-points")).to_have_text("19")
    assert axe(olga) == []
    screenshot(olga, "tally-phone")
    log(olga)
    expect(page.locator("[name=player]:checked")).to_have_value("Ben")
    type_points(olga, ["−", "5"])
    log(olga)
    assert olga.totals() == ["19", "-5"]
    type_points(olga, "0")
    log(olga)

    # the text of the sum is kept
    olga.tap(".cell >> nth=0")
    expect(page.locator("#points")).to_have_value("12+7")
    olga.tap("text=Leave it")
    expect(page.locator(".editing")).to_have_count(0)
    type_points(olga, "3")
    log(olga)
    expect(page.locator(".winner")).to_contain_text("Ana wins")


def test_a_tally_by_categories_and_whole_rounds(seeded, axe):
    options = {
        "title": "7 Wonders",
        "rounds": 1,
        "categories": [{"name": "coins"}, {"name": "guilds", "multiplier": 2}],
    }
    olga, (_night, play, plain) = seeded(
        ["Ana", "Ben"], [("tally", options), ("tally", {"title": "Hearts", "rounds": 1})]
    )
    page = olga.open(f"/plays/{play}")
    page.fill("[name='category:coins']", "5")
    page.fill("[name='category:guilds']", "4")
    assert axe(olga) == []
    log(olga)
    assert olga.totals()[0] == "13"

    page = olga.open(f"/plays/{plain}?mode=row")
    page.fill("[name='score:Ana']", "-3")
    page.fill("[name='score:Ben']", "8")
    assert axe(olga) == []
    log(olga)
    assert olga.totals() == ["-3", "8"]
    expect(page.locator(".winner")).to_contain_text("Ben wins")


def test_only_the_outcome_is_known(seeded, axe):
    olga, (_night, play) = seeded(["Ana", "Ben"], [("popcorn-dice", {})])
    page = olga.open(f"/plays/{play}?mode=result")
    olga.tap("label:has([name=winners][value=Ben])")
    page.fill("[name='points:Ben']", "57")
    assert axe(olga) == []
    log(olga)
    expect(page.locator(".winner")).to_contain_text("Ben wins")
    assert olga.totals() == ["–", "57"]  # nobody remembers what Ana had


NAMES = ["Ana", "Ben", "Chloë", "Dmitrij-Alexander the Second", "文", "سارة", "O'Neil & Söhne", "🎲🎲🎲"]


@pytest.mark.parametrize("mode", ["points", "dice", "rolls"])
def test_eight_players_at_320_pixels(seeded, axe, screenshot, mode):
    olga, (night, play) = seeded(NAMES, [("popcorn-dice", {})], size=(320, 640))
    page = olga.open(f"/plays/{play}?mode={mode}")
    assert not olga.overflows()
    small = page.evaluate("""() => [...document.querySelectorAll('#pad button, #pad a, #pad summary, .cell')]
        .filter(e => e.offsetParent && !e.closest('.findings') && !e.matches('.clause'))
        .map(e => [e.outerHTML.slice(0, 80), e.getBoundingClientRect()])
        .filter(([, box]) => box.height < 43.5).map(([html, box]) => `${html} ${box.width}x${box.height}`)""")
    assert small == []
    scroll = page.locator("#sheet")
    assert scroll.evaluate("e => e.scrollWidth > e.clientWidth")
    scroll.evaluate("e => e.scrollTo(400, 0)")
    round_column = page.locator(".pad-sheet tbody th").first.bounding_box()
    assert round_column is not None
    assert round_column["x"] < 2
    assert axe(olga) == []
    screenshot(olga, f"eight-{mode}-320")
    olga.open(f"/nights/{night}")
    assert not olga.overflows()


def test_seats_are_moved_and_shuffled(seeded, screenshot):
    olga, (night,) = seeded(["Ana", "Ben", "Chloë"])
    page = olga.open(f"/nights/{night}/plays/toasty-toasts")
    expect(page.locator(".first-player a.clause")).to_have_text("first-player")
    olga.tap("[data-seat]:has-text('Chloë') [data-up]")
    olga.tap("[data-seat]:has-text('Chloë') [data-up]")
    olga.tap("[data-seat]:has-text('Ben') input")
    assert [re.sub(r"\W", "", text) for text in page.locator("[data-seat] bdi").all_inner_texts()] == [
        "Chloë",
        "Ana",
        "Ben",
    ]
    olga.tap("main button:has-text('Start')")
    expect(page.locator(".pad-sheet .who")).to_have_text(["Chloë", "Ana"])

    page = olga.open(f"/nights/{night}/plays/toasty-toasts")
    olga.tap("[data-shuffle]")
    assert sorted(page.locator("[data-seat] bdi").all_inner_texts()) == ["Ana", "Ben", "Chloë"]
