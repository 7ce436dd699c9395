"""For each enforced clause of Anarchy Pancakes: lines and moves that may stand, and some that it refuses."""

# With the module's own deck: S1 has i1 i2 i4 i9 i13 i19, S6 has i6 i7 i9 i14 i18 i24 (they share i9), O1 has i1.
ANA = ["O1", "O2", "S1", "S2", "S3", "S4", "S5"]
BEN = ["O3", "O4", "S6", "S7", "S8", "S9", "S10"]
DEAL = {"Ana": ANA, "Ben": BEN}
SIX = ["Ana", "Ben", "Cleo", "Dan", "Eva", "Finn"]
SIX_DEAL = {
    label: [f"O{2 * seat + 1}", f"O{2 * seat + 2}", *(f"S{5 * seat + card}" for card in range(1, 6))]
    for seat, label in enumerate(SIX)
}


def record(*entries, players=("Ana", "Ben"), **options):
    return {"game": "anarchy-pancakes", "players": list(players), "options": options, "entries": list(entries)}


def won(winner, **more):
    return {"kind": "round", "winner": winner, **more}


def matches(*moves, deal=DEAL, community="S31"):
    return {"kind": "matches", "deal": deal, "community": community, "moves": list(moves)}


def match(player, card, onto, **more):
    return {"player": player, "card": card, "onto": onto, **more}


def draw(player, card):
    return {"player": player, "draw": card}


def table(**changed):
    """Two players in mid-round; Ana has a stack with S1 buried under S6."""
    fronts = [[["O1"], ["S1", "S6"], ["S3"]], [["O3"], ["S7"]]]
    return {
        "players": ["Ana", "Ben"],
        "spread": {"fronts": fronts, "community": ["S31"], "draw_pile": ["S20"]},
        **changed,
    }


def table_match(player, card, onto, **more):
    return {"kind": "match", "player": player, "card": card, "onto": onto, **more}


TABLE_DRAW = {"kind": "draw", "player": "Ana"}
DEALING = {
    "players": ["Ana", "Ben"],
    "spread": {"fronts": [[], []], "community": []},
    "ones": [f"O{number}" for number in range(1, 32)],
    "sixes": [f"S{number}" for number in range(1, 32)],
}
VOID_ROUND = {
    "winner": None,
    "piles": [3, 3],
    "draws": [0, 0],
    "hands": [],
    "community": "S31",
    "moves": [],
}
EMPTY_PILE = table()["spread"] | {"draw_pile": []}

ALL_SEVEN = [
    match("Ana", card, onto)
    for card, onto in (
        ("S1", "S6"),
        ("O2", "S1"),
        ("O1", "S31"),
        ("S2", "S7"),
        ("S3", "S8"),
        ("S4", "S9"),
        ("S5", "S10"),
    )
]

EXAMPLES = {
    "anarchy-pancakes/goal": {
        "accepts": [
            {"record": record(), "entry": won("Ana", piles={"Ana": 0, "Ben": 3})},
            {"record": record(deadlock="fewest-piles"), "entry": won("Ana", piles={"Ana": 1, "Ben": 3})},
        ],
        "rejects": [
            {"record": record(), "entry": won("Ana", piles={"Ana": 1, "Ben": 3})},
            {"record": record(deadlock="fewest-piles"), "entry": won("Ana", piles={"Ana": 3, "Ben": 3})},
        ],
    },
    "anarchy-pancakes/contents": {
        "accepts": [{"record": record(won("Finn"), players=SIX)}],
        "rejects": [
            {"record": record(players=[*SIX, "Gus"])},
            {"record": record(players=["Ana"])},
            {"record": record(), "entry": matches(deal=DEAL | {"Ben": ["O3", "O4", "S5", "S7", "S8", "S9", "S10"]})},
            {"record": record(), "entry": matches(draw("Ana", "S31"))},
        ],
    },
    "anarchy-pancakes/deal-one": {
        "accepts": [{"record": record(), "entry": matches()}],
        "rejects": [{"record": record(), "entry": matches(deal=DEAL | {"Ben": ["O3", "O4", "O5", *BEN[2:6]]})}],
    },
    "anarchy-pancakes/deal-six": {
        "accepts": [{"record": record(), "entry": matches()}],
        "rejects": [
            {"record": record(), "entry": matches(deal=DEAL | {"Ben": BEN[:6]})},
            {"table": DEALING, "move": table_match("Ana", "S1", "S6")},
        ],
    },
    "anarchy-pancakes/draw-pile": {
        "accepts": [{"record": record(), "entry": matches(draw("Ana", "S11"))}],
        "rejects": [{"record": record(), "entry": matches(draw("Ana", "O11"))}],
    },
    "anarchy-pancakes/community": {
        "accepts": [{"record": record(), "entry": matches(match("Ana", "O1", "S31"))}],
        "rejects": [{"record": record(), "entry": matches(community="O31")}],
    },
    "anarchy-pancakes/match": {
        "accepts": [
            {"record": record(), "entry": matches(match("Ana", "S1", "S6"))},
            {"table": table(), "move": table_match("Ana", "S6", "S7")},
        ],
        "rejects": [
            {"record": record(), "entry": matches(match("Ana", "O1", "S6"))},
            {"record": record(), "entry": matches(match("Ana", "S7", "S31"))},
            {"table": table(), "move": table_match("Ana", "O1", "O3")},
        ],
    },
    "anarchy-pancakes/call": {
        "accepts": [{"record": record(), "entry": matches(match("Ana", "S1", "S6", topping="i9"))}],
        "rejects": [
            {"record": record(), "entry": matches(match("Ana", "S1", "S6", topping="i1"))},
            {"table": table(), "move": table_match("Ana", "S6", "S7", topping="i31")},
        ],
    },
    "anarchy-pancakes/place": {
        "accepts": [{"record": record(), "entry": won("Ana", piles={"Ana": 0, "Ben": 9}, draws={"Ben": 2})}],
        "rejects": [
            {"record": record(), "entry": won("Ana", piles={"Ana": 0, "Ben": 10}, draws={"Ben": 2})},
            {"record": record(), "entry": won("Ana", piles={"Ana": 0, "Ben": -1})},
        ],
    },
    "anarchy-pancakes/stack-permanent": {
        "accepts": [{"record": record(), "entry": matches(match("Ana", "S1", "S6"), match("Ben", "S1", "S31"))}],
        "rejects": [
            {
                "record": record(),
                "entry": matches(match("Ana", "S1", "S6"), match("Ana", "S2", "S1"), match("Ana", "S1", "S7")),
            },
        ],
    },
    "anarchy-pancakes/stack-top": {
        "accepts": [{"table": table(), "move": table_match("Ben", "S7", "S6")}],
        "rejects": [
            {"table": table(), "move": table_match("Ben", "S7", "S1")},
            {"table": table(), "move": table_match("Ana", "S1", "S7")},
            {"record": record(), "entry": matches(match("Ana", "S1", "S6"), match("Ana", "S2", "S6"))},
        ],
    },
    "anarchy-pancakes/not-own": {
        "accepts": [{"record": record(), "entry": matches(match("Ana", "S1", "S31"))}],
        "rejects": [
            {"record": record(), "entry": matches(match("Ana", "S1", "S2"))},
            {"table": table(), "move": table_match("Ana", "S3", "S6")},
        ],
    },
    "anarchy-pancakes/draw": {
        "accepts": [
            {"record": record(), "entry": won("Ana", draws={"Ana": 12, "Ben": 8})},
            {"record": record(), "entry": matches(draw("Ana", "S11"))},
            {"table": table(), "move": TABLE_DRAW},
        ],
        "rejects": [
            {"record": record(), "entry": won("Ana", draws={"Ana": 12, "Ben": 9})},
            {"record": record(), "entry": won("Ana", draws={"Ana": -1})},
            {"record": record(players=SIX), "entry": matches(draw("Ana", "S11"), deal=SIX_DEAL)},
            {"record": record(draw_with_match="violation"), "entry": matches(draw("Ana", "S11"))},
            {"table": table(spread=EMPTY_PILE), "move": TABLE_DRAW},
            {"table": table(drawer=1), "move": TABLE_DRAW},
            {"table": table(), "move": TABLE_DRAW | {"penalty": True}},
        ],
    },
    "anarchy-pancakes/round-win": {
        "accepts": [
            {"record": record(), "entry": won("Ana", piles={"Ana": 0, "Ben": 1})},
            {"record": record(), "entry": matches(*ALL_SEVEN)},
        ],
        "rejects": [
            {"record": record(), "entry": won("Ana", piles={"Ana": 0, "Ben": 0})},
            {"record": record(), "entry": matches(*ALL_SEVEN, match("Ben", "S7", "O1"))},
        ],
    },
    "anarchy-pancakes/next-round": {
        "accepts": [{"table": table(rounds=[VOID_ROUND]), "move": table_match("Ana", "S6", "S7")}],
        "rejects": [{"table": DEALING | {"rounds": [VOID_ROUND]}, "move": table_match("Ana", "S1", "S6")}],
    },
    "anarchy-pancakes/win": {
        "accepts": [{"record": record(won("Ana"), won("Ben")), "entry": won("Ana")}],
        "rejects": [
            {"record": record(won("Ana"), won("Ana")), "entry": won("Ben")},
            {"record": record(won("Ana"), won("Ana")), "entry": {"kind": "void-round"}},
            {"record": record(), "entry": {"kind": "result", "winners": ["Ana", "Ben"]}},
            {"record": record(), "entry": {"kind": "result", "winners": ["Ana"], "points": {"Ana": 1}}},
            {"record": record(), "entry": {"kind": "result", "winners": ["Ana"], "points": {"Ben": 2}}},
            {"table": table(slabs=[2, 0]), "move": TABLE_DRAW},
        ],
    },
}


def coarsen(entry, line):
    """The same round in less detail: matches as a winner or a void round, a round without its piles and draws."""
    if entry["kind"] == "matches":
        return {"kind": "round", "winner": line.player} if line.player else {"kind": "void-round"}
    return {name: value for name, value in entry.items() if name not in ("piles", "draws")}
