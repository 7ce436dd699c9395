"""The night around the sheets: latecomers, matches, late logging, the recap."""

import datetime as dt

import pytest

from scorekeeper.groups.models import Player
from scorekeeper.groups.services import add_player
from scorekeeper.plays.matches import match_of
from scorekeeper.plays.models import Entry, Play, Recompute
from scorekeeper.plays.services import add_to_night, start_night, start_play
from scorekeeper.stats.models import GroupState


def columns(page):
    return [name.text for name in page.select(".pad-sheet thead .who")]


@pytest.fixture
def dora(group):
    return add_player(group=group, name="Dora")


class TestSomebodyJoins:
    """Adding a player to a play that is going on."""

    def test_from_the_menu_of_the_sheet(self, reader, owner, popcorn, night, dora):
        add_to_night(night=night, player=dora)
        browser = reader(owner)
        page = browser.open(f"/plays/{popcorn.pk}")
        page = browser.open(page.select_one(".menu a[href$='/players']")["href"])
        assert [button.text for button in page.select(".chip")] == ["+ Dora"]
        assert columns(browser.send(".chips form")) == ["Ana", "Ben", "Chloë", "Dora"]

    def test_a_new_name_is_a_new_player(self, reader, owner, popcorn, group):
        browser = reader(owner)
        browser.open(f"/plays/{popcorn.pk}/players")
        page = browser.send("main form.line", name="  Emil ")
        assert columns(page)[-1] == "Emil"
        assert group.players.filter(name="Emil").count() == 1

    def test_a_known_name_is_that_player(self, reader, owner, popcorn, dora):
        browser = reader(owner)
        browser.open(f"/plays/{popcorn.pk}/players")
        browser.send("main form.line", name="DORA")
        assert popcorn.seats.get(position=3).player == dora

    def test_what_would_break_is_listed_and_nothing_is_written(self, reader, owner, popcorn, log):
        for name in ("Ana", "Ben", "Chloë"):
            log(popcorn, player=name, points=5)
        log(popcorn, player="Ana", points=3)
        browser = reader(owner)
        browser.open(f"/plays/{popcorn.pk}/players")
        page = browser.send("main form.line", name="Emil", status=422)
        broken = page.select(".findings li a")
        assert " ".join(broken[0].text.split()) == "Round 2, Ana: 3"
        assert broken[0]["href"].startswith(f"/plays/{popcorn.pk}/lines/")
        assert popcorn.seats.count() == 3
        assert not Player.objects.filter(name="Emil").exists()

    @pytest.mark.parametrize(
        ("sent", "status"),
        [
            ({"name": ""}, 400),
            ({"player": "nonsense"}, 400),
            ({"name": "Ana"}, 400),
            ({"name": "Zoe", "version": "7"}, 409),
        ],
    )
    def test_bad_input_says_so(self, reader, owner, popcorn, sent, status):
        browser = reader(owner)
        browser.open(f"/plays/{popcorn.pk}/players")
        answer = browser.client.post(f"/plays/{popcorn.pk}/players", {"version": "0", **sent})
        assert answer.status_code == status
        assert popcorn.seats.count() == 3


def test_whoever_leaves_is_skipped_from_the_menu_of_a_dice_pad(reader, owner, popcorn):
    browser = reader(owner)
    browser.open(f"/plays/{popcorn.pk}?mode=dice")
    page = browser.send(".menu form[action$='/entries']")
    assert "skip" in page.select_one(".cell").text
    assert page.select_one("#pad-form [name=player]")["value"] == "Ben"


class TestMatch:
    """Best of three."""

    @pytest.fixture
    def first(self, reader, owner, night, players):
        browser = reader(owner)
        browser.open(f"/nights/{night.pk}/plays/tally")
        fields = {"seat": [str(player.pk) for player in players[:2]], "best_of": "3", "option:title": "Skat"}
        browser.client.post(f"/nights/{night.pk}/plays/tally", fields)
        return Play.objects.get()

    def win(self, browser, play, winner):
        browser.open(f"/plays/{play.pk}?mode=result")
        return browser.send("#pad-form", winners=winner)

    def test_goes_on_until_somebody_has_the_majority(self, reader, owner, first, night):
        browser = reader(owner)
        self.win(browser, first, "Ana")
        browser.send(".does form[action$=rematch]")
        second = Play.objects.exclude(pk=first.pk).get()
        assert second.series == first.series
        page = self.win(browser, second, "Ben")
        assert "Ana 1 : Ben 1, best of 3" in page.select_one(".match").text
        browser.send(".does form[action$=rematch]")
        third = Play.objects.exclude(pk__in=[first.pk, second.pk]).get()
        page = self.win(browser, third, "Ben")
        assert "Ben wins the match: Ana 1 : Ben 2, best of 3" in page.select_one(".match").text
        assert "Ben wins the match" in browser.open(f"/nights/{night.pk}").select_one(".what.match").text

        browser.open(f"/plays/{third.pk}")
        browser.send(".does form[action$=rematch]")
        fourth = Play.objects.latest("started_at")
        assert (fourth.best_of, fourth.series != first.series) == (3, True)
        assert match_of(fourth).score == "Ana 0 : Ben 0"

    def test_a_shared_win_is_nobodys(self, reader, owner, first):
        self.win(reader(owner), first, ["Ana", "Ben"])
        assert match_of(first).score == "Ana 0 : Ben 0"
        assert match_of(first).winner is None

    def test_a_play_alone_is_no_match(self, popcorn):
        assert match_of(popcorn) is None


class TestLateLogging:
    """A finished play in one form."""

    def form(self, players, **changes):
        ids = [str(player.pk) for player in players]
        return {"game": "popcorn-dice", "played": ids[:2], "won": ids[1:2], f"points:{ids[1]}": "57", **changes}

    def test_winners_and_points_are_a_finished_play_of_the_night(self, reader, owner, night, players):
        browser = reader(owner)
        page = browser.open(f"/nights/{night.pk}/results")
        assert len(page.select("[name=played][checked]")) == 3
        answer = browser.client.post(f"/nights/{night.pk}/results", self.form(players), follow=True)
        assert answer.redirect_chain == [(f"/nights/{night.pk}", 302)]
        play = Play.objects.get()
        assert (play.night, play.status, play.outcome["winners"]) == (night, "finished", ["Ben"])
        assert [seat.label for seat in play.seats.all()] == ["Ana", "Ben"]
        assert play.entries.get().payload["points"] == {"Ben": 57}

    def test_another_game_by_its_name(self, reader, owner, night, players):
        form = self.form(players, game="tally", title="Skat")
        assert reader(owner).client.post(f"/nights/{night.pk}/results", form).status_code == 302
        assert Play.objects.get().title == "Skat"

    def test_what_nobody_remembers_is_no_nought(self, reader, owner, night, players):
        browser = reader(owner)
        browser.client.post(f"/nights/{night.pk}/results", self.form(players))
        play = Play.objects.get()
        shown = [found.text for found in browser.open(f"/plays/{play.pk}").select(".pad-sheet .sum")]
        assert shown == ["–", "57"]
        assert [found.text for found in browser.open(f"/nights/{night.pk}").select(".tally .figure")] == ["–", "57"]
        assert [found.text for found in browser.open(f"/groups/{night.group.slug}/").select(".tally .figure")] == [
            "–", "57"
        ]  # fmt: skip
        totals = browser.open(f"/plays/{play.pk}/print").select("tfoot td")
        assert [found.text for found in totals] == ["–", "57 ★"]

    @pytest.mark.parametrize(("together", "winners"), [("won", ["Ana", "Ben"]), ("lost", [])])
    def test_a_table_that_played_together(self, reader, owner, night, players, together, winners):
        browser = reader(owner)
        form = self.form(players, game="tally", title="Hanabi", together=together, won=[])
        form[f"points:{players[1].pk}"] = ""
        assert browser.client.post(f"/nights/{night.pk}/results", form).status_code == 302
        play = Play.objects.get()
        assert (play.title, play.options["cooperative"], play.outcome["winners"]) == ("Hanabi", True, winners)
        assert play.entries.get().payload == {"kind": "result", "won": together == "won"}
        card = browser.open(f"/nights/{night.pk}").select_one(".play-card")
        assert f"{together} together" in card.text
        assert card.select(".figure") == []

    def test_a_game_with_a_module_is_never_played_together(self, reader, owner, night, players):
        form = self.form(players, together="won")
        assert reader(owner).client.post(f"/nights/{night.pk}/results", form).status_code == 302
        assert Play.objects.get().entries.get().payload["winners"] == ["Ben"]

    def test_a_cooperative_sheet_asks_whether_the_table_won(self, reader, owner, night, players):
        play = start_play(
            night=night, game="tally", players=players, actor=owner, options={"title": "Hanabi", "cooperative": True}
        )
        browser = reader(owner)
        page = browser.open(f"/plays/{play.pk}?mode=result")
        assert page.select("[name=winners]") == []
        assert page.select_one("#log").text == "Log the result"
        browser.send(won="no")
        play.refresh_from_db()
        assert (play.status, play.outcome["winners"]) == ("finished", [])

    def test_plays_started_in_an_old_night_are_in_order(self, owner, group, players):
        night = start_night(group=group, actor=owner, date=dt.date(2026, 1, 2))
        first, second = (start_play(night=night, game="tally", players=players, actor=owner) for _time in range(2))
        assert night.starts_at == first.played_at
        assert second.played_at - first.played_at == dt.timedelta(minutes=1)

    def test_an_old_night_keeps_its_order(self, reader, owner, group, players):
        browser = reader(owner)
        browser.client.post(f"/groups/{group.slug}/nights", {"date": "2026-01-02"})
        night = group.nights.get(date="2026-01-02")
        for _time in range(2):
            assert browser.client.post(f"/nights/{night.pk}/results", self.form(players)).status_code == 302
        first, second = Play.objects.order_by("played_at")
        assert night.starts_at == first.played_at < second.played_at
        assert (second.played_at - first.played_at).total_seconds() == 60

    @pytest.mark.parametrize(
        ("changes", "status"),
        [
            ({"won": []}, 400),
            ({"played": [], "won": []}, 400),
            ({"played": ["nobody"]}, 400),
            ({"game": "chess"}, 400),
            ({"points": "many"}, 400),
            ({"points": "-4"}, 422),
        ],
    )
    def test_what_cannot_be_is_told_and_what_was_typed_stays(self, reader, owner, night, players, changes, status):
        form = self.form(players, **{key: value for key, value in changes.items() if key != "points"})
        form |= {f"points:{players[1].pk}": changes.get("points", "57")}
        browser = reader(owner)
        answer = browser.client.post(f"/nights/{night.pk}/results", form)
        assert answer.status_code == status
        assert not Play.objects.exists()
        assert b'role="alert"' in answer.content
        assert f'value="{changes.get("points", "57")}"'.encode() in answer.content


class TestRecap:
    """The night in short."""

    def test_winners_the_best_line_and_the_longest_play_are_links(self, reader, owner, night, popcorn, log):
        for name, points in (("Ana", 12), ("Ben", 35), ("Chloë", 9)):
            line = log(popcorn, player=name, points=points, kind="points")
            if name == "Ben":
                best = line.entry.line
        page = reader(owner).open(f"/nights/{night.pk}")
        rows = [" ".join(row.text.split()) for row in page.select("#recap li")]
        assert rows == [
            "1 Ben play won",
            "35 Best line of Gourmet Popcorn Dice Ben",
            "3 lines The longest play: Gourmet Popcorn Dice",
        ]
        assert [link["href"] for link in page.select("#recap li a")] == [
            f"/plays/{popcorn.pk}/lines/{best}",
            f"/plays/{popcorn.pk}",
        ]
        assert page.select_one("#recap form")["action"] == f"/nights/{night.pk}/report"

    @pytest.mark.parametrize("seated", [1, 2])
    def test_nobody_wins_who_had_nobody_to_beat(self, reader, owner, night, players, log, seated):
        teams = {player.name: team for player, team in zip(players, ("Red", "red "), strict=False)}
        options = {"rounds": 1, "title": "x", "teams": teams if seated == 2 else None}
        play = start_play(night=night, game="tally", players=players[:seated], actor=owner, options=options)
        for player in players[:seated]:
            log(play, player=player.name, points=7)
        play.refresh_from_db()
        assert play.status == "finished"
        assert "play won" not in reader(owner).open(f"/nights/{night.pk}").select_one("#recap").text

    def test_times_are_those_of_the_clock_on_the_wall(self, reader, owner, group, night, popcorn, log):
        for name, points in (("Ana", 12), ("Ben", 35), ("Chloë", 9)):
            log(popcorn, player=name, points=points)
        Play.objects.filter(pk=popcorn.pk).update(finished_at=dt.datetime(2026, 7, 1, 19, 48, tzinfo=dt.UTC))
        Entry.objects.filter(play=popcorn).update(created_at=dt.datetime(2026, 7, 1, 19, 47, 5, tzinfo=dt.UTC))
        GroupState.objects.update_or_create(
            group=group, defaults={"as_of": dt.datetime(2026, 12, 1, 20, 1, tzinfo=dt.UTC)}
        )
        Recompute.objects.all().delete()
        browser = reader(owner)
        assert group.time_zone == "Europe/Berlin"
        assert "21:48" in browser.open(f"/nights/{night.pk}").select_one(".play-card").text
        assert "21:47:05" in browser.open(f"/plays/{popcorn.pk}/history").text
        assert "21:47:05" in browser.open(f"/plays/{popcorn.pk}/lines/{popcorn.entries.first().line}").text
        assert "21:01" in browser.open(f"/groups/{group.slug}/statistics/records").text

    def test_there_is_none_before_the_first_play_is_over(self, reader, owner, night, popcorn, log):
        log(popcorn, player="Ana", points=12)
        assert reader(owner).open(f"/nights/{night.pk}").select("#recap") == []

    def test_level_lines_have_no_best(self, reader, owner, night, players, log):
        play = start_play(night=night, game="tally", players=players, actor=owner, options={"rounds": 1, "title": "x"})
        for player in players:
            log(play, player=player.name, points=7)
        assert "Best line" not in reader(owner).open(f"/nights/{night.pk}").select_one("#recap").text

    def test_blank_sheets_are_linked(self, reader, owner, night, group):
        browser = reader(owner)
        for path in (f"/nights/{night.pk}", f"/groups/{group.slug}/"):
            links = [link["href"] for link in browser.open(path).select("a[href^='/score-sheets/']")]
            assert len(links) == 5
