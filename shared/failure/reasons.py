"""Why a question was given up, a plain sentence for each kind: said where its own reason may not be shown."""

from typing import Final

from shared.contracts import ForfeitCode

_PLAIN: Final[dict[ForfeitCode, str]] = {
    "no_dataset": "There is no data to look at",
    "still_reading": "The file is still being read",
    "unreadable": "The file could not be read",
    "not_in_data": "The data does not hold what this needs",
    "out_of_range": "The data does not reach as far as the question asks",
    "too_few_rows": "The data holds too little for this",
    "not_computable": "This cannot be computed from the data",
    "not_understood": "I did not understand the question",
    "ambiguous": "The question can be read in more than one way",
    "needs_cause": "The data shows what happened, and not why",
    "forecast": "This asks for what is still to come, and the data does not tell that",
    "judgement": "This asks for a judgement, which no figure gives",
    "small_talk": "This asks nothing of the data",
    "other_language": "I could not read the language of the question",
    "out_of_scope": "This is beyond what I do with data",
    "agents_failed": "None of my steps came to a result",
    "unsure": "I could not reach an answer that I am sure of",
    "refuted": "The answer did not hold when it was compared with the data",
    "unavailable": "Something that this needs is not available just now",
    "cancelled": "The question was taken back",
}


def plain_reason(code: str | None) -> str:
    """The sentence for a forfeit's code; one that is always true where there is none."""
    return next((said for kind, said in _PLAIN.items() if kind == code), "I could not answer this from the data")
