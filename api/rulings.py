"""House rulings, and asking the rules."""

from __future__ import annotations

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from api.pagination import page_of_list
from api.resource import Call, Resource, body_of, shown
from api.serializers.fields import page_schema
from api.serializers.rulings import AnswersSerializer, QuestionBody, RulingBody, RulingSerializer, RulingsQuery
from api.throttles import AnonymousThrottle, JudgeThrottle
from scorekeeper.groups.access import group_for
from scorekeeper.plays.access import play_for
from scorekeeper.rulings.access import ruling_for
from scorekeeper.rulings.selectors import answers_to, house_rulings_of
from scorekeeper.rulings.services import withdraw_ruling, write_ruling


class Rulings(Resource):
    """What a group decided."""

    filters = {"GET": RulingsQuery}

    @extend_schema(operation_id="rulings", responses=page_schema(RulingSerializer))
    def get(self, request: Call, slug: str) -> Response:
        """Its house rulings, newest first; also those made while logging."""
        group = group_for(request.user, slug)
        found = house_rulings_of(group, game=self.query.get("game"))
        return page_of_list(request, found, RulingSerializer().to_representation)

    @extend_schema(operation_id="write_ruling", request=RulingBody, responses={201: RulingSerializer})
    def post(self, request: Call, slug: str) -> Response:
        """Write down what the group decided about a clause; with an option, new plays start with its value."""
        group = group_for(request.user, slug, to="record")
        body = body_of(request, RulingBody)
        if body.get("play"):
            body["play"] = play_for(request.user, body["play"])
        ruling = write_ruling(group=group, actor=request.user, **body)
        written = next(ruled for ruled in house_rulings_of(group) if ruled.id == ruling.pk)
        return shown(RulingSerializer, written, status=201)


class OneRuling(Resource):
    """A house ruling."""

    @extend_schema(operation_id="withdraw_ruling", responses={204: None})
    def delete(self, request: Call, ruling_id: UUID) -> Response:
        """Take it back; an option that it settled goes back to what it was."""
        withdraw_ruling(ruling=ruling_for(request.user, ruling_id, to="record"))
        return Response(status=204)


class Ask(Resource):
    """A question to the rules."""

    throttle_classes = [AnonymousThrottle, JudgeThrottle]

    @extend_schema(operation_id="ask", request=QuestionBody, responses=AnswersSerializer)
    def post(self, request: Call) -> Response:
        """Clauses, rulings and a group's house rulings that answer a question, best first."""
        body = body_of(request, QuestionBody)
        groups = [group_for(request.user, body["group"])] if body.get("group") else []
        answers = answers_to(body["question"], game=body.get("game"), groups=groups)
        return Response({"results": [answer.as_json() for answer in answers]})
