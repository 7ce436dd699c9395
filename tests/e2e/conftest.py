"""A real server and a real browser: pages are driven as people drive them, looked at, and checked for accessibility."""

from __future__ import annotations

import os
import shutil
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
SCREENSHOTS = ROOT / "screenshots"
CHROMIUM = "/usr/bin/chromium"
ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
PHONE, DESKTOP, NARROW = (360, 740), (1280, 800), (320, 640)
START_WITHIN = 60  # seconds
PASSWORD = "popcorn-dice-night"
_SETTLE = """() => document.getAnimations()
    .filter((one) => one.effect.getComputedTiming().iterations !== Infinity).forEach((one) => one.finish())"""
_OVERFLOWS = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything here drives a browser."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.e2e)


TOLD = pytest.StashKey[list[str]]()


@pytest.fixture
def tell(request: pytest.FixtureRequest) -> Callable[[str], None]:
    """tell(text): a figure that stands at the end of what the run prints."""
    return request.config.stash.setdefault(TOLD, []).append


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """The figures that tests told."""
    for text in config.stash.get(TOLD, []):
        terminalreporter.write_line(text)


@dataclass(frozen=True)
class Site:
    """A server process of our own with its own data; ``manage`` runs one of its commands."""

    url: str
    environment: dict[str, str]

    def manage(self, *arguments: str, text: str = "") -> str:
        """What a management command prints."""
        command = [sys.executable, "manage.py", *arguments]
        done = subprocess.run(
            command, cwd=ROOT, env=self.environment, input=text, capture_output=True, text=True, check=True
        )
        return done.stdout.strip()

    def shell(self, code: str) -> str:
        """What Python code prints, run inside the project."""
        return self.manage("shell", "--no-imports", text=code)

    def setup_link(self) -> str:
        """The address of a fresh one-time set-up link, also where somebody has an account already."""
        secret = self.shell("from scorekeeper.accounts.services import make_setup_link; print(make_setup_link())")
        return f"{self.url}/setup/{secret.splitlines()[-1]}"


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _wait_for(url: str, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + START_WITHIN
    while time.monotonic() < until:
        assert process.poll() is None, f"the server ended with status {process.returncode}"
        try:
            urllib.request.urlopen(f"{url}/sign-in", timeout=2).close()
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
        else:
            return
    raise AssertionError(f"no answer from {url} within {START_WITHIN} s")


def _environment(data: Path, port: int) -> dict[str, str]:
    ours = {"DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE", "SITE_URL", "BIND", "ALLOWED_HOSTS"}
    return {
        **{name: value for name, value in os.environ.items() if name not in ours},
        "DATA": str(data), "DEBUG": "1", "JOBS_INLINE": "1", "PORT": str(port), "SQLITE_SYNCHRONOUS": "OFF",
    }  # fmt: skip


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of an empty site."""
    data = tmp_path_factory.mktemp("migrated") / "data"
    Site("", _environment(data, 0)).manage("migrate", "-v0")
    return data


@pytest.fixture
def site(tmp_path: Path, migrated: Path) -> Iterator[Site]:
    """An empty site that answers: one process, jobs done at once, on SQLite. Its statistics must end up right."""
    port = _free_port()
    shutil.copytree(migrated, tmp_path / "data", ignore=shutil.ignore_patterns("*.sock"))
    environment = _environment(tmp_path / "data", port)
    found = Site(f"http://127.0.0.1:{port}", environment)
    command = [
        sys.executable, "-m", "granian", "scorekeeper.asgi:application", "--interface", "asginl", "--no-ws",
        "--host", "127.0.0.1", "--port", str(port), "--workers-kill-timeout", "3", "--log-level", "warning",
    ]  # the server that people run, event streams included  # fmt: skip
    with (tmp_path / "server.log").open("wb") as log:
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log)
        try:
            _wait_for(found.url, process)
            yield found
        finally:
            process.terminate()
            process.wait(10)
    if _finished_plays(tmp_path / "data"):
        assert found.manage("rebuild_stats", "--check").splitlines()[-1] == "no difference"


def _finished_plays(data: Path) -> int:
    """How many finished plays a site has in the end."""
    with closing(sqlite3.connect(data / "scorekeeper.sqlite3")) as database:
        found: int = database.execute("SELECT count(*) FROM plays_play WHERE status = 'finished'").fetchone()[0]
    return found


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Debian's Chromium."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@dataclass
class Visitor:
    """Somebody at a browser: opens pages, taps (counting the taps), and keeps an eye on what goes wrong."""

    page: Page
    site: Site
    taps: int = 0
    troubles: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("pageerror", lambda error: self.troubles.append(f"script: {error}"))
        self.page.on("console", self._note)

    def _note(self, message: Any) -> None:
        # refusals are part of the game; htmx says an aborted preview loudly
        refusals = ("status of 422", "status of 409", "status of 400", "htmx:")
        if message.type == "error" and not any(known in message.text for known in refusals):
            self.troubles.append(f"console: {message.text}")

    def open(self, path: str) -> Page:
        """Go to a path of the site, or to a whole address."""
        self.page.goto(path if path.startswith("http") else f"{self.site.url}{path}")
        return self.page

    def tap(self, selector: str, *, answers: bool = False) -> None:
        """Tap something; ``answers`` waits for the sheet that the server sends back."""
        self.taps += 1
        target = self.page.locator(selector).first
        if not answers:
            target.click()
            return
        with self.page.expect_response(
            lambda response: response.request.method == "POST" and "/preview" not in response.url
        ):
            target.click()
        self.page.locator(".htmx-request, .htmx-swapping, .htmx-settling").first.wait_for(state="detached")

    def counted(self, act: Callable[[], None]) -> int:
        """How many taps something takes."""
        before = self.taps
        act()
        return self.taps - before

    def totals(self) -> list[str]:
        """The running totals at the head of the sheet."""
        return self.page.locator(".pad-sheet thead .sum").all_inner_texts()

    def overflows(self) -> bool:
        """Whether the page can be scrolled sideways, which no page should."""
        return bool(self.page.evaluate(_OVERFLOWS))


@pytest.fixture
def visit(chromium: Browser, site: Site) -> Iterator[Callable[..., Visitor]]:
    """visit(size=PHONE, scheme="light") → a visitor with their own browser; at the end nothing may have gone wrong."""
    contexts: list[BrowserContext] = []
    visitors: list[Visitor] = []

    def arrive(size: tuple[int, int] = PHONE, scheme: Any = "light", **options: Any) -> Visitor:
        viewport: Any = {"width": size[0], "height": size[1]}
        context = chromium.new_context(
            viewport=viewport, color_scheme=scheme, has_touch=True, **{"locale": "en", **options}
        )
        context.set_default_timeout(8_000)
        contexts.append(context)
        visitors.append(Visitor(context.new_page(), site))
        return visitors[-1]

    yield arrive
    for context in contexts:
        context.close()
    assert [visitor.troubles for visitor in visitors if visitor.troubles] == []


@pytest.fixture
def screenshot() -> Callable[..., None]:
    """screenshot(visitor, name): the page once every fading has ended, into screenshots/ (not committed)."""
    SCREENSHOTS.mkdir(exist_ok=True)

    def take(visitor: Visitor, name: str, *, whole: bool = False) -> None:
        visitor.page.evaluate(_SETTLE)  # after a change of colours, buttons would be caught half-way between both
        visitor.page.screenshot(path=SCREENSHOTS / f"{name}.png", full_page=whole, caret="initial")

    return take


@pytest.fixture
def axe() -> Callable[[Visitor], list[str]]:
    """axe(visitor) → what axe-core finds wrong with the page, one line a violation; an empty list is wanted."""
    script = AXE_SCRIPT

    def check(visitor: Visitor) -> list[str]:
        visitor.page.evaluate(_SETTLE)  # a colour that is still fading in is not the colour people read
        visitor.page.evaluate(script)
        found = visitor.page.evaluate("async () => (await axe.run(document)).violations")
        return [
            f"{fault['id']}: {fault['nodes'][0]['html'][:160]} {fault['nodes'][0]['failureSummary'][:200]}"
            for fault in found
        ]

    return check


SEED = """
from scorekeeper.accounts.services import create_user
from scorekeeper.groups.services import add_player, create_group
from scorekeeper.plays.services import start_night, start_play
host = create_user(username="olga", password={password!r}, is_host=True)
group = create_group(name="Friday crew", owner=host, time_zone="Europe/Berlin")
players = [add_player(group=group, name=name) for name in {names!r}]
night = start_night(group=group, actor=host, players=players, place="Ben's kitchen")
print(night.pk)
for game, options in {plays!r}:
    play = start_play(night=night, game=game, players=players, actor=host, options=options)
    print(play.pk)
"""


@pytest.fixture
def seeded(site: Site, visit: Callable[..., Visitor]) -> Callable[..., tuple[Visitor, list[str]]]:
    """seeded(names, plays) → a signed-in visitor, and the ids of the night and of the plays started in it."""

    def sow(names: list[str], plays: list[tuple[str, dict[str, Any]]] = (), **how: Any) -> tuple[Visitor, list[str]]:  # type: ignore[assignment]
        ids = site.shell(SEED.format(password=PASSWORD, names=names, plays=list(plays))).split()
        return sign_in(visit(**how)), ids

    return sow


def sign_in(visitor: Visitor, name: str = "olga") -> Visitor:
    """Sign in as the host."""
    visitor.open("/sign-in")
    visitor.page.fill("[name=username]", name)
    visitor.page.fill("[name=password]", PASSWORD)
    visitor.page.click("main button")
    return visitor
