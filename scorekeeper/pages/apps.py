"""The app of pages that stand above all others."""

from django.apps import AppConfig


class PagesConfig(AppConfig):
    """Group home and Night."""

    name = "scorekeeper.pages"
    label = "pages"
