"""What plays leave behind, folded in the order of playing: ratings, streaks, counts, achievements.

Ratings are OpenSkill's Plackett-Luce model with its default constants, by rank, over all games and in each.
Only contested plays move ratings and streaks: another side sat there, it was not co-operative, not ignored.
A streak counts contested plays won in a row, shared wins too. A play that is ignored leaves nothing behind.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from math import sqrt
from operator import itemgetter
from typing import Any

from django.db.models import Q
from openskill.models import PlackettLuce

from scorekeeper.stats.models import MILLION, Achievement, PlayResult
from scorekeeper.stats.services.rows import Key, Row, by_play, rows_of

__all__ = [
    "ACHIEVEMENTS", "BEGINNING", "GAME_ACHIEVEMENTS", "Chain", "Earned", "State", "after", "before",
    "chain_from", "plays_since", "same_for_chain", "since",
]  # fmt: skip

BEGINNING: Key = (datetime(1, 1, 2, tzinfo=UTC), uuid.UUID(int=0))
"""A place before every play."""
MODEL = PlackettLuce()
TAU_SQUARED = MODEL.tau * MODEL.tau


@dataclass(slots=True)
class State:
    """What a player has after a play, in one scope: all games, or one. ``open`` is what can still be earned there."""

    nth: int = 0
    streak: int = 0
    longest: int = 0
    rating: Any = None
    open: list[tuple[str, Callable[[Row], bool]]] = field(default_factory=list)

    def after(self, row: Row) -> tuple[int, int, int, float | None, float | None]:
        """Count the row in: nth play, streak and longest one after it, and the rating with its deviation.

        There is no rating before the first contested play.
        """
        self.nth += 1
        if row.is_contested:
            self.streak = self.streak + 1 if row.won else 0
            self.longest = max(self.longest, self.streak)
        rating = self.rating
        return (self.nth, self.streak, self.longest, *((None, None) if rating is None else (rating.mu, rating.sigma)))


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
    states: dict[tuple[int, str | None], State] = field(default_factory=dict)

    def fold(self, rows: Iterable[Row]) -> list[Earned]:
        """Fill in what each row leaves behind; rows come in the order of playing. Returns what was earned."""
        return [earned for play in by_play(rows) for earned in self._fold_play(play)]

    def _fold_play(self, rows: list[Row]) -> list[Earned]:
        first = rows[0]
        if first.is_ignored:
            return []
        overall = [self._state(row.player_id, None) for row in rows]
        in_game = [self._state(row.player_id, first.game) for row in rows]
        if first.is_contested:
            sides = _sides(rows)
            _rate(sides, overall)
            _rate(sides, in_game)
        earned = []
        for row, general, special in zip(rows, overall, in_game, strict=True):
            row.nth, row.streak, row.longest, row.mu, row.sigma = general.after(row)
            row.game_nth, row.game_streak, row.game_longest, row.game_mu, row.game_sigma = special.after(row)
            earned += [Earned(kind, "", row) for kind in _newly_earned(row, general)]
            earned += [Earned(kind, row.game, row) for kind in _newly_earned(row, special)]
        return earned

    def _state(self, player: uuid.UUID, game: str | None) -> State:
        key = (player.int, game)
        found = self.states.get(key)
        if found is None:
            found = self.states[key] = self.look_up(player, game)
            kinds = ACHIEVEMENTS if game is None else GAME_ACHIEVEMENTS
            found.open = [
                (kind, is_met) for kind, is_met in kinds.items() if (player, kind, game or "") not in self.earned
            ]
        return found


def _newly_earned(row: Row, state: State) -> list[str]:
    """The kinds that this row is the first to earn."""
    earned = [kind for kind, is_met in state.open if is_met(row)]
    if earned:
        state.open = [(kind, is_met) for kind, is_met in state.open if kind not in earned]
    return earned


def _sides(rows: list[Row]) -> list[tuple[int, list[int]]]:
    """Each side's rank and the places of its rows, best side first; team mates together, in seat order."""
    sides: dict[object, list[int]] = {}
    for index, row in enumerate(rows):
        sides.setdefault(row.team or index, []).append(index)
    ranked = [(min(rows[index].rank for index in side), side) for side in sides.values()]
    return sorted(ranked, key=itemgetter(0))


def _rate(sides: list[tuple[int, list[int]]], states: list[State]) -> None:
    """Move the ratings of everybody at the table.

    This is ``MODEL.rate`` without its copies of the ratings, which take most of its time: uncertainty grows by
    tau, then the model's own computation moves them in place. A test compares the two.
    """
    if len(sides) < 2:
        return
    for state in states:
        rating = state.rating = state.rating or MODEL.rating()
        rating.sigma = sqrt(rating.sigma * rating.sigma + TAU_SQUARED)
    teams = [[states[index].rating for index in side] for _rank, side in sides]
    MODEL._compute(teams, ranks=[float(rank) for rank, _side in sides])


# --- Starting in the middle ------------------------------------------------------------------------------------------


def after(key: Key) -> Key:
    """The first place behind a play's."""
    return key[0], uuid.UUID(int=key[1].int + 1)


def before(key: Key) -> Q:
    """Results of plays before this place in the order of playing."""
    return Q(played_at__lte=key[0]) & (Q(played_at__lt=key[0]) | Q(play_id__lt=key[1]))


def since(key: Key) -> Q:
    """Results of plays from this place on; written so that databases walk the index from there."""
    return Q(played_at__gte=key[0]) & (Q(played_at__gt=key[0]) | Q(play_id__gte=key[1]))


def plays_since(key: Key) -> Q:
    """The same of plays themselves."""
    return Q(played_at__gte=key[0]) & (Q(played_at__gt=key[0]) | Q(id__gte=key[1]))


def chain_from(group_id: int, key: Key) -> Chain:
    """A fold that goes on from what was there before this place. Achievements earned later must be gone already."""

    def look_up(player: uuid.UUID, game: str | None) -> State:
        if key == BEGINNING:
            return State()
        results = PlayResult.objects.filter(before(key), group_id=group_id, player_id=player, is_ignored=False)
        if game is not None:
            results = results.filter(game=game)
        last = rows_of(results.order_by("-played_at", "-play_id")[:1])
        return _state_after(last[0], game) if last else State()

    earned = Achievement.objects.filter(group_id=group_id).values_list("player_id", "kind", "game")
    return Chain(set(earned), look_up)


def _state_after(row: Row, game: str | None) -> State:
    if game is None:
        return State(row.nth, row.streak, row.longest, _rating(row.mu, row.sigma))
    return State(row.game_nth, row.game_streak, row.game_longest, _rating(row.game_mu, row.game_sigma))


def _rating(mu: float | None, sigma: float | None) -> Any:
    return None if mu is None or sigma is None else MODEL.rating(mu=mu, sigma=sigma)
