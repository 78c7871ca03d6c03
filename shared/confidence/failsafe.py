"""Whether a draft is confident enough to be sent: the specified rules, a second opinion, the refined assessment."""

from collections.abc import Callable
from datetime import datetime

from shared.confidence.assessment import NOTHING_KNOWN, Signals, refine
from shared.confidence.failsafe_words import KEYWORDS, SPECIFIED, TEMPLATES, FailsafeWords
from shared.contracts import Assessment, Category, Verdict

THRESHOLD = 0.7
SECOND_OPINION_UNDER = 0.8
_SHORT = 50
_PREVIEW = 100

SecondOpinion = Callable[[], tuple[float, Category | None] | None]
"""Asks a model for (score 0..1, category); None where it has no answer. Any error of its own is its to catch."""


def plain(text: str) -> str:
    """Lower-cased, apostrophes straight: the form that indicators are sought in."""
    return text.lower().translate({0x2018: "'", 0x2019: "'", 0x02BC: "'"})


def rule_score(text: str, words: FailsafeWords = SPECIFIED) -> float:
    """The specified score: 1.0 less what distinct indicators and brevity take, to two decimals."""
    lower = plain(text)
    penalty = min(0.5, 0.1 * _found(words.uncertainty, lower))
    penalty += min(0.3, 0.1 * _found(words.partial, lower))
    penalty += 0.2 if len(text) < _SHORT else 0.0
    penalty += min(0.4, 0.15 * _found(words.error, lower))
    return round(max(0.0, min(1.0, 1.0 - penalty)), 2)


def categorise(text: str, words: FailsafeWords = SPECIFIED) -> Category | None:
    """The first category, in order of precedence, that has a keyword in the text."""
    lower = plain(text)
    return next((category for category in KEYWORDS if _found(words.keywords(category), lower)), None)


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
    doubtful = refined.score < threshold or refined.category is not None
    asked = second_opinion is not None and (score < SECOND_OPINION_UNDER or (doubtful and replaceable))
    opinion = second_opinion() if second_opinion and asked else None
    confidence = opinion[0] if opinion else score if asked else refined.score
    told = opinion[1] if opinion else None
    triggered = confidence < threshold or (told or refined.category if opinion else refined.category) is not None
    if opinion and told is None and opinion[0] >= threshold:
        triggered = False
    stands = not replaceable or (opinion is None and verified)
    category = refined.category or told or refined.leaning or categorise(text, words) or "UNCERTAINTY"
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


def not_assessed(text: str, *, now: datetime, words: FailsafeWords = SPECIFIED) -> Assessment:
    """What stands where the failsafe is switched off or failed: never "confident"."""
    return Assessment(
        confidence_score=0.0,
        rule_score=rule_score(text, words),
        assessment="NOT_ASSESSED",
        verdict="NOT_ASSESSED",
        timestamp=now,
    )


def template(category: Category) -> str:
    """What is said in place of a draft where no model words it."""
    return TEMPLATES[category]


def preview(text: str) -> str:
    """The beginning of a text, on one line."""
    line = " ".join(text.split())
    return line if len(line) <= _PREVIEW else line[:_PREVIEW].rstrip() + "..."


def _found(indicators: tuple[str, ...], lower: str) -> int:
    return sum(indicator in lower for indicator in dict.fromkeys(indicators))
