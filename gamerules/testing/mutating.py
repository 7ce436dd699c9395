"""Entries changed at random: each is malformed with its field named, refused under a clause, or stands."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from gamerules.errors import IllegalEntry, Malformed
from gamerules.games import Game
from gamerules.judging import judge_move
from gamerules.records import Record, parse_record, start
from gamerules.testing.sound import NotSound, ensure, ensure_findings

__all__ = ["check_any_entry", "check_mutated_entries", "check_mutated_tables", "mutations"]

ODD_NUMBERS = (-1, 0, 1, 2, 3, 5, 11, 39, 1_000_000, 10**30)
ODD_VALUES: tuple[Any, ...] = (None, True, 1.0, 1.5, "1", "", " ", "\0", "\ud800", [], {}, [[]], "Ana", 7)
Path = tuple[Any, ...]


def mutations(entry: Mapping[str, Any], players: Iterable[str], rng: random.Random, *, count: int) -> Iterator[Any]:
    """Copies of the entry (JSON values) with one place in it changed, dropped, doubled, or something added."""
    places = list(_places(entry, ()))
    labels = list(players)
    for _ in range(count):
        changed = copy.deepcopy(dict(entry))
        path = rng.choice(places)
        parent = _at(changed, path[:-1])
        _change(parent, path[-1], labels, rng)
        yield changed


def _places(value: Any, path: Path) -> Iterator[Path]:
    if path:
        yield path
    children: Iterable[tuple[Any, Any]] = ()
    if isinstance(value, Mapping):
        children = value.items()
    elif isinstance(value, list | tuple):
        children = enumerate(value)
    for key, item in children:
        yield from _places(item, (*path, key))


def _at(value: Any, path: Path) -> Any:
    for key in path:
        value = value[key]
    return value


def _change(parent: Any, key: Any, labels: list[str], rng: random.Random) -> None:
    value = parent[key]
    kind = rng.randrange(6)
    if kind == 0:
        del parent[key]
    elif kind == 1 and isinstance(parent, dict):
        parent[rng.choice(("unknown", "points", "toast", "player"))] = copy.deepcopy(value)
    elif kind == 1:
        parent.append(copy.deepcopy(value))
    elif kind == 2:
        parent[key] = copy.deepcopy(rng.choice(ODD_VALUES))
    else:
        parent[key] = _another(value, labels, rng)


def _another(value: Any, labels: list[str], rng: random.Random) -> Any:
    """A value of the same type."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return rng.choice((value - 1, value + 1, *ODD_NUMBERS))
    if isinstance(value, str):
        return rng.choice((*labels, value.upper(), f" {value} ", "nobody"))
    if isinstance(value, list) and value:
        return rng.choice((value[:-1], value * 2, value[::-1]))
    return value


def check_mutated_entries(game: Game, records: Iterable[Mapping[str, Any]], *, seed: int, count: int = 6) -> None:
    """Replay records, trying changed entries at each line before the right one."""
    rng = random.Random(seed)  # noqa: S311 - tests, not secrets
    for raw in records:
        record = parse_record(raw)
        sheet = start(record)
        for entry in record.entries:
            for changed in mutations(entry, record.players, rng, count=count):
                check_any_entry(game, record, sheet, changed)
            sheet = sheet.apply(game.parse_entry(entry, record.seats))


def check_any_entry(game: Game, record: Record, sheet: Any, raw: Any) -> None:
    """Whatever is entered: malformed naming a field, refused by findings, or a sheet; never anything else."""
    try:
        entry = game.parse_entry(raw, record.seats)
    except Malformed as fault:
        ensure(fault.field, "a malformed entry names its field", entry=raw, fault=str(fault))
        _check_json_alike(game, record, raw, None)
        return
    _check_json_alike(game, record, raw, entry)
    findings = sheet.explain(entry)
    ensure_findings(game, findings, entry=raw)
    ensure(sheet.explain(entry) == findings, "the same question has the same answer", entry=raw)
    for finding in findings:
        ensure(finding.severity == "violation", "explain lists what forbids the entry", entry=raw, found=finding)
        ensure(_exists(finding.field, entry), "a finding's field is one of the entry's", entry=raw, field=finding.field)
    _check_applied(game, sheet, entry, findings)


def _check_json_alike(game: Game, record: Record, raw: Any, entry: Any) -> None:
    """Reading the same as JSON text comes to the same: malformed, or an equal entry."""
    try:
        found = game.parse_entry_json(json.dumps(raw), record.seats)
    except Malformed:
        found = None
    ensure(found == entry, "JSON text and JSON values read alike", entry=raw, from_text=found, from_values=entry)


def _exists(field: str, entry: Any) -> bool:
    names = {info.alias or name for name, info in type(entry).model_fields.items()}
    return field.partition(".")[0] in names | {"", "setup"}


def _check_applied(game: Game, sheet: Any, entry: Any, findings: tuple[Any, ...]) -> None:
    before = game.dump_sheet(sheet)
    try:
        after = sheet.apply(entry)
    except IllegalEntry as refusal:
        ensure(findings and refusal.findings[0] == findings[0], "apply refuses for what explain finds",
               entry=entry, findings=findings, refused=refusal.findings)  # fmt: skip
    else:
        ensure(not findings, "apply refuses what explain finds fault with", entry=entry, findings=findings)
        ensure_findings(game, after.line.warnings, entry=entry)
    ensure(game.dump_sheet(sheet) == before, "apply leaves the sheet as it was", entry=entry)


def check_mutated_tables(game: Game, tables: Iterable[Any], *, seed: int, count: int = 8) -> None:
    """Tables changed at random and asked about a move, as anybody may: a verdict or Malformed, nothing else."""
    rng = random.Random(seed)  # noqa: S311 - tests, not secrets
    for table in tables:
        plain = game.table_adapter.dump_python(table, mode="json")
        moves = [game.move_adapter.dump_python(move, mode="json") for move in islice(table.legal_moves, 12)]
        if not moves:
            continue
        for changed in mutations(plain, table.players, rng, count=count):
            _check_judged(game, changed, rng.choice(moves))
        for changed in mutations(rng.choice(moves), table.players, rng, count=count):
            _check_judged(game, plain, changed)


def _check_judged(game: Game, table: Any, move: Any) -> None:
    try:
        judge_move(game.slug, table, move)
    except Malformed as fault:
        ensure(fault.field, "a malformed table or move names its field", table=table, move=move, fault=str(fault))
    except Exception as error:
        raise NotSound(f"judging a table or move from outside fails: {error!r}\n  {table!r}\n  {move!r}") from error
