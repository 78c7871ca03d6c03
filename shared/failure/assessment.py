"""Placeholder by the lead so that the system runs while the refined assessment is being written: overwrite me."""

from collections.abc import Collection
from dataclasses import dataclass

from shared.contracts import Category
from shared.failure.failsafe_words import FailsafeWords


@dataclass(frozen=True)
class Signals:
    """What the system knows."""

    failed_queries: int = 0
    empty_queries: int = 0
    forfeits: int = 0
    ungrounded_figures: int = 0
    tasks_total: int = 0
    tasks_completed: int = 0


@dataclass(frozen=True)
class Refined:
    """A refined view."""

    score: float = 1.0
    category: Category | None = None
    leaning: Category | None = None
    findings: tuple[str, ...] = ()


NOTHING_KNOWN = Signals()


def refine(text: str, *, words: FailsafeWords, signals: Signals, values: Collection[str]) -> Refined:
    """Nothing yet."""
    return Refined()
