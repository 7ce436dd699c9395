"""What the pages about nights and plays ask for; entries themselves are read by the pads."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from gamerules import Game
from scorekeeper.errors import BadInput
from scorekeeper.forms import ServiceForm
from scorekeeper.plays.option_fields import chosen_options, option_fields

__all__ = ["NightForm", "ShareForm", "StartPlayForm", "WriteForm"]

HOURS = ((4, gettext_lazy("this evening")), (48, gettext_lazy("two days")), (24 * 30, gettext_lazy("a month")))


class NightForm(ServiceForm):
    """Where and when."""

    place = forms.CharField(label=gettext_lazy("Place"), required=False, max_length=100)
    date = forms.DateField(
        label=gettext_lazy("Date"), required=False, widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d")
    )


class StartPlayForm(ServiceForm):
    """The options of a play, its title where the game has none of its own, and how many make a match."""

    template_name = "plays/_options.html"

    def __init__(self, game: Game, agreed: Mapping[str, Any], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game, self.agreed = game, agreed
        self.fields |= option_fields(game, agreed)
        if "option:title" in self.fields:
            name = self.fields["option:title"]
            name.label, name.help_text, name.required = gettext_lazy("Which game?"), "", True

    @property
    def title_field(self) -> forms.BoundField | None:
        """The field for the game's name, where the module has no name of its own."""
        return self["option:title"] if "option:title" in self.fields else None

    @property
    def options(self) -> dict[str, Any]:
        """What differs from the defaults."""
        return chosen_options(self.game, self.cleaned_data, self.agreed)

    def complain(self, refusal: BadInput) -> None:
        """Messages about ``options.target`` belong to the field ``option:target``."""
        for field, messages in refusal.errors.items():
            own = f"option:{field.removeprefix('options.').split('.')[0]}"
            self.add_error(own if own in self.fields else None, messages)


class ShareForm(ServiceForm):
    """How long a share link works."""

    hours = forms.TypedChoiceField(
        label=gettext_lazy("It works for"), choices=HOURS, coerce=int, initial=48, widget=forms.RadioSelect
    )


class WriteForm:
    """The ids and the version that every write to a sheet carries."""

    def __init__(self, data: QueryDict) -> None:
        self.data = data

    def uuid(self, name: str) -> uuid.UUID:
        """An id from the form. Raises BadInput."""
        try:
            return uuid.UUID(self.data.get(name, ""))
        except ValueError:
            raise BadInput.of(name, _("This is not an id.")) from None

    @property
    def version(self) -> int:
        """The version the write is based on. Raises BadInput."""
        written = self.data.get("version", "")
        if not (written.isascii() and written.isdigit() and len(written) < 10):
            raise BadInput.of("version", _("The version of a sheet is a number."))
        return int(written)
