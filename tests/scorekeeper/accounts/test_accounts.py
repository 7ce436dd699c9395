"""Accounts, tokens and the set-up link: secrets are shown once and kept only as hashes."""

import datetime as dt

import pytest
from django.utils import timezone

from scorekeeper.accounts.models import SetupLink, Token, User
from scorekeeper.accounts.selectors import setup_is_open, tokens_of, user_of_token
from scorekeeper.accounts.services import (
    create_user,
    make_setup_link,
    make_token,
    revoke_token,
    touch_token,
    use_setup_link,
)
from scorekeeper.errors import BadInput

pytestmark = pytest.mark.django_db


def test_a_token_opens_until_revoked(owner):
    token, secret = make_token(user=owner, name="laptop")
    assert user_of_token(secret).user == owner
    assert secret not in str(Token.objects.values().get())
    revoke_token(token=token)
    assert user_of_token(secret) is None
    assert tokens_of(owner) == []


@pytest.mark.parametrize("secret", ["", "nonsense", "\ud800", "x" * 10_000])
def test_a_wrong_secret_opens_nothing(owner, secret):
    make_token(user=owner, name="laptop")
    assert user_of_token(secret) is None


def test_an_expired_token_and_an_inactive_user_open_nothing(owner):
    _token, secret = make_token(user=owner, name="old", expires_at=timezone.now() - dt.timedelta(seconds=1))
    assert user_of_token(secret) is None
    _token, secret = make_token(user=owner, name="new")
    User.objects.update(is_active=False)
    assert user_of_token(secret) is None


@pytest.mark.parametrize(
    ("given", "field"), [({"name": ""}, "name"), ({"name": "x" * 101}, "name"), ({"scope": "all"}, "scope")]
)
def test_a_bad_token_names_the_field(owner, given, field):
    with pytest.raises(BadInput) as refusal:
        make_token(**{"user": owner, "name": "laptop", **given})
    assert set(refusal.value.errors) == {field}
    assert not Token.objects.exists()


def test_use_is_noted_at_most_every_five_minutes(owner):
    token, _secret = make_token(user=owner, name="laptop")
    touch_token(token=token)
    first = Token.objects.get()
    assert first.last_used_at is not None
    touch_token(token=first)
    assert Token.objects.get().last_used_at == first.last_used_at


@pytest.mark.parametrize("name", ["OLGA", " olga ", "", "a b", "x" * 151])
def test_a_name_that_is_taken_or_none_is_refused(owner, name):
    with pytest.raises(BadInput) as refusal:
        create_user(username=name)
    assert set(refusal.value.errors) == {"username"}
    assert User.objects.count() == 1


def test_a_user_without_a_password_cannot_sign_in_with_one():
    assert not create_user(username="bot").has_usable_password()


def test_a_set_up_link_works_once_and_only_the_latest():
    old, new = make_setup_link(), make_setup_link()
    assert (setup_is_open(old), setup_is_open(new)) == (False, True)
    assert new not in str(SetupLink.objects.values().get())
    assert use_setup_link(secret=new, username="host", password="correct horse battery").is_superuser
    with pytest.raises(BadInput):
        use_setup_link(secret=new, username="other", password="correct horse battery")
    assert User.objects.count() == 1
