"""The words people use for Toasty Toasts: synonyms, and ways of asking for each clause."""

from __future__ import annotations

__all__ = ["ASKED", "NAMES", "SYNONYMS"]

# the word a clause uses → what is said for it at the table
SYNONYMS: dict[str, tuple[str, ...]] = {
    "toast": ("toasts", "bread", "breads", "slice", "slices"),
    "base toast": ("base bread", "basic toast"),
    "choco spread": ("chocolate spread", "chocolate", "choco", "nutella"),
    "jelly": ("jam",),
    "peanutbutter": ("peanut butter", "peanut"),
    "place": ("put", "lay", "laid", "add", "placed", "put down", "lay down"),
    "lid": ("top slice", "upper slice"),
    "sandwich": ("sandwiches", "sandwhich", "sarnie"),
    "combo": ("combos", "combination", "combinations"),
    "time to eat": ("end card", "ending card", "game end card", "final card", "last card in the deck"),
    "discard": ("bin",),
    "trade": ("trades", "traded", "trading", "buy", "buys", "buying"),
}  # fmt: skip

# words that say that this game is meant
NAMES = ("toast", "toasts", "toasty", "bread", "slice", "sandwich", "sandwiches", "peanut", "jelly", "bacon", "avocado")

# a clause (the name behind the slash) → how somebody who does not know its words asks for it
ASKED: dict[str, tuple[str, ...]] = {
    "goal": (
        "how do you win toasty toasts", "what is the aim", "what is the object of the game", "who is the winner",
        "most points wins", "what am I trying to do", "highest score at the end", "who has won",
        "does the most sandwiches win", "explain the point of it", "how is the winner decided",
        "is it a race or do points decide",
    ),
    "setup-piles": (
        "how do we set up", "which piles are there", "where do the base toasts go", "do I shuffle the base toast in",
        "which cards go in the draw pile", "is time to eat kept apart", "prepare the cards before dealing",
        "what do I sort out first", "what lies in the middle", "are base toasts face up", "setup of the decks",
        "we mixed the base toast into the deck",
    ),
    "deal": (
        "how many cards do I start with", "how many toasts does everyone get", "starting hand", "what is dealt",
        "how many base toasts at the beginning", "two toasts and three cards", "opening hand size",
        "what do I have in front of me at the start", "how many slices to begin with", "number of cards each",
        "dealt one too many",
    ),
    "time-to-eat-place": (
        "where does the time to eat card go", "how do I put time to eat into the deck", "lower third of the pile",
        "bottom quarter with four players", "how deep is the end card buried", "is it shuffled in the whole deck",
        "can time to eat come early", "when is the last card added", "hide the ending card",
        "place the final card in the bottom part", "where in the stack is it mixed in",
        "could it be in my opening hand",
    ),
    "players": (
        "how many can play", "how many players", "can five play", "minimum number of people", "is it for two",
        "maximum players", "can I play alone", "there are six of us", "solo", "too many people",
        "how many persons is it for",
    ),
    "first-player": (
        "who starts", "who goes first", "who begins", "who ate toast last", "starting player",
        "who had toast most recently", "does the youngest start", "how do we choose who opens",
        "nobody has eaten toast, who starts", "who takes the first turn", "two of us had toast this morning",
        "who starts in toasty toasts",
    ),
    "order": (
        "which direction do turns go", "clockwise or anticlockwise", "who is next", "turn order", "pass to the left",
        "may I skip my turn", "somebody left, do we go on", "whose turn is it", "counterclockwise",
        "we skipped a player by mistake", "next person", "do we go round the table",
    ),
    "draw": (
        "how many cards do I draw", "do I have to draw", "draw two at the start of my turn", "when do I draw",
        "may I pass without drawing", "can I play before I draw", "forgot to draw", "drawing cards is compulsory",
        "may I draw only one", "pick up cards first or last", "start of the turn", "take from the pile",
        "does everyone draw two",
    ),
    "draw-empty": (
        "I have no cards in my hand", "hand is empty at the start of my turn", "draw three cards",
        "when do I draw three", "no cards left, how many do I draw", "I played my last card, do I draw at once",
        "out of cards", "how many with an empty hand", "hand ran out during my turn",
        "may I draw three with one card left", "nothing in my hand",
    ),
    "two-plays": (
        "how many cards may I play", "how many plays a turn", "can I play three cards", "do I have to play",
        "may I stop after one", "may I do nothing", "two plays", "number of actions each turn",
        "can I pass after drawing", "must I play both", "is playing optional", "maximum actions",
        "may I skip the play phase", "how much can I do in my turn", "a third play",
    ),
    "topping-single": (
        "where may I put a topping", "put a topping on a rival's toast", "play one topping",
        "may I place it on somebody else's toast", "how do I play a topping", "does one topping use one play",
        "add jam to my toast", "must it go on my own toast", "put it on a plain toast", "ruin an opponent's toast",
        "spread something on a bare slice", "can a topping lie without bread",
        "may I move a topping to another toast later",
    ),
    "topping-fit": (
        "which toppings go together on a toast", "may I put bacon on jelly", "mix toppings",
        "can different toppings share a slice", "egg on a toast with banana",
        "what fits on a toast that already has something", "two kinds that do not combine",
        "does jelly go with avocado", "is that combination allowed", "three different toppings on one toast",
        "wrong topping on the toast, what now", "put tomato with peanut butter", "which kind is allowed next",
    ),
    "topping-number": (
        "how many toppings fit on one toast", "is there a limit of toppings", "can I stack five bacon",
        "must the two kinds be equal", "any number of toppings", "uneven amounts", "how high may I pile it",
        "maximum per toast", "more egg than bacon", "ratio of the two kinds", "pile it up", "as many as I like",
        "maximum number of toppings on one slice",
    ),
    "action": (
        "how do action cards work", "does an action count as a play", "what happens with the action card after use",
        "where does a played action go", "may I play two action cards", "discard the action card",
        "do what the card says", "the card tells me to steal something", "is an action free",
        "action on a player who has nothing", "can the effect be refused", "how do we log an action",
        "the text of the card contradicts the rules", "card beats rule",
    ),
    "match-pair": (
        "two of the same topping in one play", "play a matching pair", "two eggs together",
        "do two identical toppings count as one play", "put two bananas down at once",
        "may I split a matching pair over two toasts", "same kind twice", "three of a kind at once",
        "double topping", "two alike on one slice", "pair of equal cards",
    ),
    "combo-pair": (
        "play a combination pair in one play", "peanut butter and jelly together", "bacon and egg at once",
        "does a combo use one play or two", "two partners laid down at the same time",
        "may I split the combo over two toasts", "play a combo as a single action", "topping and its partner",
        "put both on together", "can a combo be played on one toast in one go",
    ),
    "combos": (
        "which toppings combine", "what goes with bacon", "list of combos", "what is the partner of avocado",
        "which pairs are there", "is egg and tomato a combo", "what goes with choco spread",
        "do colours show the pairs", "same colour cards", "how many combinations exist", "banana partner",
        "what matches jelly", "chocolate and banana", "who belongs to whom", "is jam the same as jelly",
        "what goes with peanut butter", "what goes together with tomato", "what pairs with egg",
        "are peanut butter and jelly a combo",
    ),
    "pair-fit": (
        "must a pair fit the toast", "put a pair on a toast with other toppings", "two bacon on an egg toast",
        "combo on a toast that holds something else", "does a pair have to match what is there",
        "pair on a toast with different topping", "do the fit rules hold for pairs as well",
        "matching pair on the wrong toast", "both cards of the pair must suit", "laying two on an occupied slice",
    ),
    "trade": (
        "how do I get a new toast", "trade two cards for a base toast", "swap cards for a toast",
        "which cards can I trade", "what does a base toast cost", "buy a toast", "may I trade one card",
        "can I use the new toast at once", "does a trade count as a play", "exchange my cards for bread",
        "where do traded cards go", "no base toasts left", "base toast pile is empty", "may I trade action cards",
        "get another slice", "how can I get more toasts", "get more base toast", "what do I pay for a toast",
    ),
    "trade-once": (
        "how often may I trade", "trade twice in a turn", "two trades", "may I buy two toasts", "one trade per turn",
        "can I exchange four cards for two base toasts", "a second trade", "limit on trading",
        "swap for bread again", "trade as both my plays", "how many toasts can I buy",
    ),
    "plain-base": (
        "may I use plain toast as a base toast", "play a plain toast as a new toast", "what is plain toast for",
        "does a plain toast count as base", "put toppings on a plain toast",
        "does a plain slice laid down use one play", "start a new toast with a plain one",
        "can plain toast be used without making a sandwich", "difference between plain and base toast",
        "is it the same as a base once it lies there", "lay a plain toast in front of me",
        "another way to get a toast", "lay plain bread as a new toast",
    ),
    "sandwich": (
        "how do I make a sandwich", "how many plays does a sandwich cost", "close a toast with a plain toast",
        "may I make a sandwich and play a topping", "sandwich from an empty toast", "bare toast sandwich",
        "does a sandwich use my whole turn", "can I cover a rival's toast", "two slices together", "put a lid on",
        "can I do something else in the turn I make one", "after one play, may I still make a sandwich",
        "cover it with a second slice of bread",
    ),
    "sandwich-only-plain": (
        "can a base toast close a sandwich", "which card makes a sandwich", "use a base toast as the top",
        "only plain toast closes", "can I put one of my toasts on another", "may two base toasts become a sandwich",
        "traded toast as a lid", "the second slice must be what", "do I need a plain toast for it",
        "join two of my toasts", "upper bread",
    ),
    "sandwich-closed": (
        "may I add a topping to a sandwich", "put something on a finished sandwich", "third slice on a sandwich",
        "open a sandwich again", "is a sandwich closed for good", "add more bacon into a sandwich", "double decker",
        "plain toast onto a sandwich", "may I take the lid off", "can I still fill it later", "reopen",
        "club sandwich", "stuff more into it after it was closed",
    ),
    "sandwich-immune": (
        "can an action card hit a sandwich", "is my sandwich safe", "steal from a sandwich",
        "protected against actions", "my own action on my own sandwich", "can a rival destroy a sandwich",
        "are sandwiches immune", "take toppings out of a sandwich", "do cards affect sandwiches",
        "may my opponents touch it", "attack a sandwich", "shield",
    ),
    "hand-check": (
        "how many cards may I hold", "hand limit", "more than seven cards", "I have eight cards",
        "do I have to discard", "when do I discard down to seven", "maximum hand size", "too many cards in my hand",
        "nine cards at the end of my turn", "hand limit during another player's turn",
        "may I discard cards I do not like", "forgot to discard", "may I keep all my cards", "throw away down to 7",
    ),
    "end": (
        "when does the game end", "time to eat was drawn", "I drew time to eat, may I still play",
        "does everyone get a last turn", "does the game stop immediately", "finish the round after time to eat",
        "drawn as my first card, do I draw another", "do we have equal turns", "is there a last round", "game over",
        "what happens when the end card shows up", "one more play after it", "the draw pile is empty",
        "an action made me draw the end card", "counted twice after the end",
    ),
    "score-base": (
        "what is a base toast worth", "does a toast with toppings count one", "points for a bare toast",
        "how much is a plain toast", "points for bread", "open toast value", "an empty toast, how much",
        "does my slice still give a point with bacon on it", "do I count one per toast",
        "is the toast itself worth something", "minus points possible", "unsandwiched toast",
    ),
    "score-single": (
        "what is a single topping worth", "points for one topping", "two bacon without egg",
        "topping without partner", "matching pair, is it a combo", "how much for a topping alone",
        "two of the same, do they score five", "leftover toppings", "lone egg", "three of a kind value",
        "topping not in a combo", "each extra topping", "are two bacons a combo", "is a matching pair worth five",
    ),
    "score-combo": (
        "what is a combo worth", "points for bacon and egg", "how much is peanut butter jelly",
        "several combos on one toast", "two combos on a toast", "three bacon and one egg",
        "five points for both or each", "do partners on different toasts count", "value of a combination",
        "combo bonus", "how many combos do I count", "tomato avocado points", "one combo per toast only",
    ),
    "score-sandwich": (
        "what is a sandwich worth", "points for a sandwich", "do toppings in a sandwich count",
        "sandwich with combo points", "how much for a sandwich with bacon and egg", "do both slices score",
        "empty sandwich value", "is it three for the sandwich plus the filling", "do the two breads count extra",
        "add the filling", "how do I score a closed one",
    ),
    "hand-zero": (
        "do cards in my hand count", "points for cards in hand", "what are leftover cards worth",
        "minus points for my hand", "cards I did not play", "do I lose points for unplayed cards",
        "are held cards worth something at the end", "hand at the end of the game", "penalty for cards still held",
        "toppings I never used",
    ),
    "tie": (
        "who wins a tie", "what happens in a tie", "equal points", "tiebreaker", "do we share the win", "same score",
        "does the most sandwiches break a tie", "draw at the end", "two winners", "level on points",
        "how is a tie broken", "we both have 23", "how do we decide with the same score", "tied for first",
    ),
}  # fmt: skip
