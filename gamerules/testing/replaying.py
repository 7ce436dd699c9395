"""Records that stand: every sheet on the way can be stored, says who may enter what, and treats all labels alike."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from gamerules.errors import Malformed
from gamerules.games import Game
from gamerules.records import Record, parse_record, replay, result_of, start
from gamerules.tables import Track
from gamerules.testing.declared import entry_kinds
from gamerules.testing.mutating import mutations
from gamerules.testing.sound import ensure, ensure_reloads

__all__ = ["check_coarser", "check_records", "check_shown"]


def check_records(game: Game, records: Iterable[Mapping[str, Any]]) -> None:
    """Each record replays line by line with its promises kept, and gives the same under other labels."""
    for raw in records:
        _check_lines(game, parse_record(raw))
        _check_relabelled(raw)
    _check_permuted_result(game)


def _check_lines(game: Game, record: Record) -> None:
    """Line by line: what ``next`` says, reading back entry and sheet, apply without a trace, and undo."""
    track = Track(start(record))
    for raw in record.entries:
        entry, sheet = game.parse_entry(raw, record.seats), track.state
        _check_entry(game, record, entry)
        ensure(not sheet.explain(entry), "nothing is found against an entry that stands", entry=raw)
        _check_next(sheet, entry)
        before = game.dump_sheet(sheet)
        after = track.push(entry)
        ensure(game.dump_sheet(sheet) == before, "apply leaves the sheet as it was", entry=raw)
        ensure(after.line is not None and after.line.kind == entry.kind, "the line tells what was entered", entry=raw)
        ensure_reloads(game.sheet_adapter, after, "sheet", frozenset({"line"}))
        check_shown(after)
    _check_undo(track)


def _check_undo(track: Track) -> None:
    while track.moves:
        after, entry = track.state, track.moves[-1]
        track.pop()
        ensure(track.state.apply(entry) == after, "an entry taken back can be made again", entry=entry)


def _check_entry(game: Game, record: Record, entry: Any) -> None:
    again = game.parse_entry(entry.as_json(), record.seats)
    ensure(again == entry, "an entry written as JSON reads back equal", entry=entry, again=again)


def _check_next(sheet: Any, entry: Any) -> None:
    following = sheet.next
    ensure(following is not None, "while entries stand, somebody may enter something", entry=entry)
    ensure(entry.kind in following.kinds, "what may be entered is announced", entry=entry, kinds=following.kinds)
    player = getattr(entry, "player", None)
    ensure(player is None or player in following.players, "who may enter is announced", entry=entry, next=following)


def check_shown(sheet: Any) -> None:
    """What every page reads: standings in seat order, sane ranks, an outcome or a next."""
    standings = sheet.standings()
    ensure(tuple(row.player for row in standings) == sheet.players, "standings are in seat order", rows=standings)
    ranks = sorted(row.rank for row in standings)
    ensure(ranks[0] == 1, "somebody is first", ranks=ranks)
    ensure(all(rank <= place for place, rank in enumerate(ranks, start=1)), "ranks are competition ranks", ranks=ranks)
    ensure((sheet.outcome is None) == (sheet.next is not None), "a play is over or has a next", outcome=sheet.outcome)
    ensure(sheet.round >= 1, "rounds count from 1", round=sheet.round)
    for finding in (*sheet.notices, *sheet.warnings):
        ensure(finding.severity != "violation", "notices and warnings forbid nothing", found=finding)
    if sheet.outcome is not None:
        winners = {row.player for row in standings if row.rank == 1}
        ensure(set(sheet.outcome.winners) <= winners, "winners are first", outcome=sheet.outcome, first=winners)


def _check_relabelled(raw: Mapping[str, Any]) -> None:
    """Other labels change nothing but the labels: those of the seats go round by one place."""
    players = [player.strip() for player in raw["players"]]
    mapping = dict(zip(players, players[1:] + players[:1], strict=True))
    plain, other = result_of(replay(raw)), result_of(replay(_relabel(raw, mapping)))
    expected = _relabel({"players": plain["players"], "outcome": plain["outcome"]}, mapping)
    if expected["outcome"]:
        order = _relabel(players, mapping)
        expected["outcome"]["winners"].sort(key=order.index)
    found = {"players": other.get("players"), "outcome": other.get("outcome")}
    ensure(found == expected, "labels change nothing", record=raw, found=other, expected=expected)


def _relabel(value: Any, mapping: Mapping[str, str]) -> Any:
    """The value with every label replaced, as text and as the name of a field."""
    if isinstance(value, str):
        return mapping.get(value, value)
    if isinstance(value, Mapping):
        return {mapping.get(key, key): _relabel(item, mapping) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_relabel(item, mapping) for item in value]
    return value


def _check_permuted_result(game: Game) -> None:
    """A bare result: seats in another order give the same places to the same people."""
    players = ["Ana", "Ben", "Cleo"][: max(game.seats[0], 2) + 1]
    if len(players) not in game.seats or "result" not in entry_kinds(game):
        return
    record = {"game": game.slug, "players": players, "entries": [{"kind": "result", "winners": [players[-1]]}]}
    ranks = []
    for order in (players, players[::-1], players[1:] + players[:1]):
        shown = result_of(replay({**record, "players": order}))
        ensure("error" not in shown, "a bare result stands", record=record, found=shown)
        ranks.append({row["player"]: (row["points"], row["rank"]) for row in shown["players"]})
    ensure(all(found == ranks[0] for found in ranks), "the order of seats does not change a result", ranks=ranks)


def check_coarser(
    game: Game,
    records: Iterable[Mapping[str, Any]],
    coarsen: Callable[[Mapping[str, Any], Any], Mapping[str, Any] | None],
    *,
    seed: int,
) -> None:
    """Whatever stands in detail stands in less detail: detail never turns a violation into ok."""
    rng = random.Random(seed)  # noqa: S311 - tests, not secrets
    for raw in records:
        for varied in (raw, *_varied(raw, rng)):
            _check_coarser_record(game, varied, coarsen)


def _varied(raw: Mapping[str, Any], rng: random.Random) -> Iterator[Mapping[str, Any]]:
    """The record with one entry changed, and cut off after it."""
    entries = list(raw.get("entries", ()))
    if entries:
        index = rng.randrange(len(entries))
        for changed in mutations(entries[index], raw["players"], rng, count=8):
            yield {**raw, "entries": [*entries[:index], changed]}


def _check_coarser_record(
    game: Game, raw: Mapping[str, Any], coarsen: Callable[[Mapping[str, Any], Any], Mapping[str, Any] | None]
) -> None:
    try:
        replayed = replay(raw)
    except Malformed:
        return
    if replayed.failure is not None:
        return
    coarse = [coarsen(entry, line) for entry, line in zip(raw.get("entries", ()), replayed.lines, strict=True)]
    record = {name: value for name, value in raw.items() if name != "setup"}
    record["entries"] = [entry for entry in coarse if entry is not None]
    again = replay(record)
    ensure(
        again.failure is None, "what stands in detail stands in less detail", detailed=raw, coarse=record,
        failure=again.failure and again.failure.as_json(),
    )  # fmt: skip
