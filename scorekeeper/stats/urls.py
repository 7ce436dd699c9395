"""Statistics of a group."""

from django.urls import path

from scorekeeper.stats import views

app_name = "stats"
urlpatterns = [
    path("groups/<slug:slug>/statistics", views.group, name="group"),
    path("groups/<slug:slug>/statistics/players/<uuid:player_id>", views.player, name="player"),
    path("groups/<slug:slug>/statistics/games/<path:game>", views.game, name="game"),
    path("groups/<slug:slug>/statistics/head-to-head", views.head_to_head, name="head-to-head"),
    path("groups/<slug:slug>/statistics/records", views.records, name="records"),
    path("groups/<slug:slug>/statistics/tables/<slug:name>", views.table, name="table"),
    path("groups/<slug:slug>/statistics/tables/<slug:name>.csv", views.table_file, name="table-file"),
]
