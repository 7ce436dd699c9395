"""The words people use for tally sheets: synonyms, and ways of asking for each clause."""

from __future__ import annotations

__all__ = ["ASKED", "NAMES", "SYNONYMS"]

# the word a clause uses → what is said for it at the table; the title of the game says nothing about the rule
SYNONYMS: dict[str, tuple[str, ...]] = {
    "": ("tally sheet", "on a tally", "tally"),
    "cooperative": ("co op", "coop", "cooperatively", "all together", "together against the game"),
    "minimum": ("smallest", "lowest", "least", "floor"),
    "maximum": ("largest", "biggest", "ceiling", "cap"),
    "negative": ("minus", "below zero", "under zero"),
    "decimal": ("decimals", "fraction", "fractions", "half points", "half point"),
    "multiply": ("multiplier", "multiplied", "multiplies", "times two", "count double", "counts double", "doubled"),
    "team": ("teams", "partnership", "teammates", "team mates"),
    "target": ("goal score", "target score", "finishing score"),
}  # fmt: skip

# words that say that this game is meant
NAMES = ("tally", "sheet", "scoresheet")

# a clause (the name behind the slash) → how somebody who does not know its words asks for it
ASKED: dict[str, tuple[str, ...]] = {
    "players": (
        "how many can play", "how many players may a sheet have", "can I keep score alone", "solo sheet",
        "is there a maximum number of players", "minimum people", "one person", "a large group of twenty",
        "add more players", "do I need an opponent", "number of participants", "can a sheet be empty",
        "is there a maximum of people", "just me on the sheet", "thirty players", "number of players",
        "how many of us", "can we play with nine",
    ),
    "teams": (
        "how do teams score", "can we play in teams", "partners", "two against two",
        "are team points added together", "do team mates win together", "player without a team", "pairs of players",
        "team total", "rank of a team", "somebody outside the teams", "one team against another", "sides", "couples",
        "pairs against each other", "two teams of two", "my partner's points and mine", "how does a couple score",
        "three teams", "is a team added up", "my team mate got 20 and I got 15", "our points as a team",
        "add both partners",
    ),
    "cooperative": (
        "how does a cooperative game score", "do we win together", "everybody against the game", "co-op",
        "team game against the box", "when have we won together", "we lost as a group", "cooperative without target",
        "all for one", "does the table win or lose", "joint result", "playing together not against each other",
        "we all play together against the game", "we lost against the board", "everyone wins or nobody",
        "do we have a common score",
    ),
    "points": (
        "how do I enter points", "may points be negative", "can a total be below zero",
        "does a line count as a turn", "may players come in any order", "enter zero", "minus points",
        "record a score", "do I have to follow an order", "one score for one player", "scoring out of turn",
        "subtract points", "penalty points", "is a zero a turn", "fixed order of players",
        "does everyone have to enter in order", "may I enter a negative number", "may someone have a negative total",
        "enter scores in any order", "score of minus ten", "below zero", "scores for just one player",
        "how are points entered",
    ),
    "sum": (
        "may I write a sum", "12+7 instead of 19", "sum does not match", "add several numbers in one entry",
        "the addition is wrong", "write down the parts", "breakdown of the points", "calculator",
        "let it add up for me", "note how the points come together", "arithmetic is off", "expression with plus",
        "7+8+9 in one field", "sum comes to something else", "wrong arithmetic",
    ),
    "row": (
        "enter a whole round at once", "one line for everyone", "a row of points", "player missing in the row",
        "does a row count as a turn for all", "blank for somebody", "all scores of a round together",
        "sat out a round, write a zero", "a round in which someone scored nothing", "all players in a single entry",
        "leave a player out of the round", "points of all players at once", "whole round in one go",
        "one person missing from the round",
    ),
    "categories": (
        "what are categories", "points with multiplier", "category counts double", "multiply points",
        "points by category", "weights", "scoring categories such as gold and wood", "factor of a category",
        "points without a category", "victory points per resource", "how are categories added up", "times three",
        "sub scores", "coins count three times", "per category", "multiply",
    ),
    "minimum": (
        "smallest amount allowed", "is there a lower limit", "lowest entry", "entry too small",
        "less than the minimum", "may I write less than", "least points per entry", "floor for a score",
        "does the minimum hold for each amount", "number is below what we agreed", "refuse scores that are too low",
        "is there a least amount", "it says my number is too small", "under the lower bound",
    ),
    "maximum": (
        "largest amount allowed", "is there an upper limit", "highest entry", "entry too big",
        "more than the maximum", "most points per entry", "cap on a score", "does the maximum limit the total",
        "number is above what we agreed", "ceiling", "refuse scores that are too high", "may I write more than",
        "is there a cap on how much I can enter", "it says my number is too large", "over the upper bound",
        "no one should get more than fifty at once", "limit what one entry may be", "largest single score",
    ),
    "step": (
        "half points", "may I use decimals", "only multiples of five", "fractions", "step size", "amounts in tens",
        "points must be divisible", "2.5 points", "does it have to be a whole number", "increments",
        "odd number refused", "comma numbers", "rounding", "7.5 points", "quarter points", "why is 13 refused",
        "in fives", "only even numbers", "whole tens only", "fractions of a point",
    ),
    "rounds": (
        "how many rounds", "fixed number of rounds", "game ends after ten rounds",
        "how many turns does each player get", "extra turn after the last round", "all rounds are played",
        "set a number of rounds", "may someone have more turns", "everybody had their turns",
        "play one more round than agreed", "when are the rounds over", "same number of turns",
        "everyone has had eight rounds", "after the last round", "set to play five rounds", "number of rounds",
    ),
    "target": (
        "play to a target", "someone reached 100", "first to 500", "does reaching the target end it", "target score",
        "race to a number", "negative target", "target with low is good", "game over at the limit",
        "team reached the target", "what total ends the game", "exactly the target, is it enough",
        "who wins when the target is reached", "200 ends the game", "reached the limit", "someone is over 100",
        "what happens when someone gets there", "team passes the target",
    ),
    "last-round": (
        "finish the round after the target", "do the others still get a turn", "equal number of turns",
        "last round after someone reached it", "does everybody get a last turn",
        "I am behind in turns, may I catch up", "complete the round", "who still plays after the target",
        "final turns", "last licks", "same turns for all", "everyone else still to play after the target",
        "equal turns at the end", "finish the round", "as many turns as the one who hit the target",
    ),
    "end": (
        "when does the game end", "may we stop early", "call the end", "end the sheet", "write after the end",
        "add points to a finished game", "stop now", "it is late, break it off", "close the play", "declare it over",
        "abandon", "correct after it is over", "finish before the target", "game is over, add a score afterwards",
        "stop before the target", "we have no more time", "close it early", "forgot a score but it has ended",
        "end of the game",
    ),
    "direction": (
        "who wins, highest or lowest", "low score wins", "fewest points wins", "does the best total win",
        "golf scoring", "high is good", "smallest total wins", "reverse scoring", "who is the winner",
        "most points wins", "penalty game where less is better", "which way does it count", "want the lowest to win",
        "fewer is better", "highest or lowest total", "does high or low win", "who wins", "winning condition",
        "lowest is best",
    ),
    "tie": (
        "who wins a tie", "same total", "tied", "do we share the win", "no winner in a tie", "draw", "equal points",
        "two have the best score", "joint first place", "level scores", "is there a tiebreaker", "nobody wins",
        "both of us have 80", "two are first", "equal totals", "tie break rules", "rules for a tie",
    ),
    "result": (
        "log only who won", "only the winner is known", "we did not write down the points", "enter the ranks",
        "final placing only", "outcome without scores", "who came first second third", "note that we lost",
        "result line together with points", "record the order of finish", "we have no scores just a winner",
        "best rank is 1", "standings without numbers", "only the winner is remembered", "no points only places",
        "second and third place", "record that we lost",
    ),
}  # fmt: skip
