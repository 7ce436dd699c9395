"""Games: what the rule modules say of themselves, and their verdicts."""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from pydantic import TypeAdapter
from rest_framework.response import Response

from api.errors import found_json
from api.openapi import JUDGE
from api.pagination import page_of_list
from api.resource import Call, Resource, body_of
from api.serializers.fields import PageQuery, page_schema
from api.serializers.games import ClauseSerializer, GameSerializer, GameSummarySerializer, JudgeBody, VerdictSerializer
from api.throttles import AnonymousThrottle, JudgeThrottle
from gamerules import Clause, Game, Malformed, Verdict, games, judge, judge_move, load
from gamerules.clauses import malformed
from scorekeeper.errors import BadInput

UNLIMITED = 100  # seats; a module that allows so many sets no limit of its own


def _summary_json(game: Game) -> dict[str, Any]:
    most = game.seats[-1]
    return {
        "slug": game.slug,
        "title": game.title,
        "fewest_players": game.seats[0],
        "most_players": most if most < UNLIMITED else None,
        "has_table": game.table is not None,
        "clauses": len(game.clauses),
    }


@lru_cache(maxsize=64)
def _game_json(slug: str) -> dict[str, Any]:
    game = load(slug)
    has_table = game.table is not None
    return _summary_json(game) | {
        "levels": list(game.levels),
        "options": game.options.model_json_schema(),
        "entries": game.entry_adapter.json_schema(),
        "setup": TypeAdapter(game.setup).json_schema() if game.setup else None,
        "table": game.table_adapter.json_schema() if has_table else None,
        "moves": game.move_adapter.json_schema() if has_table else None,
    }


def _clause_json(clause: Clause) -> dict[str, Any]:
    return {
        "id": clause.id,
        "name": clause.name,
        "game": clause.game,
        "text": clause.text,
        "locator": clause.locator,
        "status": clause.status,
        "options": list(clause.options),
        "checked_by": list(clause.checked_by),
    }


class Games(Resource):
    """The rule modules."""

    filters = {"GET": PageQuery}

    @extend_schema(operation_id="games", responses=page_schema(GameSummarySerializer))
    def get(self, request: Call) -> Response:
        """All games that can be played here."""
        return page_of_list(request, [load(slug) for slug in games()], _summary_json)


class OneGame(Resource):
    """A rule module."""

    @extend_schema(operation_id="game", responses=GameSerializer)
    def get(self, request: Call, game: str) -> Response:
        """A game with the JSON Schemas of its options, entries, setup, table and moves."""
        return Response(_game_json(game))


class GameClauses(Resource):
    """The clauses of a game."""

    filters = {"GET": PageQuery}

    @extend_schema(operation_id="clauses", responses=page_schema(ClauseSerializer))
    def get(self, request: Call, game: str) -> Response:
        """Every clause, in the order of the rules."""
        return page_of_list(request, list(load(game).clauses.values()), _clause_json)


class OneClause(Resource):
    """A clause."""

    @extend_schema(operation_id="clause", responses=ClauseSerializer)
    def get(self, request: Call, game: str, name: str) -> Response:
        """One numbered rule."""
        try:
            return Response(_clause_json(load(game).clause(name)))
        except KeyError:
            raise Http404 from None


class Judge(Resource):
    """May I?"""

    throttle_classes = [AnonymousThrottle, JudgeThrottle]

    @extend_schema(operation_id="judge", request=JUDGE, responses=VerdictSerializer)
    def post(self, request: Call, game: str) -> Response:
        """Whether an entry may come next in a record, or a move be made at a table."""
        slug, body = load(game).slug, body_of(request, JudgeBody)
        if set(body) not in ({"record", "entry"}, {"table", "move"}):
            raise BadInput.of("", _("Give a record and an entry, or a table and a move."))
        return Response(_verdict_json(_judged(slug, body)))


def _judged(slug: str, body: dict[str, Any]) -> Verdict:
    """The verdict; what cannot be read is ``malformed``, with the fault as its finding."""
    try:
        if "table" in body:
            return judge_move(slug, body["table"], body["move"])
        record = {"game": slug, **body["record"]}
        if record["game"] != slug:
            raise Malformed("record.game", _("this is the record of another game"))
        return judge(record, body["entry"])
    except Malformed as fault:
        return Verdict("malformed", tuple(malformed(field, "{told}", told=told) for field, told in fault.errors))


def _verdict_json(verdict: Verdict) -> dict[str, Any]:
    points = str(verdict.points) if isinstance(verdict.points, Decimal) else verdict.points
    return {
        "verdict": verdict.verdict,
        "findings": found_json(verdict.findings),
        "checked": list(verdict.checked),
        "unchecked": list(verdict.unchecked),
        "depends": {option: dict(answers) for option, answers in verdict.depends.items()},
        "points": points,
    }
