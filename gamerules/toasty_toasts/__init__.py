"""Toasty Toasts: toppings on toasts, sandwiches, and one count at the end."""

from gamerules.games import Game
from gamerules.toasty_toasts.clauses import CLAUSES
from gamerules.toasty_toasts.components import ToastyOptions
from gamerules.toasty_toasts.entries import Entry
from gamerules.toasty_toasts.sheet import FEWEST_PLAYERS, MOST_PLAYERS, ToastySheet

__all__ = ["GAME"]

GAME = Game(
    slug="toasty-toasts",
    title="Toasty Toasts",
    clauses=CLAUSES,
    options=ToastyOptions,
    entries=Entry,
    sheet=ToastySheet,
    seats=range(FEWEST_PLAYERS, MOST_PLAYERS + 1),
)
