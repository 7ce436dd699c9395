"""Links that show one sheet to people without an account."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.accounts.models import User
from scorekeeper.accounts.secrets import digest_of, new_secret
from scorekeeper.errors import BadInput
from scorekeeper.plays.models import Play, ShareLink

__all__ = ["revoke_share", "share_play"]

LASTS = timedelta(days=2)
LASTS_AT_MOST = timedelta(days=365)


def share_play(*, play: Play, actor: User, expires_at: datetime | None = None) -> tuple[ShareLink, str]:
    """A link and its secret, shown once; two days unless said otherwise, a year at most. Raises BadInput."""
    now = timezone.now()
    ends = expires_at or now + LASTS
    if not now < ends <= now + LASTS_AT_MOST:
        raise BadInput.of("expires", _("A link ends in the future, within a year."))
    secret = new_secret()
    link = ShareLink.objects.create(play=play, created_by=actor, expires_at=ends, digest=digest_of(secret))
    return link, secret


def revoke_share(*, link: ShareLink) -> None:
    """The link stops working at once."""
    ShareLink.objects.filter(pk=link.pk, revoked_at__isnull=True).update(revoked_at=timezone.now())
