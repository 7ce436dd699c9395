"""Statistics for the host to look at; they are derived, so nothing here can be edited."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from scorekeeper.stats.models import Achievement, Best, GroupState, PlayResult


class LookOnly(admin.ModelAdmin):  # type: ignore[type-arg]  # not subscriptable at runtime
    """Rows that only a rebuild changes; without the count that scans a long history."""

    show_full_result_count = False
    list_per_page = 50

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nothing is added by hand."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nothing is changed by hand."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """``manage.py rebuild_stats`` derives everything again."""
        return False


@admin.register(GroupState)
class GroupStateAdmin(LookOnly):
    """How far each group's statistics are."""

    list_display = ["group", "as_of", "cursor_at", "derive"]
    list_select_related = ["group"]


@admin.register(PlayResult)
class PlayResultAdmin(LookOnly):
    """Results, the last played first."""

    list_display = ["played_at", "game", "player", "rank", "points", "won", "by", "is_ignored"]
    list_filter = ["group"]
    list_select_related = ["player"]
    ordering = ["-played_at", "-play"]


@admin.register(Best)
class BestAdmin(LookOnly):
    """Records."""

    list_display = ["group", "game", "season", "kind", "player", "played_at"]
    list_filter = ["group", "kind"]
    list_select_related = ["group", "player"]


@admin.register(Achievement)
class AchievementAdmin(LookOnly):
    """Achievements."""

    list_display = ["date", "group", "player", "kind", "game"]
    list_filter = ["group", "kind"]
    list_select_related = ["group", "player"]
