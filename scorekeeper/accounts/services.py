"""Making accounts, tokens and the set-up link of a new installation."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.accounts.models import SetupLink, Token, User
from scorekeeper.accounts.secrets import digest_of, new_secret
from scorekeeper.errors import BadInput

__all__ = [
    "create_user",
    "make_setup_link",
    "make_token",
    "revoke_token",
    "set_language",
    "touch_token",
    "use_setup_link",
]

TOUCH_EVERY = timedelta(minutes=5)


def create_user(*, username: str, password: str | None = None, is_host: bool = False) -> User:
    """A new account; without a password nobody can sign in with one. Raises BadInput."""
    user = User(username=username.strip(), is_staff=is_host, is_superuser=is_host)
    try:
        user.full_clean(exclude=["password"])
        if password is not None:
            validate_password(password, user)
    except ValidationError as error:
        raise BadInput(_fields_of(error)) from None
    user.set_password(password)
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError:
        raise BadInput.of("username", _("This name is taken.")) from None
    return user


def _fields_of(error: ValidationError) -> dict[str, list[str]]:
    if hasattr(error, "error_dict"):
        fields = dict(error.message_dict)
        if "__all__" in fields:  # the only constraint over the whole row: names differ, whatever their case
            fields["username"] = fields.pop("__all__")
        return fields
    return {"password": list(error.messages)}


def make_token(
    *, user: User, name: str, scope: str = Token.Scope.WRITE, expires_at: datetime | None = None
) -> tuple[Token, str]:
    """A new token and its secret, which is never to be seen again. Raises BadInput."""
    if scope not in Token.Scope.values:
        raise BadInput.of("scope", _("A token is for read or write."))
    if not 1 <= len(name.strip()) <= 100:
        raise BadInput.of("name", _("A token's name has 1 to 100 characters."))
    secret = new_secret()
    token = Token.objects.create(
        user=user, name=name.strip(), scope=scope, expires_at=expires_at, digest=digest_of(secret)
    )
    return token, secret


def revoke_token(*, token: Token) -> None:
    """The token stops working at once; revoking twice changes nothing."""
    Token.objects.filter(pk=token.pk, revoked_at__isnull=True).update(revoked_at=timezone.now())


def touch_token(*, token: Token) -> None:
    """Note that the token was used, at most every five minutes so that reads stay reads."""
    now = timezone.now()
    if token.last_used_at is None or now - token.last_used_at > TOUCH_EVERY:
        Token.objects.filter(pk=token.pk).update(last_used_at=now)


def make_setup_link() -> str:
    """The secret of a fresh set-up link; earlier unused ones stop working."""
    secret = new_secret()
    with transaction.atomic():
        SetupLink.objects.filter(used_at__isnull=True).delete()
        SetupLink.objects.create(digest=digest_of(secret))
    return secret


@transaction.atomic
def use_setup_link(*, secret: str, username: str, password: str) -> User:
    """The host's account, made once by whoever opens the link. Raises BadInput when it was used or is wrong."""
    used = SetupLink.objects.filter(digest=digest_of(secret), used_at__isnull=True).update(used_at=timezone.now())
    if not used:
        raise BadInput.of("secret", _("This set-up link was used already or is wrong."))
    return create_user(username=username, password=password, is_host=True)


def set_language(*, user: User, language: str) -> User:
    """The language the user reads in; "" for what their browser asks for. Raises BadInput."""
    if language and language not in dict(settings.LANGUAGES):
        raise BadInput.of("language", _("The pages are not written in this language."))
    user.language = language
    user.save(update_fields=["language"])
    return user
