"""What the failsafe listens for, as specified, and what a deployment adds; and what it says in place of a draft."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from shared.contracts import FailsafeCategory

UNCERTAINTY = (
    "i'm not sure",
    "i don't know",
    "uncertain",
    "maybe",
    "possibly",
    "i think",
    "i believe",
    "might be",
    "could be",
    "not certain",
    "unclear",
    "ambiguous",
    "difficult to determine",
    "hard to say",
    "i cannot",
    "i can't",
    "unable to",
    "insufficient information",
)

PARTIAL = ("partial", "incomplete", "some of", "part of", "limited", "only able to", "partially", "to some extent")

ERROR = ("error", "failed", "exception", "cannot", "unable")

KEYWORDS: dict[FailsafeCategory, tuple[str, ...]] = {
    "TIMEOUT": ("timeout", "timed out", "request expired"),
    "TOOL_FAILURE": ("tool failed", "execution failed", "error occurred"),
    "TECHNICAL_LIMITATION": ("technical limitation", "cannot process", "not capable"),
    "AMBIGUOUS_QUERY": ("ambiguous", "unclear", "multiple interpretations"),
    "INSUFFICIENT_INFO": ("not enough information", "need more details"),
    "UNCERTAINTY": ("not sure", "don't know", "maybe", "possibly"),
}
"""In order of precedence: the first category that matches is the one that is told."""

TEMPLATES: dict[FailsafeCategory, str] = {
    "UNCERTAINTY": (
        "I understand there's uncertainty about this question. Let me honestly explain what I can be confident about "
        "and suggest specific ways you could get better help."
    ),
    "INSUFFICIENT_INFO": (
        "I need more information to provide a complete answer to your question. Could you please provide additional "
        "details about your specific requirements, context, or constraints?"
    ),
    "TECHNICAL_LIMITATION": (
        "I encountered a technical limitation while processing your request. I can try to help in a different way if "
        "you'd like to rephrase your question or break it down into smaller parts."
    ),
    "AMBIGUOUS_QUERY": (
        "I can read your question in more than one way, and I'd rather ask than guess. Could you please tell me which "
        "measure, group or period you mean?"
    ),
    "TOOL_FAILURE": (
        "One of the steps I needed to answer your question didn't work. I'd rather not answer without it; please try "
        "again in a moment, or ask for a smaller part of the question."
    ),
    "TIMEOUT": (
        "Answering your question took longer than the time I have. Please try again, or ask about fewer rows, a "
        "shorter period or one part of the question."
    ),
}
"""The first three are the specification's; the others are written alike."""


@dataclass(frozen=True)
class FailsafeWords:
    """A deployment's own terms, counted like the specified ones. All lower-case."""

    extra_uncertainty: tuple[str, ...] = ()
    extra_partial: tuple[str, ...] = ()
    extra_error: tuple[str, ...] = ()
    extra_keywords: Mapping[FailsafeCategory, tuple[str, ...]] = field(default_factory=dict)

    @property
    def uncertainty(self) -> tuple[str, ...]:
        """Indicators of uncertainty."""
        return UNCERTAINTY + self.extra_uncertainty

    @property
    def partial(self) -> tuple[str, ...]:
        """Indicators of a partial response."""
        return PARTIAL + self.extra_partial

    @property
    def error(self) -> tuple[str, ...]:
        """Error keywords."""
        return ERROR + self.extra_error

    def keywords(self, category: FailsafeCategory) -> tuple[str, ...]:
        """Keywords of a category."""
        return KEYWORDS[category] + self.extra_keywords.get(category, ())


SPECIFIED = FailsafeWords()
"""The specification's words alone."""
