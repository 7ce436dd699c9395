"""A sheet for people without an account, across the room, and on paper."""

from __future__ import annotations

import re

from playwright.sync_api import expect


def paper_size(visitor):
    """Width and height of the first printed page, in points."""
    printed = visitor.page.pdf(prefer_css_page_size=True)
    found = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", printed)
    return [round(float(side)) for side in found.groups()]


def test_a_share_link_is_live_read_only_and_gone_when_revoked(seeded, visit, axe, screenshot, tell):
    olga, (_night, play) = seeded(["Ana", "Ben"], [("popcorn-dice", {"target": 20})])
    page = olga.open(f"/plays/{play}")

    def make_a_link():
        olga.tap(".more summary")
        olga.tap(".menu >> text=Share")
        olga.tap("text=Make a link")

    taps = olga.counted(make_a_link)
    address = page.input_value("#address")
    assert page.locator("img.qr").evaluate("image => image.naturalWidth") > 100
    assert axe(olga) == []
    screenshot(olga, "share-new-phone")

    guest = visit()
    guest.open(address)
    expect(guest.page.locator(".live-mark.live")).to_be_visible()
    assert guest.page.locator("form, #pad, a[href*='/lines/']").count() == 0
    olga.tap("text=Back to the sheet")
    for key in "12":
        olga.tap(f"[data-key='{key}']")
    olga.tap("#log", answers=True)
    guest.page.wait_for_selector("#sheet[data-version='1']")
    assert guest.totals() == ["12", "0"]
    screenshot(guest, "shared-live-phone")

    # on paper: the lines, the right page, nothing of the screen
    olga.open(f"/plays/{play}/print")
    assert paper_size(olga) == [595, 842]
    olga.open(f"/plays/{play}/print?size=letter")
    assert paper_size(olga) == [612, 792]
    page.emulate_media(media="print")
    assert page.locator(".on-screen, .masthead, .colophon").locator("visible=true").count() == 0
    expect(page.locator(".paper-sheet tbody td").first).to_contain_text("12")
    page.emulate_media(media="screen")

    olga.open(f"/plays/{play}/share")
    assert olga.counted(lambda: olga.tap("text=Revoke")) == 1
    gone = guest.page.request.get(address)
    assert gone.status == 404
    assert "Ana" not in gone.text()
    tell(f"taps: a share link {taps}, revoking it 1")
