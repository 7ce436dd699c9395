"""The OpenAPI schema is true: requests generated from it, good and bad, find no mismatch."""

from __future__ import annotations

import re
import subprocess
import sys
import uuid
from pathlib import Path
from typing import Any

import httpx
import pytest
from rest_framework.test import APIClient

from tests.api.conftest import ROOT as API
from tests.api.live import live_server
from tests.api.test_many_writers import set_up

SECONDS = 12  # for all generated requests together

# What a body means is checked by a rule module or against the clock, which no schema can say: there a body
# of the right form may be refused.
MEANING_IS_CHECKED = (
    "POST /api/v1/plays/{play_id}/entries",
    "PUT /api/v1/plays/{play_id}/entries/{line}",
    "POST /api/v1/plays/{play_id}/preview",
    "POST /api/v1/nights/{night_id}/plays",
    "POST /api/v1/groups/{slug}/records",
    "POST /api/v1/groups/{slug}/invitations",
    "POST /api/v1/groups/{slug}/nights",
    "POST /api/v1/groups/{slug}/rulings",
    "POST /api/v1/players/{player_id}/merge",
    "PATCH /api/v1/nights/{night_id}",
    "PATCH /api/v1/groups/{slug}",
    "PATCH /api/v1/players/{player_id}",
)


def configuration(ids: dict[str, str]) -> str:
    """Schemathesis' configuration: real ids, so that requests reach what lies behind them."""
    lines = ["[parameters]", *(f'"path.{name}" = "{value}"' for name, value in ids.items())]
    lines += ["[[operations]]", 'include-name = "DELETE /api/v1/groups/{slug}"', "enabled = false"]
    for name in MEANING_IS_CHECKED:
        accepted = '["2xx", 400, 401, 403, 404, 409, 422, 429]'
        lines += ["[[operations]]", f'include-name = "{name}"']
        lines += [f"checks.positive_data_acceptance.expected-statuses = {accepted}"]
    return "\n".join(lines) + "\n"


def ids_of(client: httpx.Client) -> dict[str, str]:
    """A group with a play and a line."""
    play = set_up(client)
    line = {"id": str(uuid.uuid4()), "version": 0, "player": "Ana", "kind": "points", "points": 3}
    client.post(f"/plays/{play['id']}/entries", json=line).raise_for_status()
    return {
        "slug": play["group"], "night_id": play["night"], "play_id": play["id"], "line": line["id"],
        "player_id": play["sheet"]["players"][0]["id"], "game": "popcorn-dice", "name": "turn-order",
    }  # fmt: skip


def test_generated_requests_find_no_mismatch(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    with live_server(data) as server:
        token = server.token("ana")
        with server.client(token) as client:
            (tmp_path / "schemathesis.toml").write_text(configuration(ids_of(client)), encoding="utf-8")
        command = [str(Path(sys.executable).with_name("st")), "--config-file", str(tmp_path / "schemathesis.toml")]
        command += ["run", f"{server.url}/api/v1/schema", "-H", f"Authorization: Bearer {token}", "--seed", "1"]
        command += ["--phases", "coverage,fuzzing", "--max-examples", "3", "--max-time", str(SECONDS), "--no-color"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=SECONDS + 120)
    cases = re.search(r"(\d+) generated", done.stdout)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    assert cases is not None
    assert int(cases[1]) > 20


@pytest.fixture
def schema(db: None) -> dict[str, Any]:
    """The schema as anybody gets it."""
    answer = APIClient().get(f"{API}/schema")
    assert answer.status_code == 200
    return answer.json()  # type: ignore[no-any-return]


def test_the_schema_is_openapi_3_1(schema: dict[str, Any]) -> None:
    assert schema["openapi"].startswith("3.1")
    assert "token" in schema["components"]["securitySchemes"]
    assert all(not path.endswith("/") for path in schema["paths"])


def test_every_operation_documents_its_refusals(schema: dict[str, Any]) -> None:
    for methods in schema["paths"].values():
        for operation in methods.values():
            assert {"400", "401", "403", "429"} <= set(operation["responses"])
            refusal = operation["responses"]["400"]["content"]
            assert list(refusal) == ["application/problem+json"]


def test_entries_of_every_kind_of_every_game_are_in_the_schema(schema: dict[str, Any]) -> None:
    named = {ref["$ref"].rpartition("/")[2] for ref in schema["components"]["schemas"]["NewEntry"]["anyOf"]}
    assert {"NewPopcornDiceRolls", "NewPopTartsMovesEntry", "NewTallyRow", "NewAnarchyPancakesMatches"} <= named
    assert {"id", "version"} <= set(schema["components"]["schemas"]["NewPopcornDiceRolls"]["required"])


def test_the_docs_page_needs_no_other_site(db: None) -> None:
    page = APIClient().get(f"{API}/docs")
    script = APIClient().get(f"{API}/docs?script=")
    assert page.status_code == script.status_code == 200
    for text in (page.content.decode(), script.content.decode()):
        assert not re.search(r"(src|href)=\"(https?:)?//", text)
        assert "cdn" not in text.lower()
    assert "<style" not in page.content.decode()
    assert re.search(r"<script>", page.content.decode()) is None
