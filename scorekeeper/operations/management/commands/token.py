"""Print a new API token."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scorekeeper.accounts.models import User
from scorekeeper.accounts.services import create_user, make_token
from scorekeeper.errors import BadInput


class Command(BaseCommand):
    help = "Print a new API token of a user. It is shown once: only its hash is kept."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", nargs="?", default="", help="whose (default: the host's)")
        parser.add_argument("--create", action="store_true", help="make the user when there is none")
        parser.add_argument("--name", default="manage.py token", help="what the account page calls the token")
        parser.add_argument("--scope", choices=["read", "write"], default="write")

    def handle(self, *args: Any, username: str, create: bool, name: str, scope: str, **options: Any) -> None:
        try:
            user = self.user(username, create=create)
            _, secret = make_token(user=user, name=name, scope=scope)
        except BadInput as error:
            raise CommandError(str(error)) from None
        self.stdout.write(secret)

    def user(self, username: str, *, create: bool) -> User:
        """The user of that name, whatever its case; the host for no name. Raises CommandError for nobody."""
        if not username:
            return self.host()
        user = User.objects.filter(username__iexact=username.strip()).first()
        if user is not None:
            return user
        if not create:
            raise CommandError(f"There is no user {username!r}. Add --create to make one.")
        return create_user(username=username)

    def host(self) -> User:
        """Who set the site up, else whose account is the oldest. Raises CommandError before there is any."""
        host = User.objects.filter(is_active=True).order_by("-is_superuser", "pk").first()
        if host is None:
            raise CommandError("Nobody has set this site up yet: open the link that `make run` prints first.")
        return host
