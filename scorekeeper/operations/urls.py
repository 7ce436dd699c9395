"""Addresses for whoever watches the machine."""

from django.urls import path

from scorekeeper.operations import views

app_name = "operations"
urlpatterns = [
    path("healthz", views.healthz, name="healthz"),
    path("readyz", views.readyz, name="readyz"),
]
