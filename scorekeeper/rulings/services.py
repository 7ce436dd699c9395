"""Writing down what a group decided, and taking it back."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from gamerules import Clause, Malformed, load
from scorekeeper.accounts.models import User
from scorekeeper.errors import BadInput
from scorekeeper.groups.models import Group
from scorekeeper.groups.services import clean_name, update_group
from scorekeeper.plays.models import Play
from scorekeeper.rulings.models import HouseRuling
from scorekeeper.rulings.selectors import clause_by_id

__all__ = ["withdraw_ruling", "write_ruling"]


@transaction.atomic
def write_ruling(
    *,
    group: Group,
    clause: str,
    text: str,
    actor: User,
    play: Play | None = None,
    option: str = "",
    value: Any = None,
) -> HouseRuling:
    """A house ruling about a clause. With ``option`` new plays of the group start with that value. Raises BadInput."""
    found = clause_by_id(clause)
    if found is None:
        raise BadInput.of("clause", _("There is no such clause."))
    text = clean_name("text", text, limit=500)
    if play is not None and play.group_id != group.pk:
        raise BadInput.of("play", _("This play is not of this group."))
    if option:
        _adopt(group, found, option, value)
    return HouseRuling.objects.create(
        group=group, game=found.game, clause=clause, text=text, play=play, option=option, value=value, author=actor
    )


def _adopt(group: Group, clause: Clause, option: str, value: Any) -> None:
    """Make the value a default of the group's new plays. Raises BadInput unless the option settles the clause."""
    if option not in clause.options:
        raise BadInput.of("option", _("This option does not settle this clause."))
    chosen = {**group.default_options.get(clause.game, {}), option: value}
    try:
        load(clause.game).parse_options(chosen)
    except Malformed as fault:
        raise BadInput.of("value", fault.message) from None
    update_group(group=group, default_options={**group.default_options, clause.game: chosen})


@transaction.atomic
def withdraw_ruling(*, ruling: HouseRuling) -> None:
    """Take a ruling back; an option it settled goes back to what an earlier ruling says, or the game's own default."""
    HouseRuling.objects.filter(pk=ruling.pk, withdrawn_at__isnull=True).update(withdrawn_at=timezone.now())
    if ruling.option:
        _restore(ruling)


def _restore(ruling: HouseRuling) -> None:
    group = Group.objects.select_for_update().get(pk=ruling.group_id)
    earlier = group.house_rulings.filter(game=ruling.game, option=ruling.option, withdrawn_at__isnull=True).first()
    chosen = dict(group.default_options.get(ruling.game, {}))
    chosen.pop(ruling.option, None)
    if earlier is not None:
        chosen[ruling.option] = earlier.value
    update_group(group=group, default_options={**group.default_options, ruling.game: chosen})
