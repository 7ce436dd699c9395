"""Addresses that work on other people's phones, and their QR codes."""

from __future__ import annotations

import segno
from django.conf import settings
from django.http import HttpRequest

from scorekeeper.environment import lan_addresses

__all__ = ["public_url", "qr_code"]

_LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


def public_url(request: HttpRequest, path: str) -> str:
    """The whole address of a path: by SITE_URL, else as the visitor came, but no loopback if a phone can do better."""
    if settings.SITE_URL:
        return f"{settings.SITE_URL}{path}"
    host, _separator, port = (
        request.get_host().rpartition(":") if ":" in request.get_host() else (request.get_host(), "", "")
    )
    reachable = settings.BIND not in ("127.0.0.1", "localhost", "::1")
    if host in _LOOPBACK and reachable and (addresses := lan_addresses()):
        return f"{request.scheme}://{addresses[0]}{f':{port}' if port else ''}{path}"
    return request.build_absolute_uri(path)


def qr_code(text: str) -> str:
    """The text as a QR code: an SVG in a data address, for an ``img``."""
    return str(segno.make(text, error="m").svg_data_uri(scale=6, border=1, dark="#26303d", light="#fff"))
