"""Tally: a score sheet for every game that has no rule module of its own."""

from gamerules.games import Game
from gamerules.tally.clauses import CLAUSES
from gamerules.tally.components import TallyOptions
from gamerules.tally.entries import TallyEntry
from gamerules.tally.sheet import TallySheet

__all__ = ["GAME"]

GAME = Game(
    slug="tally",
    title="Tally",
    clauses=CLAUSES,
    options=TallyOptions,
    entries=TallyEntry,
    sheet=TallySheet,
    seats=range(1, 1000),
)
