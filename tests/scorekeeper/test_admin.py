"""The host's admin: every page opens for a host and for nobody else, and no secret's hash is shown."""

import re

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group as AuthGroup
from django.test import Client
from django.urls import reverse

from scorekeeper.accounts.models import Token, User
from scorekeeper.accounts.services import create_user, make_token
from scorekeeper.groups.services import create_group

pytestmark = pytest.mark.django_db
MODELS = sorted(admin.site._registry, key=lambda model: model._meta.label)


@pytest.fixture
def host(client: Client) -> User:
    """A signed-in host."""
    user = create_user(username="host", password="a long enough secret", is_host=True)
    client.force_login(user)
    return user


def list_of(model: type) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model._meta.label)
def test_every_list_opens_for_the_host_only(client: Client, host: User, model: type) -> None:
    assert client.get(list_of(model)).status_code == 200
    assert client.get(list_of(model), {"q": "o'neil"}).status_code == 200
    client.force_login(create_user(username="member", password="a long enough secret"))
    assert client.get(list_of(model)).status_code == 302


def test_django_s_own_groups_are_not_offered() -> None:
    assert AuthGroup not in admin.site._registry


def test_a_token_is_shown_without_its_hash(client: Client, host: User) -> None:
    token, secret = make_token(user=host, name="laptop")
    page = client.get(reverse("admin:accounts_token_change", args=[token.pk])).content.decode()
    assert "laptop" in page
    assert not re.search(rf"{secret}|{token.digest}", page)


def test_a_token_can_be_withdrawn_but_not_changed(client: Client, host: User) -> None:
    token, _ = make_token(user=host, name="laptop")
    change = reverse("admin:accounts_token_change", args=[token.pk])
    assert client.post(change, {"name": "other"}).status_code == 403
    assert Token.objects.get().name == "laptop"
    client.post(reverse("admin:accounts_token_delete", args=[token.pk]), {"post": "yes"})
    assert not Token.objects.exists()


def test_a_group_opens_with_its_members(client: Client, host: User) -> None:
    group = create_group(owner=host, name="Friday crew")
    page = client.get(reverse("admin:groups_group_change", args=[group.pk])).content.decode()
    assert "Friday crew" in page
    assert "host: owner" in page


def test_entries_cannot_be_added_here(client: Client, host: User) -> None:
    assert client.get(reverse("admin:plays_entry_add")).status_code == 403
