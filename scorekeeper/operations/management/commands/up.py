"""Run everything: broker, worker and web, until Ctrl-C."""

import signal
import sys
import time
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.utils import OperationalError

from scorekeeper.operations import preparation, programs, setup_link
from scorekeeper.operations.supervisor import GaveUp, Supervisor

ONLY_HERE = "Only this computer can reach it. For phones on the same network: make run BIND=0.0.0.0"
WHOLE_NETWORK = (
    "Every device on this network can reach it, over plain HTTP unless TLS_CERT and TLS_KEY are set: "
    "use BIND=0.0.0.0 on a network you trust."
)
INLINE = "No broker was found: what follows a change is computed before the answer, and pages are slower for it."


class Command(BaseCommand):
    # Only the product's own checks: the others import every page, and the web process runs into the same faults.
    requires_system_checks = ("scorekeeper",)
    help = "Run everything: broker, worker and web, until Ctrl-C. Settings come from the environment."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with preparation.only_one():
                self.prepare()
                self.supervise()
        except (preparation.NotPossible, GaveUp) as error:
            raise CommandError(str(error)) from None

    def prepare(self) -> None:
        """Brings database and static files up to date. Raises CommandError when the database cannot be reached."""
        preparation.require_port()
        try:
            preparation.migrate_if_needed()
        except OperationalError as error:
            reason = f"The {connection.vendor} database cannot be used: {error}. Check DATABASE_URL."
            raise CommandError(reason) from None
        preparation.collect_static_if_changed()

    def supervise(self) -> None:
        started = time.monotonic()
        running = programs.programs()
        supervisor = Supervisor(running, self.say)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, supervisor.ask_to_stop)
        if not any(program.name == "worker" for program in running):
            self.say(INLINE)
        supervisor.run(when_ready=lambda: self.greet(time.monotonic() - started))
        self.say("Stopped.")

    def greet(self, seconds: float) -> None:
        """Says where the site is, who can reach it, and at the first start how to become its host."""
        first, *others = programs.addresses()
        self.say(f"Scorekeeper runs at {first} (up in {seconds:.1f} s)")
        for other in others:
            self.say(f"            and at {other}")
        self.say(ONLY_HERE if settings.BIND in programs.LOCAL_NAMES else WHOLE_NETWORK)
        link = setup_link.path()
        connection.close()
        if link:
            self.say(f"\nFirst start. Make the host's account here; the link works once:\n  {first}{link}\n")
        self.say("Ctrl-C stops everything.")

    def say(self, text: str) -> None:
        self.stdout.write(text)
        sys.stdout.flush()
