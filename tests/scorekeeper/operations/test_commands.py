"""The host's commands on accounts: tokens, and the link of a first start."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.urls import resolve

from scorekeeper.accounts.models import Token, User
from scorekeeper.accounts.selectors import setup_is_open, user_of_token
from scorekeeper.operations import setup_link

pytestmark = pytest.mark.django_db


def printed(*arguments: str) -> str:
    """What a command writes."""
    out = StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


def test_token_prints_a_secret_that_works_and_keeps_only_its_hash() -> None:
    user = User.objects.create_user("ana")
    secret = printed("token", "Ana").strip()
    token = user_of_token(secret)
    assert token is not None
    assert (token.user, token.scope, token.name) == (user, "write", "manage.py token")
    assert secret not in str(Token.objects.values())


def test_token_of_an_unknown_user_is_refused() -> None:
    with pytest.raises(CommandError, match=r"There is no user 'nobody'\. Add --create"):
        printed("token", "nobody")
    assert (User.objects.count(), Token.objects.count()) == (0, 0)


def test_token_creates_the_user_when_told_to() -> None:
    token = user_of_token(printed("token", "ben", "--create", "--scope", "read").strip())
    assert token is not None
    assert (token.user.username, token.user.is_superuser, token.user.has_usable_password()) == ("ben", False, False)
    assert token.scope == "read"


def test_token_refuses_a_name_that_no_user_may_have() -> None:
    with pytest.raises(CommandError, match="username"):
        printed("token", "no spaces allowed", "--create")
    assert User.objects.count() == 0


def test_the_set_up_link_leads_to_a_page_and_opens_once_nobody_is_there() -> None:
    path = setup_link.path()
    secret = resolve(path).kwargs["secret"]
    assert setup_is_open(secret)


def test_no_set_up_link_once_somebody_has_an_account() -> None:
    User.objects.create_user("host")
    assert setup_link.path() == ""
