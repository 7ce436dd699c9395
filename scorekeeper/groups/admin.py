"""What the host sees of groups: who is in which, to help somebody who lost access."""

from django.contrib import admin

from scorekeeper.groups.models import Group, Membership, Player
from scorekeeper.read_only_admin import ReadOnlyAdmin


class MembershipInline(admin.TabularInline):  # type: ignore[type-arg]  # fixed by its model
    """The members of a group; the one place where a host may hand a group to somebody."""

    model = Membership
    autocomplete_fields = ("user",)
    extra = 0


@admin.register(Group)
class GroupAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # fixed by its model
    """Groups with their members."""

    list_display = ("name", "slug", "time_zone", "created_at")
    search_fields = ("name", "slug")
    fields = ("name", "slug", "time_zone", "day_start", "scheme", "created_at")
    readonly_fields = ("slug", "created_at")
    inlines = (MembershipInline,)


@admin.register(Player)
class PlayerAdmin(ReadOnlyAdmin):
    """Names in notebooks, and whose they are."""

    list_display = ("name", "group", "user", "is_guest", "archived_at")
    list_select_related = ("group", "user")
    search_fields = ("name", "group__name", "user__username")
    exclude = ("name_key",)
