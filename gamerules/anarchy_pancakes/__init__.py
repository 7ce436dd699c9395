"""Anarchy Pancakes: a race to match away the cards in front of you, all at the same time."""

from gamerules.anarchy_pancakes.bots import BOTS
from gamerules.anarchy_pancakes.clauses import CLAUSES
from gamerules.anarchy_pancakes.components import MOST_PLAYERS, PancakeOptions, PancakeSetup
from gamerules.anarchy_pancakes.entries import PancakeEntry
from gamerules.anarchy_pancakes.moves import PancakeMove
from gamerules.anarchy_pancakes.sheet import PancakeSheet
from gamerules.anarchy_pancakes.table import PancakeTable
from gamerules.games import Game

__all__ = ["GAME"]

GAME = Game(
    slug="anarchy-pancakes",
    title="Anarchy Pancakes",
    clauses=CLAUSES,
    options=PancakeOptions,
    entries=PancakeEntry,
    sheet=PancakeSheet,
    seats=range(2, MOST_PLAYERS + 1),
    setup=PancakeSetup,
    setup_kinds=("matches",),
    table=PancakeTable,
    moves=PancakeMove,
    bots=BOTS,
    levels=("round", "piles", "matches"),
)
