"""What the reader chose to see: filters from an address."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scorekeeper.errors import BadInput
from scorekeeper.stats.models import ALL_TIME
from scorekeeper.stats.selectors import FIGURES, MEETINGS, Filters

MOST_SEATS = 32_767
FARTHEST = 10**12  # points: in millionths they fit into the database's integers
__all__ = ["FilterForm", "filters_from"]


class FilterForm(forms.Form):
    """The filters of every statistic; all may be left out."""

    season = forms.IntegerField(label=_("Season"), min_value=0, max_value=9999, required=False)
    game = forms.CharField(label=_("Game"), max_length=420, required=False)
    player = forms.UUIDField(label=_("Player"), required=False)
    place = forms.CharField(label=_("Place"), max_length=100, required=False)
    since = forms.DateField(label=_("From"), required=False)
    until = forms.DateField(label=_("To"), required=False)
    guests = forms.BooleanField(label=_("Guests too"), required=False)
    # No field on a page: addresses that lead from a figure to what it counts carry these.
    figure = forms.ChoiceField(choices=[(name, name) for name in (*FIGURES, *MEETINGS)], required=False)
    seats = forms.IntegerField(min_value=0, max_value=MOST_SEATS, required=False)
    against = forms.UUIDField(required=False)
    night = forms.UUIDField(required=False)
    low = forms.IntegerField(min_value=-FARTHEST, max_value=FARTHEST, required=False)
    high = forms.IntegerField(min_value=-FARTHEST, max_value=FARTHEST, required=False)

    def filters(self) -> Filters:
        """The choice. Raises BadInput naming each field that cannot be read."""
        if not self.is_valid():
            raise BadInput({field: [str(error) for error in errors] for field, errors in self.errors.items()})
        chosen: dict[str, Any] = {"season": ALL_TIME}
        chosen |= {name: value for name, value in self.cleaned_data.items() if value or type(value) is int}
        return Filters(**chosen)


def filters_from(given: Mapping[str, Any], **fixed: Any) -> Filters:
    """Filters from query parameters; ``fixed`` ones come from the address. Raises BadInput."""
    return FilterForm({**{name: given[name] for name in given if name in FilterForm.base_fields}, **fixed}).filters()
