"""Small forms for situations at the table: what lies out and what is done, instead of a whole table as JSON."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from gamerules import Game
from gamerules.pop_tarts import GAME as POP_TARTS
from gamerules.pop_tarts.components import ACTION_KINDS, ENDS, FLAVOURS
from gamerules.popcorn_dice import GAME as POPCORN_DICE
from gamerules.popcorn_dice.components import COLOURS, PopcornDiceOptions
from gamerules.popcorn_dice.sheet import PopcornDiceSheet
from scorekeeper.forms import ServiceForm
from scorekeeper.plays.option_fields import chosen_options, option_fields
from scorekeeper.rulings.tables import dumped

__all__ = ["BucketForm", "RowForm", "small_form_for"]

PLAYERS = ("Ana", "Ben")
_COLOURS = [(colour, colour) for colour in COLOURS]
_ACTIONS = [(kind, kind.replace("-", " ")) for kind in ACTION_KINDS]
_WHO = [(player, player) for player in PLAYERS]


class SmallForm(ServiceForm):
    """A table and a move in a few fields."""

    def as_json(self, table: Any, move: Any) -> dict[str, str]:
        """Both as the JSON form shows them."""
        return {"table": dumped(table), "move": dumped(move)}


def _dice_field(letters: str, label: str) -> forms.RegexField:
    told = _("Up to two of the letters %(letters)s.") % {"letters": ", ".join(letters)}
    pattern, messages = f"(?i)^[{letters}]{{0,2}}$", {"invalid": told}
    return forms.RegexField(pattern, label=label, required=False, max_length=2, error_messages=messages)


class BucketForm(SmallForm):
    """Popcorn dice: what lies out from earlier rolls, the roll just made, and what Ana does about it."""

    template_name = "rulings/_bucket.html"

    is_first = forms.BooleanField(label=gettext_lazy("it is the first roll of the turn"), required=False, initial=True)
    player = forms.ChoiceField(label=gettext_lazy("Who does it (Ana has the bucket)"), choices=_WHO)
    act = forms.ChoiceField(
        label=gettext_lazy("What is done"),
        choices=[
            ("again", gettext_lazy("roll again")),
            ("stop", gettext_lazy("stop")),
            ("cancel", gettext_lazy("cancel a burnt with a double")),
            ("do-over", gettext_lazy("take a do-over")),
        ],
    )
    double = forms.ChoiceField(label=gettext_lazy("Colour of the double"), choices=_COLOURS)
    burnt = forms.ChoiceField(label=gettext_lazy("Colour of the burnt"), choices=_COLOURS)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for colour in COLOURS:
            self.fields[f"kept:{colour}"] = _dice_field("PDB", _("%(colour)s, lying out") % {"colour": _(colour)})
            self.fields[f"shown:{colour}"] = _dice_field("PDKB", _("%(colour)s, just rolled") % {"colour": _(colour)})
        self.fields |= option_fields(POPCORN_DICE, {})

    @property
    def colours(self) -> list[tuple[str, str, list[forms.BoundField]]]:
        """Each colour, its name, and its two fields."""
        return [(colour, _(colour), [self[f"kept:{colour}"], self[f"shown:{colour}"]]) for colour in COLOURS]

    @property
    def options(self) -> list[forms.BoundField]:
        """The fields of the options."""
        return [self[name] for name in self.fields if name.startswith("option:")]

    def table(self) -> dict[str, Any]:
        """Both players at zero, Ana's turn, with these dice."""
        cleaned = self.cleaned_data
        options = chosen_options(POPCORN_DICE, cleaned, {})
        kept = [cleaned[f"kept:{colour}"].upper() for colour in COLOURS]
        turn = {
            "bucket": [2 - len(faces) for faces in kept],
            "kept": kept,
            "burnt": "".join(kept).count("B"),
            "first": cleaned["is_first"],
        }
        shown = [cleaned[f"shown:{colour}"].upper() for colour in COLOURS]
        sheet = POPCORN_DICE.dump_sheet(PopcornDiceSheet.start(PLAYERS, PopcornDiceOptions.model_validate(options)))
        return {"sheet": sheet, "turn": turn, "shown": shown if any(shown) else None}

    def move(self) -> dict[str, Any]:
        """What is done."""
        cleaned = self.cleaned_data
        move = {"kind": cleaned["act"], "player": cleaned["player"]}
        return move | {"double": cleaned["double"], "burnt": cleaned["burnt"]} if cleaned["act"] == "cancel" else move


class RowForm(SmallForm):
    """Pop-tarts: the row and the arrow, Ana's hand, and the action or the plating in question."""

    template_name = "rulings/_row.html"

    arrow = forms.ChoiceField(label=gettext_lazy("The arrow shows"), choices=[(end, end) for end in ENDS])
    player = forms.ChoiceField(label=gettext_lazy("Who does it (it is Ana’s turn)"), choices=_WHO)
    act = forms.ChoiceField(
        label=gettext_lazy("What is done"),
        choices=[("plate", gettext_lazy("plate the tart in front")), *_ACTIONS],
    )
    low = forms.IntegerField(label=gettext_lazy("From place"), required=False, min_value=1, max_value=99)
    high = forms.IntegerField(label=gettext_lazy("To place"), required=False, min_value=1, max_value=99)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        flavours = [("", "–"), *((flavour, flavour.replace("-", " ")) for flavour in FLAVOURS)]
        for place in range(1, 8):
            label, first = _("Place %(n)s") % {"n": place}, FLAVOURS[(place - 1) % len(FLAVOURS)]
            field = forms.ChoiceField(label=label, choices=flavours, required=False, initial=first)
            self.fields[f"place:{place}"] = field
        for number in range(1, 4):
            label, held = _("Ana’s card %(n)s") % {"n": number}, ACTION_KINDS[number]
            self.fields[f"hand:{number}"] = forms.ChoiceField(label=label, choices=_ACTIONS, initial=held)
        self.fields["option:two_spaces"] = option_fields(POP_TARTS, {})["option:two_spaces"]

    @property
    def places(self) -> list[forms.BoundField]:
        """The row, toaster end first."""
        return [self[f"place:{place}"] for place in range(1, 8)]

    @property
    def hand(self) -> list[forms.BoundField]:
        """Ana's three action cards."""
        return [self[f"hand:{number}"] for number in range(1, 4)]

    def table(self) -> dict[str, Any]:
        """Ana's first step, with this row, arrow and hand."""
        cleaned = self.cleaned_data
        row = [cleaned[f"place:{place}"] for place in range(1, 8)]
        hand = [cleaned[f"hand:{number}"] for number in range(1, 4)]
        return {
            "players": list(PLAYERS),
            "options": {"two_spaces": cleaned["option:two_spaces"]} if cleaned.get("option:two_spaces") else {},
            "phase": "play",
            "line": [flavour for flavour in row if flavour],
            "arrow": cleaned["arrow"],
            "hands": [hand, hand],
        }

    def move(self) -> dict[str, Any]:
        """What is done."""
        cleaned = self.cleaned_data
        if cleaned["act"] == "plate":
            return {"kind": "plate", "player": cleaned["player"]}
        move: dict[str, Any] = {"kind": "play", "player": cleaned["player"], "action": cleaned["act"]}
        places = [cleaned[name] for name in ("low", "high") if cleaned.get(name) is not None]
        return move | {"places": places} if places else move


_SMALL: dict[str, type[SmallForm]] = {"popcorn-dice": BucketForm, "pop-tarts": RowForm}


def small_form_for(game: Game) -> type[SmallForm] | None:
    """The small form of a game's table, if it has one."""
    return _SMALL.get(game.slug)
