"""The pop-tarts score sheet: points, plates and bonus cards from turn to turn, at every level of detail."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Literal, Self, TypeVar

from gamerules.clauses import Finding, malformed
from gamerules.errors import IllegalEntry
from gamerules.making import maker
from gamerules.pop_tarts import plates
from gamerules.pop_tarts.clauses import (
    BONUS_ROW,
    EAT_POINTS,
    END_TRIGGER,
    FIRST_PLAYER,
    LINE_SETUP,
    NEXT_PLAYER,
    PLATE_WORTHLESS,
    TIE,
    TIE_AGAIN,
    WINNER,
)
from gamerules.pop_tarts.components import (
    FLAVOURS,
    LINE_LENGTH,
    PLATE,
    REFILLS,
    ROW,
    TartOptions,
    card_name,
)
from gamerules.pop_tarts.ending import is_last_round, is_over, outcome_of
from gamerules.pop_tarts.entries import CardsEntry, MovesEntry, PointsEntry, Setup
from gamerules.pop_tarts.points import (
    BONUSES,
    points_findings,
    points_warnings,
    result_findings,
    result_warnings,
    sizes_after,
    values_of,
)
from gamerules.pop_tarts.seats import seats_finding
from gamerules.pop_tarts.turn import Row, Walk, cards_findings, left_lying, left_on, points_of, walk
from gamerules.ranking import competition_ranks
from gamerules.sheets import Level, Line, Next, Outcome, Result, Skip, Standing, replaced

_T = TypeVar("_T")
Detail = Literal["open", "points", "cards", "moves", "result"]

# what may follow what: ``open`` is a play in which nothing but skips was logged so far
_MAY_FOLLOW: dict[Detail, tuple[Detail, ...]] = {
    "open": ("points", "cards", "moves"),
    "points": ("points",),
    "cards": ("points", "cards"),
    "moves": ("points", "cards", "moves"),
    "result": (),
}
_LEVELS: dict[str, Level] = {"points": "consistent", "cards": "possible", "moves": "verified", "skip": "verified"}
_NO_ROW: Mapping[str, Any] = {"tarts": (), "arrow": "", "open_bonuses": ()}
UTMOST_RULED = 1_000_000
"""A sheet has room for this many points or bonus cards a line, whatever the table ruled."""


def _unstorable(entry: Any) -> tuple[Finding, ...]:
    """Amounts that a ruling would let through and no sheet has room for."""
    if entry.kind != "points" or not entry.ruled:
        return ()
    template = "A ruled amount lies between -{most} and {most}"
    amounts = {"points": entry.points, "bonuses": entry.bonuses}
    return tuple(malformed(name, template, most=UTMOST_RULED) for name, n in amounts.items() if abs(n) > UTMOST_RULED)


def _setup_findings(setup: Setup | None) -> Iterator[Finding]:
    if setup is None:
        return
    if len(setup.line) != LINE_LENGTH:
        template = "The row starts with {length} tarts; {logged} were logged"
        yield LINE_SETUP.broken("setup.line", template, length=LINE_LENGTH, logged=len(setup.line))
    if len(setup.bonuses) > ROW:
        template = "No more than {row} bonuses lie open; {logged} were logged"
        yield BONUS_ROW.broken("setup.bonuses", template, row=ROW, logged=len(setup.bonuses))


@dataclass(frozen=True, slots=True)
class TartSheet:
    """A play of pop-tarts replayed up to now; per-player tuples are in seat order.

    ``plates`` holds each plate's cards while the play is logged by cards or moves; ``sizes`` the bit set of
    plate sizes that are possible (plates.py), at every level. ``tarts``, ``arrow`` and ``open_bonuses`` are
    known in plays logged by moves. ``turns`` counts skips, ``plated`` does not. ``stated`` are the winners
    of a bare result.
    """

    game: ClassVar[str] = "pop-tarts"

    players: tuple[str, ...]
    options: TartOptions
    setup: Setup | None
    totals: tuple[int, ...]
    bonuses: tuple[int, ...]
    ruled: tuple[bool, ...]
    sizes: tuple[int, ...]
    plates: tuple[tuple[str, ...], ...]
    turns: int = 0
    plated: int = 0
    detail: Detail = "open"
    tarts: tuple[str, ...] = ()
    arrow: str = ""
    open_bonuses: tuple[tuple[str, ...], ...] = ()
    stated: tuple[str, ...] = ()
    line: Line | None = field(default=None, compare=False)

    @classmethod
    def start(cls, players: tuple[str, ...], options: TartOptions, setup: Setup | None = None) -> Self:
        """The empty sheet. Raises IllegalEntry for too few or too many players, or a set-up the game does not have."""
        found = (*seats_finding(players), *_setup_findings(setup))
        if found:
            raise IllegalEntry(found)
        count = len(players)
        known: dict[str, Any] = {}
        if setup is not None:
            known = {"tarts": setup.line, "arrow": setup.arrow, "open_bonuses": setup.bonuses}
        zeros = (0,) * count
        return cls(
            players, options, setup, zeros, zeros, (False,) * count, (plates.EMPTY,) * count, ((),) * count, **known
        )

    # What may be entered

    def explain(self, entry: Any) -> tuple[Finding, ...]:
        """Every independent violation of the typed entry, root cause first; empty when it may stand."""
        return self._examine(entry)[0]

    def _examine(self, entry: Any) -> tuple[tuple[Finding, ...], Walk | None]:
        """The findings of an entry, and where its moves lead."""
        refused = self._form_findings(entry) or self._after_end_findings(entry)
        if refused:
            return refused, None
        if entry.kind == "result":
            return result_findings(entry, self.options), None
        misplaced = self._turn_findings(entry)
        if entry.kind == "points" and entry.ruled:
            return misplaced, None
        walked = walk(entry, self._row, self.options) if isinstance(entry, MovesEntry) else None
        moved = walked.findings if walked else ()
        return (*misplaced, *moved, *self._amount_findings(entry)), walked

    def _form_findings(self, entry: Any) -> tuple[Finding, ...]:
        """Faults of form that only the sheet can see: a level that cannot follow, a setup too few or too many."""
        kind: Detail = entry.kind
        if kind == "result" and (self.turns or self.detail == "result"):
            return (malformed("kind", "A result is the only line of its play; this play has other lines already"),)
        if entry.kind == "skip" or self.detail == "result":
            return ()
        if kind == "moves" and self.setup is None:
            return (malformed("setup", "Moves need the record's setup: row, arrow and open bonuses"),)
        if self.detail == "open" and self.setup is not None and kind != "moves":
            return (malformed("setup", "Only moves have a setup; this play was set up, so log its moves"),)
        if kind != "result" and kind not in _MAY_FOLLOW[self.detail]:
            template = "{kind} cannot follow {detail}: what lies on the table is no longer known"
            return (malformed("kind", template, kind=kind, detail=self.detail),)
        return _unstorable(entry)

    def _after_end_findings(self, entry: Any) -> tuple[Finding, ...]:
        outcome = self.outcome
        if outcome is None:
            return ()
        if self.detail == "result":
            return (END_TRIGGER.broken("", "This play is over, only its result is known; nothing more can be entered"),)
        template = "This play ended with round {round}, after equal turns for all; nothing more can be entered"
        found = [END_TRIGGER.broken("", template, round=self.turns // len(self.players))]
        winners = " and ".join(outcome.winners)
        if outcome.by == "bonuses":
            found.append(TIE.broken("", "The tie was settled by bonus cards: {winners} won", winners=winners))
        if outcome.by == "shared":
            found.append(TIE_AGAIN.broken("", "The tie stands: {winners} share the win", winners=winners))
        found.extend(self._plate_added(entry))
        return tuple(found)

    def _plate_added(self, entry: Any) -> Iterator[Finding]:
        if isinstance(entry, Skip | Result):
            return
        plate = self.plates[self.players.index(entry.player)]
        if plate:
            template = "What {player} still has on the plate counts nothing: {plate}"
            yield PLATE_WORTHLESS.broken("", template, player=entry.player, plate=", ".join(map(card_name, plate)))

    def _turn_findings(self, entry: Any) -> tuple[Finding, ...]:
        due = self.players[self._seat]
        if entry.player == due:
            return ()
        found = (NEXT_PLAYER.broken("player", "It is {due}'s turn, not {player}'s", due=due, player=entry.player),)
        if self._seat:
            return found
        template = "{due} holds the first-player card, so this round starts there"
        return (*found, FIRST_PLAYER.broken("player", template, due=due))

    def _amount_findings(self, entry: Any) -> tuple[Finding, ...]:
        if entry.kind == "skip":
            return ()
        seat = self.players.index(entry.player)
        already = sum(self.bonuses)
        if isinstance(entry, PointsEntry):
            return points_findings(entry, self.sizes[seat], already, self.options)
        return cards_findings(entry, self.plates[seat], already)

    # What it does

    def apply(self, entry: Any) -> TartSheet:
        """The sheet after the entry; raises IllegalEntry. ``self`` is unchanged; ``.line`` tells what it did."""
        sizes = self._sizes_after(entry) if entry.kind == "points" else 0
        if sizes:
            return self._with_points(entry, sizes, points_warnings(entry, self.sizes[self._seat], self.options))
        found, walked = self._examine(entry)
        if found:
            raise IllegalEntry(found)
        if entry.kind == "result":
            return self._with_result(entry)
        if entry.kind == "points":  # as the table ruled
            return self._with_points(entry, plates.UNKNOWN, self._entry_warnings(entry))
        changes = self._changes(entry, walked)
        return replaced(self, turns=self.turns + 1, line=self._line(entry, changes), **changes)

    def _sizes_after(self, entry: PointsEntry) -> int:
        """The plate sizes possible after a turn by points that may stand without a ruling; 0 for any other."""
        turns, players, options = self.turns, self.players, self.options
        seat = turns % len(players)
        if entry.ruled or entry.player != players[seat] or self.detail == "result":
            return 0
        if self.detail == "open" and self.setup is not None:
            return 0
        if not seat and is_over(turns, self.totals, options.target):
            return 0
        return sizes_after(entry.points, entry.bonuses, self.sizes[seat], sum(self.bonuses), values_of(options))

    def _with_points(self, entry: PointsEntry, sizes: int, warnings: tuple[Finding, ...]) -> TartSheet:
        """The sheet after a legal turn given by its points, which leaves a plate of one of these sizes."""
        seat = self._seat
        total = self.totals[seat] + entry.points
        line = _line(
            "points", entry.player, entry.points, total, "consistent", self.round, entry.ruled, "", {}, warnings
        )  # fmt: skip
        return _sheet(
            self.players,
            self.options,
            self.setup,
            _changed(self.totals, seat, total),
            _changed(self.bonuses, seat, self.bonuses[seat] + entry.bonuses) if entry.bonuses else self.bonuses,
            _changed(self.ruled, seat, True) if entry.ruled else self.ruled,
            _changed(self.sizes, seat, sizes),
            ((),) * len(self.players),
            self.turns + 1,
            self.plated + 1,
            "points",
            **_NO_ROW,
            stated=self.stated,
            line=line,
        )

    def _line(self, entry: Any, changes: Mapping[str, Any]) -> Line:
        """The pad's row for a skip, or a turn by cards, that brings these changes."""
        seat = self._seat
        totals = changes.get("totals", self.totals)
        is_skip = isinstance(entry, Skip)
        return Line(
            kind=entry.kind,
            player=entry.player,
            points=None if is_skip else totals[seat] - self.totals[seat],
            total=totals[seat],
            level=_LEVELS[entry.kind],
            row=self.round,
            text="skip" if is_skip else "",
            warnings=(*self._entry_warnings(entry), *self._worthless_now(totals, changes)),
        )

    def _entry_warnings(self, entry: Any) -> tuple[Finding, ...]:
        if entry.kind == "moves":
            return tuple(left_lying(entry, self._row))
        if entry.kind != "points":
            return ()
        bent = self._amount_findings(entry) if entry.ruled else ()
        if bent:
            return tuple(replace(finding, severity="warning", verdict="ok") for finding in bent)
        return points_warnings(entry, self.sizes[self._seat], self.options)

    def _worthless_now(self, totals: tuple[int, ...], changes: Mapping[str, Any]) -> tuple[Finding, ...]:
        """What this turn leaves on the plate of somebody who has no other turn."""
        plate = changes.get("plates", self.plates)[self._seat]
        if not plate or not is_last_round(self.turns + 1, totals, self.options.target):
            return ()
        template = "{player} has no turn left; {plate} on the plate counts nothing"
        names = ", ".join(map(card_name, plate))
        return (PLATE_WORTHLESS.warns("eaten", template, player=self.players[self._seat], plate=names),)

    def _changes(self, entry: Any, walked: Walk | None) -> dict[str, Any]:
        """The fields that a legal turn by cards or a skip changes, the count of turns aside."""
        if isinstance(entry, CardsEntry):
            scored = self._scored(points_of(entry, self.options), len(entry.bonuses))
            return scored | self._changes_by_cards(entry, walked)
        return {}

    def _scored(self, points: int, bonuses: int) -> dict[str, Any]:
        seat = self._seat
        return {
            "totals": _changed(self.totals, seat, self.totals[seat] + points),
            "bonuses": _changed(self.bonuses, seat, self.bonuses[seat] + bonuses),
            "plated": self.plated + 1,
        }

    def _changes_by_cards(self, entry: CardsEntry, walked: Walk | None) -> dict[str, Any]:
        seat = self._seat
        plate = left_on(self.plates[seat], entry.plated, entry.eaten)
        row: Mapping[str, Any] = _NO_ROW
        if walked is not None:
            row = {"tarts": walked.tarts, "arrow": walked.arrow, "open_bonuses": walked.bonuses}
        return {
            "detail": entry.kind,
            "sizes": _changed(self.sizes, seat, 1 << len(plate)),
            "plates": _changed(self.plates, seat, plate),
            **row,
        }

    def _with_result(self, entry: Result) -> Self:
        points = entry.points or {}
        winners = tuple(label for label in self.players if label in entry.winners)
        line = Line(
            kind="result", player=None, points=None, total=None, level="consistent", row=1, scores=points,
            warnings=result_warnings(entry, self.options),
        )  # fmt: skip
        totals = tuple(points.get(label, 0) for label in self.players)
        return replaced(self, detail="result", stated=winners, totals=totals, line=line)

    # How it stands

    @property
    def _seat(self) -> int:
        return self.turns % len(self.players)

    @property
    def _row(self) -> Row:
        setup = self.setup
        shown = len(setup.bonuses) if setup else ROW
        return Row(
            tarts=self.tarts,
            arrow=self.arrow,
            bonuses=self.open_bonuses,
            tart_deck=max(0, REFILLS - self.plated),
            bonus_deck=max(0, BONUSES - shown - sum(self.bonuses)),
            turned=setup is not None and self.arrow != setup.arrow,
        )

    @property
    def _is_last_round(self) -> bool:
        """Whether what sets off the end has happened: nobody begins another round."""
        return is_last_round(self.turns, self.totals, self.options.target)

    @property
    def outcome(self) -> Outcome | None:
        """Who won, by which clause; None while the play is on."""
        if self.detail == "result":
            return Outcome(self.stated, "result")
        if not is_over(self.turns, self.totals, self.options.target):
            return None
        return outcome_of(self.players, self.totals, self.bonuses)

    def standings(self) -> tuple[Standing, ...]:
        """One for each player, in seat order; ties in points are ranked by bonus cards."""
        places = zip(self.players, self.totals, self.bonuses, strict=True)
        keys = [(True, 0, 0) if label in self.stated else (False, *figures) for label, *figures in places]
        ranks = competition_ranks(keys)
        return tuple(
            _standing(label, self.totals[seat], ranks[seat], self._extras(seat))
            for seat, label in enumerate(self.players)
        )

    def _extras(self, seat: int) -> Mapping[str, Any]:
        extras: dict[str, Any] = {"bonuses": self.bonuses[seat]}
        return {**extras, "ruled": True} if self.ruled[seat] else extras

    @property
    def next(self) -> Next | None:
        """Who may enter what; None when the play is over."""
        if self.outcome is not None:
            return None
        kinds: tuple[str, ...] = _MAY_FOLLOW[self.detail]
        if self.detail == "open":
            kinds = ("moves",) if self.setup else ("points", "cards")
        last = () if self.turns or self.setup else ("result",)
        return Next((self.players[self._seat],), (*kinds, "skip", *last), self._hints())

    def _hints(self) -> dict[str, Any]:
        seat = self._seat
        by_cards = self.detail in {"open", "cards", "moves"}
        return {
            "flavours": list(FLAVOURS),
            "values": self.options.card_values,
            "values_given": self.options.values_given,
            "plate": list(self.plates[seat]) if by_cards else None,
            "plate_sizes": list(plates.sizes(self.sizes[seat])),
            "must_eat": plates.sizes(self.sizes[seat]) == (PLATE,),
            "line": list(self.tarts),
            "arrow": self.arrow or None,
            "bonus_row": [list(bonus) for bonus in self.open_bonuses],
            "bonuses_left": BONUSES - sum(self.bonuses),
            "deck": max(0, REFILLS - self.plated),
            "last_round": self._is_last_round,
        }

    @property
    def target(self) -> int:
        """The total that sets off the end."""
        return self.options.target

    @property
    def round(self) -> int:
        """The round in which the next entry falls, from 1."""
        return self.turns // len(self.players) + 1

    @property
    def warnings(self) -> tuple[Finding, ...]:
        """What is odd about the play as a whole: lines the table ruled."""
        labels = [label for label, ruled in zip(self.players, self.ruled, strict=True) if ruled]
        if not labels:
            return ()
        template = "The table ruled on lines of {players}; what their plates hold is not known from there on"
        return (EAT_POINTS.warns("", template, players=", ".join(labels)),)

    @property
    def notices(self) -> tuple[Finding, ...]:
        """What the table should know now: values assumed, last round announced, how it was won."""
        return tuple(self._notices())

    def _notices(self) -> Iterator[Finding]:
        outcome = self.outcome
        if not self.options.values_given and self.detail != "result":
            yield EAT_POINTS.says("The values printed on your tarts are not entered; usual ones are assumed")
        if outcome is not None:
            yield from self._ending(outcome)
        elif self._is_last_round:
            yield self._last_round()

    def _last_round(self) -> Finding:
        waiting = ", ".join(self.players[self._seat :])
        if max(self.totals) >= self.options.target:
            ahead = self.players[next(i for i, total in enumerate(self.totals) if total >= self.options.target)]
            template = "{player} has reached {target}: one turn each is left for {waiting}"
            return END_TRIGGER.says(template, player=ahead, target=self.options.target, waiting=waiting)
        return END_TRIGGER.says("The tarts run out: one turn each is left for {waiting}", waiting=waiting)

    def _ending(self, outcome: Outcome) -> Iterator[Finding]:
        names = {"winners": ", ".join(outcome.winners), "points": max(self.totals), "bonuses": max(self.bonuses)}
        if outcome.by == "points":
            yield WINNER.says("{winners} won with {points} points", **names)
        elif outcome.by == "bonuses":
            yield TIE.says("Tied at {points} points; {winners} won by bonus cards", **names)
        elif outcome.by == "shared":
            yield TIE_AGAIN.says("{winners} share the win with {points} points", **names)


def _changed(values: tuple[_T, ...], seat: int, value: _T) -> tuple[_T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


_sheet, _line, _standing = maker(TartSheet), maker(Line), maker(Standing)
