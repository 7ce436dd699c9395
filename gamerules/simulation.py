"""Playing many games between bots, and what came of them: works for any game with a table and bots."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean, median, pstdev
from typing import Any

from gamerules.errors import Malformed
from gamerules.games import Game
from gamerules.records import replay

__all__ = ["Simulation", "depleted", "one_game", "simulate"]

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana", "Ivo", "Jule")
MOST_STEPS = 100_000


@dataclass(frozen=True, slots=True)
class Played:
    """One finished game: its table, and how many decisions and chance events it took."""

    table: Any
    moves: int
    chances: int


@dataclass(slots=True)
class Simulation:
    """What a number of games came to. ``shares`` counts a win shared by two as a half for each."""

    game: str
    games: int
    players: int
    seed: int
    bots: tuple[str, ...]
    shares: list[float] = field(default_factory=list)
    endings: Counter[str] = field(default_factory=Counter)
    scores: Counter[int] = field(default_factory=Counter)
    winning: list[float] = field(default_factory=list)
    moves: list[int] = field(default_factory=list)
    chances: list[int] = field(default_factory=list)
    entries: list[int] = field(default_factory=list)
    depleted: Counter[str] = field(default_factory=Counter)

    def add(self, game: Game, played: Played) -> None:
        """Count one finished game."""
        table, outcome = played.table, played.table.outcome
        for seat, player in enumerate(table.players):
            self.shares[seat] += (player in outcome.winners) / len(outcome.winners)
        self.endings[outcome.by] += 1
        points = {standing.player: standing.points for standing in _standings(game, table)}
        self.scores.update(points.values())
        self.winning += [points[winner] for winner in outcome.winners if winner in points]
        self.moves.append(played.moves)
        self.chances.append(played.chances)
        self.entries.append(len(table.record(game.levels[0])["entries"]))
        self.depleted.update(name for name, is_out in depleted(table).items() if is_out)

    def as_json(self) -> dict[str, Any]:
        """Plain values: win rates by seat, the distribution of final scores, lengths, and decks run out."""
        return {
            "game": self.game,
            "games": self.games,
            "players": self.players,
            "seed": self.seed,
            "bots": list(self.bots),
            "win_rates": [round(share / self.games, 6) for share in self.shares],
            "endings": {by: count / self.games for by, count in sorted(self.endings.items())},
            "scores": _spread(list(self.scores.elements())) | {"counts": _counts(self.scores)},
            "winning_scores": _spread(self.winning),
            "entries": _spread(self.entries),
            "moves": _spread(self.moves),
            "chances": _spread(self.chances),
            "depleted": {name: count / self.games for name, count in sorted(self.depleted.items())},
        }


def _standings(game: Game, table: Any) -> Sequence[Any]:
    """Final standings: the table's sheet where it keeps one, else its record replayed."""
    sheet = getattr(table, "sheet", None)
    if sheet is None:
        sheet = replay(table.record(game.levels[0])).sheet
    standings: Sequence[Any] = sheet.standings()
    return standings


def _spread(values: Sequence[float]) -> dict[str, float]:
    """Least, mean, median, most and standard deviation, rounded to four places."""
    if not values:
        return {}
    figures = {"min": min(values), "mean": fmean(values), "median": median(values), "max": max(values)}
    return {name: round(float(value), 4) for name, value in (figures | {"sd": pstdev(values)}).items()}


def _counts(scores: Mapping[int, int]) -> dict[str, int]:
    return {str(score): scores[score] for score in sorted(scores)}


def depleted(table: Any) -> Mapping[str, bool]:
    """Deck name → whether it ran out, as far as the table tells (an optional property ``depleted``)."""
    found: Mapping[str, bool] = getattr(table, "depleted", {})
    return found


def one_game(
    game: Game, policies: Sequence[Any], options: Any, rng: random.Random, *, names: Sequence[str] = NAMES
) -> Played:
    """Play one game; ``policies`` holds the bot of each seat, ``names`` who sits there. RuntimeError without an end."""
    if game.table is None:
        raise Malformed("game", f"{game.title} has a score sheet only; there is nothing to simulate")
    players = tuple(names[: len(policies)])
    by_player = dict(zip(players, policies, strict=True))
    table, moves = game.table.start(players, options), 0
    for steps in range(MOST_STEPS + 1):
        chance = table.chance
        if chance is not None:
            table = table.apply(chance.sample(rng))
        elif table.outcome is None:
            table, moves = table.apply(by_player[_next_actor(table, rng)](table, rng)), moves + 1
        else:
            return Played(table, moves, steps - moves)
    raise RuntimeError(f"{game.slug} did not end within {MOST_STEPS} steps")


def _next_actor(table: Any, rng: random.Random) -> str:
    """Who acts: the only one who may, or somebody at random where all may at once."""
    actors: frozenset[str] = table.actors()
    if len(actors) > 1:
        return rng.choice(sorted(actors))
    (only,) = actors
    return only


def _bots(game: Game, names: Sequence[str], players: int) -> tuple[str, ...]:
    """The bot of each seat: one for all, or one a seat. Raises Malformed naming an unknown one."""
    chosen = tuple(names) or (list(game.bots)[-1],)
    unknown = [name for name in chosen if name not in game.bots]
    if unknown:
        raise Malformed("bot", f"{game.title} has no bot {unknown[0]!r}; it has {', '.join(game.bots)}")
    if len(chosen) not in {1, players}:
        raise Malformed("bot", f"name one bot for all, or one for each of the {players} seats")
    return chosen * players if len(chosen) == 1 else chosen


def _seeded(seed: int, games: int) -> Iterator[random.Random]:
    """A generator for each game, so that a game can be repeated without those before it."""
    for number in range(games):
        yield random.Random(f"{seed}/{number}")  # noqa: S311 - dice, not secrets


def simulate(
    game: Game, *, games: int, players: int, seed: int, bots: Sequence[str] = (), options: Any = None
) -> Simulation:
    """Play ``games`` games. The same arguments give the same result. Raises Malformed naming the argument."""
    if not game.bots or game.table is None:
        raise Malformed("game", f"{game.title} has no bots; there is nothing to simulate")
    if games < 1:
        raise Malformed("games", "there is at least one game to play")
    if players not in game.seats or players > len(NAMES):
        raise Malformed("players", f"{game.title} seats {game.seats[0]} to {game.seats[-1]}, not {players}")
    chosen = _bots(game, bots, players)
    found = Simulation(game.slug, games, players, seed, chosen, shares=[0.0] * players)
    policies = [game.bots[name] for name in chosen]
    for rng in _seeded(seed, games):
        found.add(game, one_game(game, policies, options or game.parse_options(None), rng))
    return found
