"""Replies to talk beside the data, without a model: thanks, help, what a column is. No figure is in any of them."""

from datetime import datetime
from typing import Final

from shared.contracts import DatasetProfile, Forfeit
from shared.model.moves import Move, OfferQuestions
from shared.offline.intent import in_other_language, intent_of, said_of
from shared.offline.offers import offers
from shared.offline.words.lexicon import Intent
from shared.query.words.tables import dataset, defined
from shared.query.words.values import listed

ENGLISH_ONLY: Final = "I read English without a language model"
_SHORT: Final[dict[Intent, str]] = {
    "thanks": "You're welcome!",
    "goodbye": "Goodbye!",
    "acknowledgement": "All right. Ask another question whenever you like.",
    "refusal": "All right. Ask another question whenever you like.",
    "language": f"{ENGLISH_ONLY}, and no other language. Names and values may stay as they are in your data.",
}
_ABLE: Final = (
    "I am Candor. I answer questions about tables: totals, averages, counts, extremes, shares, rankings, comparisons "
    "and developments over time, for all rows or by group, value and period. Where the data does not support an answer "
    "I say so."
)
_MOST_OFFERED: Final = 3


def talk(message: str, tables: tuple[DatasetProfile, ...], now: datetime, unready: tuple[str, ...] = ()) -> Move | None:
    """The reply to a message that asks nothing of the data, or why there is none; None for a question about data."""
    intent = intent_of(message, tables, now)
    if intent == "data":
        return None
    if intent in _SHORT and (intent == "language" or "?" not in message):
        return Move(text=_SHORT[intent])
    if intent in ("greeting", "help"):
        opening = ("Hello!",) if intent == "greeting" else (_ABLE, *map(dataset, tables))
        files = [f"{file}." for file in unready]
        offer = [_offer(tables, now)] if tables or not files else []
        return Move(text="\n\n".join((*opening, *files, *offer)))
    if intent == "definition":
        return Move(text=defined) if (defined := defined_of(message, tables, now)) else None
    return Move(forfeit=_about_an_answer(tables, now))


def foreign(message: str, unexplained: tuple[str, ...], tables: tuple[DatasetProfile, ...]) -> Forfeit | None:
    """The forfeit of a message in another language; None where it may be English."""
    if not in_other_language(message, unexplained, tables):
        return None
    return Forfeit(
        code="other_language",
        reason=f"{ENGLISH_ONLY}, and this looks like another language",
        attempted_actions=tuple(f"Looked for the words of it among the names in {table.file_name}" for table in tables),
        would_help="Ask in English; names and values may stay as they are in your data.",
    )


def _about_an_answer(tables: tuple[DatasetProfile, ...], now: datetime) -> Forfeit:
    return Forfeit(
        code="small_talk",
        reason="Without a language model I can compute figures, but not discuss or explain an answer",
        attempted_actions=("Looked for a question about your data in this message",),
        would_help=None if tables else _offer(tables, now),
    )


def _offer(tables: tuple[DatasetProfile, ...], now: datetime) -> str:
    """Questions that would be answered, in the words of the data."""
    if not tables:
        return "Upload a file and ask about it."
    found = offers(OfferQuestions(question="", datasets=tables[:1], now=now)).offers
    asked = [f"“{one.question}”" for one in found[:_MOST_OFFERED]]
    files = listed([table.file_name for table in tables])
    return f"Ask me about {files}" + (f", for example {listed(asked)}." if asked else ".")


def defined_of(message: str, tables: tuple[DatasetProfile, ...], now: datetime) -> str:
    """What the columns and values that the message names are, by the profile; empty where it names none."""
    said = said_of(message, tables, now)
    known = [table for table in tables if said.names and said_of(message, (table,), now) == said]
    named = [(span.column, span.value if span.kind == "value" else None) for span in said.names]
    return " ".join(dict.fromkeys(defined(one, value, known[0]) for one, value in named if known and one))
