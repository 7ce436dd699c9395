"""House rulings on pages: written from a clause, linked both ways, listed, adopted as an option, taken back."""

import pytest

from scorekeeper.rulings.models import HouseRuling
from scorekeeper.rulings.services import write_ruling

CLAUSE = "/rules/popcorn-dice/tie-again"


def test_a_ruling_is_written_adopted_shown_listed_and_taken_back(reader, group, owner, dice):
    browser = reader(owner)
    browser.open(f"{CLAUSE}?play={dice.pk}")
    adopted = '["tiebreak_again", "shared"]'
    page = browser.send("#ruling-form", text="We share the win.", adopt=adopted)
    [house] = page.select(".house")
    assert house.select_one(".said-so").get_text() == "We share the win."
    links = [link["href"] for link in house.select("a")]
    assert links == ["/groups/friday-crew/rulings", f"/plays/{dice.pk}"]

    group.refresh_from_db()
    assert group.default_options == {"popcorn-dice": {"tiebreak_again": "shared"}}
    page = browser.open("/groups/friday-crew/rulings")
    assert page.select_one(".defaults").get_text(" ", strip=True) == "Gourmet Popcorn Dice : tiebreak again shared"
    assert page.select_one(".house-row a.clause")["href"] == CLAUSE
    page = browser.send(".house form")
    assert not page.select(".house, .defaults")
    assert HouseRuling.objects.get().withdrawn_at is not None


def test_a_number_can_be_adopted(reader, group, owner):
    browser = reader(owner)
    browser.open("/rules/popcorn-dice/goal")
    browser.send("#ruling-form", text="Forty is enough.", number__target="40")
    group.refresh_from_db()
    assert group.default_options == {"popcorn-dice": {"target": 40}}


@pytest.mark.parametrize(
    ("path", "change", "told"),
    [
        (CLAUSE, {"text": ""}, "required"),
        (CLAUSE, {"text": "x" * 501}, "500"),
        (CLAUSE, {"text": "so", "adopt": '["target", 30]'}, "valid choice"),
        (CLAUSE, {"text": "so", "play": "no-uuid"}, "UUID"),
        ("/rules/popcorn-dice/goal", {"text": "so", "number__target": "4000"}, "500"),
    ],
)
def test_what_cannot_be_written_is_told_and_nothing_is_written(reader, group, owner, path, change, told):
    browser = reader(owner)
    browser.open(path)
    page = browser.send("#ruling-form", status=400, **change)
    assert told in page.select_one("#ruling-form, .errors").get_text()
    assert not HouseRuling.objects.exists()


def test_who_may_not_write_gets_no_form_and_is_refused(reader, group, viewer, outsider, client):
    assert not reader(viewer).open(CLAUSE).select("#ruling-form")
    for user, status in ((viewer, 403), (outsider, 404)):
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        assert client.post(CLAUSE, {"group": group.slug, "text": "so"}).status_code == status
    assert not HouseRuling.objects.exists()


def test_a_play_of_another_group_cannot_be_cited(reader, group, owner, outsider, dice):
    browser = reader(outsider)
    browser.open(f"{CLAUSE}?play={dice.pk}")
    assert browser.page.select_one("#ruling-form [name=play]").get("value", "") == ""
    browser.send("#ruling-form", status=404, text="so", play=str(dice.pk))
    assert not HouseRuling.objects.exists()


def test_a_line_that_the_table_ruled_is_listed_with_its_line(reader, dice, log, owner):
    recorded = log(dice, player="Ana", points=40, ruled="Dropped die counted as a double")
    page = reader(owner).open("/groups/friday-crew/rulings")
    [house] = page.select(".house")
    assert house.select_one(".said-so").get_text() == "Dropped die counted as a double"
    assert f"/plays/{dice.pk}/lines/{recorded.entry.line}" in [link["href"] for link in house.select("a")]
    assert not house.select("form")


def test_a_viewer_sees_the_list_without_buttons(reader, group, owner, viewer):
    write_ruling(group=group, clause="popcorn-dice/tie-again", text="so", actor=owner)
    page = reader(viewer).open("/groups/friday-crew/rulings")
    assert page.select(".house")
    assert not page.select(".house form")


def test_a_game_that_is_no_longer_installed_does_not_break_the_list(reader, group, owner):
    write_ruling(group=group, clause="popcorn-dice/tie-again", text="so", actor=owner)
    group.default_options = {"chess": {"castling": True}}
    group.save()
    HouseRuling.objects.update(game="chess", clause="chess/castling")
    page = reader(owner).open("/groups/friday-crew/rulings")
    assert page.select(".house")
    assert not page.select(".defaults")
