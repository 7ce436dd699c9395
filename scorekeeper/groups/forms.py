"""What the pages about groups and people ask for."""

from __future__ import annotations

from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.utils.translation import gettext_lazy as _

from scorekeeper.accounts.forms import NewAccountForm
from scorekeeper.forms import ServiceForm
from scorekeeper.groups.models import Group, Role

__all__ = ["GroupForm", "InvitationForm", "PlayerForm", "RoleForm", "SettingsForm", "SetUpForm"]


class TimeZoneInput(forms.TextInput):
    """A text field that offers the IANA names; scripts fill in the browser's own zone when it still says UTC."""

    template_name = "groups/_time_zone.html"

    def get_context(self, name: str, value: Any, attrs: Any) -> dict[str, Any]:
        """The zones one lives in, without the aliases nobody picks."""
        zones = sorted(zone for zone in available_timezones() if "/" in zone and not zone.startswith(("Etc", "posix")))
        return super().get_context(name, value, attrs) | {"zones": zones}


def _time_zone_field() -> forms.CharField:
    return forms.CharField(
        label=_("Time zone"),
        initial="UTC",
        max_length=64,
        widget=TimeZoneInput({"data-zone": "", "autocomplete": "off"}),
    )


class SetUpForm(NewAccountForm):
    """The host's account and the first group, on one page."""

    group_name = forms.CharField(
        label=_("Name of your group"), max_length=100, widget=forms.TextInput({"placeholder": _("Friday crew")})
    )
    time_zone = _time_zone_field()

    field_order = ("group_name", "time_zone", "username", "password")


class GroupForm(ServiceForm):
    """A new group."""

    name = forms.CharField(label=_("Name of the group"), max_length=100)
    time_zone = _time_zone_field()


class SettingsForm(GroupForm):
    """What a group may change about itself."""

    day_start = forms.IntegerField(
        label=_("Hour at which a day starts"),
        min_value=0,
        max_value=23,
        help_text=_("A play finished before this hour belongs to the evening before."),
    )
    scheme = forms.ChoiceField(label=_("Night standings count"), choices=Group.Scheme.choices, widget=forms.RadioSelect)

    @classmethod
    def of(cls, group: Group) -> SettingsForm:
        """The form filled with what the group has."""
        return cls(initial={name: getattr(group, name) for name in cls.base_fields})


class PlayerForm(ServiceForm):
    """A name in the notebook."""

    name = forms.CharField(label=_("Name"), max_length=100, widget=forms.TextInput({"autocomplete": "off"}))


class InvitationForm(ServiceForm):
    """What whoever opens the link may do."""

    ROLES = (
        (Role.VIEWER, _("look, and log their own turns")),
        (Role.SCORER, _("keep score")),
        (Role.OWNER, _("everything, also settings and people")),
    )
    role = forms.ChoiceField(label=_("They may"), initial=Role.SCORER, widget=forms.RadioSelect, choices=ROLES)


class RoleForm(ServiceForm):
    """A member's role."""

    role = forms.ChoiceField(label=_("Role"), choices=Role.choices)
