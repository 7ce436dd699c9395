"""Late logging: of a play that nobody wrote down, who won and the totals somebody remembers."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from scorekeeper.accounts.models import User
from scorekeeper.groups.models import Player
from scorekeeper.plays.models import Night, Play
from scorekeeper.plays.services.nights import next_moment
from scorekeeper.plays.services.plays import labels_of
from scorekeeper.plays.services.whole import record_play

__all__ = ["log_result"]


def log_result(
    *,
    night: Night,
    game: str,
    players: Sequence[Player],
    winners: Collection[Player],
    actor: User,
    points: Mapping[Player, Any] | None = None,
    title: str = "",
    together: bool | None = None,
) -> Play:
    """Store a finished play of this night by its outcome alone. Raises BadInput, Refused; then nothing is written.

    ``points`` are totals of whom they are known of; ``together`` says of a cooperative play whether the table
    won, and then nobody is a winner alone. It counts as played now, or in a night gone by after everything
    that was logged for it.
    """
    labels = dict(zip(players, labels_of(players), strict=True))
    result: dict[str, Any] = {"kind": "result"}
    if together is None:
        result["winners"] = [labels[player] for player in players if player in winners]
    else:
        result["won"] = together
    if points:
        result["points"] = {labels[player]: amount for player, amount in points.items() if player in labels}
    named = {"title": title} if title else {}
    chosen = named if together is None else {**named, "cooperative": True}
    options = {**night.group.default_options.get(game, {}), **chosen}
    return record_play(
        group=night.group,
        raw={"game": game, "options": options, "players": list(labels.values()), "entries": [result]},
        played_at=next_moment(night),
        actor=actor,
        night=night,
        players={label: player for player, label in labels.items()},
    )
