"""Every figure of the statistics pages leads to the plays that it counts, and to no others."""

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from bs4 import BeautifulSoup
from django.urls import reverse

from scorekeeper.groups.models import Player
from scorekeeper.groups.services import add_player
from scorekeeper.plays.services import set_ignored, start_night
from scorekeeper.plays.services.marks import mark_group
from scorekeeper.stats.addresses import counted
from scorekeeper.stats.selectors import Filters, recent_plays, records_of, score_counts, together
from scorekeeper.stats.services import recompute
from tests.scorekeeper.stats.conftest import EVENING, points

FILTERS = ["", "season=2026&until=2026-03-06&guests=1", "since=2026-03-07&place=Pub"]


def text_of(element):
    return " ".join(element.get_text(" ", strip=True).split())


@pytest.fixture
def history(group, owner, players, record, evening):
    """The worked evening and more: a guest, teams, a shared win, no scores, decimals, an ignored play, another year."""
    add_player(group=group, name="Gast", is_guest=True)
    crew = ["Ana", "Ben", "Chloë", "Gast"]
    teams = {"Ana": "red", "Ben": "red", "Chloë": "blue", "Gast": "blue"}
    record("tally", crew, points(Ana=3, Ben=4, Chloë=1, Gast=2), days=1, title="Skat", rounds=1, teams=teams)
    record("tally", crew[:3], points(Ana=30, Ben=30, Chloë=7), days=2, title="Azul", rounds=1)
    record("tally", crew, [{"kind": "result", "winners": ["Gast"]}], days=2, minutes=9, title="Azul")
    fine = [{"kind": "points", "player": name, "points": amount} for name, amount in (("Ana", "-0.5"), ("Ben", "2.25"))]
    record("tally", crew[:2], fine, days=3, title="Jump", rounds=1, step="0.25")
    record("tally", crew[:2], points(Ana=1, Ben=2), days=4, title="Pandemic", rounds=1)
    record("tally", crew[:2], points(Ana=9, Ben=2), days=-200, title="Azul", rounds=1)
    away = start_night(group=group, actor=owner, date=(EVENING + timedelta(days=5)).date(), place="Pub")
    far = record("tally", crew[:3], points(Ana=1, Ben=2, Chloë=3), days=5, title="Azul", rounds=1)
    assert far.night_id == away.pk
    ignored = record("tally", crew[:2], points(Ana=99, Ben=2), days=5, minutes=30, title="Azul", rounds=1)
    set_ignored(play=ignored, ignored=True)
    recompute(group_id=group.pk)
    return {**evening, "away": away, "far": far, "ignored": ignored}


@pytest.fixture
def pages(group, players, history):
    """The addresses of all pages that show figures, without filters."""
    ana, ben = players[0], players[1]
    games = ["tally:azul", "tally:hearts", "tally:pandemic", "tally:skat", "tally:jump"]
    duel = f"{reverse('stats:head-to-head', args=[group.slug])}?player={ana.pk}&opponent={ben.pk}"
    return [
        reverse("stats:group", args=[group.slug]),
        reverse("stats:head-to-head", args=[group.slug]),
        duel,
        *(reverse("stats:game", args=[group.slug, game]) for game in games),
        *(reverse("stats:player", args=[group.slug, player.pk]) for player in players),
        f"{reverse('stats:player', args=[group.slug, ana.pk])}?game=tally:azul",
    ]


def counts_on(page):
    """(figure, address) of every count that leads to a list of results or plays."""
    for link in page.find_all("a", href=re.compile("/statistics/tables/(results|plays)")):
        is_mean = "figure=scored" in link["href"] or (
            "figure=contested" in link["href"] and "seats=" not in link["href"]
        )
        figure = text_of(link.find_parent("tr").td if link.find_parent("figure") else link)
        count = re.fullmatch(r"(\d+)( plays?)?", figure)
        if count and not is_mean:
            yield int(count[1]), link["href"]


def rows_of(client, address):
    """The links of a list of plays or results, and how many it says it has."""
    page = BeautifulSoup(client.get(address).content, "html.parser")
    said = re.fullmatch(r"(\d+) (plays?|results?)", text_of(page.h1))
    return int(said[1]), [link["href"] for link in page.select("ul.counted a")]


@pytest.mark.parametrize("query", FILTERS)
def test_counts_lead_to_as_many_rows(client, owner, pages, query):
    client.force_login(owner)
    seen = {}
    for address in pages:
        page = BeautifulSoup(client.get(f"{address}{'&' if '?' in address else '?'}{query}").content, "html.parser")
        counts = list(counts_on(page))
        assert counts or query or address.endswith("head-to-head")
        for count, href in counts:
            if href not in seen:
                seen[href] = rows_of(client, href)
            said, links = seen[href]
            assert (said, len(links)) == (count, count), (address, href)
            assert all(link.startswith("/plays/") for link in links)


def test_night_and_home_lead_there_too(client, owner, group, history):
    client.force_login(owner)
    for address in (reverse("pages:night", args=[history["night"].pk]), reverse("pages:group", args=[group.slug])):
        page = BeautifulSoup(client.get(address).content, "html.parser")
        for count, href in counts_on(page):
            assert rows_of(client, href)[0] == count, href


def test_wins_lead_to_the_plays_won(client, owner, group, players, history):
    client.force_login(owner)
    page = BeautifulSoup(client.get(reverse("stats:player", args=[group.slug, players[1].pk])).content, "html.parser")
    wins = page.find("dt", string="Wins").find_next("dd")

    _said, links = rows_of(client, wins.a["href"])

    assert text_of(wins).split()[0] == "5"  # Hearts, Skat, a shared Azul, Jump and the Pandemic against each other
    assert reverse("plays:play", args=[history["hearts"].pk]) in links
    assert reverse("plays:play", args=[history["azul"].pk]) not in links


def test_a_margin_is_positive_where_low_wins(group, evening):
    found = {record.kind: record.figure for record in records_of(group, Filters(game="tally:hearts"))}

    assert (found["best-score"], found["widest-win"], found["narrowest-win"]) == (4, 5, 5)


def test_a_play_alone_is_no_weakest_win(group, evening):
    found = {record.kind: record.figure for record in records_of(group, Filters(game="tally:azul"))}

    assert found["lowest-win"] == 40  # not the 12 of Ana alone


def test_a_play_whose_first_seat_was_merged_away(group, players, record):
    play = record("tally", ["Ana", "Ben", "Chloë"], points(Ana=1, Ben=2, Chloë=3), title="Azul", rounds=1)
    Player.objects.filter(pk=players[0].pk).update(merged_into=players[1])
    mark_group(group.pk, since=play.played_at)
    recompute(group_id=group.pk)

    assert [found.play_id for found in recent_plays(group, Filters())] == [play.pk]
    assert [found.figure for found in records_of(group, Filters()) if found.kind == "longest-play"] == [3]


def test_team_mates_did_not_meet(group, players, history):
    ana, ben, chloe = players

    assert "Skat" not in [play.title for play in together(group, ana.pk, ben.pk, Filters())]
    assert "Skat" in [play.title for play in together(group, ana.pk, chloe.pk, Filters())]


def test_scores_of_a_place(group, history):
    found = score_counts(group, Filters(game="tally:azul", place="Pub"))

    assert found == [(1, 1, 0), (2, 1, 0), (3, 1, 1)]


def test_records_are_dated_by_the_night(client, owner, group, players, record):
    record("tally", ["Ana", "Ben"], points(Ana=1, Ben=2), minutes=7 * 60, title="Azul", rounds=1)  # 03:00 in Berlin
    recompute(group_id=group.pk)
    client.force_login(owner)

    page = client.get(reverse("stats:records", args=[group.slug])).content.decode()

    assert "6 March 2026" in page
    assert "7 March 2026" not in page


def test_a_game_played_together_and_against_each_other(client, owner, group, players, history):
    client.force_login(owner)
    page = BeautifulSoup(client.get(reverse("stats:player", args=[group.slug, players[1].pk])).content, "html.parser")
    row = page.find("th", string="Pandemic").find_parent("tr")

    assert [text_of(cell) for cell in row.find_all("td")[:2]] == ["2", "1 0 / 1"]


def test_a_season_shows_no_streak_of_all_time(client, owner, group, players, history):
    client.force_login(owner)
    address = reverse("stats:player", args=[group.slug, players[0].pk])

    assert "Longest streak" in client.get(address).content.decode()
    assert "Longest streak" not in client.get(f"{address}?season=2026").content.decode()


def test_achievements_of_a_period(client, owner, group, players, history):
    client.force_login(owner)
    address = reverse("stats:table", args=[group.slug, "achievements"])

    assert "first-win" in client.get(address).content.decode()
    assert "first-win" in client.get(f"{address}?place=Pub").content.decode()  # Chloë's
    assert "first-win" not in client.get(f"{address}?since=2026-03-12").content.decode()


def test_links_between_pages_keep_the_filters(client, owner, group, players, history):
    client.force_login(owner)
    ana, ben = players[0], players[1]

    page = client.get(reverse("stats:player", args=[group.slug, ana.pk]) + "?season=2026&place=Pub").content.decode()

    assert f"player={ana.pk}&amp;place=Pub&amp;guests=1&amp;opponent={ben.pk}" in page
    assert f"/tables/results?season=2026&amp;player={ana.pk}&amp;place=Pub" in page


def test_an_ignored_play_is_left_out_of_the_recap(client, owner, history):
    client.force_login(owner)
    page = BeautifulSoup(
        client.get(reverse("pages:night", args=[history["away"].pk])).content, "html.parser"
    ).select_one("#recap")

    assert "Chloë" in text_of(page)
    assert "Ana" not in text_of(page)


@pytest.mark.parametrize("query", ["figure=luck", "seats=-1", "against=Ben", "low=1.5", "high=" + "9" * 20])
def test_what_cannot_be_read(client, owner, group, evening, query):
    client.force_login(owner)

    assert client.get(f"{reverse('stats:table', args=[group.slug, 'results'])}?{query}").status_code == 400


def test_a_list_says_what_it_counts_and_who_is_meant(client, owner, group, players, history):
    client.force_login(owner)
    filters = Filters(game="tally:azul", player=players[1].pk, against=players[0].pk, figure="behind", season=2026)

    page = BeautifulSoup(client.get(counted(group, filters)).content, "html.parser")

    assert text_of(page.h1) == "1 play"
    words = [word.text for word in page.select(".title p bdi")]
    assert words == ["Ben", "behind", "against Ana", "Azul", "Season 2026"]
    assert page.select_one("ul.counted b bdi").text == "Ben"
    assert page.title.text.startswith("1 play – ")
    nothing = BeautifulSoup(client.get(counted(group, replace(filters, seats=9))).content, "html.parser")
    assert (text_of(nothing.h1), nothing.select("ul.counted a")) == ("0 plays", [])


def test_personal_bests_stand_in_a_row_for_each_game(client, owner, group, players, history):
    client.force_login(owner)
    page = BeautifulSoup(client.get(reverse("stats:player", args=[group.slug, players[0].pk])).content, "html.parser")

    table = page.select_one("[aria-label='Personal bests'] table")
    rows = {text_of(row.th): [text_of(cell) for cell in row.find_all("td")] for row in table.tbody.find_all("tr")}

    assert rows["Azul"][0] == "40"
    assert rows["Hearts"][0] == "9"  # low wins, and she never had less
    assert all(link["href"].startswith("/plays/") for link in table.find_all("a"))
    assert rows["All games"][:2] == ["–", "–"]


def test_a_long_list_is_read_page_by_page(client, owner, group, players, history, monkeypatch):
    client.force_login(owner)
    monkeypatch.setattr("scorekeeper.stats.overviews.PLAYS_ON_A_PAGE", 3)
    address, seen = counted(group, Filters(player=players[0].pk)), []
    count, _first = rows_of(client, address)
    following = ""
    while following is not None:
        page = BeautifulSoup(client.get(f"{address}{following.replace('?', '&')}").content, "html.parser")
        seen += [link["href"] for link in page.select("ul.counted a")]
        older = page.select_one("a[rel=next]")
        following = older and f"?{older['href'].rpartition('&')[2]}"

    assert count > 3
    assert len(seen) == len(set(seen)) == count
    assert client.get(f"{address}&page=x").status_code == 200
