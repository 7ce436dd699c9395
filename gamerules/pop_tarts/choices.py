"""What may be done at a table: all moves one by one, and one at random without listing them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from gamerules.pop_tarts import line as row
from gamerules.pop_tarts.bonuses import fit_together, fits
from gamerules.pop_tarts.components import BONUSES_IN_A_TURN, ENDS, PLATE, Bonus
from gamerules.pop_tarts.moves import Claim, Discard, Eat, EndTurn, Plate, Play, PointArrow
from gamerules.pop_tarts.turn import PLAYS

if TYPE_CHECKING:
    from gamerules.pop_tarts.table import TartTable

# the same few moves are made in every game, and a move never changes
_shared = lru_cache(maxsize=4096)
_discard, _eat, _end_turn = _shared(Discard), _shared(Eat), _shared(EndTurn)
_plate, _play = _shared(Plate), _shared(Play)


def moves(table: TartTable) -> Iterator[Any]:
    """Every legal move; nothing while cards are drawn and when the game is over."""
    player, phase, plate = table.player, table.phase, table.plates[table.seat]
    if phase == "arrow":
        yield from (PointArrow(player, end) for end in ENDS)
    elif phase == "play":
        yield from possible_plays(table)
        yield Plate(player, table.front)
    elif phase in {"eat", "end"}:
        if phase == "eat":
            yield from (Eat(player, card) for card in dict.fromkeys(plate))
            yield from (Claim(player, bonus) for bonus in claimable_bonuses(table))
        if len(plate) <= PLATE:
            yield from (Discard(player, action) for action in dict.fromkeys(table.hands[table.seat]))
            yield EndTurn(player)


def possible_plays(table: TartTable) -> Iterator[Play]:
    """Each action in hand with each pair of places it may exchange, while fewer than three were played."""
    if len(table.now.play) < PLAYS:
        for action in dict.fromkeys(table.hands[table.seat]):
            yield from (Play(table.player, action, places) for places in _places(table, action))


def _places(table: TartTable, action: str) -> Iterator[tuple[int, int] | None]:
    distance = row.distance_of(action, table.options.two_spaces)
    if not distance:
        yield None
    else:
        yield from ((low, low + distance) for low in range(1, len(table.line) - distance + 1))


def claimable_bonuses(table: TartTable) -> Iterator[Bonus]:
    """Open bonuses for which enough was eaten this turn and is not used yet."""
    now = table.now
    if len(now.eaten) < 2 or len(now.bonuses) == BONUSES_IN_A_TURN:
        return
    for bonus in dict.fromkeys(table.row):
        if fits(bonus, now.eaten) and (not now.bonuses or fit_together((*now.bonuses, bonus), now.eaten)):
            yield bonus


def random_move(table: TartTable, rng: random.Random) -> Any:
    """A legal move: mostly a card is picked and done with what can be; where nothing can, the turn goes on."""
    phase, player, seat = table.phase, table.player, table.seat
    if phase == "play":
        return _random_play(table, player, table.hands[seat], rng)
    if phase == "eat":
        return _random_bite(table, player, table.plates[seat], rng)
    if phase == "arrow":
        return PointArrow(player, ENDS[rng.random() < 0.5])
    return _random_close(table, player, rng)


def _random_play(table: TartTable, player: str, hand: tuple[Any, ...], rng: random.Random) -> Any:
    choice = int(rng.random() * (len(hand) + 1))
    if choice == len(hand) or len(table.now.play) == PLAYS:
        return _plate(player)
    action = hand[choice]
    distance = row.distance_of(action, table.options.two_spaces)
    low = int(rng.random() * (len(table.line) - distance)) + 1
    if not distance:
        return _play(player, action)
    if low + distance > len(table.line):
        return _plate(player)
    return _play(player, action, (low, low + distance))


def _random_bite(table: TartTable, player: str, plate: tuple[Any, ...], rng: random.Random) -> Any:
    choice = int(rng.random() * (len(plate) + 2))
    if choice < len(plate):
        return _eat(player, plate[choice])
    bonus = next(claimable_bonuses(table), None)
    if bonus is not None:
        return Claim(player, bonus)
    if len(plate) > PLATE:
        return _eat(player, plate[int(rng.random() * len(plate))])
    return _random_close(table, player, rng)


def _random_close(table: TartTable, player: str, rng: random.Random) -> Any:
    hand = table.hands[table.seat]
    choice = int(rng.random() * 6)
    return _discard(player, hand[choice]) if choice < len(hand) else _end_turn(player)
