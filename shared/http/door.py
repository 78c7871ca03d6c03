"""The resolver behind every route: powertools' own, safe for several requests at once, its errors in our shape."""

import json
import threading
from collections.abc import Mapping, Sequence
from typing import Any, Final

from aws_lambda_powertools.event_handler import APIGatewayRestResolver, CORSConfig, Response
from aws_lambda_powertools.event_handler.exceptions import NotFoundError
from aws_lambda_powertools.event_handler.openapi.exceptions import (
    RequestUnsupportedContentType,
    RequestValidationError,
)
from aws_lambda_powertools.utilities.data_classes import APIGatewayProxyEvent
from aws_lambda_powertools.utilities.data_classes.common import BaseProxyEvent

from shared.deps import Deps
from shared.http.errors import NotJson, Problem, Told, told

MOST_BODY = 64 * 1024
MOST_PROBLEMS = 20


class Door(APIGatewayRestResolver):
    """Lambda gives a process one request at a time; the local server gives it many, so each thread has its own."""

    def __init__(self) -> None:
        self._here = threading.local()
        self._preparing = threading.Lock()
        super().__init__(
            enable_validation=True,
            json_body_deserializer=strict_json,
            cors=CORSConfig(
                allow_headers=["Idempotency-Key", "Last-Event-ID"], expose_headers=["Retry-After"], max_age=600
            ),
        )
        self.exception_handler(Exception)(self._answer)

    @property
    def current_event(self) -> APIGatewayProxyEvent:  # type: ignore[override]  # powertools keeps it on the class
        """The request of this thread."""
        event: APIGatewayProxyEvent = self._here.event
        return event

    @property
    def context(self) -> dict[str, Any]:
        """What belongs to the request of this thread."""
        if not hasattr(self._here, "context"):
            self._here.context = {}
        context: dict[str, Any] = self._here.context
        return context

    @context.setter
    def context(self, context: dict[str, Any]) -> None:
        self._here.context = context

    def _to_proxy_event(self, event: dict[str, Any]) -> BaseProxyEvent:
        self._here.event = super()._to_proxy_event(event)
        return self.current_event

    def answer(self, event: Mapping[str, Any], deps: Deps) -> dict[str, Any]:
        """What API Gateway gets for a request, whatever happens."""
        self._prepare()
        self.context = {"deps": deps, "event": event}
        answered: dict[str, Any] = self.resolve(event, None)  # type: ignore[arg-type]
        return answered

    def _prepare(self) -> None:
        """Builds each route's chain once: two threads that build the same one would nest it."""
        with self._preparing:
            for route in (*self._static_routes, *self._dynamic_routes):
                if not route._middleware_stack_built:
                    route._build_middleware_stack(self._router_middlewares, self)

    def _answer(self, error: Exception) -> Response[dict[str, Any]]:
        answer = self._told(error)
        headers: dict[str, Any] = {"Cache-Control": "no-store", **answer.headers}
        if answer.status == 405:
            headers["Allow"] = ", ".join(self._methods())
        return Response(
            status_code=answer.status,
            content_type="application/json",
            body=with_request_id(answer, self.context.get("event") or {}),
            headers=headers,
        )

    def _told(self, error: Exception) -> Told:
        if isinstance(error, NotFoundError):
            return self._no_route()
        if isinstance(error, RequestUnsupportedContentType):
            return told(NotJson())
        if isinstance(error, RequestValidationError) and not _ours(error):
            return unfit(error)
        if isinstance(error, UnicodeError):
            return Told(400, "bad_request", "The body is not UTF-8 text; send JSON.")
        return told(error)

    def _no_route(self) -> Told:
        methods = self._methods()
        if methods:
            return Told(405, "method_not_allowed", f"This address takes {', '.join(methods)} only.")
        return Told(404, "no_such_route", "There is no such address; GET /openapi.json lists those that exist.")

    def _methods(self) -> list[str]:
        """The methods that the address of this request takes."""
        path = self.current_event.path
        routes = (*self._static_routes, *self._dynamic_routes)
        return sorted({str(route.method) for route in routes if route.rule.match(path)})


def strict_json(text: str) -> Any:
    """JSON as the standard has it: no NaN, and not nested without end. Raises JSONDecodeError."""
    try:
        return json.loads(text, parse_constant=_refuse)
    except RecursionError as error:
        raise json.JSONDecodeError("nested too deeply", "", 0) from error
    except json.JSONDecodeError:
        raise
    except ValueError as error:  # an integer with more digits than Python converts
        raise json.JSONDecodeError("not a number that can be read", "", 0) from error


def _refuse(constant: str) -> Any:
    raise json.JSONDecodeError(f"{constant} is no JSON", "", 0)


def unfit(error: RequestValidationError) -> Told:
    """Which parts of a request are invalid and what would be valid; never what was in them."""
    found = list(error.errors())
    if any(one["type"] == "json_invalid" for one in found):
        return Told(400, "bad_json", "The body is not valid JSON; check quotes, commas and brackets.")
    problems = [
        Problem(where=".".join(map(str, one["loc"]))[:100], problem=one["type"]) for one in found[:MOST_PROBLEMS]
    ]
    named = "; ".join(dict.fromkeys(f"{at.where}{_wanted(one)}" for at, one in zip(problems, found, strict=False)))
    return Told(422, "invalid_request", f"The request is invalid: {named}. See /openapi.json.", problems=problems)


_PLAINLY: Final = {
    "value_error": "",
    "assertion_error": "",
    "extra_forbidden": "there is no such field",
    "string_pattern_mismatch": "other letters or signs than it may have",
    "missing": "it is required",
}


def _wanted(problem: Mapping[str, Any]) -> str:
    """What pydantic wants of a part. A validator of ours may repeat what was sent, so its words stay here."""
    told = _PLAINLY.get(problem["type"], str(problem["msg"]))
    return f" ({told[:1].lower()}{told[1:]})" if told else ""


def _ours(error: RequestValidationError) -> bool:
    """Whether it is the answer that does not fit, which is nothing that a client can mend."""
    return any(one["loc"][:1] == ("response",) for one in error.errors())


def _path(parts: Sequence[str | int]) -> str:
    return ".".join(map(str, parts))[:100]


def with_request_id(answer: Told, event: Mapping[str, Any]) -> dict[str, Any]:
    """The body of an error with the id under which the log knows the request."""
    request_id = (event.get("requestContext") or {}).get("requestId")
    return {"error": {**answer.wire["error"], **({"request_id": request_id} if request_id else {})}}
