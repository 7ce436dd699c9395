"""Asking on the page: with and without scripts, for all games or one, with the reader's own house rulings."""

import pytest

from scorekeeper.rulings.selectors import warm_up
from scorekeeper.rulings.services import write_ruling

pytestmark = pytest.mark.django_db


def test_a_question_is_answered_with_its_clause(reader):
    page = reader().open("/rules/ask?q=May+I+throw+a+pop+back%3F&game=popcorn-dice")
    first = page.select_one("#answers li")
    assert first.select_one(".says a")["href"] in {
        "/rules/popcorn-dice#no-pop-back",
        "/rules/popcorn-dice/no-return-pop",
    }
    assert first.select_one("a.clause")["href"] == "/rules/popcorn-dice/no-return-pop"
    assert page.select_one("#q")["value"] == "May I throw a pop back?"


def test_htmx_gets_the_answers_alone(client):
    answer = client.get("/rules/ask?q=pop+back", headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in answer
    assert 'class="found"' in answer


def test_another_game_is_left_out(reader):
    page = reader().open("/rules/ask?q=butter&game=popcorn-dice")
    assert [link["href"] for link in page.select("#answers .says a") if "/popcorn-dice" not in link["href"]] == []


def test_the_game_and_the_play_come_from_the_sheet_and_go_on_to_the_clause(reader, owner, dice):
    browser = reader(owner)
    sheet = browser.open(f"/plays/{dice.pk}")
    [link] = [found for found in sheet.select("a") if found.get_text() == "Ask the rules"]
    page = browser.open(link["href"])
    assert page.select_one("select[name=game] option[selected]")["value"] == "popcorn-dice"
    judge = page.select_one("main a[href*=judge]")["href"]
    assert judge == f"/rules/popcorn-dice/judge?play={dice.pk}"
    assert browser.open(judge).select_one("[name=players]")["value"] == "Ana, Ben, Chloë"
    answered = browser.open(f"{link['href']}&q=pop+back")
    page = browser.open(answered.select_one("#answers a.clause")["href"])
    assert page.select_one("#ruling-form [name=play]")["value"] == str(dice.pk)


def test_house_rulings_are_found_by_their_group_only(reader, group, owner, outsider):
    write_ruling(group=group, clause="popcorn-dice/tie-again", text="The hedgehog decides", actor=owner)
    path = "/rules/ask?q=what+does+the+hedgehog+decide"
    assert "The hedgehog decides" in reader(owner).open(path).get_text()
    assert "The hedgehog decides" not in reader(outsider).open(path).get_text()
    assert "The hedgehog decides" not in reader().open(path).get_text()


@pytest.mark.parametrize("query", ["q=%00", "q=%22%27*()^-", "q=%F0%9F%8E%B2", "q=%20", "", "q=zzzzqqqq"])
def test_what_means_nothing_finds_nothing(client, query):
    answer = client.get(f"/rules/ask?{query}")
    assert answer.status_code in {200, 400}
    assert b'class="found"' not in answer.content


@pytest.mark.parametrize(
    ("query", "status"), [("q=tie&game=chess", 400), (f"q={'x' * 501}", 400), ("q=tie&play=nonsense", 200)]
)
def test_a_bad_query_is_told(client, query, status):
    assert client.get(f"/rules/ask?{query}").status_code == status


def test_warming_up_reads_no_table(django_assert_num_queries):
    with django_assert_num_queries(0):
        warm_up()
