"""Pop-Tarts: the rules of the card game about a row of tarts, a toaster and a freezer."""

from gamerules.games import Game
from gamerules.pop_tarts.bots import BOTS
from gamerules.pop_tarts.clauses import CLAUSES
from gamerules.pop_tarts.components import SEATS, TartOptions
from gamerules.pop_tarts.entries import Entry, Setup
from gamerules.pop_tarts.log import LEVELS
from gamerules.pop_tarts.moves import Move
from gamerules.pop_tarts.sheet import TartSheet
from gamerules.pop_tarts.table import TartTable

__all__ = ["GAME"]

GAME = Game(
    slug="pop-tarts",
    title="Pop-Tarts",
    clauses=CLAUSES,
    options=TartOptions,
    entries=Entry,
    sheet=TartSheet,
    seats=SEATS,
    setup=Setup,
    setup_kinds=("moves",),
    table=TartTable,
    moves=Move,
    bots=BOTS,
    levels=LEVELS,
)
