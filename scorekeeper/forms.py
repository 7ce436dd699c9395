"""Forms that hand what they read to a service, and show its complaints beside the fields."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from django import forms

from scorekeeper.errors import BadInput

__all__ = ["ServiceForm"]

Result = TypeVar("Result")


class ServiceForm(forms.Form):
    """A form whose last word is a service's. Required fields are marked for browsers and checked here."""

    template_name = "_form.html"
    use_required_attribute = True

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})

    def call(self, service: Callable[..., Result], **values: Any) -> Result | None:
        """The service's result; None when it refused, its messages then stand at the fields they name."""
        try:
            return service(**values)
        except BadInput as refusal:
            self.complain(refusal)
            return None

    def complain(self, refusal: BadInput) -> None:
        """Put messages at the fields they name; what names none of ours goes to the top of the form."""
        for field, messages in refusal.errors.items():
            self.add_error(field if field in self.fields else None, messages)
