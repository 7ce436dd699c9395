"""Share links, the big screen and paper."""

import re

import pytest
from django.utils import timezone

from scorekeeper.plays.models import ShareLink

pytestmark = pytest.mark.django_db


@pytest.fixture
def link(client, owner, tally):
    """The path of a fresh share link, as its page shows it once."""
    client.force_login(owner)
    page = client.post(f"/plays/{tally.pk}/share", {"hours": 4}).content.decode()
    client.logout()
    return re.search(r'value="http://testserver(/share/[^"]+)"', page)[1]


def test_a_link_shows_one_sheet_read_only(client, tally, log, link):
    log(tally, player="Ana", points=5)
    page = client.get(link)
    body = page.content.decode()
    assert page.status_code == 200
    assert "Ana" in body
    assert 'class="cell"' in body
    assert "<form" not in body
    assert f"/plays/{tally.pk}/lines" not in body
    assert page["Referrer-Policy"] == "no-referrer"


def test_a_link_stops_when_revoked_or_over(client, owner, link):
    client.force_login(owner)
    assert client.post(f"/shares/{ShareLink.objects.get().pk}/revoke").status_code == 302
    assert client.get(link).status_code == 404
    ShareLink.objects.update(revoked_at=None, expires_at=timezone.now())
    assert client.get(link).status_code == 404


def test_the_secret_is_shown_once(client, owner, tally, link):
    client.force_login(owner)
    assert link not in client.get(f"/plays/{tally.pk}/share").content.decode()


def test_who_may_share(client, tally, viewer, outsider, link):
    share = ShareLink.objects.get()
    for user, status in ((viewer, 403), (outsider, 404)):
        client.force_login(user)
        assert client.get(f"/plays/{tally.pk}/share").status_code == status
        assert client.post(f"/plays/{tally.pk}/share", {"hours": 4}).status_code == status
        assert client.post(f"/shares/{share.pk}/revoke").status_code == status
    assert ShareLink.objects.filter(revoked_at__isnull=True).count() == 1


def test_an_odd_duration_makes_no_link(client, owner, tally):
    client.force_login(owner)
    assert client.post(f"/plays/{tally.pk}/share", {"hours": "9999999"}).status_code == 200
    assert not ShareLink.objects.exists()


def test_a_play_is_printed_with_its_lines(client, owner, tally, log):
    log(tally, player="Ana", points=-3)
    client.force_login(owner)
    for path in (f"/plays/{tally.pk}/print", f"/plays/{tally.pk}/print?size=letter", f"/plays/{tally.pk}/big"):
        page = client.get(path)
        assert page.status_code == 200
        assert "-3" in page.content.decode()


@pytest.mark.parametrize(
    ("path", "columns", "rows"),
    [
        ("popcorn-dice?players=6", 6, 16),
        ("anarchy-pancakes?players=3", 3, 4),
        ("toasty-toasts?players=4", 4, 4),
        ("pop-tarts?players=99", 6, 16),
        ("tally?players=0&size=nonsense", 1, 16),
        ("tally?players=x", 4, 16),
    ],
)
def test_blank_sheets_follow_from_the_module(client, path, columns, rows):
    body = client.get(f"/score-sheets/{path}").content.decode()
    table = body[body.index('<table class="paper-sheet blank">') :]
    assert table.count('scope="col"') == columns
    assert table[: table.index("</tbody>")].count('scope="row"') == rows


def test_there_is_no_sheet_of_an_unknown_game(client):
    assert client.get("/score-sheets/chess").status_code == 404
