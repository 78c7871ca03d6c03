"""Which of the six categories a failure belongs to: by class and status first, by whole words of its text last."""

import errno
import json
import re
from collections.abc import Iterator
from typing import get_args

from shared.contracts import ErrorType
from shared.errors import CandorError, QueryFailed

_WORDS: dict[ErrorType, str] = {
    "timeout": r"time[- ]?outs?|timed[- ]?out|deadline exceeded",
    "connection": (
        r"(?:dis)?connect(?:ion|ions|ing|ed)?|unreachable|bad gateway|service[- ]unavailable|broken pipe|50[23]"
    ),
    "rate_limit": (
        r"rate[- ]?limit(?:s|ed|ing)?|rate exceeded|throttl(?:ed|ing)|throughput exceeded|request limit exceeded|"
        r"quotas?|too many requests|overloaded|slow ?down|429|529"
    ),
    "not_found": r"not found|no such|404",
    "data": r"invalid|validation|malformed|unprocessable",
}
"""In the specification's order of precedence; whole words, so that "failed to generate" is no rate limit."""
_TEXT = {kind: re.compile(rf"(?<![\w.])(?:{words})(?!\w|\.\d)", re.IGNORECASE) for kind, words in _WORDS.items()}

_NAMES: dict[str, ErrorType] = {
    "gaierror": "connection",
    "SSLError": "connection",
    "States.Permissions": "connection",
    "AccessDenied": "connection",
    "AccessDeniedException": "connection",
    "ExpiredTokenException": "connection",
    "UnrecognizedClientException": "connection",
    "InternalFailure": "connection",
    "InternalServerError": "connection",
    "InternalServerException": "connection",
    "ServiceException": "connection",
    "AWSLambdaException": "connection",
    "SdkClientException": "connection",
    "ServiceUnavailableException": "connection",
    "TimeoutExpired": "timeout",
    "LimitExceededException": "rate_limit",
    "ProvisionedThroughputExceededException": "rate_limit",
    "RequestLimitExceeded": "rate_limit",
    "States.DataLimitExceeded": "data",
    "BinderException": "data",
    "CatalogException": "data",
    "ConditionalCheckFailedException": "data",
    "ConversionException": "data",
    "JSONDecodeError": "data",
    "UnicodeError": "data",
    "ModuleNotFoundError": "unknown",
}
"""Names that don't tell their category by the words in them."""

_UNREACHABLE = {errno.EHOSTUNREACH, errno.ENETUNREACH, errno.ENETDOWN, errno.EHOSTDOWN}
_QUERY_FAULTS: dict[str, ErrorType] = {
    "timeout": "timeout",
    "unavailable": "connection",
    "memory": "unknown",
    "gone": "not_found",
    "disk": "unknown",
}
_CHAIN = 5


def classify(error: BaseException) -> ErrorType:
    """The category of an exception, looking through what caused it where it says nothing itself."""
    for link in _chain(error):
        kind = _by_type(link) or _by_text(str(link)) or _by_weak_type(link)
        if kind not in (None, "unknown"):
            return kind
    return "unknown"


def classify_name(error_name: str, cause: str = "") -> ErrorType:
    """The category of what a Step Functions Catch sees.

    `error_name` is an exception class or a service's name such as States.Timeout; `cause` is JSON with `errorType` and
    `errorMessage`, plain text, or empty.
    """
    inner_name, message = read_cause(cause)
    for name in (error_name, inner_name):
        kind = _by_name(name)
        if kind is not None:
            return kind
    return _by_text(message) or _weak_name(inner_name or error_name) or "unknown"


def _chain(error: BaseException) -> Iterator[BaseException]:
    """The error, then what caused it; members of groups in order."""
    waiting, seen = [error], 0
    while waiting and seen < _CHAIN:
        link = waiting.pop(0)
        seen += 1
        yield link
        waiting += list(getattr(link, "exceptions", ()))[:_CHAIN]
        deeper = link.__cause__ or (None if link.__suppress_context__ else link.__context__)
        waiting += [deeper] if deeper else []


def _by_type(error: BaseException) -> ErrorType | None:
    if isinstance(error, QueryFailed):
        return _QUERY_FAULTS.get(error.failure.kind, error.error_type)
    if isinstance(error, CandorError) and error.error_type != "unknown":
        return error.error_type
    return _by_name(_service_code(error)) or _by_status(_status(error)) or _by_class(error)


def _by_class(error: BaseException) -> ErrorType | None:
    if isinstance(error, OSError) and error.errno in _UNREACHABLE:
        return "connection"
    kinds = (_by_name(base.__name__) for base in type(error).__mro__)
    return next((kind for kind in kinds if kind), None)


def _by_weak_type(error: BaseException) -> ErrorType | None:
    """A bare ValueError most often means bad data, unless its text says something else."""
    return "data" if isinstance(error, ValueError) else None


def _weak_name(name: str) -> ErrorType | None:
    return "data" if name.rpartition(".")[2] == "ValueError" else None


def _service_code(error: BaseException) -> str:
    """botocore's error code, empty where there is none."""
    response = getattr(error, "response", None)
    if not isinstance(response, dict):
        return ""
    return str((response.get("Error") or {}).get("Code") or "")


def _status(error: BaseException) -> int | None:
    """The HTTP status that an error carries, by any of the usual names."""
    response = getattr(error, "response", None)
    if isinstance(response, dict):
        return _as_status((response.get("ResponseMetadata") or {}).get("HTTPStatusCode"))
    holders = ((error, "status_code"), (error, "status"), (error, "code"), (response, "status_code"))
    found = (_as_status(getattr(holder, name, None)) for holder, name in holders)
    return next((status for status in found if status), None)


def _as_status(value: object) -> int | None:
    return value if isinstance(value, int) and 400 <= value <= 599 else None


def _by_status(status: int | None) -> ErrorType | None:
    if status is None:
        return None
    known: dict[int, ErrorType] = {408: "timeout", 504: "timeout", 429: "rate_limit", 529: "rate_limit"}
    known |= {404: "not_found", 410: "not_found", 401: "connection", 402: "connection", 403: "connection"}
    return known.get(status, "connection" if status >= 500 else "data")


def _by_name(name: str) -> ErrorType | None:
    """By a class name, a botocore code or a Step Functions error name, with or without what stands before a dot."""
    bare = name.rpartition(".")[2]
    if not bare:
        return None
    known = _NAMES.get(name) or _NAMES.get(bare) or _candor_types().get(bare)
    return known or _by_text(_words_of(bare)) or _by_status(_as_status(int(bare)) if bare.isdecimal() else None)


def _words_of(name: str) -> str:
    """ "ReadTimeoutError" as "Read Timeout Error"."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|_", " ", name).replace("Timedout", "Timed out")


def candor_errors() -> dict[str, type[CandorError]]:
    """The whole tree of our own errors, by class name."""
    waiting, found = [CandorError], {}
    while waiting:
        kind = waiting.pop()
        waiting += kind.__subclasses__()
        found[kind.__name__] = kind
    return found


def _candor_types() -> dict[str, ErrorType]:
    return {name: kind.error_type for name, kind in candor_errors().items() if kind.error_type != "unknown"}


def _by_text(text: str) -> ErrorType | None:
    return next((kind for kind, pattern in _TEXT.items() if pattern.search(text)), None)


def read_cause(cause: str) -> tuple[str, str]:
    """(error type, message) of a Cause, which may hold JSON within JSON."""
    try:
        told = json.loads(cause)
    except ValueError:
        return "", cause
    if not isinstance(told, dict):
        return "", str(told)
    name = told.get("errorType") or told.get("Error") or ""
    message = told.get("errorMessage") or told.get("Cause") or told.get("message") or ""
    return str(name), str(message)


ERROR_TYPES: tuple[ErrorType, ...] = get_args(ErrorType)
"""All categories, in the specification's order."""
