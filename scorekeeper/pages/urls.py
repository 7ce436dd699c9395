"""The first page, a group's and a night's."""

from django.urls import path

from scorekeeper.pages import installing, views

app_name = "pages"
urlpatterns = [
    path("", views.index, name="index"),
    path("manifest.webmanifest", installing.manifest, name="manifest"),
    path("worker.js", installing.service_worker, name="worker"),
    path("groups/<slug:slug>/", views.group, name="group"),
    path("nights/<uuid:night_id>", views.night, name="night"),
]
