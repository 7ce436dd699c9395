"""One logged turn, checked play by play against what the log says about hands and spreads."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gamerules.clauses import Clause, Finding
from gamerules.toasty_toasts.checks import (
    check_lid,
    check_pair,
    check_pair_fit,
    check_single_fit,
    check_toast_number,
    pair_clause,
)
from gamerules.toasty_toasts.clauses import (
    ACTION,
    DRAW,
    DRAW_EMPTY,
    END,
    HAND_CHECK,
    PLAIN_BASE,
    SANDWICH,
    TOPPING_SINGLE,
    TRADE,
    TRADE_ONCE,
    TWO_PLAYS,
)
from gamerules.toasty_toasts.components import (
    BARE,
    DEALT_CARDS,
    DEALT_TOASTS,
    HAND_LIMIT,
    PLAYS,
    TRADE_PRICE,
    Toast,
    ToastyOptions,
)
from gamerules.toasty_toasts.effects import Holdings, apply_effects, check_alone
from gamerules.toasty_toasts.entries import (
    ActionPlay,
    PairPlay,
    PlainBasePlay,
    SandwichPlay,
    ToppingPlay,
    TradePlay,
    Turn,
)

MOST_FINDINGS = 20
"""Nobody reads more of them about one entry, and a flood of faults is not to be answered by a flood of sentences."""

@dataclass(frozen=True, slots=True)
class Tracked:
    """What the logged turns say is in everybody's hand (a number) and in front of them, in seat order."""

    hands: tuple[int, ...]
    spreads: tuple[tuple[Toast, ...], ...]

    @classmethod
    def dealt(cls, seats: int) -> Tracked:
        """Right after the deal."""
        return cls((DEALT_CARDS,) * seats, ((BARE,) * DEALT_TOASTS,) * seats)


@dataclass(frozen=True, slots=True)
class Judged:
    """A turn gone through: what is wrong, what is odd, and what is held after it (None: no longer known)."""

    findings: tuple[Finding, ...]
    warnings: tuple[Finding, ...]
    after: Tracked | None


def judge_turn(
    turn: Turn, tracked: Tracked | None, players: tuple[str, ...], options: ToastyOptions, *, time_to_eat_is_out: bool
) -> Judged:
    """Check one turn. ``tracked`` is None once an action without effects made hands and spreads unknown."""
    return _Referee(turn, tracked, players, options, time_to_eat_is_out).judge()


class _Referee:
    """Walks through a turn, collecting findings; a faulty play changes nothing, so that later ones stand alone."""

    def __init__(
        self, turn: Turn, tracked: Tracked | None, players: tuple[str, ...], options: ToastyOptions, out: bool
    ) -> None:
        self.turn = turn
        self.player = turn.player
        self.options = options
        self.time_to_eat_is_out = out  # then the pile may be used up, too
        self.holdings: Holdings | None = None
        if tracked is not None:
            self.holdings = Holdings(players, list(tracked.hands), [list(spread) for spread in tracked.spreads])
        self.seat = players.index(turn.player)
        self.opening_hand = self.hand
        self.due = (2, 3) if self.hand is None else (2,) if self.hand else (3,)  # cards this turn may open with
        self.left = PLAYS
        self.traded = False
        self.findings: list[Finding] = []
        self.warnings: list[Finding] = []

    def judge(self) -> Judged:
        self.findings += self._check_draw()
        if not self.findings:
            self.findings += self._check_time_to_eat()
        for index, play in enumerate(self.turn.plays):
            if not self._pay(play, f"plays.{index}"):
                break
            self._make(play, f"plays.{index}")
        if not self.findings:
            self._check_hand()
        after = None
        if self.holdings is not None:
            after = Tracked(tuple(self.holdings.hands), tuple(map(tuple, self.holdings.spreads)))
        return Judged(tuple(self.findings[:MOST_FINDINGS]), tuple(self.warnings[:MOST_FINDINGS]), after)

    # Drawing

    @property
    def spread(self) -> list[Toast] | None:
        return self.holdings.spreads[self.seat] if self.holdings is not None else None

    @property
    def hand(self) -> int | None:
        return self.holdings.hands[self.seat] if self.holdings is not None else None

    @property
    def drew_by_card(self) -> bool:
        """Whether some play can have turned up Time to Eat: an action card that made somebody draw."""
        return any(isinstance(play, ActionPlay) for play in self.turn.plays)

    def _check_draw(self) -> list[Finding]:
        drew, due = self.turn.drew, self.due
        enough = drew in due
        if self.turn.time_to_eat:
            by_card = self.drew_by_card or self.options.end == "finish-round"
            enough = 0 <= drew < max(due) or (enough and by_card)
        elif self.time_to_eat_is_out:
            enough = 0 <= drew <= max(due)
        if enough:
            if self.holdings is not None:
                self.holdings.hands[self.seat] += drew
            return []
        if self.holdings is not None:
            self.holdings.hands[self.seat] += due[0]
        return [self._draw_finding(drew)]

    def _draw_finding(self, drew: int) -> Finding:
        if self.turn.time_to_eat and drew in self.due:
            return DRAW.broken(
                "drew", "{player} drew {drew} and Time to Eat on top; that card is one of the {drew} drawn",
                player=self.player, drew=drew,
            )  # fmt: skip
        if self.opening_hand == 0:
            return DRAW_EMPTY.broken(
                "drew", "{player} drew {drew} with an empty hand; that is a draw of three",
                player=self.player, drew=drew,
            )  # fmt: skip
        if drew == 3:
            return DRAW_EMPTY.broken(
                "drew", "{player} drew three with {hand} in hand; three are for an empty hand only",
                player=self.player, hand=self.opening_hand,
            )  # fmt: skip
        return DRAW.broken("drew", "{player} drew {drew}; a turn opens with two", player=self.player, drew=drew)

    def _check_time_to_eat(self) -> list[Finding]:
        if self.turn.time_to_eat and self.time_to_eat_is_out:
            return [END.broken("time_to_eat", "Time to Eat is out already; there is only one")]
        if not self.turn.time_to_eat or self.options.end == "finish-round":
            return []
        plays = self.turn.plays
        by_last_play = self.turn.drew in self.due and plays and isinstance(plays[-1], ActionPlay)
        if plays and not by_last_play:
            return [END.broken("plays", "{player} drew Time to Eat; nobody plays after that", player=self.player)]
        return []

    # Plays

    def _pay(self, play: Any, path: str) -> bool:
        """Take the play's cost from what is left of the turn; False when it is too much."""
        if play.cost <= self.left:
            self.left -= play.cost
            return True
        lid = isinstance(play, SandwichPlay) or any(isinstance(made, SandwichPlay) for made in self.turn.plays)
        if lid:
            self.findings.append(
                SANDWICH.broken(
                    path, "{player} made a sandwich and another play; a sandwich takes both plays of a turn",
                    player=self.player,
                )
            )  # fmt: skip
        else:
            self.findings.append(
                TWO_PLAYS.broken(
                    path, "{player} made {count} plays; a turn has two", player=self.player, count=len(self.turn.plays)
                )
            )
        return False

    def _make(self, play: Any, path: str) -> None:
        clause, check = _HANDLERS[type(play)]
        cost = clause if isinstance(clause, Clause) else clause(play)
        if not self._spend(play.cards, cost, path):
            return
        check(self, play, path)

    def _spend(self, cards: int, clause: Clause, path: str) -> bool:
        """Take cards out of the hand; False when it holds too few."""
        if self.holdings is None:
            return True
        held = self.holdings.hands[self.seat]
        if cards > held:
            self.findings.append(
                clause.broken(
                    path, "{player} holds {held} cards; this play takes {cards}",
                    player=self.player, held=held, cards=cards,
                )
            )  # fmt: skip
            return False
        self.holdings.hands[self.seat] = held - cards
        return True

    def _place(self, faults: tuple[Finding, ...], number: int, changed: Callable[[Toast], Toast]) -> None:
        """Note the faults, or change the toast, if it is known."""
        self.findings += faults
        if not faults and self.spread is not None:
            self.spread[number - 1] = changed(self.spread[number - 1])

    def topping(self, play: ToppingPlay, path: str) -> None:
        faults = check_toast_number(TOPPING_SINGLE, f"{path}.toast", self.player, play.toast, self.spread)
        if not faults and self.spread is not None:
            toast = self.spread[play.toast - 1]
            faults = check_single_fit(f"{path}.topping", self.player, play.toast, toast, play.topping)
        self._place(faults, play.toast, lambda toast: toast.with_added({play.topping: 1}))

    def pair(self, play: PairPlay, path: str) -> None:
        one, other = play.pair
        faults = check_pair(f"{path}.pair", self.player, one, other)
        clause = pair_clause(one, other)
        faults = faults or check_toast_number(clause, f"{path}.toast", self.player, play.toast, self.spread)
        if not faults and self.spread is not None:
            faults = check_pair_fit(f"{path}.pair", self.player, play.toast, self.spread[play.toast - 1], one)
        added = {one: 2} if one == other else {one: 1, other: 1}
        self._place(faults, play.toast, lambda toast: toast.with_added(added))

    def action(self, play: ActionPlay, path: str) -> None:
        if play.effects is None:
            self.warnings.append(
                ACTION.rests_on_card(
                    path, "What “{card}” did was not written down; from here on hands and toasts are not checked",
                    card=play.action,
                )
            )  # fmt: skip
            self.holdings = None
        elif self.holdings is None:
            self.findings += check_alone(play.effects, f"{path}.effects")
        else:
            apply_effects(self.holdings, play.effects, f"{path}.effects")
            self.findings += self.holdings.findings
            self.warnings += self.holdings.warnings
            self.holdings.findings, self.holdings.warnings = [], []

    def trade(self, play: TradePlay, path: str) -> None:
        if play.trade != TRADE_PRICE:
            self.findings.append(
                TRADE.broken(
                    f"{path}.trade", "{player} traded {count} for a base toast; it costs two cards",
                    player=self.player, count=play.trade,
                )
            )  # fmt: skip
        if self.traded:
            self.findings.append(
                TRADE_ONCE.broken(path, "{player} traded twice; one trade a turn", player=self.player)
            )
        self.traded = True
        self._new_toast()

    def plain_base(self, play: PlainBasePlay, path: str) -> None:
        self._new_toast()

    def _new_toast(self) -> None:
        if self.spread is not None:
            self.spread.append(BARE)

    def sandwich(self, play: SandwichPlay, path: str) -> None:
        number, field = play.sandwich, f"{path}.sandwich"
        faults = check_toast_number(SANDWICH, field, self.player, number, self.spread)
        if not faults and self.spread is not None:
            faults = check_lid(field, self.player, number, self.spread[number - 1], self.options)
        self._place(faults, number, Toast.closed)

    # Hand check

    def _check_hand(self) -> None:
        discarded, hand = self.turn.discarded, self.hand
        ended = self.turn.time_to_eat and self.options.end == "at-once"
        if ended and discarded:
            self.findings.append(
                END.broken("discarded", "Time to Eat ended the turn at once; there is no hand check after it")
            )
        elif hand is None or ended:
            if discarded < 0:
                self._hand_finding("{player} cannot discard {discarded} cards", discarded=discarded)
        elif discarded != max(0, hand - HAND_LIMIT):
            self._hand_finding(
                "{player} ended the turn with {hand} cards and discarded {discarded}; {due} must go, down to seven",
                hand=hand, discarded=discarded, due=max(0, hand - HAND_LIMIT),
            )  # fmt: skip
        if self.holdings is not None:
            self.holdings.hands[self.seat] -= discarded

    def _hand_finding(self, template: str, **params: Any) -> None:
        self.findings.append(HAND_CHECK.broken("discarded", template, player=self.player, **params))


_HANDLERS: dict[type, tuple[Clause | Callable[[Any], Clause], Callable[[_Referee, Any, str], None]]] = {
    ToppingPlay: (TOPPING_SINGLE, _Referee.topping),
    PairPlay: (lambda play: pair_clause(*play.pair), _Referee.pair),
    ActionPlay: (ACTION, _Referee.action),
    TradePlay: (TRADE, _Referee.trade),
    PlainBasePlay: (PLAIN_BASE, _Referee.plain_base),
    SandwichPlay: (SANDWICH, _Referee.sandwich),
}
