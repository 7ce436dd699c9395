from django.apps import AppConfig


class GroupsConfig(AppConfig):
    name = "scorekeeper.groups"
    label = "groups"
