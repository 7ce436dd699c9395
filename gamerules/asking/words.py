"""From a sentence to the words it is found by: folded, stemmed, spelled one way, synonyms joined."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from threading import Lock

from rapidfuzz import fuzz, process
from snowballstemmer import stemmer

__all__ = ["Lexicon", "SPELLINGS", "STOP_WORDS", "Vocabulary", "tokens"]

_WORD = re.compile(r"\d+[.,]\d+|[^\W_]+(?:'[^\W_]+)?")
_STEMMER, _STEMMING = stemmer("english"), Lock()  # it keeps the word it is at, so one thread at a time
SHORTEST_TYPO = 4  # letters; shorter words are too easily mistaken for others
NEAR_ENOUGH = 80  # of 100, rapidfuzz's normalised edit similarity
LARGEST_COUNT = 15  # cards, dice, players; a larger number is points
TARGETS = ("30", "50")  # numbers of points that the rules themselves name
LONGEST_WORD = 40  # letters; nothing longer is a word of a rulebook, and comparing it would take time

# words that say nothing about which rule is meant
_STOP_WORDS = """
    a an the this that these those it its is are was were be been am i i'm im i've ive i'd you he she we they me
    my mine your his her our their them us of to in on at for from by with as and or so then than there here do
    does did done doing have has had having will would should could shall let just really actually please ok okay
    hey hi er um what which when where why about if but not any some also too very now that's what's
    already simply instead exactly whats it's there's can't don't doesn't isn't didn't won't wasn't i'll we're they're
    brother sister mom mum mommy mummy dad daddy grandma grandpa granny husband wife son daughter cousin uncle aunt
    please thanks thx sorry hello guys wonder guess think says said saying claims tells
"""
STOP_WORDS = frozenset(_STOP_WORDS.split())
# the word meant ← written or said otherwise; British, American and everyday forms. Phrases are matched by their stems.
SPELLINGS: Mapping[str, tuple[str, ...]] = {
    "colour": ("color", "colored"),
    "flavour": ("flavor", "flavored"),
    "centre": ("center", "middle"),
    "cancel": ("cancelled", "canceled", "cancelling", "canceling", "cancellation"),
    "neighbour": ("neighbor", "neighboring"),
    "grey": ("gray",),
    "may": ("can", "could", "might", "allowed", "permitted", "legal", "be able to", "allow", "ok to", "okay to",
            "fine to",
            "permissible", "lawful", "entitled", "admissible", "is it ok", "is it okay", "y n", "yes or no"),
    "must": ("need", "forced", "obliged", "compulsory", "mandatory", "obligatory", "required", "have to", "has to",
             "had to", "gotta", "got to", "supposed to", "made to", "need to",
             "obligation", "obligated", "bound to"),
    "tied": ("tie", "level on", "equal points", "same points", "same score", "same total", "same number of points",
             "both have", "both of us have", "both got", "we both have", "each have", "dead heat", "a draw",
             "drawn game", "even score", "points are equal", "scores are equal", "scores are level",
             "points are the same", "scores are the same", "score is the same", "score is equal", "scores are tied",
             "have the same", "end up even", "end up equal"),
    "reach": ("hit", "got to", "get to", "made it to", "crossed", "passed", "exceed", "went past", "go past"),
    "tiebreak": ("tie break", "tie breaker", "tiebreaker"),
    "score": ("worth", "value", "point", "pts", "pt"),
    "start": ("begin", "beginning", "opening", "initially"),
    "start player": ("who goes first", "goes first", "go first", "who starts", "who begins", "starting player",
                     "first player", "who opens", "first turn", "who is first", "play first", "start first"),
    "turn": ("my go", "a go", "his go", "her go", "your go", "their go", "another go", "one go", "whose go"),
    "rival": ("opponent", "someone else", "somebody else", "another player", "other player", "enemy", "adversary"),
    "target": ("play to", "playing to", "play up to", "playing up to", "play until", "winning score"),
    "game end": ("game over", "game end", "end the game", "end of the game", "end game", "game is over", "game ends",
                 "game finishes", "game finished", "when is it over", "when does it end", "when does it finish",
                 "when do we stop", "when are we done", "are we done", "is it done"),
    "win": ("won", "winner", "victory", "victorious", "victor", "champion", "prevail"),
    "end": ("finish", "over", "finally", "terminate", "conclude", "conclusion"),
    "empty": ("run out", "ran out", "runs out", "running out", "used up", "none left", "exhausted", "exhaustion",
              "depleted", "all gone",
              "none remain", "none remaining"),
    "maximum": ("max", "at most", "upper limit", "limit", "the most", "up to"),
    "minimum": ("min", "at least", "lower limit"),
    "discard": ("throw away", "throw out", "get rid of", "ditch", "dump"),
    "skip": ("pass my turn", "pass without", "pass on", "sit out", "leave out"),
    "player": ("people", "person", "persons", "of us", "friends", "play with", "participants", "participant",
               "contestant", "ppl", "folks"),
    "everybody": ("everyone", "each player", "every player", "all players", "each person", "each of us", "all of us"),
    "at once": ("immediately", "right away", "instantly", "straight away", "instant", "on the spot", "right then"),
    "take": ("grab", "grabs", "grabbed"),
    "back": ("return", "returns", "returned"),
    "earlier": ("previous", "previously", "prior"),
    "how many": ("number of", "what number of", "quantity of"),
    "hold back": ("withhold", "keep back", "leave behind"),
    "keep": ("hold on to", "hang on to", "retain"),
    "optional": ("voluntary", "up to me", "my choice", "your choice"),
    "wrong": ("wrongly", "mistake", "mistakenly", "by accident", "accidentally", "error", "messed it up"),
    "same time": ("simultaneously", "simultaneous", "same second", "same moment", "same instant"),
    "negative": ("minus", "subtract", "deduct", "penalty", "below zero"),
    "0": ("zero", "nil"), "1": ("one", "once", "single"), "2": ("two", "both", "twice", "two times", "2 times"),
    "3": ("three", "thrice"),
    "4": ("four",), "5": ("five",), "6": ("six",), "7": ("seven",), "8": ("eight",), "9": ("nine",), "10": ("ten",),
    "11": ("eleven",), "12": ("twelve",), "13": ("thirteen",), "14": ("fourteen",), "30": ("thirty",),
    "50": ("fifty",),
    "dice": ("die", "dices"),
}  # fmt: skip


def tokens(text: str) -> list[str]:
    """The words of a text as they are written, in lower case, without accents.

    >>> tokens("Café-Toast, isn’t it?")
    ['cafe', 'toast', "isn't", 'it']
    """
    return [word for word in _WORD.findall(_fold(text)) if len(word) <= LONGEST_WORD]


class _Joined:
    """Phrases and words, by their stems → the stems of what is meant."""

    def __init__(self, table: Iterable[tuple[list[str], list[str]]]) -> None:
        self._meant = {tuple(variant): tuple(canonical) for variant, canonical in table if variant}
        self._longest = max(map(len, self._meant), default=0)

    def join(self, stems: list[str]) -> list[str]:
        """The stems with each variant replaced, the longest first."""
        return list(self._joined(stems))

    def _joined(self, stems: list[str]) -> Iterator[str]:
        at = 0
        while at < len(stems):
            length, meant = self._longest_at(stems, at)
            yield from meant
            at += length

    def _longest_at(self, stems: list[str], at: int) -> tuple[int, tuple[str, ...]]:
        for length in range(min(self._longest, len(stems) - at), 0, -1):
            meant = self._meant.get(tuple(stems[at : at + length]))
            if meant is not None:
                return length, meant
        return 1, (stems[at],)


def _pairs(synonyms: Mapping[str, tuple[str, ...]]) -> Iterator[tuple[list[str], list[str]]]:
    for canonical, variants in synonyms.items():
        for variant in variants:
            yield _stems(tokens(variant)), _stems(tokens(canonical))


class Lexicon:
    """How the words of one game are read: the general spellings, then the game's own synonyms."""

    def __init__(self, synonyms: Mapping[str, tuple[str, ...]] | None = None, names: Iterable[str] = ()) -> None:
        """``names``: words that say which game is meant."""
        own = synonyms or {}
        self._own = _Joined((_SPELLED.join(variant), _SPELLED.join(meant)) for variant, meant in _pairs(own))
        self.names = frozenset(names)
        self.known = frozenset(word for group in own.items() for said in (group[0], *group[1]) for word in tokens(said))

    def words(self, text: str) -> list[str]:
        """The stems a text is indexed by, in order, stop words left out.

        >>> Lexicon({"burnt": ("burned",)}).words("Can I cancel the BURNED one?")
        ['may', 'cancel', 'burnt', '1']
        """
        return self.read(tokens(text))

    def read(self, written: list[str]) -> list[str]:
        """The same for words already taken apart (and corrected). Nothing but a title is read word by word."""
        spelled = _SPELLED.join(_stems(written))
        joined = [stem for stem in self._own.join(spelled) if stem not in _STOPPED]
        return joined or [stem for stem in spelled if stem not in _STOPPED]


def _fold(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text).casefold().replace("’", "'").replace("-", " ")
    return "".join(char for char in unicodedata.normalize("NFKD", folded) if not unicodedata.combining(char))


@lru_cache(maxsize=20_000)
def _stem(word: str) -> str:
    with _STEMMING:
        stemmed: str = _STEMMER.stemWord(word)
    return stemmed


def _stems(words: Iterable[str]) -> list[str]:
    return [_number(word) if word[0].isdecimal() else _stem(word) for word in words]


def _number(word: str) -> str:
    """A number as it is searched: which of the large ones, and which decimal, says little about the rule meant."""
    if not word.isdecimal():
        return "decimal" if word[-1].isdecimal() else word
    return word if (len(word) < 3 and int(word) <= LARGEST_COUNT) or word in TARGETS else "manypoints"


_STOPPED = frozenset(map(_stem, STOP_WORDS))
_SPELLED = _Joined(_pairs(SPELLINGS))
_GENERAL = STOP_WORDS | {
    word for group in SPELLINGS.items() for said in (group[0], *group[1]) for word in tokens(said)
}  # fmt: skip


class Vocabulary:
    """Every word of an index as it is written there; reads an unknown one as the nearest known."""

    def __init__(self, words: Iterable[str]) -> None:
        self._known = frozenset(words) | _GENERAL
        self._stems = frozenset(map(_stem, self._known))
        self._long = sorted(word for word in self._known if len(word) >= SHORTEST_TYPO)

    def nearest(self, word: str) -> str:
        """The word itself when it, or another form of it, is known or none is near; else the nearest."""
        if len(word) < SHORTEST_TYPO or word in self._known or _stem(word) in self._stems:
            return word
        found = process.extractOne(word, self._long, scorer=fuzz.ratio, score_cutoff=NEAR_ENOUGH)
        return found[0] if found else word
