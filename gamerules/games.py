"""What a rule module is, and where to find them: the registry behind ``games()`` and ``load()``."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from importlib.metadata import entry_points
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from gamerules.clauses import Clause, Clauses
from gamerules.errors import Malformed, MalformedEntry, UnknownGame
from gamerules.sheets import Seats

__all__ = ["Game", "Options", "games", "load", "malformed_from", "option", "registered"]

OWN_GAMES = ("popcorn_dice", "pop_tarts", "toasty_toasts", "anarchy_pancakes", "tally")
ENTRY_POINT_GROUP = "gamerules"


class Options(BaseModel):
    """The options of a play: all have defaults, unknown ones are refused, fixed when the play starts.

    Strict: ``true`` and ``1.0`` are no integers. Use list and dict types for what JSON writes as such.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


def option(
    default: Any,
    changes: str,
    *,
    point: str = "",
    clauses: tuple[str, ...] = (),
    other: tuple[Any, ...] = (),
    **limits: Any,
) -> Any:
    """An option's default with what it changes in words, the open point it settles (``PD1``), and its clauses.

    ``other`` lists the values worth comparing when a verdict may depend on this option; ``limits`` go
    to pydantic (``ge``, ``le`` …).
    """
    extra: Any = {"changes": changes, "point": point, "clauses": list(clauses), "other": list(other)}
    return Field(default, description=changes, json_schema_extra=extra, validate_default=False, **limits)


def malformed_from(error: ValidationError, *, entry: bool = False) -> Malformed:
    """A pydantic refusal as our own error: dotted fields without union tags, messages as sentences.

    Parts in square brackets are no fields: pydantic's own ``[key]``, and the tags of unions told apart by
    a function, which modules write that way (``Tag("[trade]")``).
    """
    faults = []
    for fault in error.errors(include_url=False, include_context=False, include_input=False):
        place = fault["loc"]
        is_kind = not place and fault["type"] in {"union_tag_invalid", "union_tag_not_found"}
        if entry and place:
            place = place[1:]  # the first part is the kind, the tag of the union
        path = "kind" if is_kind else ".".join(str(part) for part in place if not str(part).startswith("["))
        faults.append((path, fault["msg"].removeprefix("Value error, ")))
    kind = MalformedEntry if entry else Malformed
    return kind(faults[0][0], faults[0][1], tuple(faults))


@dataclass(frozen=True)
class Game:
    """A rule module: one game's clauses, options, score sheet and, where it has one, its table.

    ``entries`` is the tagged union of its entry models; ``setup`` the model of the record's ``setup``
    or None, ``setup_kinds`` the kinds of entry it is for (without one of these among the entries a setup is
    refused; empty: it goes with any); ``table`` and ``bots`` (name → policy) are absent for a module that
    only keeps scores; ``moves`` the union of its table's move types; ``levels`` the levels ``table.record``
    knows, coarse first.
    """

    slug: str
    title: str
    clauses: Clauses
    options: type[Options]
    entries: Any
    sheet: type[Any]
    seats: range
    setup: Any = None
    setup_kinds: tuple[str, ...] = ()
    table: type[Any] | None = None
    moves: Any = None
    bots: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    levels: tuple[str, ...] = ("points",)

    @cached_property
    def entry_adapter(self) -> TypeAdapter[Any]:
        """Reads one entry of this game, whatever its kind."""
        return TypeAdapter(self.entries)

    @cached_property
    def sheet_adapter(self) -> TypeAdapter[Any]:
        """Reads and writes this game's sheet state."""
        return TypeAdapter(self.sheet)

    @cached_property
    def table_adapter(self) -> TypeAdapter[Any]:
        """Reads and writes this game's table. Only for games that have one."""
        table: Any = self.table
        return TypeAdapter(table)

    @cached_property
    def move_adapter(self) -> TypeAdapter[Any]:
        """Reads one move of this game's table."""
        return TypeAdapter(self.moves)

    def parse_options(self, raw: object) -> Options:
        """Options from JSON values. Raises Malformed naming the option."""
        try:
            return self.options.model_validate({} if raw is None else raw)
        except ValidationError as error:
            fault = malformed_from(error)
            path = f"options.{fault.field}" if fault.field else "options"
            raise Malformed(path, fault.message) from None

    def parse_setup(self, raw: object) -> Any:
        """The record's ``setup``. Raises Malformed; a game without one refuses any."""
        if raw is None:
            return None
        if self.setup is None:
            raise Malformed("setup", f"{self.title} has no setup to record")
        try:
            return TypeAdapter(self.setup).validate_python(raw)
        except ValidationError as error:
            fault = malformed_from(error)
            raise Malformed(f"setup.{fault.field}".rstrip("."), fault.message) from None

    def parse_entry(self, raw: object, players: Seats) -> Any:
        """A typed entry from JSON values. Raises MalformedEntry naming the field."""
        try:
            return self.entry_adapter.validate_python(raw, context=players)
        except ValidationError as error:
            raise malformed_from(error, entry=True) from None

    def parse_entry_json(self, text: str | bytes, players: Seats) -> Any:
        """A typed entry from JSON text. Raises MalformedEntry naming the field."""
        try:
            return self.entry_adapter.validate_json(text, context=players)
        except ValidationError as error:
            raise malformed_from(error, entry=True) from None

    def dump_sheet(self, sheet: Any) -> dict[str, Any]:
        """The sheet's state as plain JSON values, without its last line."""
        state: dict[str, Any] = self.sheet_adapter.dump_python(sheet, mode="json", exclude={"line"})
        return state

    def load_sheet(self, state: Mapping[str, Any]) -> Any:
        """The sheet from what :meth:`dump_sheet` gave."""
        return self.sheet_adapter.validate_python(state)

    def clause(self, name: str) -> Clause:
        """A clause by its name within this game. KeyError when there is none."""
        return self.clauses[f"{self.slug}/{name}"]


@lru_cache(maxsize=1)
def _registry() -> dict[str, Callable[[], Game]]:
    """Slug → loader: the modules of this package, then third parties' by entry point (which cannot replace them)."""
    own = {name.replace("_", "-"): _own_loader(name) for name in OWN_GAMES}
    theirs = {point.name: point.load for point in entry_points(group=ENTRY_POINT_GROUP)}
    return theirs | own


def _own_loader(package: str) -> Callable[[], Game]:
    def load_own() -> Game:
        game: Game = importlib.import_module(f"gamerules.{package}").GAME
        return game

    return load_own


@lru_cache(maxsize=64)
def load(slug: str) -> Game:
    """The rule module of a game. Raises UnknownGame."""
    found = _registry().get(slug)
    if found is None:
        raise UnknownGame(slug)
    game = found()
    return game if isinstance(game, Game) else game()


@contextmanager
def registered(game: Game) -> Iterator[Game]:
    """Make a module known by its slug for a while, as its entry point would; no effect on one that is known."""
    known = _registry()
    if game.slug in known:
        yield game
        return
    known[game.slug] = lambda: game
    try:
        yield game
    finally:
        del known[game.slug]
        load.cache_clear()


def games() -> tuple[str, ...]:
    """The slugs of all registered games, own ones first.

    >>> games()[0]
    'popcorn-dice'
    """
    own = [name.replace("_", "-") for name in OWN_GAMES]
    return (*own, *sorted(set(_registry()) - set(own)))
