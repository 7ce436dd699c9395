"""Tables: random playouts, moves a second, beside games played at random by pure-Python peers.

Chance events and dealings count as moves for everybody; the choice of a move among the legal ones is part of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gamerules import load
from gamerules.commands.bench import playing
from tests.bench.programs import Peers, spread
from tests.bench.rows import Row, compared, rate, taking_turns

GAMES = ("popcorn-dice", "pop-tarts", "toasty-toasts", "anarchy-pancakes")
TARGET = 40_000
PEERS = {
    "spiel-tic-tac-toe": "OpenSpiel python_tic_tac_toe",
    "spiel-kuhn-poker": "OpenSpiel python_kuhn_poker",
    "spiel-block-dominoes": "OpenSpiel python_block_dominoes",
    "chess": "python-chess",
    "pokerkit": "PokerKit",
}


def measure(*, quick: bool, rounds: int) -> Iterator[Row]:
    """A row a game, each with all peers."""
    works = {slug: spread(playing(load(slug)), quick=quick) for slug in GAMES}
    ours = {slug: (lambda work=work: rate(work)) for slug, work in works.items()}  # type: ignore[misc]
    with Peers() as peers:
        found = taking_turns(ours | peers.measures(PEERS, quick=quick), rounds)
        shown, trouble = peers.shown(found, PEERS), peers.trouble(PEERS)
    for slug in GAMES:
        ours, target = found[slug], f"≥ {TARGET:,} and above every peer"
        made = compared(f"{slug}: random playouts", ours, "moves/s", shown, target, is_met(ours, shown))
        yield Row(**(made.__dict__ | {"why": trouble}))


def is_met(ours: float, peers: Mapping[str, float]) -> bool | None:
    """Whether a rate reaches the target and beats each peer; None when only peers that could not run can tell."""
    if ours < TARGET or ours <= max(peers.values(), default=0.0):
        return False
    return True if len(peers) == len(PEERS) else None
