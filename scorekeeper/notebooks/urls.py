"""Reports."""

from django.urls import path

from scorekeeper.notebooks import views

app_name = "notebooks"
urlpatterns = [
    path("nights/<uuid:night_id>/report", views.ask_night, name="ask-night"),
    path("groups/<slug:slug>/seasons/<int:season>/report", views.ask_season, name="ask-season"),
    path("reports/<uuid:report_id>", views.report, name="report"),
    path("reports/<uuid:report_id>/retry", views.retry, name="retry"),
    path("reports/<uuid:report_id>/files", views.files, name="files"),
]
