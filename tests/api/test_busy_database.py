"""A database that goes away while an answer is made: 503 and nothing written, whatever was being answered."""

from __future__ import annotations

import pytest
from django.db import OperationalError

from api import errors
from scorekeeper.errors import Stale
from scorekeeper.plays.models import Play


def test_a_conflict_whose_sheet_cannot_be_read_is_answered_with_503(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(_play: object) -> str:
        raise OperationalError("terminating connection due to administrator command")

    monkeypatch.setattr(errors, "sheet_text", gone)
    stale = Stale("Somebody else wrote to this sheet in the meantime.", Play(version=3))
    answer = errors.answer_exception(stale, {})
    assert (answer.status_code, answer["Retry-After"]) == (503, "1")
