"""Whether the assistant, rather than the data it tells of, is unsure, unable, unanswered or broken."""

from typing import NamedTuple

from shared.confidence.classifier import CONFIDENT, probabilities
from shared.confidence.failsafe_words import KEYWORDS, SPECIFIED, FailsafeWords
from shared.confidence.own_words import for_reading, own_words
from shared.confidence.rules import plain
from shared.contracts import FailsafeCategory

HEARD = 0.6
"""At most so confident is a reply with a word of the deployment's own in it."""
NOTHING_ACHIEVED = 0.3
READS_LIKE = "reads like"
"""Begins the finding that a text is in the words of no answer; a judge may know better."""
SURE = 0.5
"""From here on a category is more likely than everything else together."""


class Signals(NamedTuple):
    """What the system itself knows of how the reply came about."""

    failed_queries: int = 0
    empty_queries: int = 0
    forfeits: int = 0
    ungrounded_figures: int = 0
    tasks_total: int = 0
    tasks_completed: int = 0


NOTHING_KNOWN = Signals()


class Refined(NamedTuple):
    """The refined view: how likely (0..1) the reply is a confident answer, the category that is the matter (None: none
    is found), the likeliest one if one had to be told, and why."""

    score: float
    category: FailsafeCategory | None
    leaning: FailsafeCategory
    findings: tuple[str, ...]
    own_words: str = ""
    """What was read: the text without what it quotes."""


def refine(
    text: str, *, words: FailsafeWords = SPECIFIED, signals: Signals = NOTHING_KNOWN, values: tuple[str, ...] = ()
) -> Refined:
    """Assesses a reply; `values` are cells and column names of the data, which say nothing about the assistant."""
    own = own_words(text, values)
    likely = probabilities(for_reading(own))
    leaning = max(KEYWORDS, key=lambda one: likely[one])
    hits = _hits(plain(text), words)
    share, known, notes = _from_signals(signals)
    score = likely[CONFIDENT] * share
    score = min(score, HEARD) if hits else score
    score = min(score, NOTHING_ACHIEVED) if known else score
    doubted = leaning if likely[CONFIDENT] < SURE else None
    category = next((one for one in KEYWORDS if one in (*hits, known)), doubted)
    heard = tuple(f"{one}: {term}" for one, terms in hits.items() for term in terms)
    read = (f"{READS_LIKE} {leaning}",) if doubted else ()
    return Refined(round(score, 2), category, category or leaning, (*read, *heard, *notes), own)


def _from_signals(signals: Signals) -> tuple[float, FailsafeCategory | None, tuple[str, ...]]:
    """(what is left of the probability, the category where nothing was achieved, why)."""
    counted = signals._asdict().items()
    notes = [f"{count} {name.replace('_', ' ')}" for name, count in counted if count and name[0] != "t"]
    missing = signals.tasks_total - signals.tasks_completed
    notes += [f"{missing} of {signals.tasks_total} tasks not completed"] if missing > 0 else []
    share = 1 - min(0.6, 0.2 * signals.ungrounded_figures)
    share *= 1 - 0.3 * missing / signals.tasks_total if missing > 0 else 1.0
    if signals.tasks_total and not signals.tasks_completed:
        return share, ("TOOL_FAILURE" if signals.failed_queries else "INSUFFICIENT_INFO"), tuple(notes)
    return share, None, tuple(notes)


def _hits(reply: str, words: FailsafeWords) -> dict[FailsafeCategory, tuple[str, ...]]:
    """The deployment's own words in a reply, by the category that they tell of, in order of precedence."""
    lists: dict[FailsafeCategory, tuple[str, ...]] = {
        "UNCERTAINTY": words.extra_uncertainty,
        "INSUFFICIENT_INFO": words.extra_partial,
        "TOOL_FAILURE": words.extra_error,
    }
    sought = {one: (*words.extra_keywords.get(one, ()), *lists.get(one, ())) for one in KEYWORDS}
    found = {one: tuple(term for term in terms if term in reply) for one, terms in sought.items()}
    return {one: terms for one, terms in found.items() if terms}
