"""The pad of popcorn dice: a number, fourteen dice, or every roll."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, ngettext

from gamerules.popcorn_dice.components import COLOURS, TIE_DICE, batch_points
from gamerules.popcorn_dice.turn import FRESH, Turn, all_in, is_void, redo, settle
from scorekeeper.plays.pads.base import Mode, Pad, Raw, number

__all__ = ["PopcornDicePad"]

COLOUR_NAMES = {
    "red": gettext_noop("red"), "orange": gettext_noop("orange"), "yellow": gettext_noop("yellow"),
    "green": gettext_noop("green"), "blue": gettext_noop("blue"), "purple": gettext_noop("purple"),
    "pink": gettext_noop("pink"),
}  # fmt: skip


COUNTS = (
    ("pops", gettext_lazy("Pops")),
    ("doubles", gettext_lazy("Doubles")),
    ("pairs", gettext_lazy("Colour pairs")),
    ("burnt", gettext_lazy("Burnt")),
)
FINAL_FACES = (("", "·"), ("P", "1"), ("D", "2"))  # letter → what stands on a die; the first is an untouched one
ROLLED_FACES = (("K", "·"), ("P", "1"), ("D", "2"), ("B", "✕"))


class PopcornDicePad(Pad):
    """Points, final dice, counts, rolls; the roll-off when the sheet asks for one."""

    modes = (
        Mode("points", gettext_lazy("Points"), "plays/pads/points.html", ("points", "perfect", "skip")),
        Mode("dice", gettext_lazy("Dice"), "plays/pads/dice.html", ("dice",)),
        Mode("rolls", gettext_lazy("Rolls"), "plays/pads/rolls.html", ("rolls",)),
        Mode("counts", gettext_lazy("Counts"), "plays/pads/counts.html", ("counts",), is_minor=True),
        Mode("roll-off", gettext_lazy("Points"), "plays/pads/points.html", ("roll-off",)),
        Mode("roll-off-dice", gettext_lazy("Dice"), "plays/pads/dice.html", ("roll-off",)),
        Mode("result", gettext_lazy("Result"), "plays/pads/result.html", ("result",), is_minor=True),
    )

    def mode_of(self, raw: Mapping[str, Any]) -> Mode | None:
        """A roll-off by faces has its own mode."""
        if raw.get("kind") == "roll-off" and raw.get("faces") is not None:
            return next(mode for mode in self.modes if mode.name == "roll-off-dice")
        return super().mode_of(raw)

    # -- reading -----------------------------------------------------------------------------------

    def read_points(self, data: QueryDict) -> Raw:
        """A number; the perfect and skip buttons of the same pad change the kind."""
        quick = data.get("quick", "")
        if quick in {"perfect", "skip"}:
            return {"kind": quick}
        return {"points": 0 if quick == "burnt" else number(data, "points")}

    def read_dice(self, data: QueryDict) -> Raw:
        """What each die was set to, by colour."""
        return {"popped": _faces(data), "burnt": number(data, "burnt", 0)}

    def read_counts(self, data: QueryDict) -> Raw:
        """Four numbers."""
        return {name: number(data, name, 0) for name in ("pops", "doubles", "pairs", "burnt")}

    def read_rolls(self, data: QueryDict) -> Raw:
        """The rolls before, and the one just set; an untouched die of a roll shows a kernel."""
        rolls = _before(data)
        faces = _faces(data)
        if faces:
            cancel = [
                list(pair) for pair in zip(data.getlist("double"), data.getlist("cancelled"), strict=False) if all(pair)
            ]
            rolls.append({"faces": faces} | ({"cancel": cancel} if cancel else {}))
        return {"rolls": rolls}

    def read_roll_off(self, data: QueryDict) -> Raw:
        """A number, or four dice."""
        if "points" in data:
            return {"points": number(data, "points")}
        faces = _faces(data)
        popped = sum(map(len, faces.values()))
        return {"faces": _filled_up(faces, TIE_DICE - popped)}

    # -- showing -----------------------------------------------------------------------------------

    def show_points(self, raw: Mapping[str, Any], sheet: Any) -> dict[str, Any]:
        """Quick buttons beside the digits."""
        return {"quick": [("burnt", _("Burnt batch")), ("perfect", _("Perfect Pop"))], "kind": "points"}

    def show_roll_off(self, raw: Mapping[str, Any], sheet: Any) -> dict[str, Any]:
        """Digits only."""
        return {"kind": "roll-off"}

    def show_dice(self, raw: Mapping[str, Any], sheet: Any) -> dict[str, Any]:
        """Two dice of each colour, as they were set."""
        popped = _dice(raw.get("popped") or {})
        return {"kind": "dice", "dice": popped, "faces": FINAL_FACES, "burnt": raw.get("burnt", 0)}

    def show_roll_off_dice(self, raw: Mapping[str, Any], sheet: Any) -> dict[str, Any]:
        """The same dice, four of which are rolled; those that do not pop need no tap."""
        return {"kind": "roll-off", "dice": _dice(raw.get("faces") or {}), "faces": FINAL_FACES}

    def show_counts(self, raw: Mapping[str, Any], sheet: Any) -> dict[str, Any]:
        """A stepper for each count."""
        return {"kind": "counts", "counts": [(name, title, raw.get(name, 0)) for name, title in COUNTS]}

    def show_rolls(self, raw: Mapping[str, Any], sheet: Any) -> dict[str, Any]:
        """The rolls so far, and the dice of the next one: what the bucket then holds."""
        rolls = list(raw.get("rolls") or [])
        current = None if raw.get("again") or not rolls else rolls.pop()
        turn = turn_after(rolls, sheet.options)
        return {
            "kind": "rolls",
            "before": json.dumps(rolls),
            "past": [_roll_in_words(roll) for roll in rolls],
            "turn": turn,
            "number": len(rolls) + 1,
            "dice": _dice((current or {}).get("faces") or {}, turn.bucket, untouched="K"),
            "faces": ROLLED_FACES,
            "cancels": [*((current or {}).get("cancel") or []), ["", ""]],
            "colours": [(colour, _(COLOUR_NAMES[colour])) for colour in COLOURS],
        }

    def worth(self, entry: Any, sheet: Any) -> int | None:
        """Popped dice and colour pairs; a burnt batch is for the table to say."""
        if entry.kind == "rolls":
            return turn_after([roll.model_dump(exclude_defaults=True) for roll in entry.rolls], sheet.options).points
        if entry.kind == "dice":
            shown, pairs = "".join(entry.popped.values()), sum(len(faces) >= 2 for faces in entry.popped.values())
            return batch_points(shown.count("P"), shown.count("D"), pairs)
        if entry.kind == "counts" and 0 <= entry.pairs <= len(COLOURS):
            return batch_points(entry.pops, entry.doubles, entry.pairs)
        return None

    def sum_line(self, raw: Mapping[str, Any], line: Any) -> str:
        """Pops, doubles and what colour pairs add, for dice by colour."""
        faces = raw.get("popped") if raw.get("kind") == "dice" else None
        if faces is None or not line.points:
            return ""
        shown = "".join(faces.values())
        pops, doubles = shown.count("P"), shown.count("D")
        bonus = line.points - pops - 2 * doubles
        parts = [
            ngettext("%(n)s pop", "%(n)s pops", pops) % {"n": pops},
            ngettext("%(n)s double", "%(n)s doubles", doubles) % {"n": doubles},
        ]
        words = f"{' + '.join(parts)} = {pops + 2 * doubles}"
        return f"{words}, {_('colour pairs + %(bonus)s') % {'bonus': bonus}}" if bonus else words


def turn_after(rolls: Iterable[Mapping[str, Any]], options: Any) -> Turn:
    """The turn as the module plays it, after these rolls; what it cannot follow is left out, and refused later."""
    turn = FRESH
    for roll in rolls:
        faces = all_in(roll.get("faces") or {})
        cancels = [tuple(pair) for pair in roll.get("cancel") or []]
        void = not cancels and is_void(turn, faces, options)
        turn = redo(turn) if void else settle(turn, faces, cancels, options)
    return turn


def _before(data: QueryDict) -> list[Any]:
    """The rolls a pad carries along; what is no list of objects is dropped, since only our own pad writes it."""
    try:
        found = json.loads(data.get("before") or "[]")
    except ValueError:
        return []
    return [roll for roll in found if _is_roll(roll)] if isinstance(found, list) else []


def _is_roll(roll: Any) -> bool:
    if not isinstance(roll, dict) or not isinstance(roll.get("faces"), dict):
        return False
    faces, cancels = roll["faces"], roll.get("cancel", [])
    return (
        all(colour in COLOURS and _is_faces(shown) for colour, shown in faces.items())
        and isinstance(cancels, list)
        and all(isinstance(pair, list) and len(pair) == 2 and set(pair) <= set(COLOURS) for pair in cancels)
    )


def _is_faces(shown: Any) -> bool:
    return isinstance(shown, str) and 0 < len(shown) <= 2 and set(shown) <= set("PDKB")


def _faces(data: QueryDict) -> dict[str, str]:
    """Colour → letters, from fields ``die:red:1`` and ``die:red:2``; a die that is off is left out."""
    found = {colour: "".join(data.get(f"die:{colour}:{index}", "") for index in (1, 2)) for colour in COLOURS}
    return {colour: shown for colour, shown in found.items() if shown}


def _filled_up(faces: dict[str, str], missing: int) -> dict[str, str]:
    """As many kernels as are missing to the four dice of a roll-off, in colours that have room."""
    filled = dict(faces)
    for colour in COLOURS:
        room = min(2 - len(filled.get(colour, "")), max(missing, 0))
        if room > 0:
            filled[colour] = filled.get(colour, "") + "K" * room
            missing -= room
    return filled


def _dice(
    faces: Mapping[str, str], bucket: Sequence[int] = (2,) * 7, *, untouched: str = ""
) -> list[list[dict[str, Any]]]:
    """Two rows of dice in the order of the colours: name, colour, face, and whether it is in the bucket."""
    return [
        [
            {
                "name": f"die:{colour}:{index}",
                "colour": colour,
                "title": _(COLOUR_NAMES[colour]),
                "face": _face_of(faces.get(colour, ""), index, untouched if index <= held else ""),
                "is_in": index <= held,
            }
            for colour, held in zip(COLOURS, bucket, strict=True)
        ]
        for index in (1, 2)
    ]


def _face_of(shown: str, index: int, untouched: str) -> str:
    return shown[index - 1] if len(shown) >= index else untouched


def _roll_in_words(roll: Mapping[str, Any]) -> str:
    shown = "".join(roll["faces"].values())
    counts = [
        (shown.count("P"), ngettext("%(n)s pop", "%(n)s pops", shown.count("P"))),
        (shown.count("D"), ngettext("%(n)s double", "%(n)s doubles", shown.count("D"))),
        (shown.count("K"), ngettext("%(n)s kernel", "%(n)s kernels", shown.count("K"))),
        (shown.count("B"), _("%(n)s burnt")),
    ]
    words = ", ".join(template % {"n": count} for count, template in counts if count)
    cancels = len(roll.get("cancel") or [])
    return f"{words}; {_('%(n)s cancelled') % {'n': cancels}}" if cancels else words
