from django.apps import AppConfig


class RulingsConfig(AppConfig):
    name = "scorekeeper.rulings"
    label = "rulings"
