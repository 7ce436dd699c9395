"""The conformance suite for rule modules, own or third party: ``check_game(GAME, examples=EXAMPLES)``.

``examples`` maps the id of each enforced clause to ``{"accepts": [...], "rejects": [...]}``. An example is one of

* ``{"record": {...}}``: replaying succeeds, or fails by that clause;
* ``{"record": {...}, "entry": {...}}``: the entry may be the record's next line, or is refused by that clause;
* ``{"table": json, "move": json}``: the module's own JSON; the move is legal, or is refused by that clause.

``golden`` is a JSON file of whole games with their results; ``python -m gamerules.testing --regenerate`` writes
those of the registered games anew. ``coarsen`` turns an accepted entry and the line it made into a coarser entry
(or None): whatever stands in detail must stand in less detail too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from gamerules.games import Game, registered
from gamerules.testing.declared import check_declared
from gamerules.testing.examples import Examples, accepted_records, check_examples
from gamerules.testing.golden import check_golden
from gamerules.testing.mutating import check_mutated_entries
from gamerules.testing.playing import check_playing, records_of
from gamerules.testing.replaying import check_coarser, check_records
from gamerules.testing.sound import NotSound

__all__ = ["Coarsen", "Examples", "NotSound", "check_game"]

Coarsen = Callable[[Mapping[str, Any], Any], Mapping[str, Any] | None]


def check_game(
    game: Game,
    *,
    examples: Examples,
    golden: Path | None = None,
    coarsen: Coarsen | None = None,
    games: int = 1,
    seed: int = 0,
) -> None:
    """Raise NotSound (an AssertionError) with what is wrong with a rule module; return when nothing is.

    ``games`` is how many random games are played for each number of seats and each set of options.
    """
    with registered(game):
        check_declared(game)
        check_examples(game, examples)
        if game.table is not None:
            check_playing(game, games=games, seed=seed)
        records = [*accepted_records(examples), *records_of(game, seed=seed)]
        check_records(game, records)
        check_mutated_entries(game, records, seed=seed)
        if coarsen is not None:
            check_coarser(game, records, coarsen, seed=seed)
        if golden is not None:
            check_golden(game, golden)
