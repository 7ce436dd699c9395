"""Scorekeeper in a notebook: ``from scorekeeper.notebooks import connect``.

Needs the ``notebook`` extra and a running site; nothing of Django is imported.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scorekeeper.notebooks.client import Group, Play, Site, connect

__all__ = ["Group", "Play", "Site", "connect"]


def __getattr__(name: str) -> Any:
    """The client, imported when first asked for: the site itself has no use for pandas."""
    if name in __all__:
        from scorekeeper.notebooks import client

        return getattr(client, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
