"""House rulings: what a group decided about a clause."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scorekeeper.groups.models import Group
from scorekeeper.plays.models import Play


class HouseRuling(models.Model):
    """A decision written down from a clause or a sheet, in the group's own words.

    ``option`` and ``value`` say which option of the game it settles, if one does; while it stands, new
    plays of the group start with it. Rulings made while logging are not here: they are a field of the
    entry, and ``selectors`` lists them beside these.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="house_rulings")
    game = models.CharField(max_length=60)
    clause = models.CharField(max_length=120)
    text = models.CharField(_("what we decided"), max_length=500)
    play = models.ForeignKey(Play, on_delete=models.SET_NULL, null=True, blank=True, related_name="house_rulings")
    option = models.CharField(max_length=60, blank=True)
    value = models.JSONField(null=True, blank=True)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at", "-id"]
        indexes = [
            models.Index(fields=["group", "clause"], condition=Q(withdrawn_at__isnull=True), name="rulings_in_force")
        ]

    def __str__(self) -> str:
        return f"{self.clause}: {self.text}"
