"""Whether a draft is confident enough to be sent: the specified rules, a second opinion, the refined assessment."""

from collections.abc import Callable
from datetime import datetime
from typing import Protocol

from shared.confidence.assessment import NOTHING_KNOWN, READS_LIKE, Signals, refine
from shared.confidence.failsafe_words import KEYWORDS, SPECIFIED, FailsafeWords
from shared.confidence.rules import categorise, rule_score
from shared.contracts import Assessment, FailsafeCategory, FailsafeVerdict

THRESHOLD = 0.7
SECOND_OPINION_UNDER = 0.8
_PREVIEW = 100


class Judged(Protocol):
    """What a judge says: the score (0..1), the category, and the places of the claims that the facts contradict, and of
    those that nothing supports."""

    @property
    def score(self) -> float: ...
    @property
    def category(self) -> FailsafeCategory | None: ...
    @property
    def contradicted(self) -> tuple[int, ...]: ...
    @property
    def unsupported(self) -> tuple[int, ...]: ...


SecondOpinion = Callable[[], Judged | None]
"""Asks a model; None where it has no answer. Any error of its own is its to catch."""


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
    claims: bool = False,
) -> Assessment:
    """The failsafe's view of a draft.

    `values` are cells and column names that may occur in it; a higher threshold is stricter. `assessment` is what the
    scores say; `verdict` is what is done, and lets a forfeit, an explanation or a template (`replaceable=False`) pass.
    Nothing is replaced before a second opinion agreed; where there is none, the rule score stands, and so does a text
    whose figures are `verified`. Such a text stands, too, where the opinion is confident of it and names a category:
    that says what the answer lacks, not that it is wrong. It is asked, too, where the text makes `claims` that only a
    judge can check; of a text that the scores do not doubt, its answer about these is all that counts.
    """
    score, refined = rule_score(text, words), refine(text, words=words, signals=signals, values=values)
    doubtful = refined.score < threshold
    asked = second_opinion is not None and (score < SECOND_OPINION_UNDER or (doubtful and replaceable))
    judged = second_opinion() if second_opinion and (asked or claims) else None
    opinion = judged if asked else None
    unheard = second_opinion is not None and claims and judged is None
    confidence = opinion.score if opinion else score if asked or unheard else refined.score
    told = opinion.category if opinion else None
    named = told if opinion else refined.category if asked else None
    triggered = confidence < threshold or named is not None
    stands = not replaceable or (verified and (opinion is None or opinion.score >= threshold))
    category = (
        told
        or first(refined.category, categorise(refined.own_words, words))
        or ("UNCERTAINTY" if opinion else refined.leaning)
    )
    verdict: FailsafeVerdict = "FAILSAFE_TRIGGERED" if triggered else "PASSED"
    return Assessment(
        confidence_score=round(confidence, 2),
        rule_score=score,
        model_score=opinion.score if opinion else None,
        error_category=category if triggered else None,
        assessment=verdict,
        verdict="PASSED" if stands else verdict,
        findings=_kept(refined.findings, overruled=opinion is not None and not triggered),
        judged=judged is not None,
        contradicted=(*judged.contradicted, *judged.unsupported) if judged else (),
        original_response_preview=preview(text) if triggered else None,
        timestamp=now,
    )


def _kept(findings: tuple[str, ...], *, overruled: bool) -> tuple[str, ...]:
    """The findings; how a text reads is none where a judge found it an answer."""
    return tuple(one for one in findings if not (overruled and one.startswith(READS_LIKE)))


def first(*categories: FailsafeCategory | None) -> FailsafeCategory | None:
    """The first of these in the specified order of precedence."""
    return next((category for category in KEYWORDS if category in categories), None)


def preview(text: str) -> str:
    """The beginning of a text, on one line."""
    line = " ".join(text.split())
    return line if len(line) <= _PREVIEW else line[:_PREVIEW].rstrip() + "..."
