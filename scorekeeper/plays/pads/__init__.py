"""Pads: how each game's lines are asked for on a page. Games without their own get a field for the entry's JSON."""

from __future__ import annotations

from scorekeeper.plays.pads.anarchy_pancakes import AnarchyPancakesPad
from scorekeeper.plays.pads.base import Mode, Pad
from scorekeeper.plays.pads.pop_tarts import PopTartsPad
from scorekeeper.plays.pads.popcorn_dice import PopcornDicePad
from scorekeeper.plays.pads.tally import TallyPad
from scorekeeper.plays.pads.toasty_toasts import ToastyToastsPad
from scorekeeper.plays.pads.written import WrittenPad

__all__ = ["Mode", "Pad", "pad_for"]

_PADS: dict[str, Pad] = {
    "anarchy-pancakes": AnarchyPancakesPad(),
    "pop-tarts": PopTartsPad(),
    "popcorn-dice": PopcornDicePad(),
    "tally": TallyPad(),
    "toasty-toasts": ToastyToastsPad(),
}


def pad_for(game: str, kinds: tuple[str, ...] = ()) -> Pad:
    """The pad of a game; for a third party's, one that takes these kinds as they are written in records."""
    return _PADS.get(game) or WrittenPad(kinds)
