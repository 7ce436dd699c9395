"""A group with a season behind it and somebody of a long name: every page of figures, every pad, and in German."""

import pytest

from tests.e2e.conftest import DESKTOP, NARROW, PASSWORD, PHONE, sign_in

LONG = "Esra-Maria Wolkenstein-Trostburg"
RICH = """
from scorekeeper.accounts.models import User
from scorekeeper.groups.models import Group
from scorekeeper.notebooks.services import request_report
from scorekeeper.plays.models import Play
from scorekeeper.plays.services import start_night, start_play
group, demo = Group.objects.get(slug="demo-crew"), User.objects.get(username="demo")
demo.set_password({password!r}); demo.save()
group.players.filter(name="Esra").update(name={long!r})
people = list(group.players.order_by("created_at")[:5])
tonight = start_night(group=group, actor=demo, players=people, place="Ana's kitchen")
columns = [{{"name": "Rows"}}, {{"name": "Columns"}}, {{"name": "Bonus", "multiplier": 2}}]
def begin(game, count=5, **options):
    return start_play(night=tonight, game=game, players=people[:count], actor=demo, options=options).pk
last = Play.objects.filter(group=group, game="popcorn-dice", status="finished").latest("played_at")
report = request_report(group=group, actor=demo, night=last.night)
print("found", people[0].pk, people[1].pk, last.pk, last.night_id, report.pk, tonight.pk)
print("begun", begin("popcorn-dice"), begin("pop-tarts"), begin("toasty-toasts", 4), begin("anarchy-pancakes"))
print("azul", begin("tally", title="Azul", categories=columns))
"""
NAMES = {
    "found": ("ana", "ben", "last", "old", "report", "tonight"), "begun": ("dice", "tarts", "toasts", "pancakes"),
    "azul": ("azul",),
}  # fmt: skip
FIGURES = "/groups/demo-crew/statistics"
PAGES = {
    "statistics": FIGURES,
    "player": f"{FIGURES}/players/{{ana}}",
    "game": f"{FIGURES}/games/popcorn-dice",
    "pairs": f"{FIGURES}/head-to-head",
    "duel": f"{FIGURES}/head-to-head?player={{ana}}&opponent={{ben}}",
    "records": f"{FIGURES}/records",
    "table": f"{FIGURES}/tables/players",
    "report": "/reports/{report}",
    "group": "/groups/demo-crew/",
    "night": "/nights/{tonight}",
    "old-night": "/nights/{old}",
    "result": "/nights/{tonight}/results",
    "seats": "/nights/{tonight}/plays/tally",
    "house": "/groups/demo-crew/rulings",
    "rules-index": "/rules",
    "judge": "/rules/popcorn-dice/judge",
    "judge-table": "/rules/popcorn-dice/judge/table",
    "clause": "/rules/popcorn-dice/burnt-batch",
}
PADS = {
    "points": "/plays/{dice}", "dice": "/plays/{dice}?mode=dice", "rolls": "/plays/{dice}?mode=rolls",
    "counts": "/plays/{dice}?mode=counts", "result": "/plays/{dice}?mode=result", "tarts": "/plays/{tarts}",
    "cards": "/plays/{tarts}?mode=cards", "toasts": "/plays/{toasts}?mode=toasts", "pancakes": "/plays/{pancakes}",
    "azul": "/plays/{azul}", "finished": "/plays/{last}", "big": "/plays/{last}/big",
}  # fmt: skip
NARROW_PAGES = ("statistics", "player", "pairs", "group", "old-night", "result")
IN_GERMAN = ("statistics", "player", "night", "result")
BROKEN_WORDS = """() => [...document.querySelectorAll('.standings bdi, .figures thead th')].flatMap((cell) => {
    const range = document.createRange(), text = cell.firstChild, found = [];
    if (text?.nodeType !== 3) return [];
    for (const word of text.data.matchAll(/[^\\s-]+-?/g)) {
      range.setStart(text, word.index); range.setEnd(text, word.index + word[0].length);
      if (new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1) found.push(word[0]);
    }
    return found;
  })"""


@pytest.fixture
def rich(site):
    """The names of things in a group with sixty plays behind it."""
    site.manage("demo", "--plays", "60")
    printed = [line.split() for line in site.shell(RICH.format(password=PASSWORD, long=LONG)).splitlines()]
    told = [pair for head, *ids in printed if head in NAMES for pair in zip(NAMES[head], ids, strict=True)]
    return dict(told)


def look(visitor, name, axe, screenshot, *, whole):
    """What is wrong with a page on a desktop in the dark, and on a phone by day; both photographed."""
    wrong = []
    for size, scheme, kind in ((DESKTOP, "dark", "desktop-dark"), (PHONE, "light", "phone-light")):
        visitor.page.set_viewport_size({"width": size[0], "height": size[1]})
        visitor.page.emulate_media(color_scheme=scheme)
        screenshot(visitor, f"{name}-{kind}", whole=whole)
        wrong += [f"{kind}: {fault}" for fault in axe(visitor)]
        wrong += [f"{kind}: too wide"] if visitor.overflows() else []
    return wrong


def test_figures_and_pads_fit_and_are_accessible(visit, rich, axe, screenshot):
    demo = sign_in(visit(reduced_motion="reduce"), "demo")
    wrong = {}
    for name, path in PAGES.items():
        demo.open(path.format(**rich))
        wrong[name] = look(demo, f"rich-{name}", axe, screenshot, whole=True)
        wrong[name] += [f"cut apart: {word}" for word in demo.page.evaluate(BROKEN_WORDS)]
    for name, path in PADS.items():
        demo.open(path.format(**rich))
        wrong[f"pad {name}"] = look(demo, f"pad-{name}", axe, screenshot, whole=False)
    demo.page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
    for name in NARROW_PAGES:
        demo.open(PAGES[name].format(**rich))
        wrong[name] += ["too wide at 320"] if demo.overflows() else []
        screenshot(demo, f"rich-{name}-320", whole=True)
    assert {name: faults for name, faults in wrong.items() if faults} == {}


def test_german_pages_fit_a_phone(visit, rich, screenshot):
    demo = sign_in(visit(locale="de", reduced_motion="reduce"), "demo")
    wide = []
    for name in IN_GERMAN:
        demo.open(PAGES[name].format(**rich))
        assert demo.page.locator("html").get_attribute("lang") == "de"
        wide += [name] if demo.overflows() else []
        screenshot(demo, f"german-{name}", whole=True)
    demo.open(PADS["points"].format(**rich))
    screenshot(demo, "german-pad")
    assert wide == []


def test_the_first_pages_of_somebody_new(visit, axe, screenshot):
    guest = visit(reduced_motion="reduce")
    for name, path in (("sign-in", "/sign-in"), ("ask", "/rules/ask?q=may+I+throw+a+pop+back")):
        guest.open(path)
        assert look(guest, name, axe, screenshot, whole=True) == []


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_a_die_set_before_the_scripts_are_there_stays_set(seeded, size):
    olga, (_night, play) = seeded(["Ana", "Ben"], [("popcorn-dice", {})], size=size)
    held = []
    olga.page.route("**/sheet*.js", lambda route: held.append(route))
    olga.page.goto(f"{olga.site.url}/plays/{play}?mode=dice", wait_until="commit")
    die = olga.page.locator("[name='die:red:1']")
    die.select_option("D")
    held[0].continue_()
    button = olga.page.locator(".die-slot:has([name='die:red:1']) .die")
    button.wait_for(state="visible")
    assert not die.is_visible()
    assert (button.get_attribute("data-face"), die.input_value()) == ("D", "D")
    olga.tap("#log", answers=True)
    assert olga.totals() == ["2", "0"]
