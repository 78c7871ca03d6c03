"""The specified score and categories, and what is noted of a text by them alone."""

from datetime import datetime

from shared.confidence.failsafe_words import KEYWORDS, SPECIFIED, FailsafeWords
from shared.contracts import Assessment, ErrorType, FailsafeCategory, ForfeitCode, Reply
from shared.contracts.base import straight

SHORT = 50
SWITCHED_OFF, BROKE_OFF = "the failsafe is switched off", "the assessment did not come about"
NO_ANSWER = "there was no answer to assess"
"""Why a text was not assessed, among its findings."""

OF_ERROR: dict[ErrorType, FailsafeCategory] = {"timeout": "TIMEOUT"}
"""The category of a failure that is explained; of any other it is TOOL_FAILURE."""
OF_FORFEIT: dict[ForfeitCode, FailsafeCategory] = {
    "agents_failed": "TOOL_FAILURE",
    "unavailable": "TOOL_FAILURE",
    "not_computable": "TECHNICAL_LIMITATION",
    "out_of_scope": "TECHNICAL_LIMITATION",
    "needs_cause": "TECHNICAL_LIMITATION",
    "forecast": "TECHNICAL_LIMITATION",
    "judgement": "TECHNICAL_LIMITATION",
    "small_talk": "TECHNICAL_LIMITATION",
    "other_language": "TECHNICAL_LIMITATION",
    "not_understood": "AMBIGUOUS_QUERY",
    "ambiguous": "AMBIGUOUS_QUERY",
    "unsure": "UNCERTAINTY",
    "refuted": "UNCERTAINTY",
}
"""The category of a forfeit; of any other it is INSUFFICIENT_INFO."""


def plain(text: str) -> str:
    """Lower-cased, apostrophes straight: the form that indicators are sought in."""
    return straight(text.lower())


def rule_score(text: str, words: FailsafeWords = SPECIFIED) -> float:
    """The specified score: 1.0 less what distinct indicators and brevity take, to two decimals."""
    lower = plain(text)
    penalty = min(0.5, 0.1 * _found(words.uncertainty, lower))
    penalty += min(0.3, 0.1 * _found(words.partial, lower))
    penalty += 0.2 if len(text) < SHORT else 0.0
    penalty += min(0.4, 0.15 * _found(words.error, lower))
    return round(max(0.0, min(1.0, 1.0 - penalty)), 2)


def categorise(text: str, words: FailsafeWords = SPECIFIED) -> FailsafeCategory | None:
    """The first category, in order of precedence, that has a keyword in the text."""
    lower = plain(text)
    return next((category for category in KEYWORDS if _found(words.keywords(category), lower)), None)


def not_assessed(text: str, *, now: datetime, why: str, words: FailsafeWords = SPECIFIED) -> Assessment:
    """What stands where the failsafe is switched off or failed: never "confident"."""
    return Assessment(
        confidence_score=0.0,
        rule_score=rule_score(text, words),
        assessment="NOT_ASSESSED",
        verdict="NOT_ASSESSED",
        findings=(why,),
        timestamp=now,
    )


def unanswered(
    text: str, category: FailsafeCategory, *, now: datetime, sure: float | None = None, threshold: float = 1.0
) -> Assessment:
    """The assessment of a text that is no answer and says so, a forfeit or an explanation: it is never replaced. Where
    a judge was asked about the reason of a forfeit, its confidence is how `sure` he is that it holds."""
    return Assessment(
        confidence_score=round(sure or 0.0, 2),
        rule_score=rule_score(text),
        model_score=sure,
        judged=sure is not None,
        error_category=category,
        assessment="PASSED" if sure is not None and sure >= threshold else "FAILSAFE_TRIGGERED",
        verdict="PASSED",
        timestamp=now,
    )


def category_of_forfeit(code: ForfeitCode) -> FailsafeCategory:
    """Why nothing was answered, as the failsafe calls it."""
    return OF_FORFEIT.get(code, "INSUFFICIENT_INFO")


def scored(reply: Reply, now: datetime) -> Reply:
    """The reply with an assessment, whoever made it; the score of one that had no answer to assess is that of what is
    said."""
    if reply.assessment and NO_ANSWER in reply.assessment.findings:
        told = reply.assessment.model_copy(update={"rule_score": rule_score(reply.text)})
        return reply.model_copy(update={"assessment": told})
    if reply.assessment:
        return reply
    return reply.model_copy(update={"assessment": _of(reply, now)})


def _of(reply: Reply, now: datetime) -> Assessment:
    if reply.status == "forfeited":
        code = reply.forfeit.code if reply.forfeit else "other"
        return unanswered(reply.text, category_of_forfeit(code), now=now)
    if reply.status == "failed":
        kind = reply.error_context.error_type if reply.error_context else "unknown"
        return unanswered(reply.text, OF_ERROR.get(kind, "TOOL_FAILURE"), now=now)
    return not_assessed(reply.text, now=now, why=BROKE_OFF)


def _found(indicators: tuple[str, ...], lower: str) -> int:
    return sum(indicator in lower for indicator in dict.fromkeys(indicators))
