"""Hypothesis walks through sheets and tables of every game: forwards, backwards, sideways."""

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from gamerules import games, load
from gamerules.testing.machines import sheet_machine, table_machine
from gamerules.testing.playing import records_of

SETTINGS = settings(max_examples=8, stateful_step_count=12, deadline=None, suppress_health_check=list(HealthCheck))
WITH_TABLE = [slug for slug in games() if load(slug).table is not None]


@pytest.mark.parametrize("slug", WITH_TABLE)
def test_sheet(slug):
    game = load(slug)
    run_state_machine_as_test(sheet_machine(game, list(records_of(game, seed=1))), settings=SETTINGS)


@pytest.mark.parametrize("slug", WITH_TABLE)
def test_table(slug):
    run_state_machine_as_test(table_machine(load(slug)), settings=SETTINGS)
