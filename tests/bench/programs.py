"""The peers' process as the bench sees it, and how long a piece of work is measured."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
PYTHON = ROOT / ".venv-bench" / "bin" / "python"
SECONDS, QUICK_SECONDS = 0.5, 0.1
NO_FIGURE = 0.0


def spread(work: Callable[[], int], *, quick: bool) -> Callable[[], int]:
    """The same work, repeated until it fills the time that one measurement takes."""

    def longer() -> int:
        steps, started = 0, time.process_time()
        while time.process_time() - started < (QUICK_SECONDS if quick else SECONDS):
            steps += work()
        return steps

    return longer


class Peers:
    """The process of peers.py. Without its environment every figure is 0 and `trouble` says why."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[str] | None = None
        self.versions: dict[str, str] = {}
        self.troubles: dict[str, str] = {}

    def __enter__(self) -> Peers:
        if PYTHON.exists():
            command = [str(PYTHON), "-W", "ignore", str(Path(__file__).with_name("peers.py"))]
            self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            self.versions = self._answer()
        return self

    def __exit__(self, *_: object) -> None:
        if self.process is not None:
            self.process.stdin.close()  # type: ignore[union-attr]
            self.process.wait(30)
            self.process.stdout.close()  # type: ignore[union-attr]

    def measures(self, names: Iterable[str], *, quick: bool) -> dict[str, Callable[[], float]]:
        """One measurement each: the rate of a peer, 0 when it cannot run."""
        seconds = QUICK_SECONDS if quick else SECONDS
        return {name: (lambda name=name: self._rate(name, seconds)) for name in names}  # type: ignore[misc]

    def _rate(self, name: str, seconds: float) -> float:
        if self.process is None:
            self.troubles[name] = f"{PYTHON.parents[1].name} is not there: make bench installs it"
            return NO_FIGURE
        self.process.stdin.write(f"{name} {seconds}\n")  # type: ignore[union-attr]
        self.process.stdin.flush()  # type: ignore[union-attr]
        told = self._answer()
        if "why" in told:
            self.troubles[name] = told["why"]
        return float(told.get("rate", NO_FIGURE))

    def _answer(self) -> dict[str, Any]:
        line = self.process.stdout.readline()  # type: ignore[union-attr]
        return dict(json.loads(line)) if line else {"why": "the peers' process ended"}

    def shown(self, found: Mapping[str, float], titles: Mapping[str, str]) -> dict[str, float]:
        """The figures of peers that could run, by title with version."""
        return {self._titled(title): found[name] for name, title in titles.items() if found.get(name)}

    def _titled(self, title: str) -> str:
        """A title such as `PokerKit, replayed` with the version behind the product's name."""
        packages = {"OpenSpiel": "open_spiel", "PokerKit": "pokerkit", "python-chess": "chess"}
        product = next(name for name in packages if title.startswith(name))
        return f"{product} {self.versions.get(packages[product], '')}{title.removeprefix(product)}"

    def trouble(self, names: Iterable[str]) -> str:
        """Why peers could not run; empty when all could."""
        return "; ".join(f"{name}: {self.troubles[name]}" for name in names if name in self.troubles)
