from django.apps import AppConfig


class NotebooksConfig(AppConfig):
    name = "scorekeeper.notebooks"
    label = "notebooks"
