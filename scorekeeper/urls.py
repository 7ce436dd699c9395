"""Every address of the site: health first, then the host's admin, the API and the apps' pages."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("", include("scorekeeper.operations.urls")),
    path("admin/", admin.site.urls),
    path("api/v1/", include("api.urls")),
    path("", include("scorekeeper.accounts.urls")),
    path("", include("scorekeeper.groups.urls")),
    path("", include("scorekeeper.plays.urls")),
    path("", include("scorekeeper.rulings.urls")),
    path("", include("scorekeeper.stats.urls")),
    path("", include("scorekeeper.notebooks.urls")),
    path("", include("scorekeeper.pages.urls")),
]
