"""For each enforced clause of tally: lines that may stand and lines that it refuses."""


def record(*entries, players=("Ana", "Ben"), **options):
    return {"game": "tally", "players": list(players), "options": options, "entries": list(entries)}


def points(player, amount, **more):
    return {"player": player, "kind": "points", "points": amount, **more}


def row(**scores):
    return {"kind": "row", "scores": scores}


END = {"kind": "end"}

EXAMPLES = {
    "tally/players": {
        "accepts": [{"record": record(points("Ana", 3), players=["Ana"])}],
        "rejects": [{"record": record(players=[])}],
    },
    "tally/cooperative": {
        "accepts": [{"record": record(cooperative=True), "entry": {"kind": "result", "won": True}}],
        "rejects": [
            {"record": record(), "entry": {"kind": "result", "won": True}},
            {"record": record(cooperative=True), "entry": {"kind": "result", "winners": ["Ana"]}},
            {"record": record(cooperative=True), "entry": {"kind": "result", "ranks": {"Ana": 1, "Ben": 2}}},
        ],
    },
    "tally/sum": {
        "accepts": [{"record": record(), "entry": points("Ana", 19, sum="12+7")}],
        "rejects": [{"record": record(), "entry": points("Ana", 18, sum="12+7")}],
    },
    "tally/minimum": {
        "accepts": [{"record": record(minimum=-5), "entry": points("Ana", -5)}],
        "rejects": [
            {"record": record(minimum=-5), "entry": points("Ana", -6)},
            {"record": record(minimum=0), "entry": row(Ana=3, Ben=-1)},
        ],
    },
    "tally/maximum": {
        "accepts": [
            {"record": record(maximum=10, categories=[{"name": "wood", "multiplier": 3}]), "entry": points("Ana", 10)}
        ],
        "rejects": [
            {"record": record(maximum=10), "entry": points("Ana", 11)},
            {"record": record(maximum=10, categories=[{"name": "wood"}]), "entry": row(Ana={"wood": 11})},
        ],
    },
    "tally/step": {
        "accepts": [
            {"record": record(step=5), "entry": points("Ana", -15)},
            {"record": record(step="0.5"), "entry": points("Ana", "2.5")},
        ],
        "rejects": [
            {"record": record(step=5), "entry": points("Ana", 12)},
            {"record": record(step="0.5"), "entry": points("Ana", "2.25")},
            {"record": record(step=5), "entry": {"kind": "result", "winners": ["Ana"], "points": {"Ana": 7}}},
        ],
    },
    "tally/rounds": {
        "accepts": [{"record": record(points("Ana", 1), rounds=2), "entry": points("Ana", 1)}],
        "rejects": [
            {"record": record(points("Ana", 1), rounds=1), "entry": points("Ana", 1)},
            {"record": record(row(Ana=1, Ben=2), rounds=1), "entry": row(Ana=1, Ben=2)},
        ],
    },
    "tally/target": {
        "accepts": [{"record": record(points("Ana", 99), target=100), "entry": points("Ana", 1)}],
        "rejects": [
            {"record": record(points("Ana", 100), target=100), "entry": points("Ben", 1)},
            {"record": record(points("Ana", -50), target=-50), "entry": points("Ben", 1)},
        ],
    },
    "tally/last-round": {
        "accepts": [
            {"record": record(points("Ana", 9), target=9, target_ends="finish-round"), "entry": points("Ben", 1)}
        ],
        "rejects": [
            {"record": record(points("Ana", 9), target=9, target_ends="finish-round"), "entry": points("Ana", 1)}
        ],
    },
    "tally/end": {
        "accepts": [{"record": record(points("Ana", 9)), "entry": END}],
        "rejects": [
            {"record": record(points("Ana", 9), END), "entry": points("Ben", 1)},
            {"record": record(END), "entry": END},
        ],
    },
    "tally/result": {
        "accepts": [{"record": record(), "entry": {"kind": "result", "ranks": {"Ana": 1, "Ben": 1}}}],
        "rejects": [
            {"record": record(), "entry": {"kind": "result", "ranks": {"Ana": 1}}},
            {"record": record(), "entry": {"kind": "result", "ranks": {"Ana": 2, "Ben": 3}}},
            {"record": record({"kind": "result", "winners": ["Ana"]}), "entry": points("Ana", 1)},
        ],
    },
}
