"""From a sentence to the words it is found by: folded, spelled one way, synonyms joined, stemmed."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache

from rapidfuzz import fuzz, process
from snowballstemmer import stemmer

__all__ = ["Lexicon", "SPELLINGS", "STOP_WORDS", "Vocabulary"]

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_STEMMER = stemmer("english")
SHORTEST_TYPO = 4  # letters; shorter words are too easily mistaken for others
NEAR_ENOUGH = 80  # of 100, rapidfuzz's normalised edit similarity

# words that say nothing about which rule is meant
_STOP_WORDS = """
    a an the this that these those it its is are was were be been am i i'm im i've ive i'd you he she we they me
    my mine your his her our their them us of to in on at for from by with as and or so then than there here do
    does did done doing have has had having will would should could shall let just really actually please ok okay
    hey hi er um what which how when where why about if but not any some also too very now get got gets give gives
    go goes going one's that's what's whats it's there's can't don't doesn't isn't
"""
STOP_WORDS = frozenset(_STOP_WORDS.split())
# written otherwise, meant the same; British, American and everyday forms
SPELLINGS: Mapping[str, str] = {
    "color": "colour", "colors": "colour", "colours": "colour", "coloured": "colour", "colored": "colour",
    "flavor": "flavour", "flavors": "flavour", "flavours": "flavour", "center": "centre", "canceled": "cancel",
    "cancelled": "cancel", "cancelling": "cancel", "canceling": "cancel", "cancels": "cancel",
    "neighbor": "neighbour", "neighbors": "neighbour", "neighbours": "neighbour", "neighbor's": "neighbour",
    "can": "may", "could": "may", "allowed": "may", "allow": "may", "permitted": "may", "legal": "may",
    "must": "must", "need": "must", "needs": "must", "forced": "must", "obliged": "must", "compulsory": "must",
    "mandatory": "must", "tie": "tied", "ties": "tied", "draw game": "tied", "worth": "score", "value": "score",
    "points": "score", "point": "score", "scores": "score", "scoring": "score", "scored": "score",
    "starts": "start", "begin": "start", "begins": "start", "beginning": "start", "started": "start",
    "opponent": "rival", "opponents": "rival", "rivals": "rival", "wins": "win", "won": "win", "winner": "win",
    "victory": "win", "winning": "win", "finish": "end", "finished": "end", "finishes": "end", "ends": "end",
    "over": "end", "ended": "end", "quit": "stop", "zero": "0", "one": "1", "two": "2", "three": "3", "four": "4",
    "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9", "ten": "10", "eleven": "11", "twelve": "12",
    "thirteen": "13", "fourteen": "14", "both": "2", "twice": "2", "once": "1", "single": "1", "pair": "pair",
    "pairs": "pair", "dices": "dice", "die": "dice", "sandwhich": "sandwich",
}  # fmt: skip


class Lexicon:
    """The joined synonyms of some games: phrases and words → the one word they are indexed as."""

    def __init__(self, synonyms: Iterable[Mapping[str, tuple[str, ...]]]) -> None:
        self._words: dict[str, str] = {word: _fold(meant) for word, meant in SPELLINGS.items() if " " not in word}
        phrases: dict[str, str] = {word: _fold(meant) for word, meant in SPELLINGS.items() if " " in word}
        for table in synonyms:
            for canonical, variants in table.items():
                for variant in variants:
                    target = phrases if " " in variant else self._words
                    target[_fold(variant)] = _fold(canonical)
        self._phrases = sorted(phrases.items(), key=lambda pair: -len(pair[0]))
        self._phrase_pattern = (
            re.compile(r"\b(" + "|".join(re.escape(phrase) for phrase, _meant in self._phrases) + r")\b")
            if phrases
            else None
        )
        self._meant = phrases

    def words(self, text: str) -> list[str]:
        """The stems a text is indexed by, in order, stop words left out.

        >>> Lexicon([{"burnt": ("burned",)}]).words("Can I cancel the BURNED one?")
        ['may', 'cancel', 'burnt', '1']
        """
        folded = _fold(text)
        if self._phrase_pattern is not None:
            folded = self._phrase_pattern.sub(lambda found: self._meant[found.group()], folded)
        plain = (self._words.get(word, word) for word in _WORD.findall(folded) if word not in STOP_WORDS)
        return [_stem(word) for word in plain]


def _fold(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text).casefold().replace("’", "'").replace("-", " ")
    return "".join(char for char in unicodedata.normalize("NFKD", folded) if not unicodedata.combining(char))


@lru_cache(maxsize=20_000)
def _stem(word: str) -> str:
    stemmed: str = _STEMMER.stemWord(word)
    return stemmed


class Vocabulary:
    """Every word of an index; reads an unknown one as the nearest known."""

    def __init__(self, words: Iterable[str]) -> None:
        self._known = frozenset(words)
        self._long = sorted(word for word in self._known if len(word) >= SHORTEST_TYPO)

    def nearest(self, word: str) -> str | None:
        """The word itself when known, else the nearest one near enough, else None."""
        if word in self._known:
            return word
        if len(word) < SHORTEST_TYPO:
            return None
        found = process.extractOne(word, self._long, scorer=fuzz.ratio, score_cutoff=NEAR_ENOUGH)
        return found[0] if found else None
