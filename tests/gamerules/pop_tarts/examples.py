"""For each enforced clause of pop-tarts what it accepts and what it rejects.

An example is a record, a record with the entry that comes next, or a table with the move that is tried, all as
JSON values. Worked out by hand from the clauses; ``tests/gamerules/pop_tarts/test_examples.py`` runs them.
"""

VALUES = {"cherry": 2, "wild-berry": 3, "chocolate-fudge": 2, "cookies-and-creme": 1, "brown-sugar-cinnamon": 1}
LINE = ["cherry", "wild-berry", "chocolate-fudge", "cookies-and-creme", "brown-sugar-cinnamon", "cherry", "wild-berry"]
CHERRIES = ["cherry"] * 7
PAIR = ["cherry/toasted", "wild-berry/toasted"]
PAIR_MIXED = ["cherry/toasted", "wild-berry/frozen"]
THREE = ["cherry", "wild-berry", "chocolate-fudge"]
FLIP = [{"flip-arrow": True}]


def record(*entries, players=("Ana", "Ben"), setup=None, **options):
    """A record with these entries."""
    found = {
        "game": "pop-tarts",
        "players": list(players),
        "options": {"values": VALUES, **options},
        "entries": [*entries],
    }
    return {**found, "setup": setup} if setup else found


def setup(line=LINE, arrow="toaster", bonuses=(PAIR, THREE, PAIR_MIXED)):
    """How a table looked before the first turn."""
    return {"line": list(line), "arrow": arrow, "bonuses": list(bonuses)}


def points(player, points, bonuses=0, **more):
    """A points entry."""
    return {"player": player, "kind": "points", "points": points, "bonuses": bonuses, **more}


def cards(player, plated, *eaten, bonuses=()):
    """A cards entry."""
    return {"player": player, "kind": "cards", "plated": plated, "eaten": list(eaten), "bonuses": list(bonuses)}


def moves(player, plated, *eaten, **more):
    """A moves entry; the middle is refilled with a cherry unless told otherwise."""
    entry = {"player": player, "kind": "moves", "plated": plated, "refill": "cherry", "eaten": list(eaten), **more}
    return {name: value for name, value in entry.items() if value is not None}


def rounds(count, points_of_ana=0, points_of_ben=0):
    """So many rounds of points entries, alike."""
    return [entry for _ in range(count) for entry in (points("Ana", points_of_ana), points("Ben", points_of_ben))]


def plating(*plated, bens="cookies-and-creme/frozen"):
    """Cards entries in which Ana plates these and eats none, while Ben plates and eats one alike each turn."""
    return [entry for card in plated for entry in (cards("Ana", card), cards("Ben", bens, bens))]


def line_of(entry, *before, **head):
    """An example: this entry after those before it."""
    return {"record": record(*before, **head), "entry": entry}


def table(**parts):
    """A table written by hand: Ana to move, with one of each two kinds of action in hand."""
    usual = {"players": ["Ana", "Ben"], "line": LINE, "arrow": "toaster", "start_arrow": "toaster"}
    hands = [["flip-arrow", "swap-ends", "swap-two-apart"], ["swap-neighbours"]]
    return {**usual, "hands": hands, "row": [PAIR, THREE, PAIR_MIXED], **parts}


def at(move, **parts):
    """An example: this move of Ana's at such a table."""
    return {"table": table(**parts), "move": {"player": "Ana", **move}}


def eating(eaten, *, taken=(), plate=(), **parts):
    """A table in the eating step, some tarts eaten and bonuses taken already."""
    now = {"plated": "cherry/toasted", "eaten": list(eaten), "bonuses": list(taken)}
    return {"phase": "eat", "now": now, "plates": [list(plate), []], **parts}


def fifteen_bonuses():
    """Six players who have won all fifteen bonuses, a card each in rounds 2, 4 and 6; the fourth is to move."""
    six = ("Ana", "Ben", "Cy", "Dee", "Eve", "Flo")
    entries = []
    for number in range(1, 7):
        for seat, player in enumerate(six):
            if number < 6 or seat < 3:
                entries.append(points(player, 0) if number % 2 else points(player, 9, 1))
    return {"players": six, "target": 1000}, entries


def coarsen(entry, line):
    """An entry with one level of detail less: moves as cards, cards as points; None for what has none."""
    if entry["kind"] == "moves":
        kept = {name: entry[name] for name in ("plated", "eaten", "bonuses") if name in entry}
        return {"player": entry["player"], "kind": "cards", **kept}
    if entry["kind"] == "cards":
        return points(entry["player"], line.points, len(entry.get("bonuses", ())))
    return entry


SIX, FIFTEEN = fifteen_bonuses()
FOUR_CHERRIES = plating(*["cherry/toasted"] * 4)
BOTH_SIDES = plating("cherry/toasted", "wild-berry/frozen", "cherry/frozen")
TIED_BY_BONUS = [*rounds(2, 3), points("Ana", 3), points("Ben", 0), points("Ana", 1), points("Ben", 10, 1)]

EXAMPLES = {
    "pop-tarts/contents": {
        "accepts": [
            {"record": record(players=("Ana", "Ben"))},
            {"record": record(players=("Ana", "Ben", "Cy", "Dee", "Eve", "Flo"))},
            line_of(points("Dee", 4), *FIFTEEN, **SIX),
        ],
        "rejects": [
            {"record": record(players=("Ana",))},
            {"record": record(players=())},
            {"record": record(players=("Ana", "Ben", "Cy", "Dee", "Eve", "Flo", "Gus"))},
            line_of(points("Dee", 9, 1), *FIFTEEN, **SIX),
        ],
    },
    "pop-tarts/line-setup": {
        "accepts": [{"record": record(setup=setup())}],
        "rejects": [
            {"record": record(setup=setup(LINE[:6]))},
            {"record": record(setup=setup([*LINE, "cherry"]))},
            at({"kind": "plate"}, phase="line", line=LINE[:3], arrow=""),
        ],
    },
    "pop-tarts/deal": {
        "accepts": [at({"kind": "plate"})],
        "rejects": [at({"kind": "plate"}, phase="deal", hands=[["flip-arrow"], []])],
    },
    "pop-tarts/arrow-setup": {
        "accepts": [
            at({"kind": "arrow", "end": "freezer"}, phase="arrow", arrow="", start_arrow=""),
            at({"kind": "arrow", "end": "toaster"}, phase="arrow", arrow="", start_arrow=""),
        ],
        "rejects": [
            at({"kind": "plate"}, phase="arrow", arrow="", start_arrow=""),
            at({"kind": "arrow", "end": "freezer"}),
        ],
    },
    "pop-tarts/bonus-row": {
        "accepts": [{"record": record(setup=setup())}],
        "rejects": [
            {"record": record(setup=setup(bonuses=[PAIR, THREE, PAIR_MIXED, PAIR]))},
            at({"kind": "plate"}, phase="bonus-row", row=[PAIR]),
        ],
    },
    "pop-tarts/first-player": {
        "accepts": [line_of(points("Ana", 0)), line_of(points("Ana", 0), *rounds(1))],
        "rejects": [line_of(points("Ben", 0)), line_of(points("Ben", 0), *rounds(1))],
    },
    "pop-tarts/steps": {
        "accepts": [at({"kind": "eat", "card": "cherry/toasted"}, **eating((), plate=["cherry/toasted"]))],
        "rejects": [
            at({"kind": "eat", "card": "cherry/toasted"}, plates=[["cherry/toasted"], []]),
            at({"kind": "play", "action": "flip-arrow"}, **eating(())),
            at({"kind": "claim", "bonus": PAIR}, phase="end"),
            at({"kind": "discard", "action": "flip-arrow"}),
        ],
    },
    "pop-tarts/play-limit": {
        "accepts": [
            line_of(moves("Ana", "cherry/frozen", play=FLIP * 3), setup=setup(CHERRIES)),
            line_of(moves("Ana", "cherry/toasted"), setup=setup()),
            at({"kind": "play", "action": "flip-arrow"}),
        ],
        "rejects": [
            line_of(moves("Ana", "cherry/toasted", play=FLIP * 4), setup=setup()),
            at({"kind": "play", "action": "swap-neighbours", "places": [1, 2]}),
            at({"kind": "play", "action": "flip-arrow"}, now={"play": [["flip-arrow", None]] * 3}),
        ],
    },
    "pop-tarts/swap-ends": {
        "accepts": [
            at({"kind": "play", "action": "swap-ends"}),
            at({"kind": "play", "action": "swap-ends", "places": [1, 7]}),
            line_of(moves("Ana", "wild-berry/toasted", play=[{"swap-ends": True}]), setup=setup()),
        ],
        "rejects": [at({"kind": "play", "action": "swap-ends", "places": [1, 6]})],
    },
    "pop-tarts/swap-two-apart": {
        "accepts": [
            line_of(moves("Ana", "chocolate-fudge/toasted", play=[{"swap-two-apart": [1, 3]}]), setup=setup()),
            line_of(
                moves("Ana", "cookies-and-creme/toasted", play=[{"swap-two-apart": [4, 1]}]),
                setup=setup(),
                two_spaces=3,
            ),
            at({"kind": "play", "action": "swap-two-apart", "places": [5, 7]}),
        ],
        "rejects": [
            line_of(moves("Ana", "cookies-and-creme/toasted", play=[{"swap-two-apart": [1, 4]}]), setup=setup()),
            line_of(
                moves("Ana", "chocolate-fudge/toasted", play=[{"swap-two-apart": [1, 3]}]), setup=setup(), two_spaces=3
            ),
            line_of(moves("Ana", "cherry/toasted", play=[{"swap-two-apart": [6, 8]}]), setup=setup()),
            at({"kind": "play", "action": "swap-two-apart", "places": [0, 2]}),
            at({"kind": "play", "action": "swap-two-apart"}),
        ],
    },
    "pop-tarts/flip-arrow": {
        "accepts": [
            line_of(moves("Ana", "wild-berry/frozen", play=FLIP), setup=setup()),
            line_of(moves("Ben", "cherry/frozen"), moves("Ana", "wild-berry/frozen", play=FLIP), setup=setup()),
        ],
        "rejects": [
            line_of(moves("Ben", "cherry/toasted"), moves("Ana", "wild-berry/frozen", play=FLIP), setup=setup()),
            line_of(moves("Ana", "cherry/toasted", play=FLIP), setup=setup()),
            at({"kind": "play", "action": "flip-arrow", "places": [1, 7]}),
            at({"kind": "plate", "card": "wild-berry/frozen"}, start_arrow="freezer"),
        ],
    },
    "pop-tarts/swap-neighbours": {
        "accepts": [line_of(moves("Ana", "wild-berry/toasted", play=[{"swap-neighbours": [2, 1]}]), setup=setup())],
        "rejects": [
            line_of(moves("Ana", "chocolate-fudge/toasted", play=[{"swap-neighbours": [1, 3]}]), setup=setup()),
            line_of(moves("Ana", "cherry/toasted", play=[{"swap-neighbours": [7, 8]}]), setup=setup()),
            at({"kind": "play", "action": "swap-neighbours", "places": [3, 3]}, hands=[["swap-neighbours"], []]),
        ],
    },
    "pop-tarts/plate-must": {
        "accepts": [
            line_of(moves("Ana", "cherry/toasted"), setup=setup()),
            at({"kind": "plate", "card": "cherry/toasted"}),
        ],
        "rejects": [
            line_of(moves("Ana", "chocolate-fudge/toasted"), setup=setup()),
            at({"kind": "plate", "card": "wild-berry/toasted"}),
            at({"kind": "end"}),
            at({"kind": "plate"}, **eating(())),
        ],
    },
    "pop-tarts/plate-side": {
        "accepts": [line_of(moves("Ana", "cherry/frozen"), setup=setup(CHERRIES, "freezer"))],
        "rejects": [
            line_of(moves("Ana", "cherry/toasted"), setup=setup(CHERRIES, "freezer")),
            at({"kind": "plate", "card": "cherry/frozen"}),
        ],
    },
    "pop-tarts/refill": {
        "accepts": [line_of(moves("Ana", "cherry/toasted", refill="wild-berry"), setup=setup())],
        "rejects": [
            line_of(moves("Ana", "cherry/toasted", refill=None), setup=setup()),
            at({"kind": "end"}, phase="refill", line=LINE[1:]),
        ],
    },
    "pop-tarts/eat-may": {
        "accepts": [
            line_of(cards("Ana", "cherry/toasted", "cherry/toasted")),
            line_of(cards("Ana", "cherry/toasted", "cherry/frozen", "cherry/toasted"), *BOTH_SIDES),
        ],
        "rejects": [
            line_of(cards("Ana", "cherry/toasted", "cherry/frozen")),
            line_of(cards("Ana", "cherry/toasted", "cherry/toasted", "cherry/toasted")),
            line_of(moves("Ana", "cherry/toasted", "wild-berry/toasted"), setup=setup()),
            at({"kind": "eat", "card": "wild-berry/frozen"}, **eating((), plate=["cherry/frozen"])),
        ],
    },
    "pop-tarts/eat-points": {
        "accepts": [
            line_of(points("Ana", 3)),
            line_of(points("Ana", 10), *rounds(3, 0, 1)),
            line_of({"kind": "result", "winners": ["Ana"], "points": {"Ana": 54, "Ben": 12}}),
        ],
        "rejects": [
            line_of(points("Ana", 4)),
            line_of(points("Ana", -1)),
            line_of(points("Ana", 1), values=dict.fromkeys(VALUES, 2)),
            line_of(points("Ana", 12), *rounds(2, 0, 1)),
            line_of({"kind": "result", "winners": ["Ana"], "points": {"Ana": 55, "Ben": 12}}),
            line_of({"kind": "result", "winners": ["Ana"], "points": {"Ben": -1}}),
        ],
    },
    "pop-tarts/plate-limit": {
        "accepts": [
            line_of(points("Ana", 0), *rounds(3, 0, 1)),
            line_of(points("Ana", 1), *rounds(4, 0, 1)),
        ],
        "rejects": [
            line_of(points("Ana", 0), *rounds(4, 0, 1)),
            line_of(points("Ana", 0), *plating(*["cherry/toasted"] * 4)),
        ],
    },
    "pop-tarts/fifth": {
        "accepts": [line_of(cards("Ana", "cherry/frozen", "cherry/toasted"), *FOUR_CHERRIES)],
        "rejects": [
            line_of(cards("Ana", "cherry/frozen"), *FOUR_CHERRIES),
            at({"kind": "end"}, **eating((), plate=["cherry/toasted"] * 5)),
            at({"kind": "discard", "action": "flip-arrow"}, **eating((), plate=["cherry/toasted"] * 5)),
        ],
    },
    "pop-tarts/bonus-claim": {
        "accepts": [
            line_of(points("Ana", 7, 1), *rounds(1)),
            line_of(
                moves("Ana", "wild-berry/toasted", *PAIR, play=FLIP, bonuses=[PAIR], new_bonuses=[PAIR]),
                moves("Ana", "cherry/toasted"),
                moves("Ben", "wild-berry/frozen", play=FLIP),
                setup=setup(),
            ),
        ],
        "rejects": [
            line_of(points("Ana", 8, 1)),
            line_of(points("Ana", 17, 2), *rounds(2)),
            line_of(points("Ana", 6, 1), *rounds(1)),
            line_of(points("Ana", 4, -1)),
            line_of(moves("Ana", "cherry/toasted", bonuses=[["cherry/frozen", "cherry/frozen"]]), setup=setup()),
            at({"kind": "claim", "bonus": ["cherry", "cherry", "cherry"]}, **eating(["cherry/toasted"] * 3)),
        ],
    },
    "pop-tarts/bonus-two": {
        "accepts": [
            line_of(
                cards("Ana", "cherry/frozen", "cherry/toasted", "wild-berry/frozen", bonuses=[PAIR_MIXED]), *BOTH_SIDES
            )
        ],
        "rejects": [
            line_of(
                cards("Ana", "wild-berry/toasted", "cherry/frozen", "wild-berry/toasted", bonuses=[PAIR_MIXED]),
                *BOTH_SIDES,
            ),
            line_of(cards("Ana", "cherry/toasted", "cherry/toasted", bonuses=[PAIR_MIXED])),
            at({"kind": "claim", "bonus": PAIR_MIXED}, **eating(PAIR)),
        ],
    },
    "pop-tarts/bonus-three": {
        "accepts": [
            line_of(
                cards(
                    "Ana",
                    "chocolate-fudge/frozen",
                    "cherry/frozen",
                    "wild-berry/frozen",
                    "chocolate-fudge/frozen",
                    bonuses=[THREE],
                ),
                *BOTH_SIDES,
            ),
        ],
        "rejects": [
            line_of(
                cards("Ana", "chocolate-fudge/frozen", "cherry/frozen", "chocolate-fudge/frozen", bonuses=[THREE]),
                *BOTH_SIDES,
            ),
            line_of(
                cards("Ana", "chocolate-fudge/frozen", "cherry/frozen", "cherry/toasted", bonuses=[["cherry"] * 3]),
                *BOTH_SIDES,
            ),
            at({"kind": "claim", "bonus": THREE}, **eating(PAIR)),
        ],
    },
    "pop-tarts/bonus-replace": {
        "accepts": [
            line_of(
                moves(
                    "Ana",
                    "cherry/toasted",
                    *["cherry/toasted"] * 2,
                    bonuses=[["cherry/toasted"] * 2],
                    new_bonuses=[THREE],
                ),
                moves("Ana", "cherry/toasted"),
                moves("Ben", "cherry/toasted"),
                setup=setup(CHERRIES, bonuses=[["cherry/toasted"] * 2, PAIR, THREE]),
            ),
        ],
        "rejects": [
            line_of(
                moves("Ana", "cherry/toasted", *["cherry/toasted"] * 2, bonuses=[["cherry/toasted"] * 2]),
                moves("Ana", "cherry/toasted"),
                moves("Ben", "cherry/toasted"),
                setup=setup(CHERRIES, bonuses=[["cherry/toasted"] * 2, PAIR, THREE]),
            ),
            line_of(moves("Ana", "cherry/toasted", new_bonuses=[THREE]), setup=setup()),
            at({"kind": "end"}, phase="bonus"),
        ],
    },
    "pop-tarts/card-once": {
        "accepts": [
            line_of(
                cards(
                    "Ana",
                    "cherry/toasted",
                    "cherry/toasted",
                    "cherry/toasted",
                    "wild-berry/frozen",
                    "cherry/frozen",
                    bonuses=[["cherry/toasted"] * 2, ["cherry/frozen", "wild-berry/frozen"]],
                ),
                *BOTH_SIDES,
            ),
        ],
        "rejects": [
            line_of(
                cards(
                    "Ana",
                    "cherry/toasted",
                    "cherry/toasted",
                    "wild-berry/frozen",
                    "cherry/frozen",
                    bonuses=[["cherry/toasted", "cherry/frozen"], ["cherry/frozen", "wild-berry/frozen"]],
                ),
                *BOTH_SIDES,
            ),
            at({"kind": "claim", "bonus": PAIR_MIXED}, **eating([*PAIR, "wild-berry/frozen"], taken=[PAIR])),
        ],
    },
    "pop-tarts/two-bonuses": {
        "accepts": [line_of(points("Ana", 18, 2), *rounds(3, 0, 1))],
        "rejects": [
            line_of(points("Ana", 25, 3), *rounds(4, 0, 1)),
            line_of(cards("Ana", "cherry/toasted", "cherry/toasted", bonuses=[PAIR] * 3)),
            at({"kind": "claim", "bonus": THREE}, **eating([*PAIR, *PAIR_MIXED], taken=[PAIR, PAIR_MIXED])),
        ],
    },
    "pop-tarts/end-discard": {
        "accepts": [
            at({"kind": "discard", "action": "flip-arrow"}, **eating(())),
            at({"kind": "discard", "action": "swap-ends"}, phase="end"),
        ],
        "rejects": [at({"kind": "discard", "action": "swap-neighbours"}, **eating(()))],
    },
    "pop-tarts/end-draw": {
        "accepts": [at({"kind": "end"}, **eating(()))],
        "rejects": [at({"kind": "end"}, phase="draw", hands=[["flip-arrow", "swap-ends"], []])],
    },
    "pop-tarts/next-player": {
        "accepts": [line_of(points("Ben", 0), points("Ana", 0)), line_of({"player": "Ana", "kind": "skip"})],
        "rejects": [
            line_of(points("Ana", 0), points("Ana", 0)),
            line_of({"player": "Ben", "kind": "skip"}),
            {"table": table(), "move": {"kind": "plate", "player": "Ben"}},
        ],
    },
    "pop-tarts/plate-worthless": {
        "accepts": [
            {
                "record": record(
                    cards("Ana", "cherry/toasted", "cherry/toasted"), cards("Ben", "cherry/frozen"), target=2
                )
            }
        ],
        "rejects": [
            line_of(
                points("Ben", 2),
                cards("Ana", "cherry/toasted", "cherry/toasted"),
                cards("Ben", "cherry/frozen"),
                target=2,
            ),
        ],
    },
    "pop-tarts/end-trigger": {
        "accepts": [line_of(points("Ben", 0), points("Ana", 3), target=3)],
        "rejects": [
            line_of(points("Ana", 0), points("Ana", 3), points("Ben", 0), target=3),
            line_of(points("Ana", 0), points("Ana", 0), points("Ben", 3), target=3),
            line_of({"player": "Ana", "kind": "skip"}, *rounds(27, 1, 1), target=1000),
            at({"kind": "plate"}, phase="over"),
        ],
    },
    "pop-tarts/winner": {
        "accepts": [
            line_of({"kind": "result", "winners": ["Ben"], "points": {"Ana": 31, "Ben": 33}}),
            line_of({"kind": "result", "winners": ["Ana", "Ben"], "points": {"Ana": 31, "Ben": 31}}),
        ],
        "rejects": [
            line_of({"kind": "result", "winners": ["Ana"], "points": {"Ana": 31, "Ben": 33}}),
            line_of({"kind": "result", "winners": ["Ana", "Ben"], "points": {"Ana": 31, "Ben": 33}}),
        ],
    },
    "pop-tarts/tie": {
        "accepts": [{"record": record(*TIED_BY_BONUS, target=10)}],
        "rejects": [line_of(points("Ana", 1), *TIED_BY_BONUS, target=10)],
    },
    "pop-tarts/tie-again": {
        "accepts": [{"record": record(points("Ana", 3), points("Ben", 3), target=3)}],
        "rejects": [line_of(points("Ana", 1), points("Ana", 3), points("Ben", 3), target=3)],
    },
}
