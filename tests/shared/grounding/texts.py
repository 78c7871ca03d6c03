"""One text held against what is given beside it."""

from collections.abc import Iterable

from shared.contracts import Fact, ResultPreview
from shared.grounding.asked import UnsaidWords
from shared.grounding.grounding import Evidence, Grounding
from shared.grounding.languages import ENGLISH, Language
from shared.grounding.references import Resolved


def ground(
    text: str,
    *,
    facts: Iterable[Fact] = (),
    results: Iterable[ResultPreview] = (),
    question: str = "",
    notes: Iterable[str] = (),
    stated: Iterable[str] = (),
    labels: Iterable[str] = (),
    resolved: Resolved | None = None,
    tables: Iterable[ResultPreview] = (),
    language: Language = ENGLISH,
    judged: bool = False,
    found: UnsaidWords | None = None,
) -> Grounding:
    """The text grounded in this evidence."""
    evidence = Evidence(facts, results, question=question, notes=notes, stated=stated, labels=labels)
    return evidence.grounded(text, resolved=resolved, tables=tables, language=language, judged=judged, found=found)
