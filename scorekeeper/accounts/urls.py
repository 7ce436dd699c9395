"""Where one signs in, and the account page."""

from django.contrib.auth.views import LogoutView
from django.urls import path

from scorekeeper.accounts import views

app_name = "accounts"
urlpatterns = [
    path("sign-in", views.SignIn.as_view(), name="sign-in"),
    path("sign-out", LogoutView.as_view(), name="sign-out"),
    path("account", views.account, name="account"),
    path("account/tokens", views.make_token, name="make-token"),
    path("account/tokens/<int:token_id>/revoke", views.revoke_token, name="revoke-token"),
    path("account/language", views.change_language, name="change-language"),
    path("account/password", views.change_password, name="change-password"),
]
