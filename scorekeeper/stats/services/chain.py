"""What plays leave behind, folded in the order of playing: ratings, streaks, counts, achievements.

Ratings are OpenSkill's Plackett-Luce model with its default constants, by rank, over all games and in each.
Only contested plays move ratings and streaks: another side sat there, it was not co-operative, not ignored.
A streak counts contested plays won in a row, shared wins too. A play that is ignored leaves nothing behind.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from django.db.models import Q
from openskill.models import PlackettLuce

from scorekeeper.stats.models import MILLION, Achievement, PlayResult
from scorekeeper.stats.services.rows import Key, Row, rows_of

__all__ = [
    "ACHIEVEMENTS", "GAME_ACHIEVEMENTS", "Chain", "Earned", "State", "before", "chain_from", "same_for_chain", "since",
]  # fmt: skip

MODEL = PlackettLuce()


@dataclass(slots=True)
class State:
    """What a player has after a play, in one scope: all games, or one."""

    nth: int = 0
    streak: int = 0
    longest: int = 0
    mu: float | None = None
    sigma: float | None = None


@dataclass(frozen=True, slots=True)
class Earned:
    """An achievement and the result that earned it."""

    kind: str
    game: str
    row: Row


# kind → what a result must be like, given the row with what it left behind. The first such result earns it.
ACHIEVEMENTS: dict[str, Callable[[Row], bool]] = {
    "first-win": lambda row: row.won and row.is_contested,
    "plays-10": lambda row: row.nth >= 10,
    "plays-50": lambda row: row.nth >= 50,
    "plays-100": lambda row: row.nth >= 100,
    "plays-500": lambda row: row.nth >= 500,
    "streak-3": lambda row: row.streak >= 3,
    "streak-5": lambda row: row.streak >= 5,
    "streak-10": lambda row: row.streak >= 10,
    "beat-five": lambda row: row.won and row.is_contested and row.opponents >= 5,
    "photo-finish": lambda row: row.won and row.margin == MILLION,
    "won-together": lambda row: row.won and row.is_cooperative,
    "perfect-pop": lambda row: row.won and row.by == "perfect-pop",
    "roll-off": lambda row: row.won and row.by == "roll-off",
}
# The same for what can be earned in each game anew.
GAME_ACHIEVEMENTS: dict[str, Callable[[Row], bool]] = {
    "game-win": lambda row: row.won and row.is_contested,
    "game-plays-10": lambda row: row.game_nth >= 10,
    "game-plays-50": lambda row: row.game_nth >= 50,
    "game-streak-3": lambda row: row.game_streak >= 3,
}


def same_for_chain(old: list[Row], new: list[Row]) -> bool:
    """Whether a play's new rows leave behind what its old ones did."""
    return [_chain_facts(row) for row in old] == [_chain_facts(row) for row in new]


def _chain_facts(row: Row) -> tuple[Any, ...]:
    head = (row.played_at, row.date, row.game, row.player_id, row.position, row.rank, row.won, row.opponents)
    return (*head, row.team, row.by, row.margin, row.is_cooperative, row.is_ignored)


@dataclass
class Chain:
    """The fold. ``look_up`` finds what a player had before the first row folded; ``earned`` what was earned by then."""

    earned: set[tuple[uuid.UUID, str, str]]
    look_up: Callable[[uuid.UUID, str | None], State]
    states: dict[tuple[uuid.UUID, str | None], State] = field(default_factory=dict)

    def fold(self, rows: Iterable[Row]) -> list[Earned]:
        """Fill in what each row leaves behind; rows come in the order of playing. Returns what was earned."""
        earned = []
        for _play, seats in groupby(rows, key=lambda row: row.play_id):
            earned += self._fold_play(list(seats))
        return earned

    def _fold_play(self, rows: list[Row]) -> list[Earned]:
        if rows[0].is_ignored:
            return []
        overall = [self._state(row.player_id, None) for row in rows]
        in_game = [self._state(row.player_id, row.game) for row in rows]
        if rows[0].is_contested:
            for states in (overall, in_game):
                _rate(rows, states)
        for row, general, special in zip(rows, overall, in_game, strict=True):
            _count(row, general)
            _count(row, special)
            row.nth, row.streak, row.longest, row.mu, row.sigma = _values(general)
            row.game_nth, row.game_streak, row.game_longest, row.game_mu, row.game_sigma = _values(special)
        return [earned for row in rows for earned in self._achievements(row)]

    def _state(self, player: uuid.UUID, game: str | None) -> State:
        found = self.states.get((player, game))
        if found is None:
            found = self.states[player, game] = self.look_up(player, game)
        return found

    def _achievements(self, row: Row) -> Iterator[Earned]:
        for kinds, game in ((ACHIEVEMENTS, ""), (GAME_ACHIEVEMENTS, row.game)):
            for kind, is_met in kinds.items():
                name = (row.player_id, kind, game)
                if name not in self.earned and is_met(row):
                    self.earned.add(name)
                    yield Earned(kind, game, row)


def _values(state: State) -> tuple[int, int, int, float | None, float | None]:
    return state.nth, state.streak, state.longest, state.mu, state.sigma


def _count(row: Row, state: State) -> None:
    state.nth += 1
    if row.is_contested:
        state.streak = state.streak + 1 if row.won else 0
        state.longest = max(state.longest, state.streak)


def _sides(rows: list[Row]) -> list[list[int]]:
    """Places of the rows, side by side: team mates together, in seat order."""
    sides: dict[object, list[int]] = {}
    for index, row in enumerate(rows):
        sides.setdefault(row.team or index, []).append(index)
    return list(sides.values())


def _rate(rows: list[Row], states: list[State]) -> None:
    """Move the ratings of everybody at the table."""
    sides = _sides(rows)
    if len(sides) < 2:
        return
    teams = [[_rating(states[index]) for index in side] for side in sides]
    ranks = [float(min(rows[index].rank for index in side)) for side in sides]
    for side, team in zip(sides, MODEL.rate(teams, ranks=ranks), strict=True):
        for index, rating in zip(side, team, strict=True):
            states[index].mu, states[index].sigma = rating.mu, rating.sigma


def _rating(state: State) -> Any:
    if state.mu is None or state.sigma is None:
        return MODEL.rating()
    return MODEL.rating(mu=state.mu, sigma=state.sigma)


# --- Starting in the middle ------------------------------------------------------------------------------------------


def before(key: Key) -> Q:
    """Results of plays before this place in the order of playing."""
    return Q(played_at__lt=key[0]) | Q(played_at=key[0], play_id__lt=key[1])


def since(key: Key) -> Q:
    """Results of plays from this place on."""
    return Q(played_at__gt=key[0]) | Q(played_at=key[0], play_id__gte=key[1])


def chain_from(group_id: int, key: Key) -> Chain:
    """A fold that goes on from what was there before this place. Achievements earned later must be gone already."""

    def look_up(player: uuid.UUID, game: str | None) -> State:
        results = PlayResult.objects.filter(before(key), group_id=group_id, player_id=player, is_ignored=False)
        if game is not None:
            results = results.filter(game=game)
        last = rows_of(results.order_by("-played_at", "-play_id")[:1])
        return _state_after(last[0], game) if last else State()

    earned = Achievement.objects.filter(group_id=group_id).values_list("player_id", "kind", "game")
    return Chain(set(earned), look_up)


def _state_after(row: Row, game: str | None) -> State:
    if game is None:
        return State(row.nth, row.streak, row.longest, row.mu, row.sigma)
    return State(row.game_nth, row.game_streak, row.game_longest, row.game_mu, row.game_sigma)
