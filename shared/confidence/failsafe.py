"""Whether a draft is confident enough to be sent: the specified rules, a second opinion, the refined assessment."""

from collections.abc import Callable
from datetime import datetime

from shared.confidence.assessment import NOTHING_KNOWN, Signals, refine
from shared.confidence.failsafe_words import KEYWORDS, SPECIFIED, FailsafeWords
from shared.confidence.rules import categorise, rule_score
from shared.contracts import Assessment, Category, Verdict

THRESHOLD = 0.7
SECOND_OPINION_UNDER = 0.8
_PREVIEW = 100

SecondOpinion = Callable[[], tuple[float, Category | None] | None]
"""Asks a model for (score 0..1, category); None where it has no answer. Any error of its own is its to catch."""


def assess(
    text: str,
    *,
    now: datetime,
    threshold: float = THRESHOLD,
    words: FailsafeWords = SPECIFIED,
    signals: Signals = NOTHING_KNOWN,
    values: tuple[str, ...] = (),
    second_opinion: SecondOpinion | None = None,
    replaceable: bool = True,
    verified: bool = False,
) -> Assessment:
    """The failsafe's view of a draft.

    `values` are cells and column names that may occur in it; a higher threshold is stricter. `assessment` is what the
    scores say; `verdict` is what is done, and lets a forfeit, an explanation or a template (`replaceable=False`) pass.
    Nothing is replaced before a second opinion agreed; where there is none, the rule score stands, and so does a text
    whose figures are `verified`.
    """
    score, refined = rule_score(text, words), refine(text, words=words, signals=signals, values=values)
    doubtful = refined.score < threshold
    asked = second_opinion is not None and (score < SECOND_OPINION_UNDER or (doubtful and replaceable))
    opinion = second_opinion() if second_opinion and asked else None
    confidence = opinion[0] if opinion else score if asked else refined.score
    told = opinion[1] if opinion else None
    named = told if opinion else refined.category if asked else None
    triggered = confidence < threshold or named is not None
    stands = not replaceable or (opinion is None and verified)
    category = told or first(refined.category, categorise(refined.own_words, words)) or refined.leaning
    verdict: Verdict = "FAILSAFE_TRIGGERED" if triggered else "PASSED"
    return Assessment(
        confidence_score=round(confidence, 2),
        rule_score=score,
        model_score=opinion[0] if opinion else None,
        error_category=category if triggered else None,
        assessment=verdict,
        verdict="PASSED" if stands else verdict,
        findings=refined.findings,
        original_response_preview=preview(text) if triggered else None,
        timestamp=now,
    )


def first(*categories: Category | None) -> Category | None:
    """The first of these in the specified order of precedence."""
    return next((category for category in KEYWORDS if category in categories), None)


def preview(text: str) -> str:
    """The beginning of a text, on one line."""
    line = " ".join(text.split())
    return line if len(line) <= _PREVIEW else line[:_PREVIEW].rstrip() + "..."
