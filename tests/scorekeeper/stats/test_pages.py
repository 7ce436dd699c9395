"""The statistics pages: who may see them, what they say, how many queries they take, and their CSV."""

import csv
import io
import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scorekeeper.groups.services import add_player
from scorekeeper.stats.selectors import TABLES
from scorekeeper.stats.services import recompute
from tests.scorekeeper.stats.conftest import points

PAGES = ["group", "player", "game", "head-to-head", "records", "table"]


@pytest.fixture
def address(group, players):
    """address(which): where a page of the worked evening is."""
    rest = {"player": [players[0].pk], "game": ["tally:azul"], "table": ["results"]}

    def of(page, slug=group.slug):
        return reverse(f"stats:{page}", args=[slug, *rest.get(page, [])])

    return of


@pytest.mark.parametrize("which", PAGES)
def test_a_viewer_sees_every_page(client, viewer, evening, address, which):
    client.force_login(viewer)

    answer = client.get(address(which))

    assert answer.status_code == 200
    assert "Ana" in answer.content.decode()


@pytest.mark.parametrize("which", PAGES)
def test_an_outsider_sees_nothing(client, outsider, evening, address, which):
    client.force_login(outsider)

    assert client.get(address(which)).status_code == 404
    assert client.get(address(which), headers={"accept": "text/csv"}).status_code == 404


@pytest.mark.parametrize("which", PAGES)
def test_a_stranger_is_sent_to_sign_in(client, evening, address, which):
    answer = client.get(address(which))

    assert (answer.status_code, answer.url.split("?")[0]) == (302, "/sign-in")


def test_a_player_of_another_group_is_not_found(client, owner, outsider, evening, group):
    stranger = outsider.notebooks.get().group.players.get()
    client.force_login(owner)

    assert client.get(reverse("stats:player", args=[group.slug, stranger.pk])).status_code == 404
    assert client.get(reverse("stats:player", args=[group.slug, uuid.uuid4()])).status_code == 404


def test_an_unknown_game_or_table_is_not_found(client, owner, evening, group):
    client.force_login(owner)

    assert client.get(reverse("stats:game", args=[group.slug, "chess"])).status_code == 404
    assert client.get(reverse("stats:table", args=[group.slug, "secrets"])).status_code == 404


@pytest.mark.parametrize(
    "query", ["season=last", "season=-1", "player=me", "since=yesterday", "until=2026-13-01", "place=" + "x" * 101]
)
def test_filters_that_cannot_be_read(client, owner, evening, address, query):
    client.force_login(owner)

    answer = client.get(f"{address('group')}?{query}")

    assert answer.status_code == 400


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("season=2026", ["Ben", "Ana", "Chloë"]),
        ("season=2025", []),
        ("game=tally:hearts", ["Ben", "Ana"]),
        ("since=2026-03-01&until=2026-03-31", ["Ben", "Ana", "Chloë"]),
        ("since=2026-03-08", []),
        ("place=nowhere", []),
    ],
)
def test_filters(client, owner, evening, address, query, names):
    client.force_login(owner)

    answer = client.get(f"{address('group')}?{query}")

    assert [row.name for row in answer.context["standings"].rows] == names


def rows_of(answer):
    return list(csv.DictReader(io.StringIO(answer.getvalue().decode())))


def test_csv_by_accept(client, owner, evening, address):
    client.force_login(owner)

    answer = client.get(address("group"), headers={"accept": "text/csv"})

    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert "Accept" in answer["Vary"]
    assert [(row["rank"], row["player"], row["share"]) for row in rows_of(answer)] == [
        ("1", "Ben", "1.2500"),
        ("2", "Ana", "1.0000"),
        ("3", "Chloë", "0.2500"),
    ]


@pytest.mark.parametrize("name", sorted(TABLES))
def test_every_table(client, owner, evening, group, name):
    client.force_login(owner)
    url = reverse("stats:table", args=[group.slug, name])

    rows = rows_of(client.get(url, headers={"accept": "text/csv"}))

    assert rows
    assert tuple(rows[0]) == TABLES[name][0]
    assert client.get(url).status_code == 200
    assert client.get(f"{url}?since=2026-01-01&game=tally:azul").status_code == 200


def test_a_table_is_a_file_too(client, owner, evening, group, address):
    client.force_login(owner)
    page = client.get(reverse("stats:table", args=[group.slug, "results"]) + "?game=tally:azul").content.decode()
    file = reverse("stats:table-file", args=[group.slug, "results"]) + "?game=tally:azul"
    assert f'href="{file.replace(":", "%3A")}"' in page

    answer = client.get(file)

    assert answer["Content-Disposition"] == 'attachment; filename="results.csv"'
    assert [row["player"] for row in rows_of(answer)] == ["Ana", "Ana", "Ben", "Chloë"]
    assert client.get(reverse("stats:table-file", args=[group.slug, "nope"])).status_code == 404
    assert client.get(file.replace("tally:azul", "%00")).status_code == 400


def test_names_are_neither_markup_nor_formulas(client, owner, group, players, record, address):
    add_player(group=group, name="=1+1")
    add_player(group=group, name="<b>&\"'")
    record("tally", ["=1+1", "<b>&\"'"], points(**{"=1+1": 1, "<b>&\"'": 2}), rounds=1, title='a "b" <i>/c?d=e&f')
    recompute(group_id=group.pk)
    client.force_login(owner)

    page = client.get(address("group")).content.decode()
    sheet = rows_of(client.get(address("group"), headers={"accept": "text/csv"}))

    assert "<b>&" not in page
    assert "<i>" not in page
    assert [row["player"] for row in sheet] == ["<b>&\"'", "'=1+1"]
    game = reverse("stats:game", args=[group.slug, 'tally:a "b" <i>/c?d=e&f'])
    assert game in page.replace("&amp;", "&")
    assert client.get(game).status_code == 200


# page → queries beside those of the session and the user
QUERIES = {"group": 9, "player": 15, "game": 13, "head-to-head": 5, "records": 6, "table": 5}


@pytest.mark.parametrize("which", PAGES)
def test_query_counts(client, owner, group, evening, record, address, which):
    client.force_login(owner)
    client.get(address(which))
    counts = []
    for number in range(2):
        for extra in range(3):
            minutes = 100 * number + 10 * extra
            names = ["Chloë", "Ben", f"Guest {number} {extra}"]
            record(
                "tally", names, points(**dict.fromkeys(names, extra)), rounds=1, title=f"Game {extra}", minutes=minutes
            )
        recompute(group_id=group.pk)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(address(which)).status_code == 200
        counts.append(len(queries) - 2)

    assert counts == [QUERIES[which]] * 2


def test_a_group_without_plays(client, owner, group, players, address):
    client.force_login(owner)

    for which in ("group", "player", "head-to-head", "records", "table"):
        assert client.get(address(which)).status_code == 200


def test_figures_link_to_their_plays(client, owner, evening, address):
    client.force_login(owner)

    for which in ("player", "game", "records", "table"):
        assert reverse("plays:play", args=[evening["azul"].pk]) in client.get(address(which)).content.decode()


def test_a_chart_has_its_table(client, owner, evening, address):
    client.force_login(owner)

    page = client.get(address("group")).content.decode()

    assert page.count('role="img"') == 2
    assert page.count("As a table") == 2
    assert "<script>" not in page
    assert " style=" not in page
