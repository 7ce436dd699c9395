"""What a module declares about itself: its clauses, options and entry kinds, and how they refer to each other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gamerules.clauses import Clause
from gamerules.games import Game
from gamerules.testing.sound import ensure

__all__ = ["check_declared", "entry_kinds", "option_extras"]


def entry_kinds(game: Game) -> frozenset[str]:
    """The kinds of entries that the game's sheet reads."""
    mapping = game.entry_adapter.json_schema().get("discriminator", {}).get("mapping", {})
    return frozenset(mapping)


def option_extras(game: Game) -> dict[str, Mapping[str, Any]]:
    """Option → what it declares beside its default: what it changes, its point, its clauses, other values."""
    extras: dict[str, Mapping[str, Any]] = {}
    for name, field in game.options.model_fields.items():
        extra = field.json_schema_extra
        extras[name] = extra if isinstance(extra, Mapping) else {}
    return extras


def check_declared(game: Game) -> None:
    """Clauses, options and kinds agree with each other."""
    kinds = entry_kinds(game)
    ensure(kinds, "the entries are a union told apart by kind", game=game.slug)
    ensure(game.clauses, "a game has clauses", game=game.slug)
    for clause in game.clauses.values():
        _check_clause(game, clause, kinds)
    for name, extra in option_extras(game).items():
        _check_option(game, name, extra)
    ensure(game.parse_options(None) == game.options(), "every option has a default", game=game.slug)


def _check_clause(game: Game, clause: Clause, kinds: frozenset[str]) -> None:
    ensure(clause.game == game.slug, "a clause belongs to its game", clause=clause)
    ensure(clause.id == f"{game.slug}/{clause.name}", "a clause's id is the game and its name", clause=clause)
    ensure(clause.text.strip() and clause.locator.strip(), "a clause has words and a locator", clause=clause)
    known = kinds | {"setup", "table"}
    ensure(set(clause.checked_by) <= known, "a clause is checked by kinds that exist", clause=clause, kinds=known)
    if clause.status == "enforced":
        ensure(clause.checked_by, "an enforced clause says what it is checked by", clause=clause)
    for option in clause.options:
        ensure(option in game.options.model_fields, "a clause names options that exist", clause=clause, option=option)


def _check_option(game: Game, name: str, extra: Mapping[str, Any]) -> None:
    for written in extra.get("clauses", ()):
        clause = written if "/" in written else f"{game.slug}/{written}"
        ensure(clause in game.clauses, "an option names clauses that exist", option=name, clause=clause)
        ensure(name in game.clauses[clause].options, "option and clause name each other", option=name, clause=clause)
    for value in extra.get("other", ()):
        game.parse_options({name: value})
