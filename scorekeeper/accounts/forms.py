"""What the account pages ask for."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm
from django.utils.translation import gettext_lazy as _

from scorekeeper.accounts.models import Token
from scorekeeper.forms import ServiceForm

__all__ = ["LanguageForm", "NewAccountForm", "PasswordForm", "SignInForm", "TokenForm"]


class SignInForm(AuthenticationForm):
    """Name and password, drawn as our forms are."""

    template_name = "_form.html"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})


class PasswordForm(PasswordChangeForm):
    """The old password and the new one twice, drawn as our forms are."""

    template_name = "_form.html"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})


class NewAccountForm(ServiceForm):
    """A name to sign in with and a password; whether they will do is the service's to say."""

    username = forms.CharField(
        label=_("Your name here"),
        max_length=150,
        help_text=_("You sign in with it. Letters, digits and @ . + - _"),
        widget=forms.TextInput({"autocomplete": "username", "autocapitalize": "none"}),
    )
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        max_length=1000,
        help_text=_("At least 8 characters, not only digits."),
        widget=forms.PasswordInput({"autocomplete": "new-password"}),
    )


class TokenForm(ServiceForm):
    """A token's name and what it may do."""

    name = forms.CharField(
        label=_("What is it for?"), max_length=100, widget=forms.TextInput({"placeholder": "Jupyter"})
    )
    scope = forms.ChoiceField(label=_("It may"), choices=Token.Scope.choices, initial="read", widget=forms.RadioSelect)


class LanguageForm(ServiceForm):
    """The language of the pages; empty for what the browser asks for."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        languages = [("", _("As the browser asks")), *settings.LANGUAGES]
        self.fields["language"] = forms.ChoiceField(label=_("Language"), required=False, choices=languages)
