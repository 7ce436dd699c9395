"""Checking a turn logged by its cards or move by move: the plate, the row, the bonuses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gamerules.clauses import Finding
from gamerules.pop_tarts import line
from gamerules.pop_tarts.bonuses import fit_together, fits
from gamerules.pop_tarts.clauses import (
    BONUS_CLAIM,
    BONUS_REPLACE,
    BONUS_THREE,
    BONUS_TWO,
    CARD_ONCE,
    EAT_MAY,
    FIFTH,
    FLIP_ARROW,
    PLATE_MUST,
    PLATE_SIDE,
    PLAY_LIMIT,
    REFILL,
    TWO_BONUSES,
)
from gamerules.pop_tarts.components import (
    BONUS_POINTS,
    BONUSES_IN_A_TURN,
    PLATE,
    TartOptions,
    bonus_key,
    bonus_name,
    card_name,
    flavour_of,
)
from gamerules.pop_tarts.entries import CardsEntry, MovesEntry
from gamerules.pop_tarts.points import contents_finding

PLAYS = 3
Shown = tuple[str, ...]


def left_on(plate: Sequence[str], plated: str, eaten: Sequence[str]) -> tuple[str, ...]:
    """The plate at the end of a legal turn, in the order the tarts came to it."""
    left = [*plate, plated]
    for card in eaten:
        left.remove(card)
    return tuple(left)


def points_of(entry: CardsEntry, options: TartOptions) -> int:
    """What the eaten tarts and the bonus cards give."""
    values = options.card_values
    return sum(values[flavour_of(card)] for card in entry.eaten) + BONUS_POINTS * len(entry.bonuses)


def _eaten_findings(entry: CardsEntry, plate: tuple[str, ...]) -> Iterator[Finding]:
    there = Counter([*plate, entry.plated])
    for index, card in enumerate(entry.eaten):
        there[card] -= 1
        if there[card] == -1:  # the first one too many of its kind
            yield EAT_MAY.broken(
                f"eaten.{index}",
                "{player} cannot eat this {card}: the plate held {plate}",
                player=entry.player, card=card_name(card), plate=", ".join(map(card_name, [*plate, entry.plated])),
            )  # fmt: skip
    if len(plate) == PLATE and not entry.eaten:
        yield FIFTH.broken(
            "eaten",
            "{player} plated a fifth tart and ate none; at least one of {plate} has to go",
            player=entry.player, plate=", ".join(map(card_name, [*plate, entry.plated])),
        )  # fmt: skip


def unfit_finding(player: str, bonus: Shown, eaten: Sequence[str], field: str) -> Finding | None:
    """A bonus that the tarts eaten this turn do not show."""
    if fits(bonus, eaten):
        return None
    had = ", ".join(map(card_name, eaten)) or "nothing"
    if len(bonus) == 2:
        template = "{player} cannot win {bonus}: flavours and preparation must be as shown, and {eaten} was eaten"
        return BONUS_TWO.broken(field, template, player=player, bonus=bonus_name(bonus), eaten=had)
    template = "{player} cannot win {bonus}: all three must be eaten in one turn, and {eaten} was eaten"
    return BONUS_THREE.broken(field, template, player=player, bonus=bonus_name(bonus), eaten=had)


def shared_card_finding(player: str, bonuses: Sequence[Shown], eaten: Sequence[str]) -> Finding | None:
    """Bonuses that fit one by one, but only by using a tart twice."""
    if fit_together(bonuses, eaten):
        return None
    names = "; ".join(map(bonus_name, bonuses))
    template = "{player} cannot win both {bonuses}: {eaten} would have to count twice somewhere"
    return CARD_ONCE.broken("bonuses", template, player=player, bonuses=names, eaten=", ".join(map(card_name, eaten)))


def _bonus_findings(entry: CardsEntry, is_there: bool) -> tuple[Finding, ...]:
    if len(entry.bonuses) > BONUSES_IN_A_TURN:
        return (too_many_bonuses(entry.player, len(entry.bonuses)),)
    unfit = [unfit_finding(entry.player, bonus, entry.eaten, f"bonuses.{i}") for i, bonus in enumerate(entry.bonuses)]
    found = tuple(finding for finding in unfit if finding is not None)
    if found or len(entry.bonuses) < 2 or not is_there:
        return found
    shared = shared_card_finding(entry.player, entry.bonuses, entry.eaten)
    return () if shared is None else (shared,)


def too_many_bonuses(player: str, bonuses: int) -> Finding:
    """A third bonus in one turn."""
    return TWO_BONUSES.broken(
        "bonuses",
        "{player} took {bonuses} bonus cards in one turn; {most} is the most five tarts can win",
        player=player, bonuses=bonuses, most=BONUSES_IN_A_TURN,
    )  # fmt: skip


def cards_findings(entry: CardsEntry, plate: tuple[str, ...], already: int) -> tuple[Finding, ...]:
    """What is wrong with a turn's cards, given the plate before it and the bonus cards won by all so far."""
    sixteenth = contents_finding(entry.player, "bonuses", len(entry.bonuses), already)
    eaten = tuple(_eaten_findings(entry, plate))
    is_there = not any(bad.clause is EAT_MAY for bad in eaten)
    return (*eaten, *_bonus_findings(entry, is_there), *((sixteenth,) if sixteenth else ()))


@dataclass(frozen=True, slots=True)
class Row:
    """The row as one sees it before a turn: tarts, arrow, open bonuses, and what is left of the two decks.

    ``turned`` says whether the arrow no longer points where it did at the start.
    """

    tarts: tuple[str, ...]
    arrow: str
    bonuses: tuple[Shown, ...]
    tart_deck: int
    bonus_deck: int
    turned: bool = False


@dataclass(frozen=True, slots=True)
class Walk:
    """A logged turn walked through: the row after it, as far as one got, and what was wrong."""

    tarts: tuple[str, ...]
    arrow: str
    bonuses: tuple[Shown, ...]
    findings: tuple[Finding, ...] = ()


def walk(entry: MovesEntry, row: Row, options: TartOptions) -> Walk:
    """Play the turn on the row: actions, plating, refill, bonuses."""
    many = _too_many_plays(entry)
    tarts, arrow = row.tarts, row.arrow
    for index, action in enumerate(entry.play[:PLAYS]):
        field = f"play.{index}.{action.kind}"
        wrong = line.action_finding(action.kind, action.places, len(tarts), options.two_spaces, field)
        if wrong is not None:
            return Walk(tarts, arrow, row.bonuses, (*many, wrong))
        tarts, arrow = line.act(tarts, arrow, action.kind, action.places)
    turned = row.turned or arrow != row.arrow
    plating = () if many else plating_findings(entry.player, entry.plated, tarts, arrow, turned)
    bonuses, claims = _claims(entry, row, options)
    tarts = line.without_front(tarts, arrow)
    if entry.refill is not None:
        tarts = line.refilled(tarts, entry.refill)
    return Walk(tarts, arrow, bonuses, (*many, *plating, *_refill_findings(entry, row.tart_deck), *claims))


def _too_many_plays(entry: MovesEntry) -> tuple[Finding, ...]:
    if len(entry.play) <= PLAYS:
        return ()
    template = "{player} played {played} action cards; three a turn is the limit"
    return (PLAY_LIMIT.broken("play", template, player=entry.player, played=len(entry.play)),)


def plating_findings(player: str, plated: str, tarts: Shown, arrow: str, turned: bool) -> tuple[Finding, ...]:
    """A tart plated that is not the one at the front, or on the wrong side of the plate."""
    due = line.front(tarts, arrow)
    if plated == due:
        return ()
    names = {"player": player, "plated": card_name(plated), "due": card_name(due), "arrow": arrow}
    if flavour_of(plated) == flavour_of(due):
        template = "{player} plated {plated}; the arrow shows the {arrow}, so it is a {due}"
        root = PLATE_SIDE.broken("plated", template, **names)
    else:
        template = "{player} plated {plated}; the arrow shows the {arrow}, where {due} is due"
        root = PLATE_MUST.broken("plated", template, **names)
    if turned and plated == line.front(tarts, line.other_end(arrow)):
        template = "The arrow was flipped and stays at the {arrow} until it is flipped again"
        return (root, FLIP_ARROW.broken("plated", template, arrow=arrow))
    return (root,)


def _refill_findings(entry: MovesEntry, deck: int) -> Iterator[Finding]:
    if deck and entry.refill is None:
        yield REFILL.broken(
            "refill",
            "{player} left a gap in the middle; {deck} tarts are left to fill it",
            player=entry.player,
            deck=deck,
        )
    elif not deck and entry.refill is not None:
        yield REFILL.broken("refill", "{player} laid a new tart, but the deck is used up", player=entry.player)


def _claims(entry: MovesEntry, row: Row, options: TartOptions) -> tuple[tuple[Shown, ...], tuple[Finding, ...]]:
    """The open bonuses after the turn, and what is wrong with taking and replacing them."""
    if len(entry.bonuses) > BONUSES_IN_A_TURN:
        return row.bonuses, ()  # found fault with already, as too many
    drawn = list(entry.new_bonuses)
    expected = min(len(entry.bonuses), row.bonus_deck)
    shown = list(row.bonuses)
    found: list[Finding] = []
    for index, bonus in enumerate(entry.bonuses):
        place = next((at for at, card in enumerate(shown) if bonus_key(card) == bonus_key(bonus)), None)
        if place is None:
            found.append(closed_bonus(entry.player, bonus, shown, f"bonuses.{index}"))
            continue
        del shown[place]
        if options.bonus_refill == "at-once" and drawn:
            shown.insert(place, drawn.pop(0))
    if len(entry.new_bonuses) != expected:
        found.append(_wrong_number_of_new(entry, expected))
    return (*shown, *drawn), tuple(found)


def closed_bonus(player: str, bonus: Shown, shown: Sequence[Shown], field: str) -> Finding:
    """A bonus taken that did not lie open."""
    return BONUS_CLAIM.broken(
        field,
        "{player} took {bonus}, which does not lie open; there is {shown}",
        player=player, bonus=bonus_name(bonus), shown="; ".join(map(bonus_name, shown)) or "none",
    )  # fmt: skip


def _wrong_number_of_new(entry: MovesEntry, expected: int) -> Finding:
    return BONUS_REPLACE.broken(
        "new_bonuses",
        "{player} took {taken} bonus cards and laid {laid} new ones; {expected} have to be laid",
        player=entry.player, taken=len(entry.bonuses), laid=len(entry.new_bonuses), expected=expected,
    )  # fmt: skip


def left_lying(entry: MovesEntry, row: Row) -> Iterator[Finding]:
    """Open bonuses that the eaten tarts would have won as well, and that were not taken."""
    if len(entry.bonuses) >= BONUSES_IN_A_TURN:
        return
    taken = [bonus_key(bonus) for bonus in entry.bonuses]
    for bonus in row.bonuses:
        if bonus_key(bonus) in taken:
            taken.remove(bonus_key(bonus))
        elif fit_together([*entry.bonuses, bonus], entry.eaten):
            template = "{player} could have taken {bonus} as well; later it needs other tarts"
            yield BONUS_CLAIM.warns("bonuses", template, player=entry.player, bonus=bonus_name(bonus))
