"""``ask``: the clause that answers comes first, whatever the words, and nothing asked can break it."""

from __future__ import annotations

import json
import sqlite3
import string
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from snowballstemmer import stemmer

from gamerules.__main__ import main
from gamerules.asking import Document, ask
from gamerules.asking import index as asking_index
from gamerules.asking.words import Lexicon, Vocabulary, _stem
from gamerules.errors import UnknownGame
from gamerules.games import games, load

HERE = Path(__file__).parent
FIRST, AMONG_THREE = 0.90, 0.97  # what issue 5 asks for


def _questions(name: str) -> list[dict[str, Any]]:
    questions: list[dict[str, Any]] = json.loads((HERE / f"{name}.json").read_text())
    return questions


def _shares(questions: list[dict[str, Any]]) -> tuple[float, float]:
    """How many of the questions have a right clause first, and among the first three."""
    first = three = 0
    for asked in questions:
        found = [answer.document.clauses[0] for answer in ask(asked["question"], game=asked["game"] or None)[:3]]
        right = [clause in asked["clauses"] for clause in found]
        first += right[:1] == [True]
        three += any(right)
    return first / len(questions), three / len(questions)


def test_the_right_clause_comes_first() -> None:
    questions = _questions("questions") + _questions("development")
    first, three = _shares(questions)
    print(f"\n{len(questions)} questions: right clause first {first:.1%}, among the first three {three:.1%}")
    assert first >= FIRST
    assert three >= AMONG_THREE


def test_the_first_held_out_questions_do_as_well() -> None:
    first, three = _shares(_questions("questions"))
    assert first >= FIRST
    assert three >= AMONG_THREE


def test_the_questions_name_clauses_of_every_game() -> None:
    questions = _questions("questions") + _questions("development")
    assert len(questions) >= 120
    named = {clause for asked in questions for clause in asked["clauses"]}
    assert named <= {clause for slug in games() for clause in load(slug).clauses}
    assert {clause.split("/")[0] for clause in named} == {game for game in games() if asking_index._lexicon_of(game)}


@pytest.mark.parametrize("slug", [slug for slug in games() if asking_index._lexicon_of(slug)])
def test_each_clause_is_asked_for_in_several_ways(slug: str) -> None:
    asked = asking_index._lexicon_of(slug).ASKED
    assert set(asked) == {clause.name for clause in load(slug).clauses.values()}
    for name, ways in asked.items():
        assert len(set(ways)) >= 5, name


@pytest.mark.parametrize("slug", [slug for slug in games() if asking_index._lexicon_of(slug)])
def test_no_way_of_asking_is_given_for_two_clauses(slug: str) -> None:
    ways = [way for ways in asking_index._lexicon_of(slug).ASKED.values() for way in ways]
    assert sorted(ways) == sorted(set(ways))


def _first(question: str, game: str | None = None) -> str:
    return ask(question, game=game)[0].document.clauses[0]


@pytest.mark.parametrize(
    ("question", "clause"),
    [
        ("may i cancel a burnt with a duoble pop", "popcorn-dice/cancel"),
        ("how mnay pionts for a sandwhich", "toasty-toasts/score-sandwich"),
        ("WHO STARTS THE POPTARTS GAME???", "pop-tarts/first-player"),
        ("how many slabs of buter do i need to win", "anarchy-pancakes/win"),
        ("hwo many cards in my hnad at the end of the turn, hand limit toasts", "toasty-toasts/hand-check"),
    ],
)
def test_a_typo_is_read_as_the_nearest_word(question: str, clause: str) -> None:
    assert _first(question) == clause


@pytest.mark.parametrize("game", ["popcorn-dice", None])
@pytest.mark.parametrize(
    "question", ["may I cancel the burnt I rolled before?", "may i cancel the burned one from before"]
)
def test_a_burnt_of_before_is_not_taken_for_a_cancel_of_now(question: str, game: str | None) -> None:
    assert _first(question, game) == "popcorn-dice/no-late-cancel"


@pytest.mark.parametrize(
    ("one", "other", "game"),
    [
        ("which colours make a pair", "which colors make a pair", "popcorn-dice"),
        ("is the burnt cancelled", "is the burned canceled", "popcorn-dice"),
        ("bonus with three flavours", "bonus with three flavors", "pop-tarts"),
        ("swap neighbours", "swap neighbors", "pop-tarts"),
        ("may I put jelly on it", "may I put jam on it", "toasty-toasts"),
        ("how many slabs to win", "how many butters to win", "anarchy-pancakes"),
        ("two cafés", "two cafes", "tally"),
    ],
)
def test_spelling_and_synonyms_make_no_difference(one: str, other: str, game: str) -> None:
    answers = [[answer.document for answer in ask(question, game=game)[:3]] for question in (one, other)]
    assert answers[0] == answers[1]


@pytest.mark.parametrize("slug", games())
def test_a_named_game_is_the_only_one_looked_at(slug: str) -> None:
    answers = ask("who wins when the points are tied", game=slug)
    assert answers
    assert {answer.document.game for answer in answers} == {slug}


@pytest.mark.parametrize(
    ("question", "game"),
    [
        ("who wins a tie in the popcorn game", "popcorn-dice"),
        ("who starts when we play pop tarts", "pop-tarts"),
        ("when does the toast game end", "toasty-toasts"),
        ("how many can play the pancake game", "anarchy-pancakes"),
        ("when is the tally over", "tally"),
    ],
)
def test_a_question_that_names_its_game_is_answered_from_it(question: str, game: str) -> None:
    assert ask(question)[0].document.game == game


@pytest.mark.parametrize("question", ["", "   ", "?!", "the of and", "\x00", "🍞🍞", "qqqqzzzzxxxx"])
def test_nothing_known_finds_nothing(question: str) -> None:
    assert ask(question) == []


HOSTILE = [
    '" OR 1=1 --', "texts MATCH 'x'", "NEAR(pop tart)", "title:pop", "pop*", "^tie", "-tie", "{words}: tie", "tie AND",
    "NOT tie", "'; DROP TABLE texts; --", "tie\ud800", "tie" * 5_000, "tie " * 2_500, "ﬁrst ½ ² ٣ tie", "a'b'c' d'",
    "<script>alert(1)</script> tie", "%s %(tie)s {tie}", "\u202etie", "ties " + "\u0301" * 9_000,
]  # fmt: skip


@pytest.mark.parametrize("question", HOSTILE)
def test_no_question_breaks_the_search(question: str) -> None:
    for answer in ask(question, limit=5):
        json.dumps(answer.as_json())
    assert _first("who wins a tie", "pop-tarts") == "pop-tarts/tie"


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=80))
def test_any_text_is_answered_or_not(question: str) -> None:
    scores = [answer.score for answer in ask(question, limit=4)]
    assert len(scores) <= 4
    assert scores == sorted(scores, reverse=True)
    assert all(0 < score <= 1 for score in scores)


def test_a_question_of_ten_thousand_characters_is_read_by_its_beginning() -> None:
    begin = "may I put a pop back in the bucket? "
    answers = ask(begin + "x" * 10_000, game="popcorn-dice")
    assert answers[0].document.clauses[0] == "popcorn-dice/no-return-pop"
    assert len(ask(" ".join(string.ascii_lowercase) * 200)) <= 10


def test_the_first_results_are_of_different_clauses() -> None:
    for asked in _questions("development")[::9]:
        first = [answer.document.clauses[0] for answer in ask(asked["question"], game=asked["game"] or None)[:3]]
        assert len(set(first)) == len(first)


def test_an_answer_prints_as_the_contract_says() -> None:
    answer = ask("how much are four pairs worth", game="popcorn-dice")[0].as_json()
    assert set(answer) == {"kind", "clauses", "title", "excerpt", "link", "score"}
    assert answer["kind"] in {"clause", "ruling"}
    assert answer["clauses"][0] == "popcorn-dice/score-pairs"
    assert answer["link"].startswith("/rules/popcorn-dice#")
    assert answer["score"] == 1
    assert len(answer["excerpt"]) <= asking_index.EXCERPT + 2


@pytest.mark.parametrize("limit", [-1, 0, 1, 3])
def test_no_more_than_the_limit(limit: int) -> None:
    assert len(ask("who wins a tie", limit=limit)) == max(limit, 0)


HATS = Document(
    "house-ruling", ("pop-tarts/tie",), "tie", "A tie is decided by whoever wears a hat", "/h/1", "pop-tarts"
)


def test_a_house_ruling_is_found_by_its_own_words() -> None:
    answers = ask("who wears a hat in a tie", game="pop-tarts", documents=[HATS])
    assert answers[0].document.clauses[0] == "pop-tarts/tie"
    assert HATS in [answer.document for answer in answers[:2]]
    assert "house-ruling" in [answer.as_json()["kind"] for answer in answers[:2]]


def test_a_house_ruling_is_found_by_a_word_nothing_else_uses() -> None:
    assert ask("hat", documents=[HATS])[0].document == HATS


def test_a_house_ruling_does_not_hide_what_answers_better() -> None:
    answers = ask("must I take the tart at the arrow", game="pop-tarts", documents=[HATS])
    assert answers[0].document.clauses[0] == "pop-tarts/plate-must"


def test_house_rulings_are_forgotten_after_the_question() -> None:
    ask("hat", documents=[HATS])
    assert ask("hat in a tie", game="pop-tarts") == ask("hat in a tie", game="pop-tarts", documents=[])
    assert HATS not in [answer.document for answer in ask("hat in a tie", game="pop-tarts", limit=100)]


def test_a_house_ruling_without_clause_or_of_another_game_is_searched_too() -> None:
    free = Document("house-ruling", (), "Snacks", "No popcorn on the cloth")
    theirs = Document("house-ruling", ("chess/stalemate",), "Stalemate", "A stalemate is half a win", game="chess")
    assert ask("snacks on the cloth", game="tally", documents=[free, theirs])[0].document == free
    assert ask("stalemate half", game="tally", documents=[free, theirs])[0].document == theirs


def test_an_unknown_game_is_refused() -> None:
    for unknown in ("nope", "", "../popcorn-dice"):
        with pytest.raises(UnknownGame):
            ask("who wins", game=unknown)


def test_questions_may_come_from_several_threads() -> None:
    questions = [(asked["question"], asked["game"] or None) for asked in _questions("development")[:40]]
    alone = [ask(question, game=game) for question, game in questions]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda asked: ask(asked[0], game=asked[1], documents=[HATS], limit=10), questions))
    without = [[answer for answer in answers if answer.document != HATS] for answers in together]
    assert [found[0].document.clauses for found in without] == [found[0].document.clauses for found in alone]


@pytest.fixture
def statements() -> Iterator[list[str]]:
    """The SQL statements that searching runs on the index of pop-tarts."""
    table: sqlite3.Connection = asking_index._index_of(("pop-tarts",))._table
    seen: list[str] = []
    table.set_trace_callback(seen.append)
    yield seen
    table.set_trace_callback(None)


def test_a_question_takes_two_searches_a_game_however_long_it_is(statements: list[str]) -> None:
    ask("must I eat the fifth tart " * 400, game="pop-tarts")
    assert len([line for line in statements if "MATCH" in line]) == 2


def test_the_index_is_built_once() -> None:
    ask("who wins", game="tally")
    built = asking_index._index_of.cache_info().misses
    for question in ("who loses", "may I stop", "zzz"):
        ask(question, game="tally")
    assert asking_index._index_of.cache_info().misses == built


def test_the_longest_phrase_is_joined() -> None:
    lexicon = Lexicon({"redo": ("do over",), "burnt": ("burned", "burned kernel")})
    assert lexicon.words("a do-over for the burned kernels") == ["redo", "burnt"]


def test_a_word_is_corrected_only_to_a_near_one() -> None:
    vocabulary = Vocabulary(["sandwich", "toast"])
    assert vocabulary.nearest("sandwhich") == "sandwich"
    assert vocabulary.nearest("elephant") == "elephant"
    assert vocabulary.nearest("tst") == "tst"


def test_the_command_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", "may I trade twice", "--game", "toasty-toasts", "--json", "--limit", "2"]) == 0
    results = json.loads(capsys.readouterr().out)["results"]
    assert len(results) == 2
    assert results[0]["clauses"][0] == "toasty-toasts/trade-once"


def test_the_command_prints_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", "may I trade twice", "--game", "toasty-toasts"]) == 0
    assert capsys.readouterr().out.startswith("toasty-toasts/trade-once")


def test_the_command_says_that_nothing_was_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", "qqqqzzzz", "--json"]) == 1
    printed = capsys.readouterr()
    assert json.loads(printed.out) == {"results": []}
    assert "nothing found" in printed.err


def test_the_command_refuses_an_unknown_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", "who wins", "--game", "chess", "--json"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "'chess'" in printed.err
    assert "popcorn-dice" in printed.err


@pytest.mark.parametrize("arguments", [[], ["who wins", "--limit", "0"], ["who wins", "--limit", "-3"],
                                       ["who wins", "--limit", "x"], ["who wins", "--limit", "9" * 5000],
                                       ["who", "wins"], ["who wins", "--what"]])  # fmt: skip
def test_the_command_refuses_bad_arguments(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["ask", *arguments])
    assert stopped.value.code == 2
    assert capsys.readouterr().out == ""


def test_many_may_ask_at_once():
    """The stemmer keeps its place in a word; two threads in it read each other's letters."""
    words = [
        f"{prefix}{word}"
        for prefix in ("", "re", "un", "over")
        for word in ["cancelling", "rationalities", "rolled", "conditional", "bonuses"]
    ]
    alone = [stemmer("english").stemWord(word) for word in words]
    _stem.cache_clear()
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as threads:
            together = list(threads.map(lambda _: [_stem.__wrapped__(word) for word in words], range(8)))
    finally:
        sys.setswitchinterval(interval)
    assert all(found == alone for found in together)
