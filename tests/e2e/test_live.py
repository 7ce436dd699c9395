"""Two phones on one sheet: what one writes the other sees; what is written without a network arrives once."""

from __future__ import annotations

import re

import pytest

from tests.e2e.conftest import PASSWORD

PLAY = """
from scorekeeper.accounts.models import User
from scorekeeper.accounts.services import create_user
from scorekeeper.groups.services import add_player, create_group
from scorekeeper.plays.services import start_night, start_play
user = User.objects.filter(username="host").first() or create_user(username="host", password="{password}")
group = create_group(name="Crew", owner=user)
people = [add_player(group=group, name=name) for name in ("Ana", "Ben", "Chloë")]
night = start_night(group=group, actor=user, players=people)
print(start_play(night=night, game="{game}", players=people, actor=user, options={options}).pk)
"""


def a_play(site, game="popcorn-dice", options="{}"):
    return site.shell(PLAY.format(password=PASSWORD, game=game, options=options)).split()[-1]


@pytest.fixture
def signed_in(visit):
    def arrive(path, **options):
        visitor = visit(**options)
        visitor.open(f"/sign-in?next={path}")
        visitor.page.fill("[name=username]", "host")
        visitor.page.fill("[name=password]", PASSWORD)
        visitor.page.click("main button")
        visitor.page.wait_for_url(re.compile(re.escape(path)))
        return visitor

    return arrive


def write(visitor, points, *, answers=True):
    for digit in str(points):
        visitor.tap(f"[data-key='{digit}']")
    visitor.tap("#log", answers=answers)


def test_a_line_shows_on_the_other_phone_and_passes_the_pad_on(site, signed_in):
    path = f"/plays/{a_play(site)}"
    first, second = signed_in(path), signed_in(path)
    second.page.wait_for_selector(".live-mark.live")
    write(first, 12)
    second.page.wait_for_selector("#sheet[data-version='1']")
    second.page.wait_for_selector("#pad [name=player][value=Ben]", state="attached")
    assert second.totals() == ["12", "0", "0"]
    write(second, 7)
    first.page.wait_for_selector("#sheet[data-version='2']")
    assert first.totals() == ["12", "7", "0"]


def test_a_pad_in_use_is_left_alone_and_a_clash_is_asked_about(site, signed_in):
    path = f"/plays/{a_play(site, 'tally')}"
    first, second = signed_in(path), signed_in(path)
    second.tap("[data-key='9']")
    write(first, 5)
    second.page.wait_for_selector("#sheet[data-version='1']")
    assert second.page.input_value("#points") == "9"
    second.tap("#log", answers=True)
    assert second.page.locator("#pad").inner_text().count("in the meantime") == 1
    assert second.page.input_value("#points") == "9"
    second.tap("#log", answers=True)
    second.page.wait_for_selector("#sheet[data-version='2']")


def test_lines_written_offline_wait_survive_a_reload_and_arrive_once_in_order(site, signed_in):
    path = f"/plays/{a_play(site)}"
    phone, other = signed_in(path), signed_in(path)
    phone.page.wait_for_selector(".live-mark.live")
    phone.page.route("**/entries", lambda route: route.abort("internetdisconnected"))
    for points, following in ((12, "Ben"), (7, "Chloë"), (30, "Ana")):
        write(phone, points, answers=False)
        phone.page.wait_for_selector(f"#pad [name=player][value='{following}']", state="attached")
    phone.page.wait_for_selector("#queue .queued >> nth=2")
    assert other.totals() == ["0", "0", "0"]
    phone.page.reload()
    phone.page.wait_for_selector("#queue .queued >> nth=2")
    assert "3" in phone.page.locator("#live").inner_text()
    phone.page.unroute("**/entries")
    other.page.wait_for_selector("#sheet[data-version='3']", timeout=20_000)
    assert other.totals() == ["12", "7", "30"]
    phone.page.wait_for_selector("#queue", state="hidden")
    phone.page.wait_for_timeout(500)
    count = f"from scorekeeper.plays.models import Entry; print(Entry.objects.filter(play='{path[7:]}').count())"
    assert site.shell(count).split()[-1] == "3"
    phone.troubles.clear()  # the network was cut on purpose


def test_a_conflict_shows_both_values_and_asks(site, signed_in):
    path = f"/plays/{a_play(site, 'tally')}"
    phone, other = signed_in(path), signed_in(path)
    phone.page.route("**/entries", lambda route: route.abort("internetdisconnected"))
    write(phone, 12, answers=False)
    phone.page.wait_for_selector("#queue .queued")
    write(other, 5)
    phone.page.unroute("**/entries")
    phone.page.wait_for_selector("#queue .queued.conflict", timeout=20_000)
    shown = phone.page.locator("#queue").inner_text()
    assert "12" in shown
    assert "5" in shown
    phone.page.click("#queue .queued.conflict button >> nth=0")
    other.page.wait_for_selector("#sheet[data-version='2']", timeout=20_000)
    phone.page.wait_for_selector("#queue", state="hidden")
    phone.troubles.clear()


def test_what_the_rules_refuse_later_is_shown_and_can_be_dropped(site, signed_in):
    path = f"/plays/{a_play(site)}"
    phone = signed_in(path)
    phone.page.route("**/entries", lambda route: route.abort("internetdisconnected"))
    write(phone, 39, answers=False)
    phone.page.wait_for_selector("#queue .queued")
    phone.page.unroute("**/entries")
    phone.page.wait_for_selector("#queue .queued.refused", timeout=20_000)
    assert "38" in phone.page.locator("#queue").inner_text()
    phone.page.click("#queue .queued.refused button >> nth=-1")
    phone.page.wait_for_selector("#queue", state="hidden")
    phone.troubles.clear()


def test_a_line_written_after_the_sign_in_ran_out_waits_for_it(site, signed_in):
    path = f"/plays/{a_play(site)}"
    phone = signed_in(path)
    phone.page.context.clear_cookies()
    write(phone, 12, answers=False)
    phone.page.wait_for_selector("#queue .queued.signed-out", timeout=20_000)
    phone.page.click("#queue .queued.signed-out a")
    phone.page.fill("[name=username]", "host")
    phone.page.fill("[name=password]", PASSWORD)
    phone.page.click("main button")
    phone.page.wait_for_selector("#sheet[data-version='1']", timeout=20_000)
    phone.troubles.clear()
