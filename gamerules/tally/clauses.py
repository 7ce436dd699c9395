"""The clauses of a tally sheet: the few rules that hold for a game of which only the agreed options are known."""

from gamerules.clauses import Clauses

__all__ = ["CLAUSES"]

CLAUSES = Clauses("tally")

PLAYERS = CLAUSES.enforced(
    "players",
    "A sheet has at least one player; there is no upper limit, and nobody need be an opponent.",
    locator="Players",
    checked_by=("setup",),
)
TEAMS = CLAUSES.informative(
    "teams",
    "Players of one team add their points together, stand at one rank and win together. Whoever is in no team "
    "plays alone. A team names only people who play.",
    locator="Players",
    options=("teams",),
)
COOPERATIVE = CLAUSES.enforced(
    "cooperative",
    "In a cooperative game the table wins or loses as one, by the points of everybody together: it wins by "
    "reaching the target, or by staying clear of it where low is good. Without a target a play that is brought "
    "to its end counts as won.",
    locator="Players",
    checked_by=("result",),
    options=("cooperative", "target", "direction"),
)
POINTS = CLAUSES.informative(
    "points",
    "A line of points belongs to one player and counts as one turn. Players may come in any order; points may be "
    "negative or zero, and a total may fall below zero.",
    locator="Lines",
)
SUM = CLAUSES.enforced(
    "sum",
    "A sum noted beside the points, such as 12+7, comes to exactly those points.",
    locator="Lines",
    checked_by=("points",),
)
ROW = CLAUSES.informative(
    "row",
    "A row is a whole round: it counts as a turn of everybody, also of those whom it does not name, and brings "
    "nobody but the named ones points.",
    locator="Lines",
)
CATEGORIES = CLAUSES.informative(
    "categories",
    "Points noted under a category are multiplied as the category says and then added to the total. Points "
    "without a category are added as they are.",
    locator="Lines",
    options=("categories",),
)
MINIMUM = CLAUSES.enforced(
    "minimum",
    "Where a smallest amount is agreed, no single amount written down is less. With categories it holds for each "
    "amount before it is multiplied.",
    locator="Amounts",
    checked_by=("points", "row"),
    options=("minimum",),
)
MAXIMUM = CLAUSES.enforced(
    "maximum",
    "Where a largest amount is agreed, no single amount written down is more. With categories it holds for each "
    "amount before it is multiplied.",
    locator="Amounts",
    checked_by=("points", "row"),
    options=("maximum",),
)
STEP = CLAUSES.enforced(
    "step",
    "Where a step is agreed, every amount is a multiple of it, counted from zero. Decimals exist only in games "
    "whose step has them.",
    locator="Amounts",
    checked_by=("points", "row", "result"),
    options=("step",),
)
ROUNDS = CLAUSES.enforced(
    "rounds",
    "Where a number of rounds is agreed, each player has that many turns and no more, and the play is over when "
    "everybody has had them.",
    locator="The end",
    checked_by=("points", "row", "end"),
    options=("rounds",),
)
TARGET = CLAUSES.enforced(
    "target",
    "Where a target is agreed, reaching it brings the end, whichever direction wins: upwards for a target above "
    "zero, downwards for one below. What counts is the total of a player, of a team, or of the table in a "
    "cooperative game.",
    locator="The end",
    checked_by=("points", "row", "end"),
    options=("target", "target_ends"),
)
LAST_ROUND = CLAUSES.enforced(
    "last-round",
    "When the round is to be finished after the target was reached, everybody gets as many turns as the player "
    "with most turns has had by then, and nobody gets more.",
    locator="The end",
    checked_by=("points", "row"),
    options=("target_ends",),
)
END = CLAUSES.enforced(
    "end",
    "The table may call the end at any time. Nothing is written down after the end.",
    locator="The end",
    checked_by=("points", "row", "end"),
)
DIRECTION = CLAUSES.informative(
    "direction",
    "The best total wins: the highest, or the lowest where low is good.",
    locator="Winning",
    options=("direction",),
)
TIE = CLAUSES.informative(
    "tie",
    "Several with the best total share the win, or nobody wins where a tie has no winner.",
    locator="Winning",
    options=("tie",),
)
RESULT = CLAUSES.enforced(
    "result",
    "Where only the outcome is known it is the only line of its play and says one of three things: who won, which "
    "rank everybody reached (the best rank is 1), or whether a cooperative table won.",
    locator="Winning",
    checked_by=("result", "points", "row", "end"),
)
