"""Set-up, joining, people and settings."""

from django.urls import path, register_converter

from scorekeeper.groups import views


class PlayerChange:
    """What can be done to a player with one tap."""

    regex = "archive|restore|claim|release"

    def to_python(self, value: str) -> str:
        """The change as it stands in the address."""
        return value

    def to_url(self, value: str) -> str:
        """The change as it stands in the address."""
        return value


register_converter(PlayerChange, "player_change")

app_name = "groups"
urlpatterns = [
    path("setup/<str:secret>", views.set_up, name="setup"),
    path("join/<str:code>", views.join, name="join"),
    path("groups/new", views.new, name="new"),
    path("groups/<slug:slug>/people", views.people, name="people"),
    path("groups/<slug:slug>/players", views.add_player, name="add-player"),
    path("groups/<slug:slug>/invitations", views.invite, name="invite"),
    path("groups/<slug:slug>/members/<int:member_id>/role", views.change_role, name="change-role"),
    path("groups/<slug:slug>/members/<int:member_id>/remove", views.remove_member, name="remove-member"),
    path("groups/<slug:slug>/settings", views.settings, name="settings"),
    path("groups/<slug:slug>/delete", views.delete, name="delete"),
    path("invitations/<uuid:invitation_id>/revoke", views.revoke_invitation, name="revoke-invitation"),
    path("players/<uuid:player_id>", views.player, name="player"),
    path("players/<uuid:player_id>/<player_change:change>", views.change_player, name="change-player"),
]
