"""Nights, plays, seats and the append-only entries everything else is worked out from."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from uuid_utils.compat import uuid7

from scorekeeper.groups.models import Group, Player


class Night(models.Model):
    """A game night: a start instant, a zone, and the local date by the group's day start."""

    # Ids that grow: in every index what is written together stands together, however long the history is.
    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="nights")
    starts_at = models.DateTimeField()
    time_zone = models.CharField(max_length=64)
    date = models.DateField(db_index=True)
    place = models.CharField(_("place"), max_length=100, blank=True)
    players = models.ManyToManyField(Player, related_name="nights", blank=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-date", "-starts_at"]
        indexes = [models.Index(fields=["group", "-date", "-starts_at"])]

    def __str__(self) -> str:
        return f"{self.date}"


class Play(models.Model):
    """One game played once. ``state`` is the sheet folded up to ``version``; entries are the truth.

    ``version`` counts every write to the sheet (entries, corrections, withdrawals, status changes).
    ``played_at`` orders ratings and records; ``ignored`` plays count in no statistic.
    """

    class Status(models.TextChoices):
        ON = "on", _("being played")
        FINISHED = "finished", _("finished")
        ABANDONED = "abandoned", _("abandoned")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="plays")
    night = models.ForeignKey(Night, on_delete=models.CASCADE, related_name="plays")
    game = models.CharField(max_length=60)
    title = models.CharField(max_length=200, blank=True)
    options = models.JSONField(default=dict)
    setup = models.JSONField(null=True, blank=True)
    status = models.CharField(max_length=9, choices=Status, default=Status.ON)
    version = models.PositiveIntegerField(default=0)
    state = models.JSONField()
    outcome = models.JSONField(null=True, blank=True)
    level = models.CharField(max_length=10, default="consistent")
    has_rulings = models.BooleanField(default=False)
    ignored = models.BooleanField(default=False)
    series = models.UUIDField(null=True, blank=True, db_index=True)
    best_of = models.PositiveSmallIntegerField(null=True, blank=True)
    started_at = models.DateTimeField()
    played_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    source = models.CharField(max_length=40, blank=True)
    external_id = models.CharField(max_length=100, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["group", "-played_at"]),
            models.Index(fields=["night", "status"]),
            models.Index(fields=["group", "game", "-played_at"]),
            models.Index(fields=["group"], condition=Q(has_rulings=True), name="plays_with_rulings"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["group", "source", "external_id"],
                condition=~Q(external_id=""),
                name="plays_import_only_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.title or self.game}, {self.played_at:%Y-%m-%d}"


class Seat(models.Model):
    """A player's place in a play. ``label`` is how the record calls them; renames do not touch it."""

    play = models.ForeignKey(Play, on_delete=models.CASCADE, related_name="seats")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats")
    position = models.PositiveSmallIntegerField()
    label = models.CharField(max_length=110)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["play", "position"], name="plays_one_player_a_seat"),
            models.UniqueConstraint(fields=["play", "label"], name="plays_labels_differ"),
        ]

    def __str__(self) -> str:
        return self.label


class Entry(models.Model):
    """One revision of one line; rows are only ever added.

    ``line`` names the line (UUID chosen by the client), ``revision`` this revision of it (equal to
    ``line`` for the first), ``number`` counts them from 1, ``position`` orders lines. ``payload`` is the
    entry as records.md writes it, without its id. ``derived`` is the row of the pad it makes, worked out
    by the rule module, rewritten when an earlier line changes. ``is_current`` marks the last revision of
    a line; a withdrawn line's current revision is its withdrawal.
    """

    class Action(models.TextChoices):
        RECORDED = "recorded", _("recorded")
        CORRECTED = "corrected", _("corrected")
        WITHDRAWN = "withdrawn", _("withdrawn")

    play = models.ForeignKey(Play, on_delete=models.CASCADE, related_name="entries")
    line = models.UUIDField()
    revision = models.UUIDField()
    number = models.PositiveSmallIntegerField(default=1)
    position = models.PositiveIntegerField()
    version = models.PositiveIntegerField()
    action = models.CharField(max_length=9, choices=Action, default=Action.RECORDED)
    payload = models.JSONField()
    derived = models.JSONField(default=dict)
    is_current = models.BooleanField(default=True)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    device = models.CharField(max_length=60, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["version"]
        constraints = [
            models.UniqueConstraint(fields=["play", "version"], name="plays_one_entry_a_version"),
            models.UniqueConstraint(fields=["play", "revision"], name="plays_revision_once"),
            models.UniqueConstraint(fields=["play", "line", "number"], name="plays_revisions_count_up"),
            models.UniqueConstraint(
                fields=["play", "line"], condition=Q(is_current=True), name="plays_one_current_revision"
            ),
        ]
        indexes = [models.Index(fields=["play", "position"], condition=Q(is_current=True), name="plays_current_lines")]

    def __str__(self) -> str:
        return f"line {self.position}, revision {self.number}"


class StatusChange(models.Model):
    """A play finished, reopened or abandoned: when, by whom, at which version of the sheet."""

    play = models.ForeignKey(Play, on_delete=models.CASCADE, related_name="status_changes")
    version = models.PositiveIntegerField()
    status = models.CharField(max_length=9, choices=Play.Status)
    reason = models.CharField(max_length=500, blank=True)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.status} at version {self.version}"


class ShareLink(models.Model):
    """Read-only access to one sheet without an account: revocable, expiring, kept only as a hash."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    play = models.ForeignKey(Play, on_delete=models.CASCADE, related_name="share_links")
    digest = models.CharField(max_length=64, unique=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"link to {self.play_id}"


class Recompute(models.Model):
    """A mark that statistics are behind: written in the same transaction as what they follow from.

    ``play`` and ``night`` are ids, not keys, so that the mark outlives a deleted play. Statistics work
    them off and delete them; a starting worker sweeps what a lost broker left.
    """

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="recomputes")
    play = models.UUIDField(null=True, blank=True)
    night = models.UUIDField(null=True, blank=True)
    since = models.DateTimeField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["group", "id"])]

    def __str__(self) -> str:
        return f"group {self.group_id} from {self.since:%Y-%m-%d}"
