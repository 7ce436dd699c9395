from django.apps import AppConfig


class StatsConfig(AppConfig):
    name = "scorekeeper.stats"
    label = "stats"
