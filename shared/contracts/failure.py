"""What failed, told so that a model can explain it and a person can act; and the verdict on a draft."""

from typing import Literal

from shared.contracts.agent import ErrorType
from shared.contracts.base import SCHEMA_VERSION, Contract, Moment

Category = Literal[
    "TIMEOUT", "TOOL_FAILURE", "TECHNICAL_LIMITATION", "AMBIGUOUS_QUERY", "INSUFFICIENT_INFO", "UNCERTAINTY"
]
Verdict = Literal["PASSED", "FAILSAFE_TRIGGERED", "NOT_ASSESSED"]


class ErrorContext(Contract):
    """A failure, for the one who answers. `error_detail` is for the log and never goes on the wire."""

    schema_version: int = SCHEMA_VERSION
    failed_node: str
    error_type: ErrorType
    error_detail: str = ""
    user_hint: str
    degraded_results: bool = True
    available_data: tuple[str, ...] = ()
    unavailable_data: tuple[str, ...] = ()
    can_retry: bool = False
    retry_suggestion: str


class Assessment(Contract):
    """The failsafe's view of a draft. `rule_score` is as specified and never altered; `verdict` decides."""

    confidence_score: float
    rule_score: float
    model_score: float | None = None
    error_category: Category | None = None
    assessment: Verdict
    verdict: Verdict
    findings: tuple[str, ...] = ()
    original_response_preview: str | None = None
    timestamp: Moment
