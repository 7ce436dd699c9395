"""Tally against a plain reckoning: random agreements and lines, totals in fractions, the end worked out anew."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamerules import IllegalEntry, Malformed, replay, result_of
from gamerules.records import parse_record, start

PLAYERS = ["Ana", "Ben", "Cleo"]
STEPS = [None, 1, 5, "0.5", "0.25"]


def amounts(step):
    if not isinstance(step, str):
        return st.integers(-30, 30).map(lambda number: number * (step or 1))
    places = len(step.partition(".")[2])
    return st.integers(-30, 30).map(lambda number: f"{float(step) * number:.{places}f}")


@st.composite
def plays(draw):
    step = draw(st.sampled_from(STEPS))
    options = {
        "step": step,
        "rounds": draw(st.none() | st.integers(1, 4)),
        "target": draw(st.none() | st.sampled_from([-20, -5, 5, 20])),
        "target_ends": draw(st.sampled_from(["at-once", "finish-round"])),
        "direction": draw(st.sampled_from(["high", "low"])),
        "tie": draw(st.sampled_from(["shared", "none"])),
        "teams": draw(st.none() | st.just({"Ana": "red", "Cleo": "red"})),
    }
    amount = amounts(step)
    line = st.builds(
        lambda player, points: {"kind": "points", "player": player, "points": points}, st.sampled_from(PLAYERS), amount
    )
    row = st.dictionaries(st.sampled_from(PLAYERS), amount, min_size=1).map(
        lambda scores: {"kind": "row", "scores": scores}
    )
    entries = draw(st.lists(line | row | st.just({"kind": "end"}), max_size=14))
    return {"game": "tally", "players": PLAYERS, "options": options, "entries": entries}


def legal_part(record):
    """The record with every entry left out that the sheet refuses."""
    head = parse_record(record)
    sheet, kept = start(head), []
    for raw in head.entries:
        entry = head.game.parse_entry(raw, head.seats)
        found = sheet.explain(entry)
        if found:
            with pytest.raises(IllegalEntry) as refusal:
                sheet.apply(entry)
            assert refusal.value.findings == found
        else:
            sheet = sheet.apply(entry)
            kept.append(raw)
    return record | {"entries": kept}


def sums(entries):
    totals = dict.fromkeys(PLAYERS, Fraction(0))
    for entry in entries:
        scores = {entry["player"]: entry["points"]} if entry["kind"] == "points" else entry.get("scores", {})
        for player, points in scores.items():
            totals[player] += Fraction(points)
    return totals


def sides(options, totals):
    """For each player the total that counts: the team's, or the player's own."""
    teams = options["teams"] or {}
    mates = {player: [mate for mate in teams if player in teams] or [player] for player in totals}
    return {player: sum((totals[mate] for mate in mates[player]), Fraction(0)) for player in totals}


@settings(max_examples=150, deadline=None)
@given(plays())
def test_totals_ranks_and_winners_are_those_of_a_plain_reckoning(record):
    record = legal_part(record)
    shown = result_of(replay(record))
    totals = sums(record["entries"])
    assert {row["player"]: Fraction(row["points"]) for row in shown["players"]} == totals
    assert all(isinstance(row["points"], str) == isinstance(record["options"]["step"], str) for row in shown["players"])
    sign = 1 if record["options"]["direction"] == "high" else -1
    counted = {player: sign * total for player, total in sides(record["options"], totals).items()}
    ranks = {player: 1 + sum(other > counted[player] for other in counted.values()) for player in counted}
    assert {row["player"]: row["rank"] for row in shown["players"]} == ranks
    if shown["outcome"] is not None:
        best = [player for player in PLAYERS if ranks[player] == 1]
        is_shared = len(best) > 1 and not (best == ["Ana", "Cleo"] and record["options"]["teams"])
        winners = [] if is_shared and record["options"]["tie"] == "none" else best
        assert shown["outcome"] == {"winners": winners, "by": "shared" if is_shared else "points"}


@settings(max_examples=150, deadline=None)
@given(plays())
def test_a_play_is_over_exactly_when_it_should_be(record):
    record = legal_part(record)
    options, entries = record["options"], record["entries"]
    shown = result_of(replay(record))
    target = options["target"]
    reached = [
        length
        for length in range(1, len(entries) + 1)
        if target is not None
        and any(total >= target > 0 or total <= target < 0 for total in sides(options, sums(entries[:length])).values())
    ]
    is_called = bool(entries) and entries[-1]["kind"] == "end"
    if options["target_ends"] == "at-once" and reached:
        assert reached[0] == len(entries)
        assert shown["outcome"] is not None
    elif is_called:
        assert shown["outcome"] is not None
    elif not reached and options["rounds"] is None:
        assert shown["outcome"] is None
        assert shown["next"]["players"] == PLAYERS


@settings(max_examples=200, deadline=None)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6) | st.sampled_from(PLAYERS),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from([*PLAYERS, "kind", "points", "scores", "winners", "won", "sum"]), inner, max_size=4
            )
        ),
        max_leaves=8,
    ),
    st.sampled_from(["points", "row", "end", "result"]),
)
def test_no_entry_brings_the_sheet_down(noise, kind):
    raw = noise | {"kind": kind} if isinstance(noise, dict) else noise
    head = parse_record(
        {"game": "tally", "players": PLAYERS, "options": {"step": "0.5", "categories": [{"name": "points"}]}}
    )
    try:
        entry = head.game.parse_entry(raw, head.seats)
    except Malformed:
        return
    sheet = start(head)
    assert bool(sheet.explain(entry)) is (
        replay(head.__class__(head.game, head.options, head.players, None, (raw,))).failure is not None
    )
