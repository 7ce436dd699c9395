"""The forms of the "judge it" pages: the situation, and the table with a move."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from gamerules import Game, Malformed, parse_json
from scorekeeper.errors import BadInput
from scorekeeper.forms import ServiceForm
from scorekeeper.plays.option_fields import chosen_options, option_fields
from scorekeeper.rulings.situations import entries_from, record_lines

__all__ = ["RecordForm", "SituationForm", "TableForm", "initial_of", "read_record"]

LONGEST = 60_000  # characters; a record of a long play has about 40,000, and anybody may ask
PLAYERS = "Ana, Ben"
_AREA = {"class": "code", "spellcheck": "false", "autocomplete": "off"}


class SituationForm(ServiceForm):
    """Who plays, what was agreed, and the lines so far."""

    template_name = "plays/_options.html"

    players = forms.CharField(label=gettext_lazy("Players, in seat order"), initial=PLAYERS, max_length=2000)
    entries = forms.CharField(
        label=gettext_lazy("The lines so far"),
        help_text=gettext_lazy("Entries as play records write them, one a line; empty at the start of a play."),
        required=False,
        max_length=LONGEST,
        widget=forms.Textarea({"rows": 4, **_AREA}),
    )

    def __init__(self, game: Game, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        if game.setup is not None:
            area = forms.Textarea({"rows": 2, **_AREA})
            told = _("As play records write it; empty when nobody noted it.")
            self.fields["setup"] = forms.CharField(
                label=_("How it was set up"), help_text=told, required=False, widget=area
            )
        self.options = option_fields(game, (self.initial or {}).get("options") or {})
        self.fields |= self.options

    def record(self) -> dict[str, Any] | None:
        """The play record; None when something in the form cannot be read, which then stands at its field."""
        if not self.is_valid():
            return None
        cleaned = self.cleaned_data
        try:
            found = {
                "game": self.game.slug,
                "players": [label.strip() for label in re.split(r"[,\n;]", cleaned["players"]) if label.strip()],
                "options": chosen_options(self.game, cleaned, {}),
                "entries": entries_from(cleaned["entries"]),
            }
            setup = self._setup()
        except BadInput as refusal:
            self.complain(refusal)
            return None
        return found if setup is None else found | {"setup": setup}

    def _setup(self) -> Any:
        written = self.cleaned_data.get("setup", "").strip()
        if not written:
            return None
        try:
            return parse_json(written)
        except Malformed as fault:
            raise BadInput.of("setup", fault.message) from None


def initial_of(record: Mapping[str, Any]) -> dict[str, Any]:
    """What the form shows for a record; what is of another type than it should be is left out."""
    players, entries, setup = record.get("players"), record.get("entries"), record.get("setup")
    options = record.get("options")
    found: dict[str, Any] = {
        "players": ", ".join(map(str, players)) if isinstance(players, list) else "",
        "entries": record_lines(entries) if isinstance(entries, list) else "",
        "options": options if isinstance(options, Mapping) else {},
    }
    return found if setup is None else found | {"setup": json.dumps(setup, ensure_ascii=False)}


class RecordForm(ServiceForm):
    """A whole play record, pasted."""

    pasted = forms.CharField(
        label=gettext_lazy("Paste a play record"),
        required=False,
        max_length=LONGEST,
        widget=forms.Textarea({"rows": 3, **_AREA}),
    )


def read_record(written: str, game: Game) -> dict[str, Any]:
    """A pasted record of this game. Raises BadInput at ``pasted``."""
    try:
        found = parse_json(written)
    except Malformed as fault:
        raise BadInput.of("pasted", fault.message) from None
    if not isinstance(found, dict):
        raise BadInput.of("pasted", _("A play record is a JSON object."))
    if found.get("game") != game.slug:
        raise BadInput.of("pasted", _("This is not a record of %(game)s.") % {"game": game.title})
    return found


class TableForm(ServiceForm):
    """A table and a move in the module's own JSON."""

    table = forms.CharField(
        label=gettext_lazy("The table"), max_length=LONGEST, widget=forms.Textarea({"rows": 14, **_AREA})
    )
    move = forms.CharField(
        label=gettext_lazy("The move"), max_length=LONGEST, widget=forms.Textarea({"rows": 2, **_AREA})
    )

    def read(self) -> tuple[Any, Any] | None:
        """Both as JSON values; None when one cannot be read, which then stands at its field."""
        if not self.is_valid():
            return None
        found = []
        for name in ("table", "move"):
            try:
                found.append(parse_json(self.cleaned_data[name]))
            except Malformed as fault:
                self.complain(BadInput.of(name, fault.message))
        return (found[0], found[1]) if len(found) == 2 else None
