"""A play from its start to its end, and what happens to it afterwards."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from gamerules import Illegal, Malformed, UnknownGame, load
from gamerules.records import Record, parse_record, start
from gamerules.sheets import label_key, lowest_level
from scorekeeper.accounts.models import User
from scorekeeper.errors import BadInput, Closed, Refused, Stale
from scorekeeper.groups.models import Player
from scorekeeper.groups.selectors import local_date
from scorekeeper.plays.matches import match_of
from scorekeeper.plays.models import Night, Play, Seat, StatusChange
from scorekeeper.plays.selectors import current_lines, head_of, seats_of, sheet_of
from scorekeeper.plays.services.lines import record_entry, refold, rewrite_rows, save_sheet
from scorekeeper.plays.services.marks import announce, mark_recompute
from scorekeeper.plays.services.nights import arrive, check_players, next_moment, start_night

__all__ = [
    "abandon_play", "add_late_player", "delete_play", "finish_play", "labels_of", "open_record", "rematch",
    "reopen_play", "set_ignored", "start_play",
]  # fmt: skip


def labels_of(players: Sequence[Player]) -> list[str]:
    """Labels for a record: the names, numbered where two are the same.

    >>> labels_of([Player(name="Sam"), Player(name="sam"), Player(name="Kim")])
    ['Sam', 'sam (2)', 'Kim']
    """
    taken: set[str] = set()
    labels = []
    for player in players:
        label, number = player.name, 2
        while label_key(label) in taken:
            label, number = f"{player.name} ({number})", number + 1
        taken.add(label_key(label))
        labels.append(label)
    return labels


def open_record(raw: dict[str, Any]) -> tuple[Record, Any]:
    """A record's head and its empty sheet. Raises BadInput, or Refused for a wrong number of players."""
    try:
        record = parse_record(raw)
        return record, start(record)
    except Malformed as fault:
        raise BadInput.from_malformed(fault) from None
    except Illegal as refusal:
        raise Refused(refusal.findings) from None


def _known_game(slug: object) -> str:
    try:
        return load(slug).slug if isinstance(slug, str) else load(str(slug)).slug
    except UnknownGame as error:
        raise BadInput.of("game", str(error)) from None


@transaction.atomic
def start_play(
    *,
    night: Night,
    game: str,
    players: Sequence[Player],
    actor: User,
    options: dict[str, Any] | None = None,
    setup: dict[str, Any] | None = None,
    title: str = "",
    series: uuid.UUID | None = None,
    best_of: int | None = None,
) -> Play:
    """Seat players in this order and open the sheet; options not given are the group's, then the game's own.

    Raises BadInput, and Refused when the number of players breaks a clause.
    """
    game = _known_game(game)
    if options is not None and not isinstance(options, dict):
        raise BadInput.of("options", _("Options are an object: name → value."))
    seated = check_players(night.group, players)
    chosen = {**night.group.default_options.get(game, {}), **(options or {})}
    raw: dict[str, Any] = {"game": game, "options": chosen, "players": labels_of(seated)}
    if setup is not None:
        raw["setup"] = setup
    record, sheet = open_record(raw)
    play = Play.objects.create(
        group=night.group,
        night=night,
        game=game,
        title=title.strip()[:200] or str(chosen.get("title") or "")[:200],
        options=chosen,
        setup=setup,
        state=record.game.dump_sheet(sheet),
        series=series,
        best_of=best_of,
        started_at=timezone.now(),
        played_at=next_moment(night),
        created_by=actor,
    )
    Seat.objects.bulk_create(
        Seat(play=play, player=player, position=position, label=label)
        for position, (player, label) in enumerate(zip(seated, record.players, strict=True))
    )
    arrive(night, seated)
    announce(play, "sheet")
    return play


def _change_status(
    *, play: Play, status: str, actor: User, version: int | None, reason: str = "", event: str = "sheet"
) -> Play:
    """Another status, one version on. Raises Stale when somebody else wrote first."""
    if version not in (None, play.version):
        raise Stale(_("Somebody else wrote to this sheet in the meantime."), play)
    was = play.status
    with transaction.atomic():
        finished_at = timezone.now() if status == Play.Status.FINISHED else None
        moved = Play.objects.filter(pk=play.pk, version=play.version).update(
            version=play.version + 1, status=status, finished_at=finished_at
        )
        if not moved:
            raise Stale(_("Somebody else wrote to this sheet in the meantime."), play)
        play.version, play.status, play.finished_at = play.version + 1, status, finished_at
        StatusChange.objects.create(play=play, version=play.version, status=status, reason=reason, author=actor)
        if Play.Status.FINISHED in (was, status):
            mark_recompute(play)
        announce(play, event)
    return play


def finish_play(*, play: Play, actor: User, version: int | None = None) -> Play:
    """Close a play that its rules have ended; where the game knows an ``end`` entry, that is logged first.

    Finishing twice changes nothing. Raises Closed, saying whose turn it is, while the rules say it is on.
    """
    if play.status == Play.Status.FINISHED:
        return play
    if play.status == Play.Status.ABANDONED:
        raise Closed(_("This play was abandoned; reopen it to go on."), play)
    sheet = sheet_of(play)
    if sheet.outcome is not None:
        return _change_status(play=play, status=Play.Status.FINISHED, actor=actor, version=version, event="finished")
    if "end" in sheet.next.kinds:
        based_on = play.version if version is None else version
        return record_entry(play=play, raw={"kind": "end"}, line=uuid.uuid4(), version=based_on, actor=actor).play
    waiting = ", ".join(sheet.next.players)
    raise Closed(_("By its rules the play is still on; waiting for: %(players)s.") % {"players": waiting}, play)


def reopen_play(*, play: Play, actor: User, version: int | None = None) -> Play:
    """Make a finished or abandoned play writable again. Reopening an open one changes nothing."""
    if play.status == Play.Status.ON:
        return play
    return _change_status(play=play, status=Play.Status.ON, actor=actor, version=version)


def abandon_play(*, play: Play, actor: User, reason: str = "", version: int | None = None) -> Play:
    """Stop without a result; it counts nowhere and can be reopened."""
    if play.status == Play.Status.ABANDONED:
        return play
    if not isinstance(reason, str) or len(reason) > 500:
        raise BadInput.of("reason", _("A reason has at most 500 characters."))
    return _change_status(
        play=play, status=Play.Status.ABANDONED, actor=actor, version=version, reason=reason, event="finished"
    )


def rematch(*, play: Play, actor: User) -> Play:
    """The same game, options and seats again: tonight's night if the play is of tonight, else a new night.

    A play of a match is followed by the match's next play; once somebody has won it, by the first of a new match.
    """
    seats, match = seats_of(play), match_of(play)
    night = play.night
    if night.date != local_date(play.group, timezone.now()):
        night = start_night(group=play.group, actor=actor)
    return start_play(
        night=night,
        game=play.game,
        players=[_as_of_now(seat.player) for seat in seats],
        actor=actor,
        options=play.options,
        title=play.title,
        series=uuid.uuid4() if match and match.winner else play.series,
        best_of=play.best_of,
    )


def _as_of_now(player: Player) -> Player:
    """Whoever a player has been merged into, or the player."""
    while player.merged_into is not None:
        player = player.merged_into
    return player


def set_ignored(*, play: Play, ignored: bool) -> Play:
    """Leave a play out of all statistics, or let it count again."""
    with transaction.atomic():
        Play.objects.filter(pk=play.pk).update(ignored=ignored)
        play.ignored = ignored
        mark_recompute(play)
    return play


def delete_play(*, play: Play) -> None:
    """The play and its lines, for good; what was worked out from it follows."""
    with transaction.atomic():
        mark_recompute(play)  # whatever its status was when it was fetched
        announce(play, "sheet")
        play.delete()


def add_late_player(*, play: Play, player: Player, actor: User, version: int | None = None) -> Play:
    """Seat somebody after the last one, where the lines so far still stand with them there.

    Raises Refused with the lines that would break (a round is over), BadInput, Stale, Closed.
    """
    if version not in (None, play.version):
        raise Stale(_("Somebody else wrote to this sheet in the meantime."), play)
    if play.status != Play.Status.ON:
        raise Closed(_("Nobody can join a play that is over."), play)
    seats = seats_of(play)
    everybody = [seat.player for seat in seats] + [player]
    check_players(play.group, everybody, field="player")
    label = _free_label(player, [seat.label for seat in seats])
    record, _sheet = open_record({**head_of(play), "players": [*(seat.label for seat in seats), label]})
    refolded = refold(record, list(current_lines(play)))
    if refolded.breaks:
        raise Refused(refolded.breaks[0].findings, refolded.breaks)
    try:
        with transaction.atomic():
            Seat.objects.create(play=play, player=player, position=len(seats), label=label)
            play.night.players.add(player)
            level = lowest_level([line.level for _entry, line in refolded.rows])
            save_sheet(play, refolded.sheet, actor=actor, level=level, has_rulings=play.has_rulings)
            rewrite_rows(refolded.rows)
            announce(play, "sheet")
    except IntegrityError:
        raise Stale(_("Somebody else wrote to this sheet in the meantime."), play) from None
    return play


def _free_label(player: Player, taken: list[str]) -> str:
    others = [Player(name=label) for label in taken]
    return labels_of([*others, player])[-1]
