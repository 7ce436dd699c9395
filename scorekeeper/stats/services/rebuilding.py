"""Rebuilding all statistics of a group from its entries, and comparing what is stored with what they give."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import models
from django.utils import timezone

from scorekeeper.plays.models import Recompute
from scorekeeper.stats.models import Achievement, Best, GroupState, PlayResult
from scorekeeper.stats.services.bests import BEST_KEY, BEST_VALUES, Bests, stored_bests
from scorekeeper.stats.services.chain import BEGINNING, Chain, Earned, State, after, before, plays_since, since
from scorekeeper.stats.services.recomputing import LEASE, PLAYS_AT_ONCE, Gathered, locked, recompute, waiting_marks
from scorekeeper.stats.services.results import finished_plays, results_of
from scorekeeper.stats.services.rows import COLUMNS, Key, Row, replace_values, rows_of
from scorekeeper.stats.services.sums import KEYS, SUMS, Sums, Table, stored_sums

__all__ = ["Difference", "differences", "drop", "rebuild"]

OnStep = Callable[[int], None]
TRIES = 3


@dataclass(frozen=True, slots=True)
class Difference:
    """Something stored that entries do not give, or the other way round; ``None`` = not there."""

    table: str
    key: str
    stored: Any
    expected: Any

    def __str__(self) -> str:
        return f"{self.table} {self.key}: stored {self.stored}, entries give {self.expected}"


def rebuild(*, group_id: int, on_step: OnStep | None = None) -> None:
    """Derive everything of a group from entries again.

    What is stored and right stays, so that pages go on showing it; all else is replaced. When the group is
    written to meanwhile, this starts again, a few times; then everything derived is dropped first. When somebody
    else has taken the group over, such as another rebuild, they are waited for before.
    """
    if PlayResult.objects.filter(group_id=group_id).exists():
        for _ in range(TRIES):
            if _rebuild_in_place(group_id, on_step):
                return
            _await_lease(group_id)
    drop(group_id=group_id)
    recompute(group_id=group_id, on_step=on_step)


def _rebuild_in_place(group_id: int, on_step: OnStep | None) -> bool:
    """Go over the whole history and replace what is wrong; False when somebody wrote in between."""
    with locked(group_id) as state:
        if state is None:
            return True
        state.cursor_at, state.cursor_play = BEGINNING
        state.derive = True
        state.serial += 1
        state.leased_until = timezone.now() + LEASE  # whoever was at it stops
        state.save()
        Achievement.objects.filter(group_id=group_id).delete()
        gathered = Gathered(state.serial)
    recompute(group_id=group_id, on_step=on_step, gathered=gathered)
    with locked(group_id) as state:
        if state is None:
            return True
        is_behind = state.cursor_at is not None or Recompute.objects.filter(group_id=group_id).exists()
        if is_behind or gathered.is_disturbed or state.serial != gathered.serial:
            return False
        for model, table in gathered.sums.rolled_up().items():
            _settle(model, KEYS[model], SUMS[model], stored_sums(model, group_id), table)
        held = {(group_id, *key): holder.values for key, holder in gathered.bests.held.items()}
        stored = {(group_id, *key): holder.values for key, holder in stored_bests(group_id).items()}
        _settle(Best, BEST_KEY, BEST_VALUES, stored, held)
    return True


def _settle(
    model: type[models.Model], key: Sequence[str], values: Sequence[str], stored: Table, expected: Table
) -> None:
    """Make what is stored of one table what it should be."""
    for gone in stored.keys() - expected.keys():
        model._default_manager.filter(**dict(zip(key, gone, strict=True))).delete()
    wrong = {row: expected[row] for row in expected if stored.get(row) != expected[row]}
    replace_values(model, key, values, [(*row, *found) for row, found in wrong.items()])


def drop(*, group_id: int) -> None:
    """Drop everything derived of a group; the next recomputation, whoever does it, derives it again."""
    with locked(group_id) as state:
        if state is None:
            return
        derived: list[type[models.Model]] = [PlayResult, Best, Achievement, *KEYS]
        for model in derived:
            model._default_manager.filter(group_id=group_id).delete()
        Recompute.objects.filter(pk__in=[mark.pk for mark in waiting_marks(group_id)]).delete()
        state.cursor_at, state.cursor_play = BEGINNING
        state.derive = True
        state.serial += 1
        state.leased_until = None
        state.save()


def differences(*, group_id: int, on_step: OnStep | None = None) -> list[Difference]:
    """Work off what is pending, then replay everything without writing and compare: every difference found.

    Waits for a worker that has leased the group.
    When the group is written to meanwhile, the comparison starts again, a few times.
    """
    found: list[Difference] = []
    for _ in range(TRIES):
        _await_lease(group_id)
        recompute(group_id=group_id)
        settled = _settled(group_id)
        found = list(_compare(group_id, on_step))
        if not found or (settled is not None and settled == _settled(group_id)):
            break
    return found


def _await_lease(group_id: int) -> None:
    while any(state.is_leased() for state in GroupState.objects.filter(group_id=group_id)):
        time.sleep(0.1)


def _settled(group_id: int) -> int | None:
    """The state's serial, 0 without one; None while something waits to be worked off."""
    if Recompute.objects.filter(group_id=group_id).exists():
        return None
    state = GroupState.objects.filter(group_id=group_id).first()
    if state is None:
        return 0
    return state.serial if state.cursor_at is None else None


def _compare(group_id: int, on_step: OnStep | None) -> Iterator[Difference]:
    chain = Chain(set(), lambda _player, _game: State())
    sums, bests = Sums(), Bests()
    earned: list[Earned] = []
    for rows, stored in _chunks(group_id):
        earned += chain.fold(rows)
        sums.add(rows)
        bests.add(rows)
        yield from _compare_rows(rows, stored)
        if on_step is not None:
            on_step(len({row.play_id for row in rows}))
    yield from _compare_sums(group_id, sums)
    yield from _compare_maps("record", stored_bests(group_id), bests.held)
    yield from _compare_maps("achievement", _stored_achievements(group_id), {
        (found.row.player_id, found.kind, found.game): (found.row.play_id, found.row.played_at, found.row.date)
        for found in earned
    })  # fmt: skip


def _chunks(group_id: int) -> Iterator[tuple[list[Row], list[Row]]]:
    """Piece by piece in the order of playing: results as entries give them, and as they are stored."""
    start: Key = BEGINNING
    while True:
        plays = finished_plays(group_id, plays_since(start), PLAYS_AT_ONCE)
        is_last = len(plays) < PLAYS_AT_ONCE
        end = None if is_last else after((plays[-1].played_at, plays[-1].id))
        within = since(start) & before(end) if end else since(start)
        stored = PlayResult.objects.filter(within, group_id=group_id).order_by("played_at", "play_id", "position")
        yield [row for play in plays for row in results_of(play)], rows_of(stored)
        if end is None:
            return
        start = end


def _compare_rows(expected: list[Row], stored: list[Row]) -> Iterator[Difference]:
    wanted = {(row.play_id, row.position): row for row in expected}
    there = {(row.play_id, row.position): row for row in stored}
    for key in wanted.keys() | there.keys():
        want, has = wanted.get(key), there.get(key)
        if want is None or has is None:
            yield Difference("result", _shown(key), has, want)
            continue
        for column in COLUMNS:
            if getattr(want, column) != getattr(has, column):
                yield Difference(f"result.{column}", _shown(key), getattr(has, column), getattr(want, column))


def _compare_sums(group_id: int, sums: Sums) -> Iterator[Difference]:
    for model, table in sums.rolled_up().items():
        yield from _compare_maps(model.__name__, stored_sums(model, group_id), table)


def _stored_achievements(group_id: int) -> dict[Any, Any]:
    rows = Achievement.objects.filter(group_id=group_id)
    columns = ("player_id", "kind", "game", "play_id", "earned_at", "date")
    return {row[:3]: row[3:] for row in rows.values_list(*columns)}


def _compare_maps(table: str, stored: dict[Any, Any], expected: dict[Any, Any]) -> Iterator[Difference]:
    for key in stored.keys() | expected.keys():
        if stored.get(key) != expected.get(key):
            yield Difference(table, _shown(key), stored.get(key), expected.get(key))


def _shown(key: Iterable[Any]) -> str:
    return " ".join(str(part) for part in key)
