from django.apps import AppConfig


class OperationsConfig(AppConfig):
    name = "scorekeeper.operations"
    label = "operations"
    verbose_name = "Operations"

    def ready(self) -> None:
        from scorekeeper import checks  # noqa: F401  registers the system checks
