"""The words people use for Anarchy Pancakes: synonyms, and ways of asking for each clause."""

from __future__ import annotations

__all__ = ["ASKED", "NAMES", "SYNONYMS"]

# the word a clause uses → what is said for it at the table
SYNONYMS: dict[str, tuple[str, ...]] = {
    "butter": (
        "slab", "slabs", "butters", "slab of butter", "slabs of butter", "butter slab", "butter slabs",
        "butter token", "butter tokens",
    ),
    "stack": ("pile", "piles", "heap", "heaps", "stacks", "tower", "towers", "stacked"),
    "topping": (
        "toppings", "icon", "icons", "picture", "pictures", "symbol", "symbols", "image", "images", "ingredient",
        "ingredients",
    ),
    "card": ("cards", "pancake", "pancakes"),
    "6 topping": (
        "six toppings", "6 toppings", "six pictures", "six icons", "six topping", "six picture", "six symbols",
    ),
    "1 topping": (
        "one topping", "single topping", "one icon", "one picture", "single picture", "single icon", "1 topping",
        "single image", "only one topping",
    ),
    "community card": (
        "middle card", "centre card", "center card", "card in the middle", "card in the centre",
        "card in the center", "communal card", "shared card",
    ),
    "draw pile": ("stock", "draw stack", "face down pile", "draw deck"),
    "match": ("matches", "matching", "matched", "fits together", "fit", "fits", "same picture"),
    "throw": ("toss", "fling", "flick", "hurl", "lob", "slam"),
    "hide": ("cover", "conceal", "shield", "block"),
    "fall over": (
        "knock over", "knocked over", "fell over", "topple", "collapse", "slip", "slid", "slide", "tip over",
        "tipped over", "tumble", "mess up", "messed up",
    ),
    "shout": ("yell", "call out", "say", "announce"),
}  # fmt: skip

# words that say that this game is meant
NAMES = ("pancake", "pancakes", "anarchy", "butter", "slab", "slabs")

# a clause (the name behind the slash) → how somebody who does not know its words asks for it
ASKED: dict[str, tuple[str, ...]] = {
    "goal": (
        "what is the aim of anarchy pancakes", "what am I trying to do", "how do you win a round",
        "race to get rid of all my cards", "object of the game", "be the first without cards",
        "what is the point of it", "empty the space in front of me", "fewest piles wins",
        "nobody can move any more, who wins the round", "round is stuck, deadlock",
        "stalemate, no more matches for anyone", "explain the game in brief", "nobody has a match any more",
        "how do I win a round", "get rid of everything in front of me",
    ),
    "contents": (
        "how many can play", "how many players", "can seven play", "maximum number of people",
        "how many cards are in the box", "how many butters are there", "minimum players", "eight of us",
        "is it for two", "what is in the box", "number of pancakes with one topping", "solo",
        "is there enough butter", "why not more than six people", "we are seven, is that possible",
        "enough cards for six", "number of butters in the box",
    ),
    "deal-one": (
        "how many one-topping cards do I get", "cards with a single topping", "how many singles at the start",
        "what happens to the rest of the one-topping cards", "two cards with one picture",
        "leftover single pancakes", "simple cards dealt", "are the remaining one topping cards used",
        "setup of the easy cards", "I was dealt three with one icon", "how many cards with one big picture",
        "what about the singles nobody got", "what is left after dealing the small ones",
    ),
    "deal-six": (
        "how many six-topping cards do I get", "how many cards does everyone start with", "starting hand",
        "cards with six toppings each", "how many pancakes in all at the beginning", "five big ones",
        "seven cards to start", "deal before the round", "number of cards in front of me", "face down cards dealt",
        "what is each player given", "dealt one too few", "how many pancakes am I dealt", "how many do I begin with",
        "cards each at the beginning", "five of which kind", "how are the cards dealt",
    ),
    "draw-pile": (
        "what is the draw pile made of", "how many cards are in the draw pile",
        "where do the remaining six-topping cards go", "how big is the draw pile with four players",
        "setup of the stock", "is there a draw pile with six players", "can one-topping cards be drawn",
        "rest of the deck in the middle", "what do we do with the cards not dealt", "face down stock",
        "cards left over after dealing", "after dealing, where do the others go",
        "is the stock only six-topping cards", "how many to draw from",
    ),
    "community": (
        "what is the community card", "the card turned up in the middle", "who owns the community card",
        "may I match the card in the centre", "who may play on the middle card",
        "first card of the draw pile turned over", "shared card", "does the community card become a stack",
        "several people want the middle one", "communal pancake", "which card starts in the center",
        "is the table's card a six-topping one", "who does the card in the centre belong to",
        "can everyone use the middle card", "open card beside the draw pile",
    ),
    "start": (
        "how does a round start", "who goes first", "do we count down", "when do we turn over our cards",
        "when may I look at my cards", "do we all flip together", "three two one go", "somebody turned up too early",
        "lay out my cards", "how do we begin", "who starts", "ready steady go", "may I peek beforehand",
        "arrange cards in front of me", "how do we kick off", "how do we get going", "starting signal",
        "when do I flip over my cards", "who counts down", "turned mine over before the others",
    ),
    "match": (
        "what counts as a match", "when may I play a card", "do I need one topping in common",
        "which cards can I play", "share a topping with a rival's card", "may I move somebody else's card",
        "wrong match, what happens", "I put it on the wrong card", "same picture on both",
        "can I take another player's card", "no common topping", "is there a penalty for a mistake",
        "what must the two cards have in common", "how do I get rid of a card", "put it back, misplay",
        "can I match onto any opponent", "I placed a card wrongly", "what do two cards need in common",
        "may I play on anybody", "can I grab a card of someone", "card in front of any player or only my neighbour",
        "which cards may be matched", "which of the others' cards can I use", "whom may I play on",
        "what can I match with",
    ),
    "call": (
        "do I have to call the topping", "must I say the topping", "shout the name of the topping",
        "placed without saying anything", "I called the wrong topping", "name what matches", "say it aloud",
        "silent match", "do I speak before or after placing", "I yelled egg but it was bacon", "forgot to name it",
        "announce", "which word do I shout", "shout the topping", "did not say what matches",
        "must everyone hear it",
    ),
    "place": (
        "where does the matching card go", "on top or underneath", "put my card on theirs", "does the card leave me",
        "whose is the card after it is placed", "somebody put a card on mine, do I have more piles",
        "number of piles I have", "who owns the stack now", "count of my piles", "she covered my card",
        "do piles others built on mine count against me", "is that heap still mine",
        "can I end with more cards than I began", "someone put theirs on mine, is it mine now",
        "their card lies on mine, does it become mine", "who does a pile belong to", "above or below",
        "does a pile on my card belong to me", "do I get more cards when others play on mine",
        "how many piles are mine", "fewer piles when somebody plays onto me", "do I lose a pile",
        "does my number of piles change", "one pile taller",
    ),
    "size-irrelevant": (
        "does the size of the topping matter", "big strawberry and small strawberry",
        "must the pictures be equally large", "does the number of toppings matter",
        "different sizes of the same topping", "one is drawn smaller", "turned or rotated picture",
        "one topping card on a six topping card", "tiny icon against a huge one", "do sizes have to be the same",
        "larger image", "must the blueberries be equally big", "tiny banana on a giant banana",
        "is a bigger image different", "upside down picture", "mirrored or turned icon",
    ),
    "no-turns": (
        "whose turn is it", "do we take turns", "does everyone play at once", "do I have to wait", "who is next",
        "may two play at the same time", "simultaneous play", "two of us played onto the same card at once",
        "order of play", "both hands", "may I play several cards in a row", "is there a turn order",
        "how many cards at a time", "who was quicker", "he lifted the card while I played on it", "free for all",
        "do I wait for the others", "do we go one after another", "do we alternate",
        "can I play twice in succession", "we both went for the same card",
        "one after the other or at the same time", "three of us on the same card at once", "all at once",
    ),
    "stack-permanent": (
        "may I take a stack apart", "can I split a stack", "do cards stay together", "move only part of a stack",
        "take my card back from a pile", "may I move a whole stack", "is a stack permanent",
        "pull out a card from the middle of the heap", "stack goes as one", "separate the pile", "unstack",
        "only some cards of the stack moved", "separate cards that are already stacked", "break up a heap",
        "move just the top one of my stack",
    ),
    "stack-top": (
        "which card of a stack counts", "may I use the card under the top", "does only the top card matter",
        "match with a lower card", "topping in the middle of a pile", "what counts when I play a stack",
        "is the bottom card relevant", "covered cards", "can I match a hidden card beneath", "uppermost pancake",
        "several people add to the same stack", "visible one on the heap", "picture on a card that is covered",
        "lower cards in a heap", "only the visible one", "second topping from a buried card", "buried card",
    ),
    "not-own": (
        "may I match my own cards", "put one of my cards on another of mine", "combine my own piles",
        "can I play onto myself", "two of my cards share a topping", "stack my cards together",
        "match with my own pile", "are my cards allowed on each other", "onto the one in front of me",
        "merge my own heaps", "self match", "put one of mine on another of mine",
        "two of mine have the same picture", "self stacking",
    ),
    "visible": (
        "may I cover my cards", "hide my cards with my hand", "must my cards be seen",
        "do I have to show everything", "cards under the table", "hold cards in my hand", "block the view",
        "keep them in sight", "shield my pancakes", "can I put my arm over them", "everything open",
        "he is hiding his cards", "arm over my cards", "hide from the others", "must all lie open",
    ),
    "no-throw": (
        "may I throw cards", "tossing cards", "do I have to place them neatly", "throw a card across the table",
        "toss it onto the pile", "chuck", "careless placing", "sloppy stack", "how should the cards be placed",
        "be gentle, lay it down", "flinging from a distance", "slam a card down", "may I toss it from afar",
        "flick a card", "have to lay it nicely",
    ),
    "slide": (
        "a stack fell over", "pile slipped", "I knocked over a pile", "who tidies up",
        "do the others have to wait while it is put right", "messy stack", "cards slid off", "straighten a stack",
        "mixed up pile", "must everyone stop", "heap collapsed", "fix it before going on", "bumped someone's tower",
        "my stack tipped over", "it all got messed up", "cards have fallen", "pile came apart",
    ),
    "draw": (
        "I can't match anything", "may I draw a card", "must I draw", "when may I draw", "how many cards do I draw",
        "draw although I have a match", "no match possible for me", "the draw pile is empty",
        "may I draw two at once", "where does the drawn card go", "may I use the drawn card at once", "stuck",
        "cannot play", "I overlooked a match", "draw on purpose to block", "take one from the middle",
        "pick up a new one", "is there a cost", "do I have to draw if nothing fits", "used up deck and no match",
        "take a new card when nothing fits", "one or more cards from the pile", "I do not see any match",
        "did not notice a match and drew", "grabbed two cards off the deck", "took too many from the pile",
        "cards from the deck", "how many may I take",
    ),
    "round-win": (
        "I have no cards left", "who wins the round", "what do I get for winning a round",
        "must I shout when I am out", "forgot to shout", "two ran out at the same time",
        "we both finished simultaneously", "does the round end at once", "how much butter for a win",
        "may others still play after somebody is out", "what do I say when I am done", "I am out",
        "last card played", "does second place get something", "round was broken off, who gets the butter",
        "empty first", "all my cards are gone", "nothing left in front of me", "prize for a round",
        "what is the reward for being first", "two shouted at the same moment", "I am first to be empty",
        "said nothing when I was out", "who gets the slab", "did not yell, does my win count",
        "forgot to announce my win",
    ),
    "next-round": (
        "how do we start another round", "do we keep our cards", "are the cards dealt again",
        "sort the cards after a round", "new round setup", "collect all cards", "do leftover cards come back",
        "do we deal seven afresh", "between rounds", "clean up after a round", "reshuffle everything",
        "what happens before round two", "set up again after somebody has won a round", "another deal",
        "play again, what do we do with the cards", "mix and deal again", "from one round to the following",
    ),
    "win": (
        "how many butters to win", "who wins the game", "when does the game end", "two slabs of butter",
        "play to three slabs", "how many rounds are there", "is it best of three", "how long does it last",
        "number of rounds", "can the butter run out", "overall winner", "first to two", "tied on butter",
        "shorter or longer game", "one slab each, do we go on", "final victory", "how much butter is enough",
        "how much butter do I need", "when is the game over", "rounds I have to win for the game", "one butter each",
        "when have I won overall", "is one butter enough", "game over after how many rounds",
    ),
}  # fmt: skip
