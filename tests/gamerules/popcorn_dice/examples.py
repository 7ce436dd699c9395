"""For each enforced clause of popcorn dice what it accepts and what it rejects, from ``data/examples.jsonl``.

Each line there is a play worked out by hand: its entries, and where and in which field it is refused, if it is.
"""

import json
from pathlib import Path

LINES = (Path(__file__).parent / "data" / "examples.jsonl").read_text("utf-8").splitlines()


def record(line):
    """The play record of a line."""
    head = {name: line[name] for name in ("players", "entries", "options") if name in line}
    return {"game": "popcorn-dice", **head}


def coarsen(entry, line):
    """The same turn as points or as a Perfect Pop, a roll-off by its points."""
    if entry["kind"] in {"rolls", "dice", "counts"}:
        coarse = {"kind": "perfect"} if line.text == "perfect" else {"kind": "points", "points": line.points}
        return {"player": entry["player"], **coarse}
    if entry["kind"] == "roll-off" and "faces" in entry:
        return {"player": entry["player"], "kind": "roll-off", "points": int(line.text)}
    return entry


EXAMPLES = {}
for found in map(json.loads, LINES):
    kinds = EXAMPLES.setdefault(found["clause"], {"accepts": [], "rejects": []})
    kinds["rejects" if "refused" in found else "accepts"].append({"record": record(found)})
