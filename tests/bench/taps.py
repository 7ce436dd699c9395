"""A tap on a pad: what the server takes to say what the entry would give, for the pads of all five games."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from tests.bench.rows import Row

TARGET = 100  # ms by the clock, p95
TAPS, QUICK_TAPS = 200, 30
LINES = 45
# The game, its options, how a line is written, and what its pad sends on a tap.
PADS: tuple[tuple[str, dict[str, Any], dict[str, Any], dict[str, Any]], ...] = (
    ("popcorn-dice", {"target": 500}, {"kind": "points", "points": 3},
     {"kind": "points", "player": "Ana", "points": "12"}),
    ("popcorn-dice", {"target": 500}, {"kind": "points", "points": 3},
     {"kind": "dice", "player": "Ana", "die:red:1": "P", "die:red:2": "D", "die:blue:1": "P", "burnt": "1"}),
    ("pop-tarts", {"target": 1000}, {"kind": "points", "points": 1},
     {"kind": "points", "player": "Ana", "points": "2"}),
    ("toasty-toasts", {}, {}, {"kind": "toasts", "player": "Ana", "toast:1:bacon": "2", "toast:1:egg": "1",
                               "toast:2:sandwich": "1", "toast:2:jelly": "1"}),
    ("anarchy-pancakes", {"slabs": 5}, {"kind": "void-round"}, {"kind": "round", "winner": "Ana"}),
    ("tally", {"title": "Azul"}, {"kind": "points", "points": 7},
     {"kind": "points", "player": "Ana", "points": "12+7"}),
)  # fmt: skip


def measure(*, quick: bool, rounds: int) -> Iterator[Row]:
    """A row a pad, through all middleware, on a sheet with 45 lines where the game has lines."""
    from tests.bench import post_entry

    post_entry.prepare()
    from django.core.management import call_command
    from django.test import Client

    call_command("collectstatic", interactive=False, verbosity=0)
    scene = post_entry.Scene()
    client = Client()
    client.force_login(scene.user)
    for game, options, line, form in PADS:
        play = started(scene, game, options, line)
        times = sorted(taps(client, f"/plays/{play.pk}/preview", form, QUICK_TAPS if quick else TAPS))
        p95 = times[int(len(times) * 0.95)]
        name = f"tap on the pad of {game}, {form['kind']}: p95 on the server"
        yield Row(name, p95 * 1000, "ms", target=f"< {TARGET}", met=p95 * 1000 < TARGET)


def started(scene: Any, game: str, options: dict[str, Any], line: dict[str, Any]) -> Any:
    """A play with 45 lines, where one line a turn is how the game is logged."""
    import uuid

    from scorekeeper.plays.services import record_entry, start_play

    play = start_play(night=scene.night, game=game, players=scene.players, actor=scene.user, options=options)
    names = [player.name for player in scene.players]
    for number in range(LINES if line else 0):
        entry = line if line["kind"] == "void-round" else {**line, "player": names[number % len(names)]}
        play = record_entry(play=play, raw=entry, line=uuid.uuid4(), version=number, actor=scene.user).play
    return play


def taps(client: Any, path: str, form: dict[str, Any], count: int) -> Iterator[float]:
    """Seconds by the clock of each tap; the first ones, which warm up, are not counted."""
    for number in range(count + 5):
        begun = time.perf_counter()
        answer = client.post(path, form, headers={"host": "localhost", "hx-request": "true"})
        took = time.perf_counter() - begun
        if answer.status_code != 200 or b"hard" in answer.content or not answer.content.strip():
            raise RuntimeError(f"{form} was answered with {answer.status_code} {answer.content!r}")
        if number >= 5:
            yield took
