"""What the pages about rules ask for: a question, and a house ruling."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from gamerules import Clause, Game, games, load
from scorekeeper.forms import ServiceForm
from scorekeeper.groups.models import Group
from scorekeeper.rulings.reference import value_words

__all__ = ["AskForm", "RulingForm"]

LONGEST_QUESTION = 500


class AskForm(forms.Form):
    """A question in one's own words, about one game or all."""

    q = forms.CharField(required=False, max_length=LONGEST_QUESTION)
    game = forms.ChoiceField(required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["game"].choices = [("", _("all games")), *((slug, load(slug).title) for slug in games())]  # type: ignore[attr-defined]


class RulingForm(ServiceForm):
    """What a group decided about a clause; where an option settles it, whether new plays start with that."""

    group = forms.ChoiceField(label=gettext_lazy("Group"))
    text = forms.CharField(
        label=gettext_lazy("What did you decide?"), max_length=500, widget=forms.Textarea({"rows": 3, "maxlength": 500})
    )
    adopt = forms.ChoiceField(label=gettext_lazy("Play it so from now on"), required=False)
    play = forms.UUIDField(required=False, widget=forms.HiddenInput)

    def __init__(self, game: Game, clause: Clause, groups: Sequence[Group], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["group"].choices = [(group.slug, group.name) for group in groups]  # type: ignore[attr-defined]
        if len(groups) == 1:
            self.fields["group"].initial, self.fields["group"].widget = groups[0].slug, forms.HiddenInput()
        choices = list(_adoptable(game, clause))
        self.numbers = {f"number:{name}": name for name in clause.options if _bounds(game, name) is not None}
        if choices:
            self.fields["adopt"].choices = [("", _("only write it down")), *choices]  # type: ignore[attr-defined]
        else:
            del self.fields["adopt"]
        for field, name in self.numbers.items():
            self.fields[field] = _number_field(game, name)

    @property
    def adopted(self) -> tuple[str, Any]:
        """The option to adopt with its value; ("", None) when it is only written down."""
        for field, name in self.numbers.items():
            if self.cleaned_data.get(field) is not None:
                return name, self.cleaned_data[field]
        name, value = json.loads(self.cleaned_data.get("adopt") or '["", null]')
        return name, value

    def complain(self, refusal: Any) -> None:
        """What a service says of the option or its value belongs to the field that chose it."""
        own = "adopt" if "adopt" in self.fields else next(iter(self.numbers), None)
        for field, messages in refusal.errors.items():
            named = own if field in {"option", "value"} else field
            self.add_error(named if named in self.fields else None, messages)


def _schema(game: Game, name: str) -> Mapping[str, Any]:
    found: Mapping[str, Any] = game.options.model_json_schema()["properties"][name]
    return found


def _adoptable(game: Game, clause: Clause) -> Iterator[tuple[str, str]]:
    """Every value of an option that settles the clause, where they can be listed."""
    for name in clause.options:
        schema = _schema(game, name)
        values = [True, False] if schema.get("type") == "boolean" else schema.get("enum", ())
        for value in values:
            yield json.dumps([name, value]), f"{name.replace('_', ' ')}: {value_words(value)}"


def _bounds(game: Game, name: str) -> Mapping[str, Any] | None:
    """The limits of an option that is any number, or None."""
    schema = _schema(game, name)
    kinds = [schema, *schema.get("anyOf", [])]
    if "enum" in schema or any(kind.get("type") == "string" for kind in kinds):
        return None
    return next((kind for kind in kinds if kind.get("type") == "integer"), None)


def _number_field(game: Game, name: str) -> forms.IntegerField:
    bounds = _bounds(game, name) or {}
    return forms.IntegerField(
        label=_("Play it so from now on: %(option)s") % {"option": name.replace("_", " ")},
        help_text=_("Leave it empty to only write it down."),
        required=False,
        min_value=bounds.get("minimum"),
        max_value=bounds.get("maximum"),
    )
