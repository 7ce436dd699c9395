"""System checks for the host: what is set in a way that loses data, lets strangers in or breaks links."""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core import checks
from django.core.checks import CheckMessage, Error, register


@register("scorekeeper")
def check_tls(**_: Any) -> Iterable[CheckMessage]:
    """TLS_CERT and TLS_KEY come together, and both can be read."""
    given = {name: getattr(settings, name) for name in ("TLS_CERT", "TLS_KEY") if getattr(settings, name)}
    if len(given) == 1:
        (name,) = given
        missing = "TLS_KEY" if name == "TLS_CERT" else "TLS_CERT"
        yield Error(f"{name} is set, {missing} is not.", hint="Give both, or neither.", id="scorekeeper.E001")
    for name, path in given.items():
        if not os.access(path, os.R_OK):
            yield Error(f"{name} cannot be read: {path}", hint="Check the path and its rights.", id="scorekeeper.E002")


@register("scorekeeper")
def check_site_url(**_: Any) -> Iterable[CheckMessage]:
    """SITE_URL is an origin: scheme and host, no path."""
    url = settings.SITE_URL
    if url and (not url.startswith(("http://", "https://")) or url.count("/") != 2):
        yield Error(
            f"SITE_URL is not an origin: {url}",
            hint="Write scheme, host and, if it is not the usual one, port: https://scores.example.org",
            id="scorekeeper.E003",
        )


@register("scorekeeper")
def check_data_folder(**_: Any) -> Iterable[CheckMessage]:
    """The data folder can be written by this user, and by nobody else."""
    folder: Path = settings.DATA
    if not os.access(folder, os.W_OK):
        yield Error(f"The data folder cannot be written: {folder}", hint="Check its owner.", id="scorekeeper.E004")
    elif folder.stat().st_mode & 0o022:
        yield checks.Warning(
            f"Other users can write to the data folder {folder}.", hint=f"chmod go-w {folder}", id="scorekeeper.W001"
        )


@register("scorekeeper")
def check_synchronous(**_: Any) -> Iterable[CheckMessage]:
    """SQLITE_SYNCHRONOUS is a mode of SQLite, and one that keeps the file whole."""
    mode = settings.SQLITE_SYNCHRONOUS.upper()
    if mode not in ("OFF", "NORMAL", "FULL", "EXTRA"):
        yield Error(
            f"SQLITE_SYNCHRONOUS={settings.SQLITE_SYNCHRONOUS} is no mode of SQLite.",
            hint="Use FULL (the default) or NORMAL.",
            id="scorekeeper.E005",
        )


@register("scorekeeper")
def check_debug(**_: Any) -> Iterable[CheckMessage]:
    """DEBUG shows settings and source to every visitor."""
    if settings.DEBUG and settings.LAN_ADDRESSES:
        yield Error("DEBUG is on while other devices can reach this site.", hint="Unset DEBUG.", id="scorekeeper.E006")
