"""Questions about Candor itself: greetings, thanks, what it can do."""

from collections.abc import Iterable

from shared.contracts import AgentCard, DatasetProfile
from shared.reading.meanings.columns import spoken
from shared.reading.meanings.tokens import tokenise
from shared.reading.vocabulary.words import word_set

_GREETINGS = word_set(
    "hi hello hey greetings good morning afternoon evening there candor thanks thank you very much thx cheers ty so a "
    "lot great perfect"
)
_HELP = (
    ("what", "can", "you", "do"),
    ("what", "can", "i", "ask"),
    ("how", "can", "you", "help"),
    ("how", "do", "you", "work"),
    ("who", "are", "you"),
    ("what", "are", "you"),
    ("help",),
    ("help", "me"),
    ("what", "questions", "can", "i", "ask"),
    ("what", "kind", "of", "questions", "can", "i", "ask"),
    ("what", "can", "you", "tell", "me"),
    ("how", "does", "this", "work"),
)


def is_greeting(question: str) -> bool:
    """Whether it is only a greeting or thanks."""
    words = [token.text for token in tokenise(question) if token.kind == "word"]
    return bool(words) and len(words) <= 6 and all(word in _GREETINGS for word in words)


_THANKS = word_set("thanks thank thx cheers ty")


def is_thanks(question: str) -> bool:
    """Whether it is a greeting that thanks."""
    return is_greeting(question) and any(token.text in _THANKS for token in tokenise(question))


def is_about_candor(question: str) -> bool:
    """Whether it asks what Candor is or can do."""
    words = tuple(token.text for token in tokenise(question) if token.kind == "word")
    return any(words[: len(phrase)] == phrase and len(words) <= len(phrase) + 2 for phrase in _HELP)


def about_candor(question: str, agent: AgentCard, datasets: Iterable[DatasetProfile]) -> str:
    """The answer to a question about Candor; empty where it is none."""
    if not (is_greeting(question) or is_about_candor(question)):
        return ""
    if is_thanks(question):
        return "You're welcome. Ask on whenever you like."
    known = [_dataset(table) for table in datasets]
    able = (
        "I answer questions about tables: totals, averages, counts, extremes, shares, rankings, comparisons and "
        "developments over time, for all rows or by group, value and period. Where the data does not support an answer "
        "I say so."
    )
    if not known:
        return f"Hello. {able} Upload a file to begin."
    return f"Hello. {able}\n\n" + "\n".join(known)


def _dataset(table: DatasetProfile) -> str:
    columns = ", ".join(spoken(column) for column in table.columns[:20])
    return f"I have {table.file_name} with {table.row_count:,} rows and the columns {columns}."
