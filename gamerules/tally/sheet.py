"""The tally sheet: totals, turns and the end of a game of which only the agreed options are known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import lru_cache
from itertools import repeat
from operator import add
from typing import Any, ClassVar, Self

from gamerules.clauses import Finding, malformed
from gamerules.errors import IllegalEntry
from gamerules.making import maker
from gamerules.ranking import competition_ranks
from gamerules.sheets import Line, Next, Outcome, Seats, Standing, label_key, replaced
from gamerules.tally.amounts import in_units, places_of
from gamerules.tally.checks import Amount, amount_findings, amounts_of, form_findings, storage_findings
from gamerules.tally.clauses import (
    CLAUSES,
    COOPERATIVE,
    END,
    LAST_ROUND,
    PLAYERS,
    RESULT,
    ROUNDS,
    TARGET,
)
from gamerules.tally.components import TallyOptions
from gamerules.tally.entries import Points, Row, TallyResult

__all__ = ["TallySheet"]

ENTRY_KINDS = ("points", "row", "end")
_line, _standing = maker(Line), maker(Standing)


def _team_findings(players: tuple[str, ...], teams: Mapping[str, str] | None) -> tuple[Finding, ...]:
    if not teams:
        return ()
    seats = Seats(players)
    found = []
    for label in teams:
        try:
            seats.resolve(label)
        except ValueError:
            found.append(malformed(f"options.teams.{label}", "nobody called {label} plays here", label=label))
    return tuple(found)


def _sides(players: tuple[str, ...], options: TallyOptions) -> tuple[int, ...]:
    """For each seat the number of its side: one for all in a cooperative game, one a team, else one a player."""
    if options.cooperative:
        return (0,) * len(players)
    if not options.teams:
        return tuple(range(len(players)))
    teams = {label_key(label): label_key(team) for label, team in options.teams.items()}
    names = [("team", teams[label_key(label)]) if label_key(label) in teams else ("alone", label) for label in players]
    first: dict[tuple[str, str], int] = {}
    return tuple(first.setdefault(name, seat) for seat, name in enumerate(names))


@lru_cache(maxsize=256)
def _seat_numbers(players: tuple[str, ...]) -> Mapping[str, int]:
    return {label: seat for seat, label in enumerate(players)}


def _added(sums: tuple[tuple[int, ...], ...], seat: int, category: int, units: int) -> tuple[tuple[int, ...], ...]:
    """The sums by category with so many units more for one player in one category."""
    own = sums[seat]
    own = (*own[:category], own[category] + units, *own[category + 1 :])
    return (*sums[:seat], own, *sums[seat + 1 :])


@dataclass(frozen=True, slots=True)
class TallySheet:
    """A tally replayed up to now. Totals are kept as integers in units of the last decimal place of the step.

    ``sides`` gives each seat the number of the side whose points are added up; ``turns`` how many turns it
    has had; ``last_round`` the turns everybody may have once the target was reached; ``over`` the name of
    the clause that ended the play, "" while it is on. A stated result fills the ``stated_`` fields. ``ruled``
    tells who has a line that the table ruled (empty: nobody); such a line may bring ``finer`` decimal places
    than the step has.
    """

    game: ClassVar[str] = "tally"

    players: tuple[str, ...]
    options: TallyOptions
    sides: tuple[int, ...]
    totals: tuple[int, ...]
    category_totals: tuple[tuple[int, ...], ...]
    turns: tuple[int, ...]
    last_round: int | None = None
    over: str = ""
    stated_winners: tuple[str, ...] | None = None
    stated_ranks: tuple[int, ...] | None = None
    ruled: tuple[bool, ...] = ()
    finer: int = 0
    line: Line | None = field(default=None, compare=False)

    @classmethod
    def start(cls, players: tuple[str, ...], options: TallyOptions, setup: Any = None) -> Self:
        """The empty sheet. Raises IllegalEntry without players, or when a team names somebody who is not there."""
        if not players:
            raise IllegalEntry((PLAYERS.broken("players", "Nobody plays here; a sheet needs at least one player"),))
        strangers = _team_findings(players, options.teams)
        if strangers:
            raise IllegalEntry(strangers)
        zeros = (0,) * len(players)
        return cls(
            players=players,
            options=options,
            sides=_sides(players, options),
            totals=zeros,
            category_totals=((0,) * len(options.categories),) * len(players),
            turns=zeros,
        )

    # What may be entered

    def explain(self, entry: Any) -> tuple[Finding, ...]:
        """Every independent violation of the typed entry, root cause first; empty when it may stand."""
        return self._findings(entry, amounts_of(entry, self.options))

    def _findings(self, entry: Any, amounts: list[Amount]) -> tuple[Finding, ...]:
        found = self._form_findings(entry, amounts) or self._after_end_findings()
        if found:
            return found
        late = self._too_many_turns_findings(entry)
        if entry.kind == "points" and entry.ruled:
            return late
        limits = amount_findings(entry, amounts, self.players, self.options)
        return (*late, *storage_findings(amounts, self.options), *limits)

    def _form_findings(self, entry: Any, amounts: list[Amount]) -> tuple[Finding, ...]:
        if entry.kind == "result" and (self.over or any(self.turns)):
            return (malformed("kind", "A result is the only line of its play; this play has other lines"),)
        return form_findings(amounts, self.options)

    def _after_end_findings(self) -> tuple[Finding, ...]:
        if not self.over:
            return ()
        return (CLAUSES[f"tally/{self.over}"].broken("", "This play is over; nothing more can be entered"),)

    def _too_many_turns_findings(self, entry: Any) -> tuple[Finding, ...]:
        limit = self._turn_limit
        if limit is None or max(self.turns) < limit:
            return ()
        seats = _seat_numbers(self.players)
        late = [(path, label) for path, label in self._named(entry) if self.turns[seats[label]] >= limit]
        return tuple([self._too_many_turns(path, label, limit) for path, label in late])

    def _too_many_turns(self, path: str, label: str, limit: int) -> Finding:
        if self.last_round is None:
            template = "{player} has had {limit} of {limit} turns already"
            return ROUNDS.broken(path, template, player=label, limit=limit)
        waiting = ", ".join(self._may_enter())
        template = "{player} has had a turn in the last round already; still to come: {waiting}"
        return LAST_ROUND.broken(path, template, player=label, waiting=waiting)

    # Reading an entry

    def _named(self, entry: Any) -> Iterator[tuple[str, str]]:
        """The players whom an entry gives a turn by name, each with the path of that name."""
        if entry.kind == "points":
            yield "player", entry.player
        elif entry.kind == "row":
            for label in entry.scores:
                yield f"scores.{label}", label

    @property
    def _places(self) -> int:
        return self.options.places + self.finer

    def _units(self, amount: int | Decimal) -> int | None:
        return in_units(amount, self._places)

    def _shown(self, units: int) -> int | Decimal:
        """Units as points: an int, or a Decimal with the places of the step, or those of a finer ruled amount."""
        places = self._places
        return Decimal(units).scaleb(-places) if places else units

    # Entering

    def apply(self, entry: Any) -> TallySheet:
        """The sheet after the entry; raises IllegalEntry. ``self`` is unchanged; ``.line`` tells what it did."""
        amounts = amounts_of(entry, self.options)
        found = self._findings(entry, amounts)
        if found:
            raise IllegalEntry(found)
        if entry.kind == "end":
            line = Line("end", None, None, None, "consistent", self._rounds_begun, text="end")
            return replaced(self, over="end", line=line)
        if entry.kind == "result":
            return self._with_result(entry)
        is_ruled = entry.kind == "points" and entry.ruled is not None
        sheet = self._ruled_for(entry) if is_ruled else self
        return sheet._with_amounts(entry, amounts)

    def _ruled_for(self, entry: Points) -> TallySheet:
        """The sheet with the ruling noted, and counting in units as fine as the ruled amount."""
        flags = tuple([label == entry.player or flag for label, flag in zip(self.players, self._flags, strict=True)])
        finer = max(self.finer, places_of(entry.points) - self.options.places)
        scale = 10 ** (finer - self.finer)
        return replaced(
            self, ruled=flags, finer=finer, totals=tuple([total * scale for total in self.totals]),
            category_totals=tuple([tuple([units * scale for units in sums]) for sums in self.category_totals]),
        )  # fmt: skip

    @property
    def _flags(self) -> tuple[bool, ...]:
        return self.ruled or (False,) * len(self.players)

    def _with_amounts(self, entry: Points | Row, amounts: list[Amount]) -> TallySheet:
        added, seats, places = [0] * len(self.players), _seat_numbers(self.players), self._places
        category_totals = self.category_totals
        for _, label, category, amount in amounts:
            seat, units = seats[label], in_units(amount, places) or 0
            if category is not None:
                units *= self.options.categories[category].multiplier
                category_totals = _added(category_totals, seat, category, units)
            added[seat] += units
        totals = tuple(map(add, self.totals, added))
        turns = self._turns_after(entry)
        last_round, over = self._end_after(totals, turns)
        line = self._amounts_line(entry, added, totals, turns)
        return _sheet(
            self.players, self.options, self.sides, totals, category_totals, turns, last_round, over,
            self.stated_winners, self.stated_ranks, self.ruled, self.finer, line,
        )  # fmt: skip

    def _turns_after(self, entry: Points | Row) -> tuple[int, ...]:
        """A turn more for the player; a row brings everybody to the round it closes."""
        if isinstance(entry, Points):
            seat = self.players.index(entry.player)
            return (*self.turns[:seat], self.turns[seat] + 1, *self.turns[seat + 1 :])
        seats = _seat_numbers(self.players)
        closes = 1 + max([self.turns[seats[label]] for label in entry.scores])
        return tuple([max(turns, closes) for turns in self.turns])

    def _softened(self, entry: Points | Row) -> tuple[Finding, ...]:
        """What the table ruled to let stand, as warnings."""
        if not isinstance(entry, Points) or entry.ruled is None:
            return ()
        amounts = amounts_of(entry, self.options)
        bent = (
            *storage_findings(amounts, self.options),
            *amount_findings(entry, amounts, self.players, self.options),
        )
        return tuple([replace(finding, severity="warning", verdict="ok") for finding in bent])

    def _amounts_line(
        self, entry: Points | Row, added: list[int], totals: tuple[int, ...], turns: tuple[int, ...]
    ) -> Line:
        """The pad's row for amounts that bring these totals and turns."""
        seats = _seat_numbers(self.players)
        if isinstance(entry, Points):
            seat = seats[entry.player]
            return _line(
                "points",
                entry.player,
                self._shown(added[seat]),
                self._shown(totals[seat]),
                "consistent",
                turns[seat],
                entry.ruled,
                warnings=self._softened(entry),
            )
        scores = {label: self._shown(added[seats[label]]) for label in entry.scores}
        row = max([turns[seats[label]] for label in entry.scores])
        return _line("row", None, None, None, "consistent", row, scores=scores)

    def _end_after(self, totals: tuple[int, ...], turns: tuple[int, ...]) -> tuple[int | None, str]:
        """The last round, if these totals bring it, and the clause that ends the play after these turns."""
        last_round = self.last_round
        if last_round is None and self._is_target_reached(totals):
            if self.options.target_ends == "at-once":
                return None, "target"
            last_round = max(turns)
        limit = self.options.rounds if last_round is None else last_round
        if limit is None or min(turns) < limit:
            return last_round, ""
        return last_round, "rounds" if last_round is None else "target"

    def _with_result(self, entry: TallyResult) -> TallySheet:
        totals = {label: self._units(amount) or 0 for label, amount in (entry.points or {}).items()}
        after = replaced(self, totals=tuple(totals.get(label, 0) for label in self.players), over="result")
        winners, ranks = after._stated(entry)
        scores = {label: after._shown(units) for label, units in totals.items()}
        line = Line("result", None, None, None, "consistent", 1, text="result", scores=scores)
        return replaced(after, stated_winners=winners, stated_ranks=ranks, line=line)

    def _stated(self, entry: TallyResult) -> tuple[tuple[str, ...], tuple[int, ...]]:
        """Winners in seat order, and everybody's rank, as a result states them."""
        if entry.won is not None:
            return (self.players if entry.won else ()), (1,) * len(self.players)
        if entry.ranks is not None:
            ranks = competition_ranks([-entry.ranks[label] for label in self.players])
            first = tuple(label for label, rank in zip(self.players, ranks, strict=True) if rank == 1)
            return (() if self._has_no_winner(first) else first), ranks
        won = [label in (entry.winners or ()) for label in self.players]
        keys = [(True, 0) if is_winner else (False, key) for is_winner, key in zip(won, self._side_keys(), strict=True)]
        winners = tuple(label for label, is_winner in zip(self.players, won, strict=True) if is_winner)
        return winners, competition_ranks(keys)

    # Where the play stands

    def _side_totals(self, totals: tuple[int, ...]) -> tuple[int, ...]:
        """For each seat the total of its side, when these are the players'."""
        if not self.options.teams and not self.options.cooperative:
            return totals
        sums: dict[int, int] = {}
        for side, total in zip(self.sides, totals, strict=True):
            sums[side] = sums.get(side, 0) + total
        return tuple(sums[side] for side in self.sides)

    def _side_keys(self) -> tuple[int, ...]:
        """For each seat what its side is ranked by: more is better."""
        totals = self._side_totals(self.totals)
        return totals if self.options.direction == "high" else tuple([-total for total in totals])

    def _is_target_reached(self, totals: tuple[int, ...]) -> bool:
        target = self._target_units
        if target is None:
            return False
        totals = self._side_totals(totals)
        return max(totals) >= target if target > 0 else min(totals) <= target

    @property
    def _target_units(self) -> int | None:
        return None if self.options.target is None else self._units(self.options.target)

    @property
    def _turn_limit(self) -> int | None:
        """The turns that everybody may have, where a limit is known by now."""
        return self.last_round if self.last_round is not None else self.options.rounds

    @property
    def _rounds_begun(self) -> int:
        return max(1, *self.turns)

    def _may_enter(self) -> tuple[str, ...]:
        limit = self._turn_limit
        if limit is None:
            return self.players
        return tuple(label for label, turns in zip(self.players, self.turns, strict=True) if turns < limit)

    def _has_no_winner(self, leaders: tuple[str, ...]) -> bool:
        """Whether the tie of these leaders leaves nobody winning; team mates do not tie with each other."""
        seats = _seat_numbers(self.players)
        sides = {self.sides[seats[label]] for label in leaders}
        return self.options.tie == "none" and len(sides) > 1

    def _is_won_together(self) -> bool:
        """Whether a cooperative table has won: by reaching a good target, or by staying clear of a bad one."""
        if self.options.target is None:
            return True
        target_is_good = (self.options.target > 0) == (self.options.direction == "high")
        return self._is_target_reached(self.totals) == target_is_good

    @property
    def outcome(self) -> Outcome | None:
        """Who won, by which clause; None while the play is on."""
        if not self.over:
            return None
        if self.stated_winners is not None:
            return Outcome(self.stated_winners, "result", RESULT.id)
        if self.options.cooperative:
            return Outcome(self.players if self._is_won_together() else (), "points", COOPERATIVE.id)
        return self._outcome_by_points()

    def _outcome_by_points(self) -> Outcome:
        keys = self._side_keys()
        best = max(keys)
        leaders = tuple(label for label, key in zip(self.players, keys, strict=True) if key == best)
        sides = {side for side, key in zip(self.sides, keys, strict=True) if key == best}
        if len(sides) == 1:
            return Outcome(leaders, "points", "tally/direction")
        return Outcome(() if self._has_no_winner(leaders) else leaders, "shared", "tally/tie")

    def standings(self) -> tuple[Standing, ...]:
        """One for each player, in seat order: own points, and the rank of the player's side."""
        ranks = self.stated_ranks or competition_ranks(self._side_keys())
        points = [self._shown(units) for units in self.totals]
        extras: Iterable[dict[str, Any]] = repeat({})
        if self.options.categories or self.options.teams or self.ruled:
            told = zip(self._category_extras(), self._team_extras(), self._flags, strict=True)
            extras = [by_category | of_team | ({"ruled": True} if flag else {}) for by_category, of_team, flag in told]
        return tuple(map(_standing, self.players, points, ranks, extras))

    def _category_extras(self) -> Iterator[dict[str, Any]]:
        """For each seat the sums by category, in games that have categories."""
        names = [category.name for category in self.options.categories]
        if not names:
            yield from ({} for _ in self.players)
            return
        for sums in self.category_totals:
            shown = [self._plain(units) for units in sums]
            yield {"categories": dict(zip(names, shown, strict=True))}

    def _team_extras(self) -> Iterator[dict[str, Any]]:
        """For each seat its team and what that has, in games between teams."""
        if not self.options.teams or self.options.cooperative:
            yield from ({} for _ in self.players)
            return
        teams = {label_key(label): team for label, team in self.options.teams.items()}
        for label, units in zip(self.players, self._side_totals(self.totals), strict=True):
            yield {"team": teams.get(label_key(label)), "team_points": self._plain(units)}

    def _plain(self, units: int) -> int | str:
        """Points as JSON: an integer, or a string where the game has decimals."""
        shown = self._shown(units)
        return str(shown) if isinstance(shown, Decimal) else shown

    @property
    def next(self) -> Next | None:
        """Who may enter what; None when the play is over."""
        if self.over:
            return None
        kinds = ENTRY_KINDS if any(self.turns) else (*ENTRY_KINDS, "result")
        agreed = self.options.model_dump(mode="json", include={"categories", "minimum", "maximum", "step"})
        return Next(self._may_enter(), kinds, agreed)

    @property
    def target(self) -> int | None:
        """The total drawn as a line under the sheet, if one was agreed."""
        return self.options.target

    @property
    def round(self) -> int:
        """The round in which the next entry falls, from 1."""
        return self._rounds_begun if self.over else min(self.turns) + 1

    @property
    def warnings(self) -> tuple[Finding, ...]:
        """Nothing is odd about a play of a game that has no rules here."""
        return ()

    @property
    def notices(self) -> tuple[Finding, ...]:
        """The last round while it is on, and how the play ended."""
        if not self.over:
            waiting = ", ".join(self._may_enter())
            template = "The target is reached; still to come in the last round: {waiting}"
            return (LAST_ROUND.says(template, waiting=waiting),) if self.last_round is not None else ()
        if self.over == "target":
            return (TARGET.says("The target of {target} was reached", target=self.options.target),)
        if self.over == "rounds":
            return (ROUNDS.says("All {rounds} rounds have been played", rounds=self.options.rounds),)
        return (END.says("The table called the end"),) if self.over == "end" else ()


_sheet = maker(TallySheet)
