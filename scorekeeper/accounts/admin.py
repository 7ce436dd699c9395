"""What the host sees of accounts: users can be changed, tokens only be withdrawn. No secret is shown."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group as AuthGroup
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from scorekeeper.accounts.models import Token, User
from scorekeeper.read_only_admin import ReadOnlyAdmin

# Groups here are game groups; rights within them are memberships, not Django's permissions.
admin.site.unregister(AuthGroup)
admin.site.site_header = admin.site.site_title = "Scorekeeper"


@admin.register(User)
class AccountAdmin(UserAdmin):  # type: ignore[type-arg]  # fixed by its model
    """Names, passwords and who is a host."""

    list_display = ("username", "is_active", "is_superuser", "last_login")
    list_filter = ("is_active", "is_superuser")
    search_fields = ("username",)
    filter_horizontal = ()
    fieldsets = (
        (None, {"fields": ("username", "password", "language")}),
        (_("Rights"), {"fields": ("is_active", "is_staff", "is_superuser")}),
        (_("Dates"), {"fields": ("last_login", "date_joined")}),
    )
    readonly_fields = ("last_login", "date_joined")


@admin.register(Token)
class TokenAdmin(ReadOnlyAdmin):
    """Which programs sign in as whom; deleting a token withdraws it."""

    list_display = ("user", "name", "scope", "created_at", "last_used_at", "revoked_at")
    list_select_related = ("user",)
    search_fields = ("user__username", "name")
    fields = ("user", "name", "scope", "created_at", "last_used_at", "expires_at", "revoked_at")

    def has_delete_permission(self, request: HttpRequest, obj: Token | None = None) -> bool:
        return bool(request.user.is_superuser)
