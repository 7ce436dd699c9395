"""May this move be made at this table: every check of pop-tarts, each under its clause."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from gamerules.clauses import Clause, Finding, malformed
from gamerules.pop_tarts import line as row
from gamerules.pop_tarts.clauses import (
    ARROW_SETUP,
    BONUS_REPLACE,
    BONUS_ROW,
    DEAL,
    EAT_MAY,
    END_DISCARD,
    END_DRAW,
    END_TRIGGER,
    FIFTH,
    LINE_SETUP,
    NEXT_PLAYER,
    PLATE_MUST,
    PLAY_LIMIT,
    REFILL,
    STEPS,
)
from gamerules.pop_tarts.components import BONUSES_IN_A_TURN, PLATE, bonus_key, card_name
from gamerules.pop_tarts.moves import Claim, Discard, Eat, EndTurn, Plate, Play, PointArrow
from gamerules.pop_tarts.turn import (
    PLAYS,
    closed_bonus,
    plating_findings,
    shared_card_finding,
    too_many_bonuses,
    unfit_finding,
)

if TYPE_CHECKING:
    from gamerules.pop_tarts.table import TartTable

# what is missing while cards have to be drawn, by phase
DUE: dict[str, tuple[Clause, str]] = {
    "line": (LINE_SETUP, "The row of seven is not laid yet"),
    "deal": (DEAL, "The hands of three are not dealt yet"),
    "bonus-row": (BONUS_ROW, "The three open bonuses are not laid yet"),
    "refill": (REFILL, "The gap in the middle has to be filled first"),
    "bonus": (BONUS_REPLACE, "The bonus that was won has to be replaced first"),
    "late-bonus": (BONUS_REPLACE, "The bonus that was won has to be replaced first"),
    "draw": (END_DRAW, "The hand has to be filled to three first"),
}


def explain(table: TartTable, move: Any) -> tuple[Finding, ...]:
    """Every independent violation of the move, root cause first; empty exactly when it is legal."""
    check = _CHECKS.get(type(move))
    if check is None:
        return (malformed("", "This is no move of the game"),)
    if table.phase == "over":
        return (END_TRIGGER.broken("", "The game is over; everybody has had the same number of turns"),)
    due = DUE.get(table.phase)
    if due is not None:
        return (due[0].broken("", due[1]),)
    if table.phase == "arrow" and not isinstance(move, PointArrow):
        return (ARROW_SETUP.broken("", "The arrow points to neither end yet"),)
    if move.player != table.player:
        template = "It is {due}'s turn, not {player}'s"
        return (NEXT_PLAYER.broken("player", template, due=table.player, player=move.player),)
    return tuple(check(table, move))


def _check_arrow(table: TartTable, move: PointArrow) -> Iterator[Finding]:
    if table.phase != "arrow":
        yield ARROW_SETUP.broken("", "The arrow was set before the first turn; from then on only actions flip it")


def _check_play(table: TartTable, move: Play) -> Iterator[Finding]:
    if table.phase != "play":
        yield STEPS.broken("", "{player} has plated already; actions come before that", player=move.player)
        return
    if len(table.now.play) == PLAYS:
        yield PLAY_LIMIT.broken("", "{player} has played three action cards; that is the limit", player=move.player)
    if move.action not in table.hands[table.seat]:
        template = "{player} has no {action} in hand"
        yield PLAY_LIMIT.broken("action", template, player=move.player, action=move.action)
    wrong = row.action_finding(move.action, move.places, len(table.line), table.options.two_spaces, "places")
    if wrong is not None:
        yield wrong


def _check_plate(table: TartTable, move: Plate) -> Iterator[Finding]:
    if table.phase != "play":
        yield PLATE_MUST.broken("", "{player} has plated already; it is one tart a turn", player=move.player)
    elif move.card is not None:
        turned = table.start_arrow not in {"", table.arrow} or any(
            action == "flip-arrow" for action, _ in table.now.play
        )
        yield from plating_findings(move.player, move.card, table.line, table.arrow, turned)


def _check_eat(table: TartTable, move: Eat) -> Iterator[Finding]:
    plate = table.plates[table.seat]
    if table.phase != "eat":
        yield _not_now(table, move.player)
    elif move.card not in plate:
        held = ", ".join(map(card_name, plate)) or "nothing"
        template = "{player} cannot eat a {card}: the plate holds {plate}"
        yield EAT_MAY.broken("card", template, player=move.player, card=card_name(move.card), plate=held)


def _not_now(table: TartTable, player: str) -> Finding:
    if table.phase == "play":
        return STEPS.broken("", "{player} has to plate first; then tarts are eaten", player=player)
    return STEPS.broken("", "{player} has begun to close the turn; eating is over", player=player)


def _check_claim(table: TartTable, move: Claim) -> Iterator[Finding]:
    if table.phase != "eat":
        yield _not_now(table, move.player)
        return
    taken, eaten = table.now.bonuses, table.now.eaten
    if len(taken) == BONUSES_IN_A_TURN:
        yield too_many_bonuses(move.player, len(taken) + 1)
    if not any(bonus_key(bonus) == bonus_key(move.bonus) for bonus in table.row):
        yield closed_bonus(move.player, move.bonus, table.row, "bonus")
    unfit = unfit_finding(move.player, move.bonus, eaten, "bonus")
    if unfit is not None:
        yield unfit
    elif len(taken) < BONUSES_IN_A_TURN:
        twice = shared_card_finding(move.player, (*taken, move.bonus), eaten)
        if twice is not None:
            yield twice


def _check_discard(table: TartTable, move: Discard) -> Iterator[Finding]:
    if table.phase == "play":
        template = "{player} has to plate first; cards are thrown away when the turn closes"
        yield STEPS.broken("", template, player=move.player)
    yield from _full_plate(table, move.player)
    if move.action not in table.hands[table.seat]:
        template = "{player} has no {action} to throw away"
        yield END_DISCARD.broken("action", template, player=move.player, action=move.action)


def _check_end(table: TartTable, move: EndTurn) -> Iterator[Finding]:
    if table.phase == "play":
        yield PLATE_MUST.broken("", "{player} has not plated a tart; no turn goes without", player=move.player)
    yield from _full_plate(table, move.player)


def _full_plate(table: TartTable, player: str) -> Iterator[Finding]:
    if len(table.plates[table.seat]) > PLATE:
        yield FIFTH.broken("", "{player} has five tarts on the plate; at least one has to be eaten", player=player)


_CHECKS: dict[type, Any] = {
    PointArrow: _check_arrow,
    Play: _check_play,
    Plate: _check_plate,
    Eat: _check_eat,
    Claim: _check_claim,
    Discard: _check_discard,
    EndTurn: _check_end,
}
