"""Rows of the bench table, and how rates are measured: CPU time of the own process, medians of turns taken."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

__all__ = ["Row", "rate", "taking_turns"]

Measure = Callable[[], float]


@dataclass(frozen=True)
class Row:
    """A figure of ours beside its peers' and its target; ``met`` is None where there is no target.

    ``ratio`` is ours over the fastest peer, so 2 is twice as fast (for times: half as long). ``why`` says
    why there is no figure.
    """

    name: str
    ours: float | None = None
    unit: str = ""
    peers: Mapping[str, float] = field(default_factory=dict)
    ratio: float | None = None
    target: str = ""
    met: bool | None = None
    why: str = ""

    def as_json(self) -> dict[str, Any]:
        """Plain values, figures rounded to what they can bear."""
        return asdict(self) | {"ours": _rounded(self.ours), "peers": {n: _rounded(v) for n, v in self.peers.items()},
                               "ratio": _rounded(self.ratio)}  # fmt: skip


def _rounded(value: float | None) -> float | None:
    return value if value is None or isinstance(value, int) else float(f"{value:.4g}")


def compared(name: str, ours: float, unit: str, peers: Mapping[str, float], target: str, met: bool | None) -> Row:
    """A row of rates, with the ratio to the fastest peer."""
    best = max(peers.values(), default=0.0)
    return Row(name, ours, unit, dict(peers), ours / best if best else None, target, met)


def rate(work: Callable[[], int]) -> float:
    """Steps per second of this process's CPU time; ``work`` says how many steps it took."""
    started = time.process_time()
    steps = work()
    return steps / (time.process_time() - started)


def taking_turns(measures: Mapping[str, Measure], rounds: int) -> dict[str, float]:
    """The median of each measure, all of them measured once a round, so that a noisy minute hurts all alike."""
    found: dict[str, list[float]] = {name: [] for name in measures}
    for _ in range(rounds):
        for name, measure in measures.items():
            found[name].append(measure())
    return {name: statistics.median(values) for name, values in found.items()}
