"""How many can play: the box has six plates."""

from __future__ import annotations

from gamerules.clauses import Finding
from gamerules.pop_tarts.clauses import CONTENTS
from gamerules.pop_tarts.components import SEATS


def seats_finding(players: tuple[str, ...]) -> tuple[Finding, ...]:
    """Too few to play, or more than there are plates."""
    if len(players) in SEATS:
        return ()
    template = "{count} cannot play; the box has six plates, and a line needs two to six players"
    return (CONTENTS.broken("players", template, count=len(players)),)
