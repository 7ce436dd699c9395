from importlib import import_module

from django.apps import AppConfig


class StatsConfig(AppConfig):
    name = "scorekeeper.stats"
    label = "stats"

    def ready(self) -> None:
        """Registers the tasks: without a broker, whoever commits runs them by name."""
        import_module("scorekeeper.celery")
        import_module("scorekeeper.stats.tasks")
