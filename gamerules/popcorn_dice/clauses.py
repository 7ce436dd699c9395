"""The thirty clauses of Gourmet Popcorn Dice, in reading order.

A clause is enforced when some entry or move can break it; it is informative when the sheet itself
applies it (points are worked out, not logged) or when it only restates another clause.
"""

from __future__ import annotations

from gamerules.clauses import Clauses

__all__ = ["CLAUSES"]

CLAUSES = Clauses("popcorn-dice")

_TURN = ("points", "counts", "dice", "rolls", "perfect", "skip")
_EVERY = (*_TURN, "roll-off", "result", "table")

GOAL = CLAUSES.informative(
    "goal",
    "You win with the highest total once somebody has reached the target (50 in this edition), "
    "or outright with a Perfect Pop.",
    locator="How to Play",
    options=("target",),
)
PREPARE = CLAUSES.enforced(
    "prepare",
    "A turn begins with all fourteen dice, two of each of seven colours, in the bucket.",
    locator="Step 1 - Prepare",
    checked_by=("counts", "dice", "rolls"),
)
ROLL = CLAUSES.enforced(
    "roll",
    "Each roll is made with every die that is in the bucket; none may be held back.",
    locator="Step 2 - Roll",
    checked_by=("rolls", "table"),
)
POP_ASIDE = CLAUSES.enforced(
    "pop-aside",
    "A die that shows a Pop leaves the bucket and counts for this batch; it is not rolled again this turn.",
    locator="Step 3 - Results",
    checked_by=("rolls",),
)
KERNEL_BACK = CLAUSES.enforced(
    "kernel-back",
    "A die that shows a Kernel always returns to the bucket.",
    locator="Step 3 - Results",
    checked_by=("rolls",),
)
DOUBLE_CHOICE = CLAUSES.enforced(
    "double-choice",
    "A Double Pop is either set aside for its points or spent on cancelling a Burnt; there is no third use.",
    locator="Step 3 - Results",
    checked_by=("rolls",),
)
BURNT_KEPT = CLAUSES.enforced(
    "burnt-kept",
    "A Burnt that is not cancelled stays out and counts against you until the turn is over.",
    locator="Step 3 - Results",
    checked_by=("rolls",),
)
CANCEL = CLAUSES.enforced(
    "cancel",
    "One Double Pop cancels one Burnt, if you wish; both of these dice return to the bucket.",
    locator="Step 3 - Results",
    checked_by=("rolls", "table"),
    options=("burnt_test",),
)
CANCEL_SAME_ROLL = CLAUSES.enforced(
    "cancel-same-roll",
    "The two dice of a cancel both come from the roll just made.",
    locator="Rule Clarifications",
    checked_by=("rolls", "table"),
)
DO_OVER = CLAUSES.enforced(
    "do-over",
    "A first roll with four or more Burnt is void: all fourteen dice return to the bucket for a new first roll.",
    locator="Step 3 - Results",
    checked_by=("rolls", "table"),
    options=("do_over", "do_over_repeat"),
)
ALL_POPPED_OUT = CLAUSES.enforced(
    "all-popped-out",
    "A roll that shows neither Pop nor Double Pop is the last one of the turn; the batch is scored as it lies.",
    locator="Step 4 - Stop or Pop?",
    checked_by=("rolls", "table"),
    options=("popped_out_test",),
)
BURNT_BATCH = CLAUSES.enforced(
    "burnt-batch",
    "Four Burnt or more lying out end the turn, and the batch is worth nothing.",
    locator="Step 4 - Stop or Pop?",
    checked_by=("rolls", "table"),
    options=("burnt_test",),
)
STOP = CLAUSES.informative(
    "stop",
    "After a roll that did not end the turn you may call it done and score.",
    locator="Step 4 - Stop or Pop?",
)
KEEP_POPPING = CLAUSES.enforced(
    "keep-popping",
    "Instead of scoring you may roll the bucket again, as long as there is a die in it.",
    locator="Step 4 - Stop or Pop?",
    checked_by=("rolls", "table"),
)
SCORE_FACES = CLAUSES.enforced(
    "score-faces",
    "A Pop is worth 1 point and a Double Pop 2; Kernel and Burnt are worth none.",
    locator="Step 5 - Scoring",
    checked_by=("points",),
)
SCORE_PAIRS = CLAUSES.enforced(
    "score-pairs",
    "Colours with both dice popped earn a bonus: 2, 3, 5, 8 or 12 points for 2, 3, 4, 5 or 6 such pairs. "
    "A Pop and a Double Pop make a pair as well as two alike.",
    locator="Step 5 - Scoring",
    checked_by=("points", "counts"),
)
SCORE_LOW_PAIRS = CLAUSES.informative(
    "score-low-pairs",
    "No pair, or a single one, earns no bonus.",
    locator="Step 5 - Scoring",
)
TOTAL = CLAUSES.enforced(
    "total",
    "Every player keeps a running total; a batch adds to it and never takes away.",
    locator="Step 5 - Scoring",
    checked_by=("result",),
)
TURN_ORDER = CLAUSES.enforced(
    "turn-order",
    "The turns go round the table in seat order, one at a time.",
    locator="Step 5 - Scoring",
    checked_by=(*_TURN, "roll-off", "table"),
)
POINTS_END = CLAUSES.enforced(
    "points-end",
    "Once a total has reached the target, the round is played to its end so that all had equally many turns; "
    "no further round begins.",
    locator="Points Victory",
    checked_by=_EVERY,
    options=("target",),
)
POINTS_WINNER = CLAUSES.enforced(
    "points-winner",
    "When that round is over, the highest total wins, whoever reached the target first.",
    locator="Points Victory",
    checked_by=("result",),
)
PERFECT_POP = CLAUSES.enforced(
    "perfect-pop",
    "Fourteen popped dice at the end of a turn are a Perfect Pop, which wins the game.",
    locator="The Perfect Pop",
    checked_by=_EVERY,
)
PERFECT_LAST_CHANCE = CLAUSES.enforced(
    "perfect-last-chance",
    "After a Perfect Pop only the players who have not yet had their turn in this round play on, "
    "once each, to equal it.",
    locator="The Perfect Pop",
    checked_by=(*_TURN, "table"),
    options=("last_chance",),
)
PERFECT_BEATS = CLAUSES.informative(
    "perfect-beats",
    "A Perfect Pop stands above every total, however high.",
    locator="Tiebreaker",
)
TIE_WHO = CLAUSES.enforced(
    "tie-who",
    "The players who share the highest total, or who all made a Perfect Pop, roll off; nobody else does.",
    locator="Tiebreaker",
    checked_by=("roll-off",),
)
TIE_ROLL = CLAUSES.enforced(
    "tie-roll",
    "In a roll-off every tied player rolls four dice once and scores them; the highest score wins the game.",
    locator="Tiebreaker",
    checked_by=("roll-off",),
    options=("tiebreak_bonus",),
)
TIE_AGAIN = CLAUSES.enforced(
    "tie-again",
    "If the roll-off is tied for the highest score, those players roll off once more.",
    locator="Tiebreaker",
    checked_by=("roll-off",),
    options=("tiebreak_again",),
)
PLAYERS = CLAUSES.enforced(
    "players",
    "The game is for two to six players.",
    locator="the box of the base game",
    checked_by=_EVERY,
)
NO_RETURN_POP = CLAUSES.informative(
    "no-return-pop",
    "A single Pop cannot be put back to be rolled again: of the dice that need no cancel, only Kernels return.",
    locator="Rule Clarifications",
)
NO_LATE_CANCEL = CLAUSES.informative(
    "no-late-cancel",
    "A Burnt from an earlier roll cannot be cancelled any more.",
    locator="Rule Clarifications",
)
