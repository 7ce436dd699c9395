"""Gourmet Popcorn Dice: fourteen dice, a bucket, and the nerve to roll once more."""

from gamerules.games import Game
from gamerules.popcorn_dice.bots import BOTS
from gamerules.popcorn_dice.clauses import CLAUSES
from gamerules.popcorn_dice.components import PopcornDiceOptions
from gamerules.popcorn_dice.entries import Entry
from gamerules.popcorn_dice.journal import LEVELS
from gamerules.popcorn_dice.sheet import PopcornDiceSheet
from gamerules.popcorn_dice.table import Move, PopcornDiceTable

__all__ = ["GAME"]

GAME = Game(
    slug="popcorn-dice",
    title="Gourmet Popcorn Dice",
    clauses=CLAUSES,
    options=PopcornDiceOptions,
    entries=Entry,
    sheet=PopcornDiceSheet,
    seats=range(2, 7),
    table=PopcornDiceTable,
    moves=Move,
    bots=BOTS,
    levels=LEVELS,
)
