"""The words people use for the Pop-Tarts card game: synonyms, and ways of asking for each clause."""

from __future__ import annotations

__all__ = ["ASKED", "SYNONYMS"]

# the word a clause uses → what is said for it at the table
SYNONYMS: dict[str, tuple[str, ...]] = {
    "tart": ("tarts", "pastry", "pastries", "pop tart", "pop tarts", "poptart", "poptarts", "pop tart card"),
    "toasted": ("hot", "warm", "toasty"),
    "frozen": ("cold", "chilled", "iced", "icy"),
    "row": ("line", "lineup", "line up"),
    "plate": ("plates", "dish", "dishes"),
    "flavour": ("flavours", "taste", "tastes"),
    "exchange": (
        "swap", "swaps", "swapped", "swapping", "switch", "switched", "switches", "trade places", "change places",
    ),
    "neighbour": (
        "adjacent", "next to each other", "side by side", "beside each other", "next to one another", "neighbouring",
        "neighboring",
    ),
    "flip": ("turn around", "turned around", "turned round", "turn round", "flips", "flipped", "flipping", "reverse"),
    "tiebreak": ("tiebreaker", "tie break", "tie breaker"),
}  # fmt: skip

# a clause (the name behind the slash) → how somebody who does not know its words asks for it
ASKED: dict[str, tuple[str, ...]] = {
    "goal": (
        "how do you win pop-tarts", "what is the aim of the game", "how many points are needed",
        "what are we racing to", "is it thirty points", "object of the game", "what am I trying to do",
        "first to 30", "what score is the target", "in short, how does one win here",
        "do I win as soon as I have the target", "longer game with another target",
    ),
    "contents": (
        "how many players can play", "how many people", "how many cards does the game have",
        "how many tarts are in the deck", "how many bonus cards exist", "number of action cards",
        "is it for seven players", "can two play", "what is in the box", "are there enough plates",
        "how many bonuses can be won altogether", "can I play it alone", "party of six",
    ),
    "line-setup": (
        "how many tarts are laid out at the start", "how do I set up the row", "seven tarts face up",
        "where does the rest of the deck go", "how long is the line", "do we shuffle the tarts first",
        "how do we prepare the table", "what lies in the middle when we begin", "lay out the pastries",
        "open or face down tarts", "setup of the row", "we laid eight by mistake",
    ),
    "appliances": (
        "where does the toaster go", "where is the freezer", "which side is frozen",
        "is the toaster on the left or the right", "what do the two appliances do",
        "at which end is the freezer card", "which place is number one", "left end and right end of the row",
        "hot end and cold end", "position of the toaster",
    ),
    "deal": (
        "how many action cards does everybody get", "how many cards do I start with", "what is dealt to each player",
        "do I get a plate", "starting hand", "what does each of us receive", "opening hand size",
        "do I begin with tarts on my plate", "what do I need in front of me", "reference card, plate and cards",
        "deal before the game",
    ),
    "arrow-setup": (
        "where does the arrow start", "who decides the arrow's direction at first",
        "which side does the arrow point to at the beginning", "where do I put the arrow card",
        "initial direction of the arrow", "does the arrow begin at the toaster or the freezer",
        "placing the arrow during setup", "is the starting arrow random", "arrow lies under which tart",
        "can we choose where it points first",
    ),
    "bonus-row": (
        "how many bonuses are open", "how many bonus cards lie out", "three bonuses face up",
        "where do the bonus cards go", "setup of the bonuses", "are the bonuses hidden or visible",
        "what happens with the rest of the bonus deck", "how many goals can we see",
        "may I look through the bonus deck", "bonus cards above the row",
    ),
    "first-player": (
        "who starts", "who goes first", "who begins the game", "how is the starting player chosen",
        "who was the last to eat a pop-tart", "does the first player card move on", "who keeps the starting marker",
        "does the start player change each round", "two of us ate one at the same time, who starts",
        "none of us has ever eaten one", "youngest starts", "do we rotate who opens the round",
    ),
    "steps": (
        "what are the phases of a turn", "in what order do I do things", "may I eat before I plate",
        "may I play an action after eating", "can I go back to an earlier step", "what can I do in my turn",
        "turn sequence", "first play, then plate, then eat", "can I plate first and play cards later",
        "may I use an action in the middle of eating", "before or after taking a tart", "how does a turn go",
        "I forgot to play my action, may I do it now",
    ),
    "play-limit": (
        "how many action cards may I play", "must I play an action", "up to three actions",
        "can I play all my cards", "may I play none", "is playing actions optional", "may I play four cards",
        "do I have to use a card", "can I play somebody else's card", "number of actions each turn",
        "no actions this turn please", "play two of the same card", "may I use an action that does nothing",
    ),
    "swap-ends": (
        "what does swap ends do", "exchange the first and last tart", "switch the outermost two",
        "the two at the far ends change places", "swap toaster tart with freezer tart",
        "may I swap an end tart with one in the middle", "trade places of both end cards", "leftmost and rightmost",
        "place one and place seven", "which tarts does the ends action move",
    ),
    "swap-two-apart": (
        "what does two spaces away mean", "swap two tarts with one between them", "how far apart is two spaces",
        "jump over one tart", "does it skip one or two cards", "swap places 2 and 4",
        "can I swap the first with the third", "tarts two apart", "how do I count the spaces", "leapfrog swap",
        "one in between or two in between", "is three places away allowed",
    ),
    "flip-arrow": (
        "what does flip arrow do", "does the arrow stay where it is turned", "does the arrow flip back",
        "may I flip the arrow twice", "who may change the arrow", "turn the arrow around",
        "how do I change the side I take from", "is the arrow reset at the end of my turn", "change of direction",
        "make it point to the freezer", "does the flip last for the next player",
        "arrow points the wrong way, how to change it",
    ),
    "swap-neighbours": (
        "swap two tarts next to each other", "exchange adjacent tarts", "side by side swap",
        "switch neighbouring cards", "may I swap neighbors that do not touch", "are the two ends neighbours",
        "move a tart by one place", "change places with the one beside it", "swap adjacent cards",
        "does the row wrap around", "nudge a pastry one along",
    ),
    "plate-must": (
        "do I have to take a tart", "must I take the one at the arrow", "which tart do I plate",
        "can I choose which tart to take", "may I pass on taking one", "take one from the other end",
        "may I take a tart from the middle", "how many tarts do I take a turn", "is plating compulsory",
        "can I skip plating", "I don't want that one, may I leave it", "do I take the front card",
        "two tarts in one turn",
    ),
    "plate-side": (
        "is it toasted or frozen", "which side of the plate does it go on", "when does a tart count as toasted",
        "what makes it frozen", "may I put a tart on the other side", "can I move it from toasted to frozen later",
        "we placed it on the wrong side", "taken next to the toaster", "taken next to the freezer",
        "can I choose between hot and cold", "I mixed up the sides of my plate",
        "left half or right half of the plate", "does it change when the arrow flips",
    ),
    "refill": (
        "how is the row refilled", "what happens after a tart is taken", "do the tarts move up",
        "where does the new tart go", "in which place is the new card put", "no tarts left to fill the row",
        "tart deck is empty, how do we fill the gap", "which tarts slide along", "do we shift the row",
        "replace the tart that was taken", "fill the hole", "we forgot to refill",
        "move three cards up and add one in the centre",
    ),
    "eat-may": (
        "may I eat", "do I have to eat", "how many tarts may I eat", "can I eat from both sides of my plate",
        "eat the tart I just took", "may I eat everything on my plate", "is eating optional",
        "can I save tarts for later", "when may I eat", "can I eat old ones", "is it allowed to eat none",
        "eat tarts from another player's plate", "keep them uneaten",
    ),
    "eat-points": (
        "how many points is a tart worth", "what does eating give", "how do I score", "value of a card",
        "where are the points printed", "how much can I make in one turn", "points for what I ate",
        "how is a turn scored", "what are eaten tarts worth", "count the points of my turn",
        "what is the most points in a turn", "do I add five for a bonus",
    ),
    "plate-limit": (
        "how many tarts may stay on my plate", "plate limit", "maximum on a plate", "may I keep five tarts",
        "is four the most I can hold", "how full can my plate get", "can I end my turn with five",
        "too many on my plate", "storage capacity", "plate is full", "am I allowed to hoard",
        "how long can I go without eating",
    ),
    "fifth": (
        "I plate a fifth tart", "what if I have five tarts", "must I eat when I have five",
        "my plate already has four and I have to take one", "how many of the five must I eat", "forced to eat",
        "plate overflows", "is five in passing allowed", "one too many, do I have to eat",
        "which of the five do I eat", "full plate and still must take", "what happens with number five",
    ),
    "side-forgotten": (
        "does toasted or frozen matter after eating", "do I sort my eaten tarts by side",
        "must we remember how it was prepared", "does an eaten tart stay toasted", "score pile toasted or frozen",
        "is the side still important later", "can I mix them once eaten", "remember whether it was hot or cold",
        "what about tarts I ate earlier", "separate piles for eaten cards",
    ),
    "bonus-claim": (
        "how do I win a bonus", "how much is a bonus worth", "when do I take a bonus card", "must I take the bonus",
        "may I leave a bonus lying", "forgot to claim my bonus", "claim a bonus next turn", "five points extra",
        "can I get a bonus that is not open", "do I need to eat the tarts for a bonus", "get a bonus card",
        "is claiming compulsory", "take the bonus without eating", "how do bonus cards work",
        "overlooked it, may I claim it afterwards",
    ),
    "bonus-two": (
        "bonus with two tarts", "does the side matter for the two-card bonus",
        "toasted and frozen shown on the bonus", "one is toasted but should be frozen",
        "do both need to be eaten in the same turn", "pair bonus", "bonus shows the same flavour twice",
        "two flavours prepared as shown", "right flavor but wrong side", "does a frozen one count as toasted",
        "is one of the two from my last turn OK", "exact match of hot and cold",
    ),
    "bonus-three": (
        "bonus with three flavours", "does toasted or frozen matter for the three-card bonus",
        "all three in one turn", "can I collect the three over several turns",
        "one from the last turn for the triple bonus", "three different flavors needed", "trio bonus",
        "any side for three", "must all three be eaten together", "mix of frozen and toasted for three flavours",
        "set of three",
    ),
    "bonus-extra": (
        "may I eat more than the tarts of the bonus", "other tarts beside the bonus set",
        "can I eat another one in the same turn", "do extra tarts score too", "eat more than the bonus needs",
        "additional bites", "are the other ones I ate still worth points", "must I eat exactly the bonus tarts",
        "leftover tarts eaten with a bonus", "plus one more not shown",
    ),
    "bonus-replace": (
        "is a won bonus replaced", "when is the new bonus turned up", "fill the gap in the bonus row",
        "bonus deck is empty", "no bonus cards left", "may I win the new bonus at once",
        "refill bonuses right away or at the end of the turn", "what happens after I take a bonus",
        "turn over another bonus", "bonuses ran out, fewer shown", "do we reshuffle the bonuses", "new goal card",
    ),
    "card-once": (
        "may one tart count for two bonuses", "use the same tart twice", "tart fits two bonuses",
        "same cards for both bonus cards", "can I double dip", "overlapping bonuses",
        "one card shared between two bonuses", "does a tart count again for another bonus", "reuse an eaten tart",
        "two cards match two bonuses, do I get both", "count it for both",
    ),
    "two-bonuses": (
        "how many bonuses may I win in a turn", "two bonuses in one turn", "can I win three bonuses at once",
        "most bonuses per turn", "is a third bonus possible", "take both bonus cards",
        "several bonuses in the same turn", "limit on bonus cards", "can I score ten extra", "more than one bonus",
        "double bonus turn",
    ),
    "end-discard": (
        "may I discard action cards", "can I throw away my hand", "get new action cards",
        "discard at the end of my turn", "change my cards", "dump useless cards", "when may I discard",
        "how many may I throw away", "do I have to discard", "bad hand, can I exchange it",
        "where do played actions go", "ditch cards I do not want", "swap out my hand",
    ),
    "end-draw": (
        "how many action cards do I draw", "draw up to three", "when do I draw new cards", "action deck is empty",
        "the action cards have run out", "reshuffle the discards", "must I draw", "hand size at the end of the turn",
        "may I keep fewer cards", "refill my hand", "no more actions to draw", "forgot to draw", "fill up my hand",
        "what if the draw pile of actions is used up",
    ),
    "next-player": (
        "who is next", "which way round do we play", "clockwise or anticlockwise", "may I skip my turn",
        "someone was left out", "pass to the left", "turn order", "does everybody get a turn each round",
        "can I pass", "we played in the wrong order", "counterclockwise", "player is missing, go on without him",
        "is it my turn",
    ),
    "open-score": (
        "are points secret", "may I see how much the others have", "do I have to show my score",
        "where do I keep eaten tarts", "can I count somebody's points", "is the score hidden",
        "face up or face down score pile", "tell me your score", "open information",
        "eaten cards visible to everyone", "keep my points private", "how do we track points",
    ),
    "plate-worthless": (
        "are tarts on my plate worth anything", "do tarts left over at the end count", "points for uneaten tarts",
        "leftover tarts at the end of the game", "does my plate score", "what is still on the plate when it ends",
        "do I lose points for tarts I did not eat", "are they eaten for me at the end", "unscored pastries",
        "not eaten in time",
    ),
    "end-trigger": (
        "when does the game end", "somebody has 30, who still plays", "do we finish the round",
        "does everybody get another turn", "I reached thirty, is it over at once", "last round",
        "the tart deck is empty, does it end", "I am the last player of the round and have 30",
        "do players after me get one more turn", "how does the game finish",
        "the end is triggered, how many more turns", "second one reached the target too",
        "do we all get the same number of turns", "no more tarts in the deck",
    ),
    "winner": (
        "who wins when two have more than 30", "first to 30 or most points", "I got there first but she has more",
        "highest score wins", "who has won at the end", "he overtook me in the last turns",
        "does reaching the target first win", "someone after me scored more", "is it the most points",
        "passed in the final round", "who is the champion",
    ),
    "tie": (
        "who wins a tie", "same number of points", "how is a tie broken", "tiebreaker",
        "two of us have equal points", "draw at the end", "does the number of bonus cards decide",
        "more bonuses wins", "level on points", "we are tied for first", "what breaks a tie",
        "is there an extra round for a tie",
    ),
    "tie-again": (
        "tied on points and bonuses", "same points and same number of bonus cards",
        "still a tie after counting bonuses", "do we share the win", "both have 32 and two bonuses",
        "second tiebreaker", "tie after the tiebreaker", "nothing left to break the tie", "identical in everything",
        "joint winners", "can there be two winners",
    ),
}  # fmt: skip
