"""For each enforced clause of Toasty Toasts: what it lets stand, and what it refuses."""

import json
from dataclasses import replace

from gamerules import load
from gamerules.toasty_toasts.components import Toast
from gamerules.toasty_toasts.deck import Drawn
from gamerules.toasty_toasts.entries import HandEffect, ToastEffect
from gamerules.toasty_toasts.moves import CloseSandwich, Discard, LayPlain, Pass, PlayAction, PutPair, PutTopping, Trade
from gamerules.toasty_toasts.table import Owed, TurnMade

GAME = load("toasty-toasts")


def record(*entries, players=("Ana", "Ben"), **options):
    """An example that is a whole record; what is refused is its last entry, or the record itself."""
    head = {"game": "toasty-toasts", "players": list(players), "options": options}
    return {"record": {**head, "entries": list(entries)}}


def turn(player, *plays, drew=2, **more):
    return {"player": player, "kind": "turn", "drew": drew, "plays": list(plays), **more}


def skip(player):
    return {"player": player, "kind": "skip"}


def final(player, points, **more):
    return {"player": player, "kind": "final", "points": points, **more}


def tally(player, bases, singles, combos, sandwiches):
    counts = {"bases": bases, "singles": singles, "combos": combos, "sandwiches": sandwiches}
    return {"player": player, "kind": "tally", **counts}


def toasts(player, *spread):
    return {"player": player, "kind": "toasts", "toasts": list(spread)}


def toast(sandwich=False, **toppings):
    names = {name.replace("_", "-"): count for name, count in toppings.items()}
    return {"toppings": names, "sandwich": sandwich}


def put(topping, number):
    return {"topping": topping, "toast": number}


def pair(one, other, number):
    return {"pair": [one, other], "toast": number}


def action(*effects):
    return {"action": "a card", "effects": list(effects)}


TRADE = {"trade": 2}
PLAIN = {"plain-base": True}
EATEN = {"time_to_eat": True, "drew": 1}
BARE = toast()


def lid(number):
    return {"sandwich": number}


def add(player, number, **toppings):
    return {"player": player, "toast": number, "add": toppings}


def remove(player, number, **toppings):
    return {"player": player, "toast": number, "remove": toppings}


# Tables: Ana's first turn after the draw, with hands and toasts of our choosing; Ben holds three bananas.

TWO_BARE = (Toast(), Toast())
HAND = ("egg", "egg", "bacon", "plain-toast", "action")


def table(hand=HAND, spread=TWO_BARE, ben=TWO_BARE, **more):
    start = GAME.table.start(("Ana", "Ben"), GAME.options())
    state = {"due": (), "drawn": 8, "phase": "play", "left": 2, "now": TurnMade("Ana", drew=2)}
    state |= {"hands": (tuple(hand), ("banana",) * 3), "spreads": (tuple(spread), tuple(ben))}
    return replace(start, **(state | more))


def at(state, move):
    """An example of a move at a table, both as the JSON that the API takes."""
    return {
        "table": json.loads(json.dumps(GAME.table_adapter.dump_python(state, mode="json"))),
        "move": json.loads(json.dumps(GAME.move_adapter.dump_python(move, mode="json"))),
    }


DRAWING = replace(GAME.table.start(("Ana", "Ben"), GAME.options()), drawn=6, due=(0, 0), phase="draw")
TRADED = table(left=1, now=TurnMade("Ana", 2, plays=(Trade("Ana", ("egg", "egg")),)))
ONE_LEFT = table(left=1, now=TurnMade("Ana", 2, plays=(PutTopping("Ana", "egg", 1),)))
EGGS = Toast({"egg": 1})
CLOSED = Toast({"egg": 1}, sandwich=True)
TAKEN = ToastEffect(player="Ben", toast=1, remove={"egg": 1})
ADDED = ToastEffect(player="Ana", toast=1, add={"egg": 1})

# Turns that lead somewhere: Ana's hand grows to nine, or empties.

NINE = [turn("Ana"), turn("Ben"), turn("Ana"), turn("Ben")]
EMPTY = [
    turn("Ana", pair("egg", "egg", 1), pair("egg", "egg", 1)), turn("Ben"),
    turn("Ana", pair("egg", "egg", 1), put("egg", 1)), turn("Ben"),
]  # fmt: skip
LOST_EGG = remove("Ana", 1, egg=1)
ALL_GIVEN = action({"player": "Ana", "discard": 4})

EXAMPLES = {
    "toasty-toasts/setup-piles": {
        "accepts": [at(DRAWING, Drawn("egg"))],
        "rejects": [at(replace(DRAWING, pile={**DRAWING.pile, "egg": 0}), Drawn("egg"))],
    },
    "toasty-toasts/deal": {
        "accepts": [record(turn("Ana", TRADE), turn("Ben", **EATEN), toasts("Ana", BARE, BARE, BARE))],
        "rejects": [
            record(turn("Ana"), turn("Ben", **EATEN), toasts("Ana", BARE, BARE, BARE)),
            record(turn("Ana", TRADE), turn("Ben", **EATEN), toasts("Ana", BARE, BARE)),
        ],
    },
    "toasty-toasts/time-to-eat-place": {
        "accepts": [at(replace(DRAWING, drawn=46), Drawn("time-to-eat"))],
        "rejects": [at(replace(DRAWING, drawn=45), Drawn("time-to-eat"))],
    },
    "toasty-toasts/players": {
        "accepts": [record(), record(players=("A", "B", "C", "D")), record(players=("A", "B", "C", "D", "E"))],
        "rejects": [record(players=("Ana",)), record(players=())],
    },
    "toasty-toasts/order": {
        "accepts": [
            record(turn("Ana"), turn("Ben"), turn("Ana")),
            record(turn("Ana"), skip("Ben"), turn("Ana")),
            at(table(), Pass("Ana")),
        ],
        "rejects": [
            record(turn("Ben")),
            record(turn("Ana"), turn("Ana")),
            record(skip("Ben")),
            at(table(), Pass("Ben")),
        ],
    },
    "toasty-toasts/draw": {
        "accepts": [record(turn("Ana")), at(DRAWING, Drawn("action"))],
        "rejects": [
            record(turn("Ana", drew=1)),
            record(turn("Ana", drew=0)),
            record(turn("Ana", drew=4)),
            record(turn("Ana", drew=-1)),
            record(turn("Ana", drew=2, time_to_eat=True)),
            at(DRAWING, Pass("Ana")),
            at(table(), Drawn("egg")),
        ],
    },
    "toasty-toasts/draw-empty": {
        "accepts": [record(*EMPTY, turn("Ana", drew=3))],
        "rejects": [record(turn("Ana", drew=3)), record(*EMPTY, turn("Ana", drew=2))],
    },
    "toasty-toasts/two-plays": {
        "accepts": [record(turn("Ana")), record(turn("Ana", PLAIN)), record(turn("Ana", PLAIN, PLAIN))],
        "rejects": [record(turn("Ana", PLAIN, PLAIN, PLAIN)), record(turn("Ana", put("egg", 1), TRADE, action()))],
    },
    "toasty-toasts/topping-single": {
        "accepts": [record(turn("Ana", put("egg", 2))), at(table(), PutTopping("Ana", "egg", 1))],
        "rejects": [
            record(turn("Ana", put("egg", 3))),
            record(turn("Ana", put("egg", 0))),
            record(turn("Ana", ALL_GIVEN, put("egg", 1))),
            record(turn("Ana", put("egg", 1)), turn("Ben", **EATEN), toasts("Ana", toast(jelly=1), BARE)),
            at(table(), PutTopping("Ana", "jelly", 1)),
            at(table(), PutTopping("Ana", "egg", 3)),
        ],
    },
    "toasty-toasts/topping-fit": {
        "accepts": [
            record(turn("Ana", put("egg", 1), put("bacon", 1))),
            record(toasts("Ana", toast(bacon=2, egg=1), BARE)),
            at(table(spread=(EGGS,)), PutTopping("Ana", "bacon", 1)),
        ],
        "rejects": [
            record(turn("Ana", put("egg", 1), put("jelly", 1))),
            record(toasts("Ana", toast(bacon=1, jelly=1), BARE)),
            record(toasts("Ana", BARE, toast(sandwich=True, bacon=1, jelly=1))),
            at(table(spread=(Toast({"jelly": 1}),)), PutTopping("Ana", "egg", 1)),
        ],
    },
    "toasty-toasts/action": {
        "accepts": [
            record(turn("Ana", action())),
            record(turn("Ana", {"action": "nobody wrote down what it did"})),
            record(turn("Ana", put("egg", 1)), turn("Ben", action(remove("Ana", 1, egg=1), add("Ben", 2, egg=1)))),
            record(turn("Ana", action({"player": "Ben", "discard": 1}, add("Ana", 1, egg=1)))),
            record(turn("Ana", action({"player": "Ben", "draw": 2}))),
            at(table(), PlayAction("Ana", (HandEffect(player="Ben", discard=3),))),
            at(table(ben=(EGGS,)), PlayAction("Ana", (TAKEN, ADDED))),
        ],
        "rejects": [
            record(turn("Ana", action(remove("Ben", 1, egg=1)))),
            record(turn("Ana", action(add("Ana", 1, egg=1)))),
            record(turn("Ana", action(add("Ana", 3, egg=1)))),
            record(turn("Ana", action({"player": "Ben", "discard": 4}))),
            record(turn("Ana", action({"player": "Ben", "draw": -1}))),
            record(turn("Ana", ALL_GIVEN, action())),
            at(table(), PlayAction("Ana", (HandEffect(player="Ben", discard=4),))),
            at(table(hand=("egg",)), PlayAction("Ana")),
            at(table(), PlayAction("Ana", (ADDED,))),
            at(table(), PlayAction("Ana", (HandEffect(player="Ben", discard=1), ADDED))),
            at(table(), PlayAction("Ana", (HandEffect(player="Cleo", discard=1),))),
            at(table(), PlayAction("Ana", (HandEffect(player="Ben", draw=100),))),
            at(table(owing=(Owed(1, 1),)), Pass("Ana")),
        ],
    },
    "toasty-toasts/match-pair": {
        "accepts": [record(turn("Ana", pair("egg", "egg", 1))), at(table(), PutPair("Ana", ("egg", "egg"), 2))],
        "rejects": [
            record(turn("Ana", pair("egg", "egg", 3))),
            record(turn("Ana", ALL_GIVEN, pair("egg", "egg", 1))),
            at(table(), PutPair("Ana", ("bacon", "bacon"), 1)),
        ],
    },
    "toasty-toasts/combo-pair": {
        "accepts": [
            record(turn("Ana", pair("choco-spread", "banana", 1))),
            record(turn("Ana", pair("avocado", "tomato", 1))),
            at(table(), PutPair("Ana", ("bacon", "egg"), 1)),
        ],
        "rejects": [
            record(turn("Ana", pair("egg", "jelly", 1))),
            record(turn("Ana", pair("bacon", "egg", 9))),
            at(table(hand=("egg", "jelly")), PutPair("Ana", ("egg", "jelly"), 1)),
        ],
    },
    "toasty-toasts/pair-fit": {
        "accepts": [
            record(turn("Ana", put("egg", 1), pair("bacon", "bacon", 1))),
            at(table(spread=(EGGS,)), PutPair("Ana", ("egg", "bacon"), 1)),
        ],
        "rejects": [
            record(turn("Ana", put("jelly", 1), pair("bacon", "egg", 1))),
            record(turn("Ana", put("jelly", 1), pair("bacon", "bacon", 1))),
            at(table(spread=(Toast({"jelly": 1}),)), PutPair("Ana", ("egg", "bacon"), 1)),
        ],
    },
    "toasty-toasts/trade": {
        "accepts": [record(turn("Ana", TRADE, put("egg", 3))), at(table(), Trade("Ana", ("egg", "action")))],
        "rejects": [
            record(turn("Ana", {"trade": 1})),
            record(turn("Ana", {"trade": 3})),
            record(turn("Ana", ALL_GIVEN, TRADE)),
            at(table(), Trade("Ana", ("egg",))),
            at(table(), Trade("Ana", ("egg", "jelly"))),
            at(table(base_toasts=0), Trade("Ana", ("egg", "egg"))),
        ],
    },
    "toasty-toasts/trade-once": {
        "accepts": [record(turn("Ana", TRADE), turn("Ben", TRADE), turn("Ana", TRADE))],
        "rejects": [record(turn("Ana", TRADE, TRADE)), at(TRADED, Trade("Ana", ("egg", "egg")))],
    },
    "toasty-toasts/plain-base": {
        "accepts": [
            record(turn("Ana", PLAIN, put("egg", 3)), turn("Ben", **EATEN), toasts("Ana", BARE, BARE, toast(egg=1))),
            at(table(), LayPlain("Ana")),
        ],
        "rejects": [record(turn("Ana", ALL_GIVEN, PLAIN)), at(table(hand=("egg",)), LayPlain("Ana"))],
    },
    "toasty-toasts/sandwich": {
        "accepts": [
            record(turn("Ana", lid(1)), turn("Ben", **EATEN), toasts("Ana", toast(sandwich=True), BARE)),
            record(tally("Ana", 2, 1, 0, 3)),
            at(table(), CloseSandwich("Ana", 1)),
        ],
        "rejects": [
            record(turn("Ana", lid(1), put("egg", 2))),
            record(turn("Ana", put("egg", 1), lid(1))),
            record(turn("Ana", lid(3))),
            record(turn("Ana", lid(1)), empty_sandwich=False),
            record(toasts("Ana", toast(sandwich=True), BARE), empty_sandwich=False),
            record(tally("Ana", 2, 1, 0, 2), empty_sandwich=False),
            record(turn("Ana"), turn("Ben", **EATEN), toasts("Ana", toast(sandwich=True), BARE)),
            at(ONE_LEFT, CloseSandwich("Ana", 1)),
            at(table(hand=("egg",)), CloseSandwich("Ana", 1)),
        ],
    },
    "toasty-toasts/sandwich-only-plain": {
        "accepts": [at(table(spread=(EGGS,)), CloseSandwich("Ana", 1))],
        "rejects": [at(table(spread=(EGGS,)), CloseSandwich("Ana", 1, lid="egg"))],
    },
    "toasty-toasts/sandwich-closed": {
        "accepts": [record(turn("Ana", lid(1)), turn("Ben"), turn("Ana", put("egg", 2)))],
        "rejects": [
            record(turn("Ana", lid(1)), turn("Ben"), turn("Ana", put("egg", 1))),
            record(turn("Ana", lid(1)), turn("Ben"), turn("Ana", pair("egg", "bacon", 1))),
            record(turn("Ana", lid(1)), turn("Ben"), turn("Ana", lid(1))),
            at(table(spread=(CLOSED,)), PutTopping("Ana", "egg", 1)),
            at(table(spread=(CLOSED,)), CloseSandwich("Ana", 1)),
        ],
    },
    "toasty-toasts/sandwich-immune": {
        "accepts": [record(turn("Ana", lid(1)), turn("Ben", action({"player": "Ana", "discard": 1})))],
        "rejects": [
            record(turn("Ana", put("egg", 1)), turn("Ben"), turn("Ana", lid(1)), turn("Ben", action(LOST_EGG))),
            record(turn("Ana", lid(1)), turn("Ben"), turn("Ana", action(add("Ana", 1, egg=1)))),
            at(table(ben=(CLOSED,)), PlayAction("Ana", (TAKEN,))),
        ],
    },
    "toasty-toasts/hand-check": {
        "accepts": [
            record(*NINE, turn("Ana", discarded=2)),
            record(*NINE, turn("Ana", pair("egg", "egg", 1))),
            at(table(hand=("egg",) * 9, phase="check", left=0, owing=(Owed(0, 2),)), Discard("Ana", "egg")),
        ],
        "rejects": [
            record(*NINE, turn("Ana")),
            record(*NINE, turn("Ana", discarded=1)),
            record(*NINE, turn("Ana", discarded=3)),
            record(turn("Ana", discarded=-1)),
            at(table(hand=("egg",) * 9, phase="check", left=0, owing=(Owed(0, 2),)), Pass("Ana")),
            at(table(), Discard("Ana", "egg")),
        ],
    },
    "toasty-toasts/end": {
        "accepts": [
            record(turn("Ana", **EATEN), final("Ben", 2), final("Ana", 2)),
            record(turn("Ana", drew=0, time_to_eat=True)),
            record(turn("Ana", put("egg", 1), action({"player": "Ana", "draw": 0}), time_to_eat=True)),
            record(turn("Ana", **EATEN), turn("Ben"), end="finish-round"),
            at(table(), Pass("Ana")),
        ],
        "rejects": [
            record(turn("Ana", **EATEN), turn("Ben")),
            record(turn("Ana", **EATEN), skip("Ben")),
            record(turn("Ana", put("egg", 1), **EATEN)),
            record(turn("Ana", discarded=1, **EATEN)),
            record(final("Ana", 20), final("Ana", 20)),
            record(final("Ana", 20), turn("Ana")),
            record(final("Ana", 20), skip("Ana")),
            record(final("Ana", 20), final("Ben", 30), toasts("Ana", BARE)),
            record({"kind": "result", "winners": ["Ana"]}, tally("Ben", 2, 0, 0, 0)),
            record(turn("Ana", **EATEN), turn("Ben"), turn("Ana"), end="finish-round"),
            at(table(last_turn=0), Pass("Ana")),
        ],
    },
    "toasty-toasts/score-base": {
        "accepts": [
            record(final("Ana", 0)),
            record(final("Ana", -4, ruled="we count that way")),
            record(tally("Ana", 0, 0, 0, 2)),
            record({"kind": "result", "winners": ["Ana"], "points": {"Ana": 30, "Ben": 0}}),
            record(turn("Ana", **EATEN), final("Ana", 3, ruled="a toast fell on the floor")),
        ],
        "rejects": [
            record(final("Ana", -1)),
            record(tally("Ana", -1, 0, 0, 2)),
            record({"kind": "result", "winners": ["Ana"], "points": {"Ben": -1}}),
            record(turn("Ana", **EATEN), final("Ana", 3)),
            record(turn("Ana", **EATEN), tally("Ana", 3, 0, 0, 0)),
        ],
    },
    "toasty-toasts/score-single": {
        "accepts": [record(tally("Ana", 2, 0, 0, 0))],
        "rejects": [record(tally("Ana", 2, -1, 0, 0)), record(turn("Ana", **EATEN), tally("Ana", 2, 1, 0, 0))],
    },
    "toasty-toasts/score-combo": {
        "accepts": [record(tally("Ana", 2, 0, 5, 0)), record(tally("Ana", 2, 0, 3, 1), combos_per_toast="one")],
        "rejects": [
            record(tally("Ana", 2, 0, -1, 0)),
            record(tally("Ana", 2, 0, 4, 1), combos_per_toast="one"),
            record(turn("Ana", **EATEN), tally("Ana", 2, 0, 1, 0)),
        ],
    },
    "toasty-toasts/score-sandwich": {
        "accepts": [record(tally("Ana", 2, 0, 0, 3))],
        "rejects": [record(tally("Ana", 2, 0, 0, -1)), record(turn("Ana", **EATEN), tally("Ana", 2, 0, 0, 1))],
    },
}


def coarsen(entry, line):
    """The same count as final points; turns are left out, since a coarser log has none."""
    if entry["kind"] in ("toasts", "tally"):
        return {"kind": "final", "player": entry["player"], "points": line.points}
    return None if entry["kind"] in ("turn", "skip") else entry
