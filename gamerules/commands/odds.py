"""``odds``: the best choice in a turn of popcorn dice, and the luck and skill of a logged one."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from gamerules.errors import Illegal, Malformed, RulesError
from gamerules.games import load, malformed_from
from gamerules.popcorn_dice.components import COLOURS
from gamerules.popcorn_dice.entries import Roll
from gamerules.popcorn_dice.odds import Choice, OddsTable, TurnStory, advise, advise_roll, load_table, story
from gamerules.popcorn_dice.positions import Ruleset
from gamerules.popcorn_dice.turn import FRESH, Turn, all_in
from gamerules.records import parse_json

EXAMPLES = """
examples:
  odds                                              what a turn is worth before its first roll
  odds --kept '{"red": "PD", "blue": "B"}'          these dice lie out, the others are in the bucket: stop or roll?
  odds --kept '{"red": "PD"}' --roll '{"blue": "DB", …}'   this was rolled just now: what to cancel, and then?
  odds --turn turn.json                             luck and skill of a logged turn (a rolls entry; - reads it)
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = EXAMPLES
    parser.add_argument("--kept", default="{}", metavar="JSON", help="colour → faces that lie out, such as PD or B")
    parser.add_argument("--roll", metavar="JSON", help="colour → faces of the roll just made with the rest")
    parser.add_argument(
        "--turn", metavar="FILE", help="a rolls entry, to tell its luck and skill; - for standard input"
    )
    parser.add_argument("--objective", choices=("points", "reach", "perfect"), default="points")
    parser.add_argument("--need", type=int, default=0, metavar="N", help="points to reach with this batch (0 to 38)")
    parser.add_argument("--options", default="{}", metavar="JSON", help="options of the play")
    parser.add_argument("--faces", metavar="K,P,D,B", help="kernel, pop, double and burnt sides of a die (3,1,1,1)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Exit status 0, 1 when the turn breaks a rule, 2 when something cannot be read."""
    try:
        result = answer(arguments)
    except Illegal as refusal:
        print(refusal, file=sys.stderr)
        return 1
    except (RulesError, OSError) as fault:
        print(fault, file=sys.stderr)
        return 2
    print(json.dumps(result, ensure_ascii=False) if arguments.json else _text(result))
    return 0


def answer(arguments: argparse.Namespace) -> dict[str, Any]:
    """The advice or the story, as plain values. Raises Malformed naming the argument, IllegalEntry."""
    options: Any = load("popcorn-dice").parse_options(parse_json(arguments.options))
    table = load_table(_ruleset(options, arguments.faces))
    if not 0 <= arguments.need <= 38:
        raise Malformed("need", "a batch can reach 0 to 38 points")
    goal = {"objective": arguments.objective, "need": arguments.need}
    head: dict[str, Any] = {"ruleset": table.ruleset.key, **goal}
    if arguments.turn:
        return head | _story_json(story(table, _turn_of(arguments.turn), options, **goal))
    turn = _lying(_faces("kept", parse_json(arguments.kept)))
    if arguments.roll:
        faces = all_in(_faces("roll", parse_json(arguments.roll)))
        if tuple(map(len, faces)) != turn.bucket:
            raise Malformed("roll", "the roll names exactly the dice that do not lie out")
        return head | _choice_json(advise_roll(table, turn, faces, options, **goal))
    return head | _advice_json(table, turn, arguments.objective, arguments.need)


def _ruleset(options: Any, faces: str | None) -> Ruleset:
    ruleset = Ruleset.of(options)
    if faces is None:
        return ruleset
    try:
        counts = tuple(int(part) for part in faces.split(","))
    except ValueError:
        counts = ()
    if len(counts) != 4 or min(counts) < 0 or counts[0] < 1 or sum(counts) > 100:
        raise Malformed("faces", "faces are four counts, kernel, pop, double, burnt, with a kernel at least: 3,1,1,1")
    return replace(ruleset, faces=counts)


def _faces(name: str, raw: object) -> Any:
    """Colour → one or two faces. Raises Malformed naming the argument."""
    if not isinstance(raw, Mapping):
        raise Malformed(name, "an object of colours and faces")
    for colour, shown in raw.items():
        if colour not in COLOURS:
            raise Malformed(f"{name}.{colour}", f"the colours are {', '.join(COLOURS)}")
        letters = "PDB" if name == "kept" else "PDKB"
        if not isinstance(shown, str) or not 1 <= len(shown) <= 2 or not set(shown) <= set(letters):
            raise Malformed(f"{name}.{colour}", f"one or two of {' '.join(letters)}")
    return raw


def _lying(kept: Mapping[Any, str]) -> Turn:
    """A turn in which these dice lie out and all others are in the bucket."""
    out = all_in(kept)
    burnt = "".join(out).count("B")
    if burnt >= 4:
        raise Malformed("kept", "four burnt: the batch is spoilt and there is nothing left to decide")
    return Turn(tuple(2 - len(faces) for faces in out), out, burnt, first=not kept)


def _turn_of(name: str) -> list[Roll]:
    text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    raw = parse_json(text)
    rolls = raw.get("rolls") if isinstance(raw, dict) else raw
    try:
        return TypeAdapter(list[Roll]).validate_python(rolls)
    except ValidationError as error:
        fault = malformed_from(error)
        raise Malformed(f"rolls.{fault.field}".rstrip("."), fault.message) from None


def _advice_json(table: OddsTable, turn: Turn, objective: Any, need: int) -> dict[str, Any]:
    if turn == FRESH:
        return {"choice": "roll", "stop": 0.0, "roll": table.starting(objective, need)}
    return advise(table, turn, objective, need=need)._asdict()


def _choice_json(choice: Choice) -> dict[str, Any]:
    return {"cancel": [list(pair) for pair in choice.cancels], "then": choice.then, "value": choice.value}


def _story_json(told: TurnStory) -> dict[str, Any]:
    steps = [
        {
            "before": step.before,
            "luck": step.luck,
            "skill": step.skill,
            "best": _choice_json(step.best),
            "chosen": _choice_json(step.chosen),
        }
        for step in told.steps
    ]
    return {"expected": told.expected, "luck": told.luck, "skill": told.skill, "worth": told.worth, "steps": steps}


def _text(result: dict[str, Any]) -> str:
    if "steps" in result:
        head = "expected {expected:.3f}, luck {luck:+.3f}, skill {skill:+.3f}: worth {worth:.3f}".format(**result)
        rows = [_step_text(number, step) for number, step in enumerate(result["steps"], start=1)]
        return "\n".join([head, *rows])
    if "then" in result:
        return f"{_choice_text(result)}: worth {result['value']:.4f}"
    return "{choice}: stopping is worth {stop:.4f}, rolling {roll:.4f}".format(**result)


def _step_text(number: int, step: dict[str, Any]) -> str:
    text = f"  roll {number}: luck {step['luck']:+.3f}, skill {step['skill']:+.3f}; {_choice_text(step['chosen'])}"
    return text if step["skill"] > -1e-9 else f"{text}, better {_choice_text(step['best'])}"


def _choice_text(choice: dict[str, Any]) -> str:
    cancels = ", ".join(f"{double} with {burnt}" for double, burnt in choice["cancel"])
    return f"cancel {cancels}, then {choice['then']}" if cancels else choice["then"]
