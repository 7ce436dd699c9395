from django.apps import AppConfig


class PlaysConfig(AppConfig):
    name = "scorekeeper.plays"
    label = "plays"
