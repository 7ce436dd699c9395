"""The whole physical state of a game, for simulation and for judging moves: the protocol and its pieces.

A table is a frozen, slotted dataclass. When chance is due (``table.chance`` is not None) nobody may
move: an outcome of that chance is applied instead. In a real-time game several players may act at once.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from typing import Any, ClassVar, Protocol, Self, runtime_checkable

from gamerules.clauses import Finding
from gamerules.sheets import Outcome

__all__ = ["Chance", "LegalMoves", "Policy", "Table", "Track", "play_out"]


@runtime_checkable
class Chance(Protocol):
    """A random event that is due: which outcomes there are, how likely, and one at random."""

    def sample(self, rng: random.Random) -> Any:
        """One outcome, drawn from the generator passed in."""

    def contains(self, outcome: Any) -> bool:
        """Whether the outcome is possible."""

    def classes(self) -> Iterable[tuple[Any, float]]:
        """Outcomes with probabilities that sum to one; outcomes that differ only by symmetry are merged."""


class LegalMoves:
    """A lazy view of what may be done: truth, length, iteration, membership and a readable repr.

    ``moves`` makes a fresh iterator each time; ``contains`` answers membership without listing.
    """

    __slots__ = ("_contains", "_moves")

    def __init__(self, moves: Callable[[], Iterator[Any]], contains: Callable[[Any], bool]) -> None:
        self._moves = moves
        self._contains = contains

    def __iter__(self) -> Iterator[Any]:
        return self._moves()

    def __bool__(self) -> bool:
        return next(self._moves(), None) is not None

    def __len__(self) -> int:
        return sum(1 for _ in self._moves())

    def __contains__(self, move: object) -> bool:
        return self._contains(move)

    def __repr__(self) -> str:
        shown: list[str] = []
        for move in self._moves():
            if len(shown) == 8:
                return f"<legal moves: {', '.join(shown)}, …>"
            shown.append(str(move))
        return f"<legal moves: {', '.join(shown) or 'none'}>"


@runtime_checkable
class Table(Protocol):
    """A game in progress with everything on it. Implementations are frozen and slotted."""

    game: ClassVar[str]
    players: tuple[str, ...]
    options: Any

    @classmethod
    def start(cls, players: tuple[str, ...], options: Any) -> Self:
        """Before the first shuffle: usually chance is due. Raises IllegalMove on a wrong number of players."""

    def actors(self) -> frozenset[str]:
        """Who may act now; empty while chance is due and when the game is over."""

    @property
    def chance(self) -> Chance | None:
        """The random event that is due, or None."""

    @property
    def legal_moves(self) -> LegalMoves:
        """Everything that anybody may do now."""

    def random_move(self, rng: random.Random) -> Any:
        """One legal move, every kind reachable, without listing all of them."""

    def explain(self, move: Any) -> tuple[Finding, ...]:
        """Every independent violation of the move, root cause first; empty exactly when it is legal."""

    def apply(self, move: Any) -> Self:
        """The table after a move, or after an outcome of the chance that is due. Raises IllegalMove."""

    @property
    def outcome(self) -> Outcome | None:
        """Who won; None while the game is on."""

    def record(self, level: str) -> dict[str, Any]:
        """The play so far as a play record at one of the module's levels (``points``, … , most detailed last)."""


Policy = Callable[[Any, random.Random], Any]
"""A bot: table and generator in, a legal move out."""


def play_out(table: Any, policy: Policy, rng: random.Random, *, limit: int = 100_000) -> Any:
    """Play a table to its end with one policy for everybody. RuntimeError after ``limit`` steps."""
    for _ in range(limit):
        if table.outcome is not None:
            return table
        chance = table.chance
        table = table.apply(chance.sample(rng) if chance is not None else policy(table, rng))
    raise RuntimeError(f"{table.game} did not end within {limit} steps")


class Track:
    """A thin driver that keeps history: push, pop, replay. Undo cannot be wrong, since states are never changed.

    >>> track = Track(0)
    >>> track.push_state(1); track.pop(); track.state
    0
    """

    def __init__(self, start: Any) -> None:
        self._states = [start]
        self.moves: list[Any] = []

    @property
    def state(self) -> Any:
        """The sheet or table as it stands."""
        return self._states[-1]

    def push(self, move: Any) -> Any:
        """Apply a move or entry and remember the state before it."""
        self.push_state(self.state.apply(move), move)
        return self.state

    def push_state(self, state: Any, move: Any = None) -> None:
        """Remember a state reached by other means."""
        self._states.append(state)
        self.moves.append(move)

    def pop(self) -> None:
        """Back to the state before the last move. IndexError at the start."""
        if not self.moves:
            raise IndexError("nothing to undo")
        self._states.pop()
        self.moves.pop()
