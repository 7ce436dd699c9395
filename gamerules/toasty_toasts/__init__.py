"""Toasty Toasts: toppings on toasts, sandwiches, and one count at the end."""

from gamerules.games import Game
from gamerules.toasty_toasts.bots import random_bot, sensible_bot
from gamerules.toasty_toasts.clauses import CLAUSES
from gamerules.toasty_toasts.components import ToastyOptions
from gamerules.toasty_toasts.entries import Entry
from gamerules.toasty_toasts.moves import Moves
from gamerules.toasty_toasts.sheet import FEWEST_PLAYERS, MOST_PLAYERS, ToastySheet
from gamerules.toasty_toasts.table import ToastyTable

__all__ = ["GAME"]

GAME = Game(
    slug="toasty-toasts",
    title="Toasty Toasts",
    clauses=CLAUSES,
    options=ToastyOptions,
    entries=Entry,
    sheet=ToastySheet,
    seats=range(FEWEST_PLAYERS, MOST_PLAYERS + 1),
    table=ToastyTable,
    moves=Moves,
    bots={"random": random_bot, "sensible": sensible_bot},
    levels=("points", "tally", "toasts", "turn"),
)
