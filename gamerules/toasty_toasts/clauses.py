"""The clauses of Toasty Toasts in reading order, in our own words. Locators name rulebook sections."""

from __future__ import annotations

from gamerules.clauses import Clauses

CLAUSES = Clauses("toasty-toasts")

GOAL = CLAUSES.informative(
    "goal",
    "Whoever's toasts are worth the most points when the game ends wins.",
    locator="Objective",
)
SETUP_PILES = CLAUSES.enforced(
    "setup-piles",
    "Before dealing there are three things: a face-up pile of base toasts, a shuffled draw pile from which all "
    "other cards are drawn, and the single Time to Eat card, kept out of both.",
    locator="Setup",
    checked_by=("table",),
)
DEAL = CLAUSES.enforced(
    "deal",
    "Everybody begins with two base toasts in front of them and three cards in hand; nothing else brings a toast "
    "but a trade or a plain toast.",
    locator="Setup",
    checked_by=("toasts",),
)
TIME_TO_EAT_PLACE = CLAUSES.enforced(
    "time-to-eat-place",
    "After the deal, Time to Eat is mixed in among the lowest third of the cards left in the draw pile, or the "
    "lowest quarter with four players (rounded down).",
    locator="Setup",
    checked_by=("table",),
)
PLAYERS = CLAUSES.enforced(
    "players",
    "The game is for two to four players.",
    locator="Setup",
    checked_by=("final", "tally", "toasts", "turn", "skip", "result", "table"),
)
FIRST_PLAYER = CLAUSES.informative(
    "first-player",
    "Whoever ate toast most recently starts.",
    locator="Setup",
)
ORDER = CLAUSES.enforced(
    "order",
    "Turns go clockwise: when a turn is over, the neighbour to the left is next.",
    locator="Gameplay Overview",
    checked_by=("turn", "skip", "table"),
)
DRAW = CLAUSES.enforced(
    "draw",
    "A turn opens by drawing two cards; that is not optional.",
    locator="Draw Phase",
    checked_by=("turn", "table"),
)
DRAW_EMPTY = CLAUSES.enforced(
    "draw-empty",
    "Somebody whose hand is empty as the turn opens draws three cards instead of two.",
    locator="Draw Phase",
    checked_by=("turn",),
)
TWO_PLAYS = CLAUSES.enforced(
    "two-plays",
    "A turn holds at most two plays; one may stop after none, one or two.",
    locator="Play Phase",
    checked_by=("turn",),
)
TOPPING_SINGLE = CLAUSES.enforced(
    "topping-single",
    "One topping from the hand goes onto one toast of one's own, base or plain, as one play.",
    locator="Playing a Topping Card",
    checked_by=("toasts", "turn", "table"),
)
TOPPING_FIT = CLAUSES.enforced(
    "topping-fit",
    "A toast that holds toppings takes only the same kind, or the kind it combines with.",
    locator="Playing a Topping Card",
    checked_by=("toasts", "turn", "table"),
)
TOPPING_NUMBER = CLAUSES.informative(
    "topping-number",
    "There is no limit to how many fitting toppings lie on one toast, nor need the two kinds be equal in number.",
    locator="Playing a Topping Card",
)
ACTION = CLAUSES.enforced(
    "action",
    "An action card is one play: do what it says, then discard it. Cards it moves come from somewhere: it cannot "
    "take what is not there, nor put down what nobody gave up.",
    locator="Playing an Action Card",
    checked_by=("turn", "table"),
)
MATCH_PAIR = CLAUSES.enforced(
    "match-pair",
    "Two toppings of one kind may go onto one toast together, as a single play.",
    locator="Playing Matching Topping Pairs",
    checked_by=("turn", "table"),
)
COMBO_PAIR = CLAUSES.enforced(
    "combo-pair",
    "A topping and the kind it combines with may go onto one toast together, as a single play.",
    locator="Playing a Combination Pair",
    checked_by=("turn", "table"),
)
COMBOS = CLAUSES.informative(
    "combos",
    "Four pairs combine: peanut butter with jelly, bacon with egg, tomato with avocado, choco spread with banana. "
    "The cards of a pair share a colour.",
    locator="Playing a Combination Pair",
)
PAIR_FIT = CLAUSES.enforced(
    "pair-fit",
    "Both cards of a pair must fit the toast just as a single topping must.",
    locator="Playing a Combination Pair",
    checked_by=("turn", "table"),
)
TRADE = CLAUSES.enforced(
    "trade",
    "Any two cards from the hand buy a base toast, which joins one's toasts at once; that is one play.",
    locator="Trading for a Base Toast",
    checked_by=("turn", "table"),
)
TRADE_ONCE = CLAUSES.enforced(
    "trade-once",
    "Only one trade a turn.",
    locator="Trading for a Base Toast",
    checked_by=("turn", "table"),
)
PLAIN_BASE = CLAUSES.enforced(
    "plain-base",
    "A plain toast from the hand may be laid down as a toast of its own, as one play; from then on it counts as a "
    "base toast.",
    locator="Playing a Plain Toast Card: as a Base Toast",
    checked_by=("turn", "table"),
)
SANDWICH = CLAUSES.enforced(
    "sandwich",
    "A plain toast from the hand laid on another toast of one's own makes a sandwich; that takes both plays of the "
    "turn.",
    locator="Playing a Plain Toast Card: as a Sandwich",
    checked_by=("tally", "toasts", "turn", "table"),
    options=("empty_sandwich",),
)
SANDWICH_ONLY_PLAIN = CLAUSES.enforced(
    "sandwich-only-plain",
    "Nothing but a plain toast closes a sandwich.",
    locator="Playing a Plain Toast Card: as a Sandwich",
    checked_by=("table",),
)
SANDWICH_CLOSED = CLAUSES.enforced(
    "sandwich-closed",
    "A sandwich is closed: no topping and no second lid goes onto it.",
    locator="Sandwiches",
    checked_by=("turn", "table"),
)
SANDWICH_IMMUNE = CLAUSES.enforced(
    "sandwich-immune",
    "No action card, not even its owner's, does anything to a sandwich.",
    locator="Sandwiches",
    checked_by=("turn", "table"),
)
HAND_CHECK = CLAUSES.enforced(
    "hand-check",
    "At the end of one's own turn, a hand of more than seven is discarded down to exactly seven.",
    locator="Hand Check",
    checked_by=("turn", "table"),
)
END = CLAUSES.enforced(
    "end",
    "The moment Time to Eat is drawn nobody plays on: everyone counts up, once.",
    locator="Game End",
    checked_by=("final", "tally", "toasts", "turn", "skip", "result", "table"),
    options=("end",),
)
SCORE_BASE = CLAUSES.enforced(
    "score-base",
    "Each base or plain toast that is not a sandwich scores 1.",
    locator="Game End",
    checked_by=("final", "tally", "result"),
    options=("base_with_toppings",),
)
SCORE_SINGLE = CLAUSES.enforced(
    "score-single",
    "Each topping that is not part of a combo scores 2.",
    locator="Game End",
    checked_by=("tally",),
    options=("matching_pair_is_combo", "combos_per_toast"),
)
SCORE_COMBO = CLAUSES.enforced(
    "score-combo",
    "Each combo, a topping with its partner on one toast, scores 5 for the two of them.",
    locator="Game End",
    checked_by=("tally",),
    options=("matching_pair_is_combo", "combos_per_toast"),
)
SCORE_SANDWICH = CLAUSES.enforced(
    "score-sandwich",
    "Each sandwich scores 3, and the toppings inside it score as they would anywhere.",
    locator="Game End",
    checked_by=("tally",),
)
HAND_ZERO = CLAUSES.informative(
    "hand-zero",
    "Cards still in hand score nothing.",
    locator="Game End (silent)",
)
TIE = CLAUSES.informative(
    "tie",
    "Players who tie for the most points share the win.",
    locator="Game End (silent)",
    options=("tie",),
)
