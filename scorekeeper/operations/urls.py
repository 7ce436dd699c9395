"""Addresses for whoever watches the machine."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
