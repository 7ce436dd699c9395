"""The same night through the pages and through the API: what is stored is the same."""

import uuid

from rest_framework.test import APIClient

from scorekeeper.groups.selectors import players_of
from scorekeeper.plays.models import Entry, Play
from scorekeeper.plays.selectors import record_of
from scorekeeper.stats.selectors import night_standings

OTHERS = ("orange", "yellow", "green", "blue", "purple", "pink")
TURNS = [
    {"kind": "points", "points": 12},
    {"kind": "dice", "popped": {"red": "PD", "green": "P", "blue": "DD"}, "burnt": 2},
    {"kind": "rolls", "rolls": [{"faces": {"red": "PD"} | dict.fromkeys(OTHERS, "KK")}]},
    {"kind": "points", "points": 5},
    {"kind": "points", "points": 7},
    {"kind": "counts", "pops": 4, "doubles": 2, "pairs": 3, "burnt": 1},
    {"kind": "points", "points": 30, },
    {"kind": "points", "points": 2},
    {"kind": "points", "points": 3},
]  # fmt: skip


def form_of(turn):
    """The fields in which a form says the same."""
    if turn["kind"] in {"points", "counts"}:
        return {name: str(value) for name, value in turn.items()}
    if turn["kind"] == "rolls":
        faces, fixed = turn["rolls"][0]["faces"], {"kind": "rolls", "before": "[]"}
    else:
        faces, fixed = turn["popped"], {"kind": "dice", "burnt": str(turn["burnt"])}
    dice = {
        f"die:{colour}:{index}": face for colour, shown in faces.items() for index, face in enumerate(shown, start=1)
    }
    return fixed | dice


def by_pages(browser, group):
    """Starts a night, seats three, logs all turns, takes one back and corrects another; the play."""
    browser.open(f"/groups/{group.slug}/")
    browser.send("form[action$=nights]")
    for name in ("Ana", "Ben", "Chloë"):
        browser.send("form[action$='/players']", name=name)
    browser.open(browser.page.select_one("a.game-popcorn-dice")["href"])
    browser.send("main form", **{"option:target": "40"})
    for turn in TURNS[:5]:
        browser.send(**form_of(turn))
    browser.send("form:has(#undo)")
    for turn in TURNS[4:]:
        browser.send(**form_of(turn))
    browser.open(browser.page.select_one(".cell")["href"])
    browser.send(points="14")
    return Play.objects.get(group=group)


def by_api(api, group):
    """The same through the API."""
    night = api.post(f"/api/v1/groups/{group.slug}/nights", {}, format="json").json()
    people = [
        api.post(f"/api/v1/groups/{group.slug}/players", {"name": name}, format="json").json()
        for name in ("Ana", "Ben", "Chloë")
    ]
    body = {"game": "popcorn-dice", "options": {"target": 40}, "players": [person["id"] for person in people]}
    play = api.post(f"/api/v1/nights/{night['id']}/plays", body, format="json").json()
    names, version, first = ["Ana", "Ben", "Chloë"], play["version"], None

    def log(number, turn):
        nonlocal version, first
        entry = {"id": str(uuid.uuid4()), "version": version, "player": names[number % 3], **turn}
        answer = api.post(f"/api/v1/plays/{play['id']}/entries", entry, format="json")
        assert answer.status_code == 201, answer.json()
        version, first = answer.json()["version"], first or entry["id"]
        return entry["id"]

    for number, turn in enumerate(TURNS[:5]):
        last = log(number, turn)
    gone = api.delete(
        f"/api/v1/plays/{play['id']}/entries/{last}", {"version": version, "revision": str(uuid.uuid4())}, format="json"
    )
    assert gone.status_code == 201, gone.json()
    version = gone.json()["version"]
    for number, turn in enumerate(TURNS[4:], start=4):
        log(number, turn)
    entry = {"version": version, "revision": str(uuid.uuid4()), "player": "Ana", "kind": "points", "points": 14}
    assert api.put(f"/api/v1/plays/{play['id']}/entries/{first}", entry, format="json").status_code == 201
    return Play.objects.get(group=group)


def stored(play):
    """Everything the two must agree on: the record, every revision, the snapshot, the result."""
    record = record_of(play)
    for entry in record["entries"]:
        entry.pop("id")
    revisions = Entry.objects.filter(play=play).order_by("version")
    rows = [
        (row.number, row.position, row.version, row.action, row.payload, row.derived, row.is_current)
        for row in revisions
    ]
    return {
        "record": record, "rows": rows, "state": play.state, "outcome": play.outcome, "status": play.status,
        "version": play.version, "level": play.level,
    }  # fmt: skip


def test_a_night_is_stored_the_same_through_both_doors(reader, owner, django_capture_on_commit_callbacks):
    from scorekeeper.groups.services import create_group

    paper, wire = (create_group(name=name, owner=owner, time_zone="Europe/Berlin") for name in ("Paper", "Wire"))
    api = APIClient()
    api.force_authenticate(owner)
    with django_capture_on_commit_callbacks(execute=True):
        pages, calls = by_pages(reader(owner), paper), by_api(api, wire)

    assert stored(pages) == stored(calls)
    assert pages.outcome["winners"] == ["Ana"]
    assert [player.name for player in players_of(paper)] == [player.name for player in players_of(wire)]
    standings = [
        [(row.name, row.rank, row.value) for row in night_standings(play.night).rows] for play in (pages, calls)
    ]
    assert standings[0] == standings[1] != []
