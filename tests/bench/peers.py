"""The peers, in their own environment: a process that measures what it is told, one line an order.

Runs under .venv-bench/bin/python, which has nothing of ours: ``python peers.py`` reads a name and a duration
from each line of standard input and writes ``{"rate": steps per CPU second}`` or ``{"why": …}``. The first
line it writes holds the versions.

* ``pig-referee``: OpenSpiel's pig, written in C++, driven from Python: recorded games, every action checked.
* ``pokerkit-referee``: PokerKit: recorded hands of no-limit hold'em for three, every action checked.
* ``spiel-*``, ``chess``, ``pokerkit``: random playouts; chance events and dealings count as moves.
"""

from __future__ import annotations

import json
import platform
import random
import sys
import time
from collections.abc import Callable, Iterator
from importlib.metadata import version

PACKAGES = ("open_spiel", "pokerkit", "chess")
SEED = 7
Work = Callable[[], int]


def spiel_playout(state, rng: random.Random) -> Iterator[int]:
    """Actions of a random game, each applied after it is yielded."""
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            action = rng.choices(actions, chances)[0]
        else:
            action = rng.choice(state.legal_actions())
        yield action
        state.apply_action(action)


def pig_referee() -> Work:
    """Replays recorded games of pig with every action checked for legality."""
    import pyspiel

    game = pyspiel.load_game("pig")
    rng = random.Random(SEED)
    games = [list(spiel_playout(game.new_initial_state(), rng)) for _ in range(200)]

    def work() -> int:
        for actions in games:
            state = game.new_initial_state()
            for action in actions:
                state.apply_action_with_legality_check(action)
        return sum(map(len, games))

    return work


def spiel_game(name: str) -> Work:
    """Plays random games; actions of all players at once count as one each."""
    import pyspiel
    from open_spiel.python import games as _games  # registers them  # noqa: F401

    game = pyspiel.load_game(name)
    rng = random.Random(SEED)

    def work() -> int:
        return sum(1 for _ in range(20) for _action in spiel_playout(game.new_initial_state(), rng))

    return work


def chess_playouts() -> Work:
    """Random games of chess: the legal moves of a position, one of them chosen and pushed."""
    import chess

    rng = random.Random(SEED)

    def work() -> int:
        board, moves = chess.Board(), 0
        while board.halfmove_clock < 150 and not board.is_insufficient_material():
            legal = list(board.legal_moves)
            if not legal:
                break
            board.push(rng.choice(legal))
            moves += 1
        return moves

    return work


def poker_hand(*, dealt_by_hand: bool = False):
    """A hand of hold'em for three; all but the players' own actions is automatic, the cards only if wanted."""
    from pokerkit import Automation, NoLimitTexasHoldem

    by_hand = {Automation.HOLE_DEALING, Automation.BOARD_DEALING, Automation.CARD_BURNING} if dealt_by_hand else set()
    automations = tuple(step for step in Automation if step not in by_hand)
    return NoLimitTexasHoldem.create_state(automations, True, 0, (1, 2), 2, (200,) * 3, 3)


def play_hand(state, rng: random.Random) -> None:
    """Random actions until the hand is over; raises are small, so that hands see the river."""
    while state.status:
        choices = [state.can_fold(), state.can_check_or_call(), state.can_complete_bet_or_raise_to()]
        action = rng.choice([index for index, is_open in enumerate(choices) if is_open])
        if action == 0:
            state.fold()
        elif action == 1:
            state.check_or_call()
        else:
            low, high = (
                state.min_completion_betting_or_raising_to_amount,
                state.max_completion_betting_or_raising_to_amount,
            )
            state.complete_bet_or_raise_to(rng.randint(low, min(high, low * 2)))


PLAYED = ("HoleDealing", "BoardDealing", "CardBurning", "Folding", "CheckingOrCalling", "CompletionBettingOrRaisingTo")


def moves_of(state) -> list:
    """What players and dealer did; not what follows from it, such as pots pushed."""
    return [done for done in state.operations if type(done).__name__ in PLAYED]


def poker_playouts() -> Work:
    """Random hands; dealings count as moves too."""
    rng = random.Random(SEED)

    def work() -> int:
        moves = 0
        for _ in range(10):
            state = poker_hand()
            play_hand(state, rng)
            moves += len(moves_of(state))
        return moves

    return work


def recorded_hand(rng: random.Random) -> list:
    """A random hand as calls: method name and argument."""
    state = poker_hand()
    play_hand(state, rng)
    calls = {
        "HoleDealing": lambda done: ("deal_hole", done.cards),
        "BoardDealing": lambda done: ("deal_board", done.cards),
        "CardBurning": lambda done: ("burn_card", done.card),
        "Folding": lambda done: ("fold", None),
        "CheckingOrCalling": lambda done: ("check_or_call", None),
        "CompletionBettingOrRaisingTo": lambda done: ("complete_bet_or_raise_to", done.amount),
    }
    return [calls[type(done).__name__](done) for done in moves_of(state)]


def poker_referee() -> Work:
    """Recorded hands, cards included, played again; PokerKit checks every action."""
    rng = random.Random(SEED)
    hands = [recorded_hand(rng) for _ in range(20)]

    def work() -> int:
        for hand in hands:
            state = poker_hand(dealt_by_hand=True)
            for method, argument in hand:
                if argument is None:
                    getattr(state, method)()
                else:
                    getattr(state, method)(argument)
        return sum(map(len, hands))

    return work


PEERS: dict[str, Callable[[], Work]] = {
    "pig-referee": pig_referee,
    "pokerkit-referee": poker_referee,
    "pokerkit": poker_playouts,
    "chess": chess_playouts,
    "spiel-tic-tac-toe": lambda: spiel_game("python_tic_tac_toe"),
    "spiel-kuhn-poker": lambda: spiel_game("python_kuhn_poker"),
    "spiel-block-dominoes": lambda: spiel_game("python_block_dominoes"),
    "spiel-pig": lambda: spiel_game("pig"),
}


def measured(work: Work, seconds: float) -> float:
    """Steps per second of CPU time, over at least so many seconds."""
    steps, started = 0, time.process_time()
    while (took := time.process_time() - started) < seconds:
        steps += work()
    return steps / took


def main() -> None:
    """Obey orders until there are none."""
    print(json.dumps({name: version(name) for name in PACKAGES} | {"python": platform.python_version()}), flush=True)
    ready: dict[str, Work] = {}
    for order in sys.stdin:
        name, _space, seconds = order.strip().partition(" ")
        try:
            if name not in ready:
                ready[name] = PEERS[name]()
                ready[name]()
            told = {"rate": measured(ready[name], float(seconds))}
        except Exception as trouble:  # whatever a peer raises, the table goes on without it
            told = {"why": f"{type(trouble).__name__}: {trouble}"}
        print(json.dumps(told), flush=True)


if __name__ == "__main__":
    main()
