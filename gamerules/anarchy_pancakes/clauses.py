"""The 22 clauses of Anarchy Pancakes, in our own words."""

from gamerules.clauses import Clauses

__all__ = ["CLAUSES"]

CLAUSES = Clauses("anarchy-pancakes")

GOAL = CLAUSES.enforced(
    "goal",
    "A round is a race to have nothing left in front of you: its winner has no pile left. Where the table lets a "
    "stuck round go to the fewest piles, the winner has fewer than anybody else.",
    locator="Overview",
    checked_by=("round",),
    options=("deadlock",),
)
CONTENTS = CLAUSES.enforced(
    "contents",
    "The box holds 31 cards with six toppings, 31 cards with one, and nine slabs of butter, each card once. That "
    "is enough for two to six players: a seventh would need 36 six-topping cards.",
    locator="Contents",
    checked_by=("setup", "matches", "table"),
)
DEAL_ONE = CLAUSES.enforced(
    "deal-one",
    "Everybody gets two one-topping cards, face down. The others of that kind stay out of the round.",
    locator="Setup",
    checked_by=("matches", "table"),
)
DEAL_SIX = CLAUSES.enforced(
    "deal-six",
    "Everybody also gets five six-topping cards, face down, and so starts with seven cards.",
    locator="Setup",
    checked_by=("matches", "table"),
)
DRAW_PILE = CLAUSES.enforced(
    "draw-pile",
    "What is left of the six-topping cards lies face down in the middle as the draw pile: 20, 15, 10, 5 or 0 cards "
    "for two to six players once the community card is turned. No one-topping card is ever in it.",
    locator="Setup",
    checked_by=("matches", "table"),
)
COMMUNITY = CLAUSES.enforced(
    "community",
    "The first card of the draw pile is turned up beside it. This community card is a six-topping card that belongs "
    "to nobody and that everybody may match; it grows into a stack like any other.",
    locator="Setup",
    checked_by=("matches", "table"),
)
START = CLAUSES.informative(
    "start",
    "The players count down together, turn over all their cards at once and lay them out in plain sight. From then "
    "on the race is on.",
    locator="Playing the Game",
)
MATCH = CLAUSES.enforced(
    "match",
    "You may play a card that lies in front of you when it shares a topping with a card in front of a rival or with "
    "the community card. Cards of other people are not yours to move.",
    locator="Playing the Game",
    checked_by=("matches", "table"),
    options=("wrong_match",),
)
CALL = CLAUSES.enforced(
    "call",
    "Whoever matches names the topping: one that both cards show. A match placed in silence stands if it fits.",
    locator="Playing the Game",
    checked_by=("matches", "table"),
)
PLACE = CLAUSES.enforced(
    "place",
    "A matching card goes on top of the card it matches and has then left your front. You keep as many piles as you "
    "were dealt and drew, less your own matches: seven and your draws at most. What others put on your cards makes "
    "your piles taller, not fewer or more.",
    locator="Playing the Game",
    checked_by=("round",),
)
SIZE_IRRELEVANT = CLAUSES.informative(
    "size-irrelevant",
    "How large a topping is drawn, and how many others share its card, makes no difference to a match.",
    locator="Overview; While You're Playing",
)
NO_TURNS = CLAUSES.informative(
    "no-turns",
    "Everybody plays at the same time. Nobody waits for anybody, and no order of moves can be asked for.",
    locator="Playing the Game",
)
STACK_PERMANENT = CLAUSES.enforced(
    "stack-permanent",
    "Cards that have been stacked stay together until the round is over. A stack moves whole, as one card would.",
    locator="Stacks of Cards",
    checked_by=("matches", "table"),
)
STACK_TOP = CLAUSES.enforced(
    "stack-top",
    "Of a stack only the uppermost card counts, both when you play the stack and when you play onto it.",
    locator="Stacks of Cards",
    checked_by=("matches", "table"),
)
NOT_OWN = CLAUSES.enforced(
    "not-own",
    "Your cards are never matched with each other: the card you play onto lies in front of somebody else or in the "
    "middle.",
    locator="While You're Playing",
    checked_by=("matches", "table"),
)
VISIBLE = CLAUSES.informative(
    "visible",
    "Everything in front of you stays in sight; hands do not hide it.",
    locator="While You're Playing",
)
NO_THROW = CLAUSES.informative(
    "no-throw",
    "Cards are laid down neatly, so that they stay a stack. Throwing is out.",
    locator="While You're Playing",
)
SLIDE = CLAUSES.informative(
    "slide",
    "Whoever makes a pile slip tidies it up before playing on. Nobody else has to stop for that.",
    locator="While You're Playing",
)
DRAW = CLAUSES.enforced(
    "draw",
    "Whoever finds no match may turn up one card of the draw pile in front of themselves, again and again while "
    "cards remain. A card more in front is the price. Overlooking a match is your own misfortune, unless the table "
    "forbids drawing with a match in sight.",
    locator="Can't Match Anything?",
    checked_by=("round", "matches", "table"),
    options=("draw_with_match", "wrong_match"),
)
ROUND_WIN = CLAUSES.enforced(
    "round-win",
    "The first player without cards says so out loud, has won the round there and then, and takes one slab of "
    "butter. Nobody else runs out in the same round, and nothing is matched after it.",
    locator="Running Out of Cards",
    checked_by=("round", "matches", "table"),
    options=("deadlock",),
)
NEXT_ROUND = CLAUSES.enforced(
    "next-round",
    "Before another round all cards come back, also those that were left out; both kinds are sorted apart and "
    "everybody is dealt seven afresh before anything is matched.",
    locator="Running Out of Cards",
    checked_by=("table",),
)
WIN = CLAUSES.enforced(
    "win",
    "The first player with two slabs of butter (or as many as the table agreed) wins the game, which ends there: "
    "one winner, with exactly that many, and everybody else with fewer.",
    locator="Winning",
    checked_by=("round", "void-round", "matches", "result", "table"),
    options=("slabs",),
)
