"""Readers of the rules: browsers without scripts, and a play that has a line the table ruled."""

import pytest

from scorekeeper.plays.access import play_for
from scorekeeper.plays.services import start_play
from tests.scorekeeper.pages.conftest import Reader


@pytest.fixture
def reader():
    """reader(user) → a browser signed in as that user; reader() → one that is not."""
    return Reader


@pytest.fixture
def dice(night, owner, players):
    """A popcorn dice play of Ana, Ben and Chloë to 50."""
    play = start_play(night=night, game="popcorn-dice", players=players, actor=owner)
    return play_for(owner, play.pk, to="record")
