"""Every address of the site: health first, then the host's admin, the apps and the API."""

from importlib.util import find_spec

from django.contrib import admin
from django.urls import include, path

APPS_WITH_PAGES = ["accounts", "groups", "plays", "rulings", "stats", "notebooks", "pages"]

urlpatterns = [
    path("", include("scorekeeper.operations.urls")),
    path("admin/", admin.site.urls),
    *[
        path("", include(f"scorekeeper.{app}.urls"))
        for app in APPS_WITH_PAGES
        if find_spec(f"scorekeeper.{app}") and find_spec(f"scorekeeper.{app}.urls")
    ],
    *([path("api/v1/", include("api.urls"))] if find_spec("api") and find_spec("api.urls") else []),
]
