"""What a line says about a round: checks of its piles and draws, and the round played through match by match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from gamerules.anarchy_pancakes.clauses import (
    COMMUNITY,
    CONTENTS,
    DEAL_ONE,
    DEAL_SIX,
    DRAW,
    GOAL,
    PLACE,
    ROUND_WIN,
)
from gamerules.anarchy_pancakes.components import (
    CARDS_DEALT,
    ONES_DEALT,
    SIXES,
    SIXES_DEALT,
    PancakeOptions,
    draw_pile_size,
    masks_of,
)
from gamerules.anarchy_pancakes.entries import Matches, Move, Round
from gamerules.anarchy_pancakes.spread import Spread
from gamerules.clauses import Finding, malformed
from gamerules.making import replaced

__all__ = ["PlayedRound", "deal_findings", "fewest_piles", "play_through", "round_findings", "round_form_findings"]

Cards = tuple[tuple[str, tuple[str, ...]], ...] | None


def fewest_piles(piles: tuple[int, ...]) -> int | None:
    """The seat with strictly fewest piles; None when several share that.

    >>> fewest_piles((3, 1, 2)), fewest_piles((1, 1, 2))
    (1, None)
    """
    least = min(piles)
    return piles.index(least) if piles.count(least) == 1 else None


# A round by its winner, piles and draws


def round_form_findings(players: tuple[str, ...], entry: Round) -> tuple[Finding, ...]:
    """Piles that leave somebody out."""
    missing = [label for label in players if entry.piles is not None and label not in entry.piles]
    if not missing:
        return ()
    return (malformed("piles", "piles names all players; missing: {missing}", missing=", ".join(missing)),)


def round_findings(players: tuple[str, ...], options: PancakeOptions, entry: Round) -> tuple[Finding, ...]:
    """Every violation in the piles and draws of a round, the winner's claim first."""
    piles, draws = entry.piles or {}, entry.draws or {}
    found = [*_winner_findings(options, entry.winner, piles), *_draw_findings(len(players), draws)]
    found += _pile_findings(piles, draws)
    return tuple(found)


def _winner_findings(options: PancakeOptions, winner: str, piles: Mapping[str, int]) -> Iterator[Finding]:
    others = {label: left for label, left in piles.items() if label != winner}
    if piles and piles[winner] > 0:
        yield from _stuck_findings(options, winner, piles[winner], others)
    for label, left in others.items():
        if left == 0:
            template = "{other} has no pile left either; only {player} can have run out first"
            yield ROUND_WIN.broken(f"piles.{label}", template, other=label, player=winner)


def _stuck_findings(options: PancakeOptions, winner: str, left: int, others: Mapping[str, int]) -> Iterator[Finding]:
    """A winner with piles left: only under ``fewest-piles``, and only with fewer than everybody else."""
    if options.deadlock == "void":
        template = "{player} has piles left ({left}); a round is won with an empty front"
        yield GOAL.broken(f"piles.{winner}", template, player=winner, left=left)
    elif left >= min(others.values()):
        template = "{player} does not have the fewest piles alone ({left}); then a stuck round goes to nobody"
        yield GOAL.broken(f"piles.{winner}", template, player=winner, left=left)


def _draw_findings(players: int, draws: Mapping[str, int]) -> Iterator[Finding]:
    for label, drawn in draws.items():
        if drawn < 0:
            yield DRAW.broken(f"draws.{label}", "{player} cannot have drawn {drawn} cards", player=label, drawn=drawn)
    total, size = sum(drawn for drawn in draws.values() if drawn > 0), draw_pile_size(players)
    if total > size:
        template = "{total} cards were drawn; with {players} players the draw pile holds {size}"
        yield DRAW.broken("draws", template, total=total, players=players, size=size)


def _pile_findings(piles: Mapping[str, int], draws: Mapping[str, int]) -> Iterator[Finding]:
    for label, left in piles.items():
        drawn = max(0, draws.get(label, 0))
        if left < 0:
            yield PLACE.broken(f"piles.{label}", "{player} cannot have {left} piles left", player=label, left=left)
        elif left > CARDS_DEALT + drawn:
            template = "{player} has {left} piles left; seven cards and {drawn} drawn make {most} at most"
            yield PLACE.broken(
                f"piles.{label}", template, player=label, left=left, drawn=drawn, most=CARDS_DEALT + drawn
            )


# A round match by match


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round as far as its moves go: the spread, who won (None: nobody), what stopped it, what is odd about it."""

    spread: Spread
    winner: int | None = None
    findings: tuple[Finding, ...] = ()
    warnings: tuple[Finding, ...] = ()


def deal_findings(players: tuple[str, ...], entry: Matches, cards: Cards) -> tuple[Finding, ...]:
    """Faults of form in a deal, else every rule it breaks."""
    found = tuple(_deal_form_findings(players, entry, cards))
    return found or (*_hand_findings(entry), *_community_findings(entry), *_twice_findings(entry))


def _deal_form_findings(players: tuple[str, ...], entry: Matches, cards: Cards) -> Iterator[Finding]:
    missing = [label for label in players if label not in entry.deal]
    if missing:
        yield malformed("deal", "deal names all players; missing: {missing}", missing=", ".join(missing))
    known = masks_of(cards)
    for path, card in _cards_named(entry):
        if card not in known:
            yield malformed(path, "the setup of this record does not say which toppings are on {card}", card=card)


def _cards_named(entry: Matches) -> Iterator[tuple[str, str]]:
    """Every card an entry brings into play, with its path; then those its moves name."""
    for label, hand in entry.deal.items():
        yield from ((f"deal.{label}.{place}", card) for place, card in enumerate(hand))
    yield "community", entry.community
    for number, move in enumerate(entry.moves):
        named = (("card", move.card), ("onto", move.onto), ("draw", move.draw))
        yield from ((f"moves.{number}.{name}", card) for name, card in named if card is not None)


def _hand_findings(entry: Matches) -> Iterator[Finding]:
    for label, hand in entry.deal.items():
        ones = sum(card.startswith("O") for card in hand)
        sixes = len(hand) - ones
        if ones != ONES_DEALT:
            template = "{player} is dealt {count} one-topping cards; everybody gets two"
            yield DEAL_ONE.broken(f"deal.{label}", template, player=label, count=ones)
        if sixes != SIXES_DEALT:
            template = "{player} is dealt {count} six-topping cards; everybody gets five"
            yield DEAL_SIX.broken(f"deal.{label}", template, player=label, count=sixes)


def _community_findings(entry: Matches) -> Iterator[Finding]:
    if not entry.community.startswith("S"):
        template = "{card} has one topping; the community card comes from the six-topping cards"
        yield COMMUNITY.broken("community", template, card=entry.community)


def _twice_findings(entry: Matches) -> Iterator[Finding]:
    laid = [card for hand in entry.deal.values() for card in hand] + [entry.community]
    for card, times in Counter(laid).items():
        if times > 1:
            yield CONTENTS.broken(
                "deal", "{card} is laid out {times} times; the box holds it once", card=card, times=times
            )


def _spread_of(players: tuple[str, ...], entry: Matches) -> Spread:
    fronts = tuple(tuple((card,) for card in entry.deal[label]) for label in players)
    laid = {card for hand in entry.deal.values() for card in hand} | {entry.community}
    return Spread(fronts, (entry.community,), tuple(card for card in SIXES if card not in laid))


def play_through(players: tuple[str, ...], options: PancakeOptions, entry: Matches, cards: Cards) -> PlayedRound:
    """Play the moves of a soundly dealt round one by one, up to its end or the first move that breaks a rule."""
    masks = masks_of(cards)
    played = PlayedRound(_spread_of(players, entry))
    for number, move in enumerate(entry.moves):
        played = _play_move(played, players, options, move, masks)
        if played.findings:
            return replaced(played, findings=_at_move(number, played.findings))
    if played.winner is None and options.deadlock == "fewest-piles":
        return replaced(played, winner=_winner_of_deadlock(played.spread, masks))
    return played


def _at_move(number: int, findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    return tuple(replace(found, field=f"moves.{number}.{found.field}".rstrip(".")) for found in findings)


def _play_move(
    played: PlayedRound, players: tuple[str, ...], options: PancakeOptions, move: Move, masks: Mapping[str, int]
) -> PlayedRound:
    spread, seat = played.spread, players.index(move.player)
    if played.winner is not None:
        template = "{winner} has run out of cards and won the round; {player} cannot play on"
        over = ROUND_WIN.broken("", template, winner=players[played.winner], player=move.player)
        return replaced(played, findings=(over,))
    if move.draw is not None:
        return _play_draw(played, players, options, seat, move.draw, masks)
    card, onto = move.card or "", move.onto or ""
    found = spread.explain_match(seat, players, card, onto, move.topping, masks)
    after = spread.after_match(seat, card, onto, masks)
    if found or after is None:
        return replaced(played, findings=found)
    return replaced(played, spread=after, winner=None if after.fronts[seat] else seat)


def _play_draw(
    played: PlayedRound,
    players: tuple[str, ...],
    options: PancakeOptions,
    seat: int,
    card: str,
    masks: Mapping[str, int],
) -> PlayedRound:
    needs_no_match = options.draw_with_match == "violation" and options.wrong_match == "take-back"
    found = played.spread.explain_draw(seat, players, masks, needs_no_match=needs_no_match)
    found = found or played.spread.explain_drawn(players[seat], card)
    if found:
        return replaced(played, findings=found)
    return replace(
        played,
        spread=played.spread.after_draw(seat, card),
        warnings=(*played.warnings, *_penalty_warnings(played.spread, players[seat], options, seat, masks)),
    )


def _penalty_warnings(
    spread: Spread, player: str, options: PancakeOptions, seat: int, masks: Mapping[str, int]
) -> tuple[Finding, ...]:
    """A draw with a match in sight that may have been the price of a wrong match, which no line records."""
    in_question = options.draw_with_match == "violation" and options.wrong_match == "draw-one"
    if not in_question or not spread.can_match(seat, masks):
        return ()
    template = "{player} drew with a match in sight; that is right only as the price of a wrong match"
    return (DRAW.cannot_tell("moves", template, player=player),)


def _winner_of_deadlock(spread: Spread, masks: Mapping[str, int]) -> int | None:
    """Who wins a round that truly cannot go on: strictly fewest piles, with nothing to draw and nothing to match."""
    if spread.draw_pile or spread.can_anybody_match(masks):
        return None
    return fewest_piles(tuple(len(piles) for piles in spread.fronts))
