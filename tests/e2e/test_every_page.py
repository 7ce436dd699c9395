"""Every page that is not driven elsewhere: accessible, no wider than the phone, photographed light and dark."""

import pytest

from tests.e2e.conftest import DESKTOP, NARROW, PASSWORD, PHONE, sign_in

FULL = """
import uuid
from datetime import timedelta
from django.utils import timezone
from scorekeeper.accounts.services import create_user
from scorekeeper.groups.services import add_player, create_group
from scorekeeper.plays.access import play_for
from scorekeeper.plays.services import log_result, record_entry, share_play, start_night, start_play
host = create_user(username="olga", password={password!r}, is_host=True)
group = create_group(name="Friday crew", owner=host, time_zone="Europe/Berlin")
names = ("Ana", "Ben", "Chloë", "Dmitrij-Alexander", "Eve", "文", "Gül", "Hal")
people = [add_player(group=group, name=name) for name in names]
night = start_night(group=group, actor=host, players=people, place="Ben's kitchen")
def begin(game, count, **more):
    return start_play(night=night, game=game, players=people[:count], actor=host, **more)
def log(play, *points):
    for index, amount in enumerate(points):
        play = play_for(host, play.pk)
        raw = {{"kind": "points", "player": people[index % play.seats.count()].name, "points": amount}}
        record_entry(play=play, raw=raw, line=uuid.uuid4(), version=play.version, actor=host)
over = begin("popcorn-dice", 3, options={{"target": 30}})
log(over, 12, 36, 9)
log_result(
    night=night, game="toasty-toasts", players=people[:4], winners=people[1:2], points={{people[1]: 21}}, actor=host
)
skat = {{"options": {{"title": "Skat", "rounds": 1}}, "series": uuid.uuid4(), "best_of": 3}}
log(begin("tally", 2, **skat), 40, 18)
second = begin("tally", 2, **skat)
going = begin("popcorn-dice", 4)
log(going, 12, 36, 0, 22, 7)
eight = begin("popcorn-dice", 8)
_link, secret = share_play(play=going, actor=host, expires_at=timezone.now() + timedelta(hours=1))
line = going.entries.get(position=2).line
print("found", group.slug, night.pk, people[0].pk, over.pk, second.pk, going.pk, eight.pk, line, secret)
"""
NAMES = ("slug", "night", "player", "over", "second", "going", "eight", "line", "secret")
PAGES = {
    "settings": "/groups/{slug}/settings",
    "people": "/groups/{slug}/people",
    "player": "/players/{player}",
    "account": "/account",
    "history": "/plays/{going}/history",
    "share": "/plays/{going}/share",
    "shared": "/share/{secret}",
    "big": "/plays/{going}/big",
    "printed": "/plays/{over}/print",
    "blank": "/score-sheets/popcorn-dice?players=6",
    "late": "/plays/{going}/players",
    "result": "/nights/{night}/results",
    "group": "/groups/{slug}/",
    "night": "/nights/{night}",
    "sheet": "/plays/{going}",
    "match": "/plays/{second}",
    "finished": "/plays/{over}",
    "line": "/plays/{going}/lines/{line}",
    "statistics": "/groups/{slug}/statistics",
    "rules": "/rules/popcorn-dice",
}
WHOLE = ("group", "night", "statistics", "people", "printed", "blank")
NARROW_PAGES = ("night", "result", "late", "sheet", "printed", "blank", "shared")


@pytest.fixture
def full(site):
    """The names of things in a group with a night behind it."""
    printed = site.shell(FULL.format(password=PASSWORD)).splitlines()
    found = next(line for line in printed if line.startswith("found ")).split()[1:]
    return dict(zip(NAMES, found, strict=True))


def photograph(visitor, name, screenshot):
    for size, kind in ((DESKTOP, "desktop"), (PHONE, "phone")):
        visitor.page.set_viewport_size({"width": size[0], "height": size[1]})
        for scheme in ("dark", "light"):
            visitor.page.emulate_media(color_scheme=scheme)
            screenshot(visitor, f"{name}-{kind}-{scheme}", whole=name in WHOLE)


def test_every_page_is_accessible_and_fits_a_phone(visit, full, axe, screenshot):
    olga = sign_in(visit(reduced_motion="reduce"))  # colours that fade would be measured on their way
    wrong = {}
    for name, path in PAGES.items():
        olga.open(path.format(**full))
        photograph(olga, name, screenshot)
        wrong[name] = axe(olga) + (["too wide"] if olga.overflows() else [])
        olga.page.emulate_media(color_scheme="dark")
        wrong[name] += [f"dark: {fault}" for fault in axe(olga)]
        olga.page.emulate_media(color_scheme="light")
    olga.page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
    for name in NARROW_PAGES:
        olga.open(PAGES[name].format(**full))
        wrong[name] += ["too wide at 320"] if olga.overflows() else []
    olga.open(f"/plays/{full['eight']}?mode=dice")
    inside = olga.page.evaluate(
        "() => [...document.querySelectorAll('#pad *')].filter(e => e.offsetParent"
        " && e.getBoundingClientRect().right > innerWidth + 1).map(e => e.outerHTML.slice(0, 90))"
    )
    screenshot(olga, "eight-dice-320")
    assert inside == []
    assert {name: faults for name, faults in wrong.items() if faults} == {}
