"""What the host sees of plays: all of it, and nothing to change; lines are corrected on the sheet."""

from django.contrib import admin

from scorekeeper.plays.models import Entry, Night, Play, Recompute, ShareLink
from scorekeeper.read_only_admin import ReadOnlyAdmin


@admin.register(Night)
class NightAdmin(ReadOnlyAdmin):
    """Nights by date."""

    list_display = ("date", "group", "place", "starts_at")
    list_select_related = ("group",)
    search_fields = ("group__name", "place")


@admin.register(Play)
class PlayAdmin(ReadOnlyAdmin):
    """Plays, without their folded state, which the sheet shows better."""

    list_display = ("played_at", "group", "game", "status", "version", "has_rulings")
    list_filter = ("game", "status")
    list_select_related = ("group",)
    search_fields = ("=id", "group__name", "title")
    exclude = ("state",)


@admin.register(Entry)
class EntryAdmin(ReadOnlyAdmin):
    """Every revision of every line, with author and time."""

    list_display = ("created_at", "play", "position", "number", "action", "author", "device")
    list_select_related = ("play", "author")
    search_fields = ("=play__id", "=line", "author__username")


@admin.register(ShareLink)
class ShareLinkAdmin(ReadOnlyAdmin):
    """Who opened which sheet to people without an account; the link itself is kept only as a hash."""

    list_display = ("play", "created_by", "created_at", "expires_at", "revoked_at")
    list_select_related = ("play", "created_by")
    exclude = ("digest",)


@admin.register(Recompute)
class RecomputeAdmin(ReadOnlyAdmin):
    """Marks that no worker has worked off yet; old ones mean that no worker runs."""

    list_display = ("created_at", "group", "since")
    list_select_related = ("group",)
