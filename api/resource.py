"""What every call shares: reading the query and the body strictly, and the shapes of answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from django.http import Http404
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from rest_framework.exceptions import MethodNotAllowed
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from api.serializers.fields import StrictSerializer
from scorekeeper.errors import BadInput

if TYPE_CHECKING:

    class Call(Request):
        """A request whose caller is known: every call but the public ones asks for a user."""

        user: Any

else:
    Call = Request


@method_decorator(never_cache, name="dispatch")
class Resource(APIView):
    """A call of the API. ``filters`` names, per method, the query parameters it knows; others are refused."""

    http_method_names = ["get", "head", "post", "put", "patch", "delete"]
    filters: ClassVar[Mapping[str, type[StrictSerializer]]] = {}

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """After authentication and limits: read the query into ``self.query``. Raises BadInput."""
        super().initial(request, *args, **kwargs)
        if str(request.method) not in self.allowed_methods:
            raise MethodNotAllowed(str(request.method))
        self.query = query_of(request, self.filters.get(request.method or ""))


class Absent(Resource):
    """Every other address under /api/v1/."""

    schema = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Raises Http404 before anybody is asked who they are."""
        raise Http404


def query_of(request: Request, known: type[StrictSerializer] | None) -> dict[str, Any]:
    """The query parameters, each given once. Raises BadInput for unknown and repeated ones."""
    sent = request.query_params
    names = known().fields.keys() if known else ()
    for name in sent:
        if name not in names:
            raise BadInput.of(name, _("This call has no such parameter."))
        if len(sent.getlist(name)) > 1:
            raise BadInput.of(name, _("This parameter may be given once."))
    return read(known, sent.dict()) if known else {}


def body_of(request: Request, known: type[StrictSerializer]) -> dict[str, Any]:
    """The body as typed values. Raises ValidationError naming the fields."""
    return read(known, request.data)


def read(known: type[StrictSerializer], raw: Any) -> dict[str, Any]:
    """Values checked by a serializer."""
    serializer = known(data=raw)
    serializer.is_valid(raise_exception=True)
    values: dict[str, Any] = serializer.validated_data
    return values


def shown(serializer: type[Serializer[Any]], subject: Any, status: int = 200) -> Response:
    """One thing as an answer."""
    return Response(serializer(subject).data, status=status)
