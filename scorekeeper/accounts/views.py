"""Signing in and out, and the account page: tokens, language, password."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import LoginView
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scorekeeper.accounts import selectors, services
from scorekeeper.accounts.forms import LanguageForm, PasswordForm, SignInForm, TokenForm
from scorekeeper.accounts.signed_in import SignedInRequest

__all__ = ["SignIn", "account", "change_language", "change_password", "make_token", "revoke_token"]


class SignIn(LoginView):
    """Name and password; the session then lasts for a season, so that a phone at the table stays signed in."""

    authentication_form = SignInForm
    template_name = "accounts/sign_in.html"
    redirect_authenticated_user = True

    def form_valid(self, form: Any) -> HttpResponse:
        """Sign in and speak the language chosen on the account page."""
        response = super().form_valid(form)
        return speak(response, form.get_user().language)


def speak(response: HttpResponse, language: str) -> HttpResponse:
    """Remember the language of the pages in this browser; "" forgets it."""
    if language:
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME, language, max_age=settings.SESSION_COOKIE_AGE, samesite="Lax"
        )
    else:
        response.delete_cookie(settings.LANGUAGE_COOKIE_NAME)
    return response


def _account_page(request: SignedInRequest, *, status: int = 200, **forms: Any) -> HttpResponse:
    context = {
        "tokens": selectors.tokens_of(request.user),
        "token_form": TokenForm(),
        "language_form": LanguageForm(initial={"language": request.user.language}),
        "password_form": PasswordForm(request.user),
    }
    return render(request, "accounts/account.html", context | forms, status=status)


@login_required
def account(request: SignedInRequest) -> HttpResponse:
    """Everything about the reader's own account."""
    return _account_page(request)


@login_required
@require_POST
def make_token(request: SignedInRequest) -> HttpResponse:
    """A new token; its secret is on the answer and never again."""
    form = TokenForm(request.POST)
    made = form.call(services.make_token, user=request.user, **form.cleaned_data) if form.is_valid() else None
    if made is None:
        return _account_page(request, token_form=form, status=400)
    token, secret = made
    return _account_page(request, new_token=token, secret=secret)


@login_required
@require_POST
def revoke_token(request: SignedInRequest, token_id: int) -> HttpResponse:
    """One of the reader's tokens stops working."""
    token = next((token for token in selectors.tokens_of(request.user) if token.pk == token_id), None)
    if token is None:
        raise Http404
    services.revoke_token(token=token)
    messages.success(request, _("The token “%(name)s” works no more.") % {"name": token.name})
    return redirect("accounts:account")


@login_required
@require_POST
def change_language(request: SignedInRequest) -> HttpResponse:
    """The language the reader wants, from the next page on."""
    form = LanguageForm(request.POST)
    if not form.is_valid() or form.call(services.set_language, user=request.user, **form.cleaned_data) is None:
        return _account_page(request, language_form=form, status=400)
    return speak(redirect("accounts:account"), form.cleaned_data["language"])


@login_required
@require_POST
def change_password(request: SignedInRequest) -> HttpResponse:
    """A new password; other browsers are signed out, this one is not."""
    form = PasswordForm(request.user, request.POST)
    if not form.is_valid():
        return _account_page(request, password_form=form, status=400)
    update_session_auth_hash(request, form.save())
    messages.success(request, _("Your password is changed; other browsers are signed out."))
    return redirect("accounts:account")
