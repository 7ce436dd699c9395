"""Bringing a group's statistics up to date: marks worked off, then the chain folded on from where it is behind.

Safe to run twice, or together: each step is one transaction under the group's lock and leaves its work either
undone or done. A worker killed in between loses nothing. Replaying and folding, which take the time, happen
before the lock is taken (SQLite has one for all writers); what was worked out is thrown away when anybody
wrote meanwhile, which the state's serial and the marks tell.

Whoever has a long piece of the chain before them takes a lease of the group, so that no second worker does the
same work for nothing; it finds the marks of all who come meanwhile. The lease of a killed worker runs out.
"""

from __future__ import annotations

import gc
import logging
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from scorekeeper.groups.models import Group
from scorekeeper.plays.models import Recompute
from scorekeeper.stats.models import Achievement, GroupState, PlayResult
from scorekeeper.stats.services.bests import Bests, replace_lost, rewind_bests
from scorekeeper.stats.services.chain import (
    BEGINNING,
    Chain,
    Earned,
    after,
    before,
    chain_from,
    plays_since,
    same_for_chain,
    since,
)
from scorekeeper.stats.services.results import finished_plays, results_of
from scorekeeper.stats.services.rows import (
    CHAIN,
    Key,
    Row,
    insert_rows,
    insert_values,
    key_of,
    plays_that_differ,
    rows_of,
    update_chain,
)
from scorekeeper.stats.services.sums import Sums

__all__ = ["Gathered", "locked", "pending_groups", "recompute", "waiting_marks"]

log = logging.getLogger(__name__)
MARKS_AT_ONCE = 100
PLAYS_AT_ONCE = 2000
LEASE = timedelta(seconds=10)  # a step takes one to three


def pending_groups() -> list[int]:
    """Ids of groups whose statistics are behind."""
    marked = Recompute.objects.values_list("group_id", flat=True)
    behind = GroupState.objects.filter(cursor_at__isnull=False).values_list("group_id", flat=True)
    return sorted({*marked, *behind})


@contextmanager
def locked(group_id: int) -> Iterator[GroupState | None]:
    """A transaction in which nobody else recomputes this group; its state, or None when the group is gone.

    When the group goes while this waits to commit, nothing is written, and nothing raised.
    """
    try:
        with transaction.atomic():
            yield _locked_state(group_id)
    except IntegrityError:
        if Group.objects.filter(pk=group_id).exists():
            raise


def _locked_state(group_id: int) -> GroupState | None:
    if not Group.objects.filter(pk=group_id).exists():
        return None
    GroupState.objects.get_or_create(group_id=group_id)
    return GroupState.objects.select_for_update().filter(group_id=group_id).first()


def waiting_marks(group_id: int, at_most: int | None = None) -> list[Recompute]:
    """The group's marks, the oldest first, to be deleted under the group's lock.

    Who deletes a group deletes its marks before its state: marks that are about to go are left out, since who
    waited for them with the state locked would be waited for.
    """
    marks = Recompute.objects.select_for_update(skip_locked=True).filter(group_id=group_id)
    return list(marks.order_by("id")[:at_most])


@dataclass
class _Progress:
    """A chain kept in memory between steps, good as long as nobody else wrote: the state's serial tells."""

    serial: int
    chain: Chain | None = None

    def is_barred(self, state: GroupState) -> bool:
        """Whether somebody else has the group to themselves."""
        return state.serial != self.serial and state.is_leased()


@dataclass(frozen=True, slots=True)
class _Prepared:
    """A piece of the chain worked out without the lock: good if the state's serial is still this and no mark came."""

    serial: int
    chain: Chain
    cursor: Key
    is_derived: bool
    plays: list[uuid.UUID]
    rows: list[Row]
    earned: list[Earned]
    following: Key | None


@contextmanager
def _without_collector() -> Iterator[None]:
    """Garbage collection put off, which would take an eighth of the time to find that everything is still in use."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@dataclass
class Gathered:
    """What sums and records come to over a whole history, if a run goes through it from its beginning undisturbed.

    ``serial`` is the state's where the run begins.
    """

    serial: int
    sums: Sums = field(default_factory=Sums)
    bests: Bests = field(default_factory=Bests)
    following: Key | None = BEGINNING
    is_disturbed: bool = False

    def take(self, prepared: _Prepared, serial: int) -> None:
        """A piece was stored, and the state's serial is this one since."""
        is_next = prepared.cursor == self.following and prepared.serial == self.serial
        self.is_disturbed = self.is_disturbed or not is_next
        self.serial, self.following = serial, prepared.following
        self.sums.add(prepared.rows)
        self.bests.add(prepared.rows)


def recompute(*, group_id: int, on_step: Callable[[int], None] | None = None, gathered: Gathered | None = None) -> None:
    """Bring a group's statistics up to date, or leave that to whoever has leased the group.

    ``on_step`` hears how many plays each step dealt with.
    """
    progress = _Progress(gathered.serial if gathered else -1)
    is_behind = True
    while is_behind:
        with _without_collector():
            prepared = _prepare(group_id, progress)
            with locked(group_id) as state:
                if state is None:
                    return
                done = _step(state, progress, prepared)
                is_behind = done is not None
                if gathered is not None and prepared is not None and progress.chain is not None:
                    gathered.take(prepared, state.serial)
        if on_step is not None and done:
            on_step(done)


def _step(state: GroupState, progress: _Progress, prepared: _Prepared | None) -> int | None:
    """The next piece of work, and how many plays it dealt with; None when there was nothing to do here."""
    if progress.is_barred(state):
        return None
    marks = waiting_marks(state.group_id, MARKS_AT_ONCE)
    if not marks and state.cursor_at is None:
        return None
    if not marks and (prepared is None or prepared.serial != state.serial):
        return 0  # somebody wrote in between: prepare again
    done = 0
    if marks:
        _absorb(state, marks)
        progress.chain = None  # the cursor may stand further back now
    elif prepared is not None:
        done = _store(state, prepared)
        progress.chain = prepared.chain
    state.serial += 1
    progress.serial = state.serial
    now = timezone.now()
    if state.cursor_at is None and not Recompute.objects.filter(group_id=state.group_id).exists():
        state.as_of = now
        state.leased_until = None
    elif state.leased_until is not None or (done and prepared is not None and prepared.following is not None):
        state.leased_until = now + LEASE
    state.save()
    return done


# --- Marks -----------------------------------------------------------------------------------------------------------


def _absorb(state: GroupState, marks: list[Recompute]) -> None:
    """Derive the results of marked plays; what the chain has to go over again is left to the cursor."""
    whole = [mark.since for mark in marks if mark.play is None]
    if whole:
        _set_back(state, (min(whole), BEGINNING[1]), derive=True)
    plays = {mark.play for mark in marks if mark.play is not None}
    changed = _replace_results(state.group_id, plays)
    if changed is not None:
        _set_back(state, changed, derive=state.derive)
    Recompute.objects.filter(pk__in=[mark.pk for mark in marks]).delete()


def _set_back(state: GroupState, key: Key, *, derive: bool) -> None:
    """From this place on the chain is behind; what later plays earned and hold by it is given back.

    Behind the cursor nothing is earned, but a rebuild in place leaves records there, which may have been lost now.
    """
    cursor = _cursor(state)
    state.derive = state.derive or derive
    start = key if cursor is None else min(cursor, key)
    if start != cursor:
        state.cursor_at, state.cursor_play = start
        Achievement.objects.filter(_earned_since(start), group_id=state.group_id).delete()
    rewind_bests(state.group_id, since(key), before(start))


def _earned_since(key: Key) -> Q:
    return Q(earned_at__gte=key[0]) & (Q(earned_at__gt=key[0]) | Q(play_id__gte=key[1]))


def _cursor(state: GroupState) -> Key | None:
    if state.cursor_at is None or state.cursor_play is None:
        return None
    return (state.cursor_at, state.cursor_play)


def _replace_results(group_id: int, plays: set[uuid.UUID]) -> Key | None:
    """Derive these plays' results again; the earliest place from which the chain is behind, None for nowhere."""
    stored = PlayResult.objects.filter(group_id=group_id, play_id__in=plays)
    old = _by_play(rows_of(stored.order_by("play_id", "position")))
    new = {play.id: results_of(play) for play in finished_plays(group_id, Q(id__in=plays))}
    behind: list[Key] = []
    for play in plays:
        was, now = old.get(play, []), new.get(play, [])
        if same_for_chain(was, now):
            _keep_chain(was, now)
        else:
            behind += [key_of(row) for row in (*was, *now)]
    _exchange(group_id, [row for rows in old.values() for row in rows], [row for rows in new.values() for row in rows])
    return min(behind, default=None)


def _by_play(rows: list[Row]) -> dict[uuid.UUID, list[Row]]:
    plays: dict[uuid.UUID, list[Row]] = {}
    for row in rows:
        plays.setdefault(row.play_id, []).append(row)
    return plays


def _keep_chain(was: list[Row], now: list[Row]) -> None:
    for old, new in zip(was, now, strict=True):
        for column in CHAIN:
            setattr(new, column, getattr(old, column))


def _exchange(group_id: int, old: list[Row], new: list[Row]) -> None:
    """Put new results in the place of old ones, in the sums and records too. Rows of a play stand together."""
    replaced = {row.play_id for row in old}
    if replaced:
        PlayResult.objects.filter(group_id=group_id, play_id__in=replaced).delete()
    insert_rows(new)
    sums = Sums()
    sums.add(old, sign=-1)
    sums.add(new)
    sums.save()
    if replaced:
        replace_lost(group_id, replaced)
    bests = Bests()
    bests.add(new, chain=False)
    bests.save(group_id)


# --- The chain -------------------------------------------------------------------------------------------------------


def _prepare(group_id: int, progress: _Progress) -> _Prepared | None:
    """Work out the next piece of the chain, if it is behind and no mark waits. Holds no lock, writes nothing."""
    state = GroupState.objects.filter(group_id=group_id).first()
    cursor = _cursor(state) if state else None
    if state is None or cursor is None or progress.is_barred(state):
        return None
    if Recompute.objects.filter(group_id=group_id).exists():
        return None
    is_current = progress.chain is not None and progress.serial == state.serial
    chain = progress.chain if is_current and progress.chain else chain_from(group_id, cursor)
    progress.chain = None  # it is ahead of what is stored until this piece is
    keys, rows = _derived(group_id, cursor) if state.derive else _stored(group_id, cursor)
    following = after(keys[-1]) if len(keys) == PLAYS_AT_ONCE else None
    earned = chain.fold(rows)
    return _Prepared(state.serial, chain, cursor, state.derive, [play for _at, play in keys], rows, earned, following)


def _within(cursor: Key, following: Key | None) -> Q:
    return since(cursor) & before(following) if following else since(cursor)


def _derived(group_id: int, cursor: Key) -> tuple[list[Key], list[Row]]:
    """The next plays from here on, and their results as entries give them."""
    plays = finished_plays(group_id, plays_since(cursor), PLAYS_AT_ONCE)
    return [(play.played_at, play.id) for play in plays], [row for play in plays for row in results_of(play)]


def _stored(group_id: int, cursor: Key) -> tuple[list[Key], list[Row]]:
    """The next plays from here on, and their results as they are stored; ignored ones keep nothing from before."""
    results = PlayResult.objects.filter(since(cursor), group_id=group_id).order_by("played_at", "play_id")
    keys = list(results.values_list("played_at", "play_id").distinct()[:PLAYS_AT_ONCE])
    if not keys:
        return [], []
    rows = rows_of(results.filter(before(after(keys[-1]))).order_by("played_at", "play_id", "position"))
    for row in rows:
        if row.is_ignored:
            row.nth = row.streak = row.longest = row.game_nth = row.game_streak = row.game_longest = 0
            row.mu = row.sigma = row.game_mu = row.game_sigma = None
    return keys, rows


def _store(state: GroupState, prepared: _Prepared) -> int:
    """Write a prepared piece and move the cursor behind it; the number of plays."""
    group_id = state.group_id
    if prepared.is_derived:
        within = PlayResult.objects.filter(_within(prepared.cursor, prepared.following), group_id=group_id)
        strays = set(within.values_list("play_id", flat=True).distinct()) - set(prepared.plays)
        wrong = strays | plays_that_differ(prepared.plays, prepared.rows)
        if wrong:
            old = rows_of(PlayResult.objects.filter(play_id__in=wrong).order_by("play_id", "position"))
            _exchange(group_id, old, [row for row in prepared.rows if row.play_id in wrong])
    else:
        update_chain(prepared.rows)
    _save_earned(group_id, prepared.earned)
    bests = Bests()
    bests.add(prepared.rows, chain=True)
    bests.save(group_id)
    if prepared.following is None:
        state.cursor_at = state.cursor_play = None
        state.derive = False
    else:
        state.cursor_at, state.cursor_play = prepared.following
    return len(prepared.plays)


def _save_earned(group_id: int, earned: list[Earned]) -> None:
    """Store achievements."""
    columns = ("group_id", "player_id", "kind", "game", "play_id", "earned_at", "date")
    rows = [(found.row, found.kind, found.game) for found in earned]
    insert_values(
        Achievement,
        columns,
        [(group_id, row.player_id, kind, game, row.play_id, row.played_at, row.date) for row, kind, game in rows],
    )
