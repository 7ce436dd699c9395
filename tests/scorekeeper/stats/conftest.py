"""A worked night: three plays whose figures are reckoned by hand in the tests."""

from datetime import UTC, datetime, timedelta

import pytest

from scorekeeper.plays.services import record_play
from scorekeeper.stats.services import recompute

EVENING = datetime(2026, 3, 6, 19, tzinfo=UTC)


@pytest.fixture
def record(group, owner):
    """record(game, players, entries, minutes=…, **options): one finished play of the evening."""

    def store(game, players, entries, *, minutes=0, days=0, **options):
        raw = {"game": game, "players": players, "entries": entries, "options": options}
        at = EVENING + timedelta(minutes=minutes, days=days)
        return record_play(group=group, raw=raw, played_at=at, actor=owner)

    return store


def points(**scores):
    """A tally line for each player."""
    return [{"kind": "points", "player": player, "points": amount} for player, amount in scores.items()]


@pytest.fixture
def evening(group, players, record):
    """Azul with a tie for second; Hearts (low wins) of two; a lost co-operative play; one of Ana alone."""
    azul = record("tally", ["Ana", "Ben", "Chloë"], points(Ana=40, Ben=31, Chloë=31), title="Azul", rounds=1)
    hearts = record(
        "tally", ["Ben", "Ana"], points(Ben=4, Ana=9), minutes=60, title="Hearts", rounds=1, direction="low"
    )
    result = [{"kind": "result", "won": False}]
    pandemic = record("tally", ["Ana", "Ben"], result, minutes=90, title="Pandemic", cooperative=True)
    alone = record("tally", ["Ana"], points(Ana=12), minutes=120, title="Azul", rounds=1)
    recompute(group_id=group.pk)
    return {"azul": azul, "hearts": hearts, "pandemic": pandemic, "alone": alone, "night": azul.night}
