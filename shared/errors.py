"""Every error that Candor raises itself.

CandorError
├── DeadlineExceeded          timeout      less than the reserve is left of the turn
│   ├── StoreTimedOut         timeout      it was over while the table or the bucket was waited for
│   └── QueryTimedOut         timeout      it was over while the query function was waited for
├── ForfeitException          data         an agent admits that it cannot answer (never leaves its handler)
├── UnreadableData            data         a file that cannot become a dataset, said in one plain sentence
├── QueryFailed               data         a query without result; carries the QueryFailure
├── DependencyError
│   ├── StoreUnavailable      connection   the table or the bucket does not answer
│   ├── QueryUnavailable      connection   the query function does not answer
│   │   └── QueryThrottled    rate_limit   Lambda has no free place for it; may pass
│   ├── GuardrailUnavailable  connection   the guard outside of Candor gives no verdict
│   ├── EmbeddingsUnavailable connection   the service that turns words into vectors does not answer
│   └── ModelError
│       ├── ModelTimeout      timeout      no answer in time
│       │   └── ModelSilent   timeout      no word of one, where another model can be asked
│       ├── ModelUnavailable  connection   unreachable, or its server is broken
│       ├── ModelDown         connection   known to be down, and therefore not asked
│       ├── ModelOverloaded   rate_limit   too many requests; may pass
│       ├── ModelDenied       connection   key, billing or permission; will not pass by itself
│       │   └── ModelUnknown  connection   this key has no such model; another one of the provider may do
│       ├── ModelRefused      data         the model declined
│       ├── ModelMisanswered  data         an answer that is not of the asked type
│       └── ModelBudgetSpent  data         the calls or tokens that an agent may spend are used up
└── RequestError                           told to the client by the door, each with its HTTP status
    ├── BadRequest            data         400
    ├── Unauthorized          data         401
    ├── UnknownResource       not_found    404, for another user's ids alike
    ├── Conflict              data         409
    ├── TooLarge              data         413
    └── QuotaExceeded         rate_limit   429
"""

from typing import ClassVar, Final

from shared.contracts import Component, ErrorType, Forfeit, ForfeitCode, QueryFailure, Usage


class CandorError(Exception):
    """The root. `error_type` is the category that a person is told about; `component` is what failed, where the error
    itself knows: otherwise it is the part of the work that noticed."""

    error_type: ClassVar[ErrorType] = "unknown"
    component: ClassVar[Component | None] = None


class DeadlineExceeded(CandorError):
    """Less than the reserve is left of the turn's time."""

    error_type = "timeout"


class StoreTimedOut(DeadlineExceeded):
    """The time was over while the table or the bucket was waited for."""

    component = "fetch_data"


class QueryTimedOut(DeadlineExceeded):
    """The time was over while the query function was waited for."""

    component = "execute_queries"


class ForfeitException(CandorError):
    """An agent cannot answer. Internal to a handler, which returns `status: forfeited`.

    `usage` is what was spent on it, where a model called the forfeit tool.
    """

    error_type = "data"
    usage: Usage = Usage()

    def __init__(
        self,
        reason: str,
        attempted_actions: tuple[str, ...] = (),
        would_help: str | None = None,
        code: ForfeitCode = "not_computable",
    ) -> None:
        super().__init__(reason)
        self.forfeit = Forfeit(code=code, reason=reason, attempted_actions=attempted_actions, would_help=would_help)

    @classmethod
    def of(cls, forfeit: Forfeit) -> "ForfeitException":
        """The exception that carries this forfeit."""
        raised = cls(forfeit.reason)
        raised.forfeit = forfeit
        return raised


class UnreadableData(CandorError):
    """A file that cannot become a dataset. The message is one plain sentence for the person who sent it."""

    error_type = "data"


class QueryFailed(CandorError):
    """A query has no result."""

    error_type = "data"
    component = "execute_queries"

    def __init__(self, failure: QueryFailure) -> None:
        super().__init__(failure.message)
        self.failure = failure


class DependencyError(CandorError):
    """Something that Candor needs does not answer."""

    error_type: ClassVar[ErrorType] = "connection"


class StoreUnavailable(DependencyError):
    """The table or the bucket does not answer."""

    component = "fetch_data"


class QueryUnavailable(DependencyError):
    """The query function does not answer."""

    component = "execute_queries"


class QueryThrottled(QueryUnavailable):
    """Lambda has no free place for a function that computes: it runs as often as it may already."""

    error_type = "rate_limit"


class GuardrailUnavailable(DependencyError):
    """The guard outside of Candor gives no verdict on a text, which then may not go out."""

    component = "generate_response"


class EmbeddingsUnavailable(DependencyError):
    """The service that turns words into vectors does not answer, or not with vectors."""

    component = "execute_queries"


class ModelError(DependencyError):
    """The language model gave no usable answer. `usage` is what was spent on it nevertheless."""

    usage: Usage = Usage()


class ModelTimeout(ModelError):
    """No answer in time."""

    error_type = "timeout"


class ModelSilent(ModelTimeout):
    """Not a word of an answer for so long that another model is asked instead."""


class ModelUnavailable(ModelError):
    """Unreachable, or its server is broken."""


class ModelDown(ModelError):
    """Known to be down, and therefore not asked."""


class ModelOverloaded(ModelError):
    """Too many requests."""

    error_type = "rate_limit"


class ModelDenied(ModelError):
    """Key, billing or permission."""


class ModelUnknown(ModelDenied):
    """No such model, or not for this key."""


class ModelRefused(ModelError):
    """The model declined."""

    error_type = "data"


class ModelMisanswered(ModelError):
    """An answer that is not of the asked type."""

    error_type = "data"


class ModelBudgetSpent(ModelError):
    """The calls or tokens that an agent may spend on a task are used up."""

    error_type = "data"


class RequestError(CandorError):
    """Told to the client as it is; `code` is stable, the message says what to do."""

    error_type: ClassVar[ErrorType] = "data"
    status: ClassVar[int] = 400
    code: ClassVar[str] = "bad_request"


class BadRequest(RequestError):
    """The request cannot be understood."""


class Unauthorized(RequestError):
    """Nobody, or nobody known, is asking."""

    status = 401
    code = "unauthorized"


class UnknownResource(RequestError):
    """No such thing, or not this user's."""

    error_type = "not_found"
    status = 404
    code = "not_found"


_LISTED: Final = {
    "session": "GET /sessions lists yours",
    "dataset": "GET /datasets lists yours",
    "watch": "GET /watches lists yours",
    "webhook": "GET /webhooks lists yours",
    "turn": "GET /sessions/{session_id}/messages lists those of a session",
}


def unknown(kind: str) -> UnknownResource:
    """That there is no such session or turn, or that it is another user's; and where one's own are listed."""
    told = f"; {_LISTED[kind]}" if kind in _LISTED else ""
    return UnknownResource(f"There is no such {kind}{told}.")


class Conflict(RequestError):
    """It clashes with what is there."""

    status = 409
    code = "conflict"


class TooLarge(RequestError):
    """More than is taken."""

    status = 413
    code = "too_large"


class QuotaExceeded(RequestError):
    """More than this user may have for now."""

    error_type = "rate_limit"
    status = 429
    code = "quota_exceeded"
