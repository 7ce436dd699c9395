"""The words people use for the Pop-Tarts card game: synonyms, and (from asked.py) ways of asking for each clause."""

from __future__ import annotations

from gamerules.pop_tarts.asked import ASKED

__all__ = ["ASKED", "NAMES", "SYNONYMS"]

# the word a clause uses → what is said for it at the table; the title of the game says nothing about the rule
SYNONYMS: dict[str, tuple[str, ...]] = {
    "": ("pop tarts card game", "pop tarts game", "in pop tarts", "play pop tarts"),
    "tart": (
        "tarts", "pastry", "pastries", "pop tart", "pop tarts", "poptart", "poptarts", "pop tart card", "treat",
        "treats", "snack", "snacks",
    ),
    "toasted": ("hot", "warm"),
    "tart deck": ("tart pile", "deck of tarts", "tart draw pile"),
    "bonus": (
        "bonuses", "goal card", "objective", "objectives", "blue card", "blue cards", "blue one",
    ),
    "discard": ("chuck",),
    "eat": (
        "eaten", "ate", "eating", "munch", "consume", "bite", "nibble", "devour", "gobble", "chew", "swallow",
        "snack on",
    ),
    "3 flavour": (
        "three card", "three tart", "three cards", "three tarts", "triple", "trio", "three flavours",
        "three flavors",
    ),
    "2 flavour": ("two card", "two tart", "two flavours", "two flavors"),
    "frozen": ("cold", "chilled", "iced", "icy"),
    "row": ("line", "lineup", "line up"),
    "plate": ("plates", "dish", "dishes"),
    "flavour": (
        "flavours", "taste", "tastes", "cherry", "cherries", "strawberry", "strawberries", "blueberry", "blueberries",
        "fudge", "chocolate fudge", "chocolate", "cinnamon", "brown sugar", "brown sugar cinnamon", "cookies",
        "cookies and creme", "creme", "smores", "s'mores", "grape", "raspberry",
    ),
    "exchange": (
        "swap", "swaps", "swapped", "swapping", "switch", "switched", "switches", "trade places", "change places",
        "swop", "swops", "swopped",
    ),
    "neighbour": (
        "adjacent", "next to each other", "side by side", "beside each other", "beside one another",
        "next to one another", "neighbouring", "neighboring",
    ),
    "flip": ("turn around", "turned around", "turned round", "turn round", "flips", "flipped", "flipping", "reverse"),
    "action": (
        "white card", "white cards", "white action card",
    ),
    "draw": (
        "pick up", "picks up", "picked up", "draws", "drew",
    ),
    "arrow": (
        "pointer", "pointing card", "needle",
    ),
    "first player card": (
        "starting marker", "marker holder", "start marker", "start card", "starter card", "starting card", "marker",
    ),
    "target": (
        "finish line", "finishing line", "goal line", "winning line",
    ),
}  # fmt: skip

# words that say that this game is meant
NAMES = (
    "tart", "tarts", "poptart", "poptarts", "pastry", "pastries", "toaster", "freezer",
    "plate", "plated", "plating", "arrow", "frozen", "toasted",
)
