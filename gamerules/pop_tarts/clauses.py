"""The 38 clauses of pop-tarts in reading order, in our own words, each with its section of the rulebook."""

from __future__ import annotations

from gamerules.clauses import Clauses

CLAUSES = Clauses("pop-tarts")

_TURNS = ("points", "cards", "moves")
_CARDS = ("cards", "moves", "table")

GOAL = CLAUSES.informative(
    "goal",
    "Whoever gets to the target (30) sets off the end; what counts then is who has most.",
    locator="Object; Ending the Game",
    options=("target",),
)
CONTENTS = CLAUSES.enforced(
    "contents",
    "The box holds 60 tarts, 45 actions, 15 bonuses and six plates, so two to six can play and no more than"
    " fifteen bonuses can ever be won.",
    locator="Contents",
    checked_by=(*_TURNS, "table"),
)
LINE_SETUP = CLAUSES.enforced(
    "line-setup",
    "The game opens with seven shuffled tarts face up in a row; the rest of the tarts wait above its middle.",
    locator="Setup 1",
    checked_by=("moves", "table"),
)
APPLIANCES = CLAUSES.informative(
    "appliances",
    "The toaster stands at the left end of the row (place 1), the freezer at the right end (place 7).",
    locator="Setup 2",
)
DEAL = CLAUSES.enforced(
    "deal",
    "Before the first turn everybody has three action cards in hand, a plate and a reference card.",
    locator="Setup 3",
    checked_by=("table",),
)
ARROW_SETUP = CLAUSES.enforced(
    "arrow-setup",
    "The arrow lies under the middle of the row and is turned to one of the ends before the first turn; which"
    " end is free.",
    locator="Setup 4",
    checked_by=("table",),
)
BONUS_ROW = CLAUSES.enforced(
    "bonus-row",
    "Three bonuses lie open above the row; the others are a face-down deck.",
    locator="Setup 5",
    checked_by=("moves", "table"),
)
FIRST_PLAYER = CLAUSES.enforced(
    "first-player",
    "Whoever ate the real thing last begins, takes the first-player card and keeps it: every round starts there.",
    locator="Setup 6",
    checked_by=(*_TURNS, "skip", "table"),
)
STEPS = CLAUSES.enforced(
    "steps",
    "A turn has three steps in this order: play actions, plate a tart, eat. No step is gone back to.",
    locator="On Your Turn",
    checked_by=("table",),
)
PLAY_LIMIT = CLAUSES.enforced(
    "play-limit",
    "From none to three action cards a turn, out of one's own hand.",
    locator="1. Play",
    checked_by=("moves", "table"),
)
SWAP_ENDS = CLAUSES.enforced(
    "swap-ends",
    "One kind of action exchanges the first and the last tart of the row, and no others.",
    locator="1. Play",
    checked_by=("table",),
)
SWAP_TWO_APART = CLAUSES.enforced(
    "swap-two-apart",
    "One kind of action exchanges two tarts two spaces apart: places i and i+2, with one tart between them.",
    locator="1. Play",
    checked_by=("moves", "table"),
    options=("two_spaces",),
)
FLIP_ARROW = CLAUSES.enforced(
    "flip-arrow",
    "One kind of action turns the arrow to the other end, where it stays until somebody flips it again.",
    locator="1. Play",
    checked_by=("moves", "table"),
)
SWAP_NEIGHBOURS = CLAUSES.enforced(
    "swap-neighbours",
    "One kind of action exchanges two tarts that lie side by side.",
    locator="1. Play",
    checked_by=("moves", "table"),
)
PLATE_MUST = CLAUSES.enforced(
    "plate-must",
    "Every turn one tart is plated, and it is the one at the end the arrow shows.",
    locator="2. Plate",
    checked_by=("moves", "table"),
)
PLATE_SIDE = CLAUSES.enforced(
    "plate-side",
    "A tart taken beside the toaster is toasted, one taken beside the freezer is frozen, and lies on that side"
    " of the plate.",
    locator="2. Plate",
    checked_by=("moves", "table"),
)
REFILL = CLAUSES.enforced(
    "refill",
    "The three tarts behind the one taken move up one place and a new one fills the middle, so the row is seven"
    " again. Once the deck is used up nothing is laid down and the row closes up.",
    locator="2. Plate",
    checked_by=("moves", "table"),
)
EAT_MAY = CLAUSES.enforced(
    "eat-may",
    "After plating one may eat any of the tarts on one's own plate, on either side, as many as one likes.",
    locator="3. Eat (Score)",
    checked_by=_CARDS,
)
EAT_POINTS = CLAUSES.enforced(
    "eat-points",
    "An eaten tart gives the points printed on it; a turn's points are those of its tarts, and 5 for each bonus.",
    locator="3. Eat (Score)",
    checked_by=("points", "result"),
    options=("values",),
)
PLATE_LIMIT = CLAUSES.enforced(
    "plate-limit",
    "A turn ends with four tarts or fewer on the plate. Five are fine in passing.",
    locator="3. Eat (Score)",
    checked_by=("points",),
)
FIFTH = CLAUSES.enforced(
    "fifth",
    "Whoever plates a fifth tart has to eat one or more of the five in that turn.",
    locator="3. Eat (Score)",
    checked_by=_CARDS,
)
SIDE_FORGOTTEN = CLAUSES.informative(
    "side-forgotten",
    "Once a tart is eaten and its turn over, nobody need remember whether it was toasted or frozen.",
    locator="3. Eat (Score)",
)
BONUS_CLAIM = CLAUSES.enforced(
    "bonus-claim",
    "Eating tarts that fit one of the open bonuses wins that card, worth 5 points more. It may be left lying.",
    locator="3. Eat (Score); Bonus Cards",
    checked_by=("points", "moves", "table"),
)
BONUS_TWO = CLAUSES.enforced(
    "bonus-two",
    "A bonus that shows two tarts asks for these flavours, each prepared as shown.",
    locator="Bonus Cards",
    checked_by=_CARDS,
)
BONUS_THREE = CLAUSES.enforced(
    "bonus-three",
    "A bonus that shows three flavours asks for all three eaten in one turn; toasted or frozen is all the same.",
    locator="Bonus Cards",
    checked_by=_CARDS,
)
BONUS_EXTRA = CLAUSES.informative(
    "bonus-extra",
    "Beside the tarts for a bonus, more may be eaten in the same turn for their own points.",
    locator="Bonus Cards",
)
BONUS_REPLACE = CLAUSES.enforced(
    "bonus-replace",
    "The place of a bonus that was won is filled from the bonus deck, as long as that lasts.",
    locator="Bonus Cards",
    checked_by=("moves", "table"),
    options=("bonus_refill",),
)
CARD_ONCE = CLAUSES.enforced(
    "card-once",
    "A tart helps to win one bonus only; two bonuses take two sets without a tart in common.",
    locator="Bonus Cards",
    checked_by=_CARDS,
)
TWO_BONUSES = CLAUSES.enforced(
    "two-bonuses",
    "Two bonuses in one turn can be done; five tarts are never enough for a third.",
    locator="Bonus Cards",
    checked_by=("points", *_CARDS),
)
END_DISCARD = CLAUSES.enforced(
    "end-discard",
    "When the turn closes, action cards may be thrown away from one's hand, as many as one likes.",
    locator="End of a Turn",
    checked_by=("table",),
)
END_DRAW = CLAUSES.enforced(
    "end-draw",
    "Then the hand is filled up to three; an empty action deck is made anew from the discards.",
    locator="End of a Turn",
    checked_by=("table",),
)
NEXT_PLAYER = CLAUSES.enforced(
    "next-player",
    "Turns go round in seat order, clockwise, and nobody is left out.",
    locator="End of a Turn",
    checked_by=(*_TURNS, "skip", "table"),
)
OPEN_SCORE = CLAUSES.informative(
    "open-score",
    "Scored cards lie fanned out in the open, so that everyone can add up everyone's total.",
    locator="Tracking Points",
)
PLATE_WORTHLESS = CLAUSES.enforced(
    "plate-worthless",
    "Tarts still on a plate score nothing, during the game and at its end.",
    locator="Tracking Points",
    checked_by=(*_TURNS,),
)
END_TRIGGER = CLAUSES.enforced(
    "end-trigger",
    "When somebody has the target, only those between them and the holder of the first-player card still have"
    " a turn: the round is finished and the game is over. The same holds when the tart deck runs out.",
    locator="Ending the Game",
    checked_by=(*_TURNS, "skip", "table"),
    options=("target",),
)
WINNER = CLAUSES.enforced(
    "winner",
    "After equal turns the highest total wins, whoever set off the end.",
    locator="Ending the Game",
    checked_by=("result",),
)
TIE = CLAUSES.enforced(
    "tie",
    "Among those tied for the most points, more bonus cards win; no turn is added to decide it.",
    locator="Ending the Game",
    checked_by=(*_TURNS, "result"),
)
TIE_AGAIN = CLAUSES.enforced(
    "tie-again",
    "Tied in bonus cards as well, they share the win; no turn is added to decide it.",
    locator="Ending the Game (silent)",
    checked_by=_TURNS,
)
