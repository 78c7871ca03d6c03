"""What failed, told so that a model can explain it and a person can act; and the verdict on a draft."""

from typing import Annotated, Literal

from pydantic import Field

from shared.contracts.agent import ErrorType
from shared.contracts.base import SCHEMA_VERSION, Contract, Moment, Words
from shared.contracts.usage import Usage

FailsafeCategory = Literal[
    "TIMEOUT", "TOOL_FAILURE", "TECHNICAL_LIMITATION", "AMBIGUOUS_QUERY", "INSUFFICIENT_INFO", "UNCERTAINTY"
]
FailsafeVerdict = Literal["PASSED", "FAILSAFE_TRIGGERED", "NOT_ASSESSED"]


LONGEST_TEXT = 600
"""Characters of a text that stands in for a category's template."""
CategoryTexts = dict[
    FailsafeCategory, Annotated[str, Field(min_length=20, max_length=LONGEST_TEXT, pattern=r"^[^{}]*$")]
]
"""What is said in place of a draft, by category: plain sentences, nothing in them is filled in."""
CategoryWords = dict[FailsafeCategory, Words]


class FailsafeOptions(Contract):
    """What may be set of the failsafe while a deployment runs; None leaves what the deployment was made with.

    Words are sought in lower case, and count beside the specified ones.
    """

    failsafe_enabled: bool | None = None
    confidence_threshold: float | None = Field(default=None, ge=0.0, le=1.0)
    uncertainty_words: Words | None = None
    partial_words: Words | None = None
    error_words: Words | None = None
    category_words: CategoryWords | None = None
    category_texts: CategoryTexts | None = None


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
    """The failsafe's view of a reply; `verdict` decides what is done with it, `assessment` is what the scores say.

    `confidence_score` (0..1) is the judge's score (`model_score`) if a judge was asked for one; the specified score
    (`rule_score`, never altered) if a judge should have been asked, for a score or about what the text says, but none
    answered; otherwise the probability that the text is worded as a confident answer. For a forfeit it is how sure a
    judge is that its reason is true and complete; it is 0 for a forfeit that no judge saw, an explanation and last
    words. `judged` says whether a judge answered; `contradicted` are the positions, from 1, of the draft's unchecked
    statements that the judge found contradicted or unsupported by the verified facts; `refuted` says that nothing is
    left of the draft once what a judge found false is removed. `missing` are parts of the question, in its words, that
    the judge found unanswered. `usage` is what asking the judge cost.
    """

    confidence_score: float
    rule_score: float
    model_score: float | None = None
    error_category: FailsafeCategory | None = None
    assessment: FailsafeVerdict
    verdict: FailsafeVerdict
    findings: tuple[str, ...] = ()
    judged: bool = False
    contradicted: tuple[int, ...] = ()
    refuted: bool = False
    missing: tuple[str, ...] = ()
    usage: Usage = Usage()
    original_response_preview: str | None = None
    timestamp: Moment
