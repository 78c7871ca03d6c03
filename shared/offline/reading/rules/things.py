"""What rows are called where neither the file nor a column says it: "players" of hitters.csv."""

from typing import Final

from shared.contracts import DatasetProfile
from shared.offline.reading.meanings.nouns import known_nouns, unique
from shared.offline.reading.meanings.spans import Span
from shared.offline.reading.meanings.tokens import stems_of
from shared.offline.reading.sentence import Sentence
from shared.offline.reading.vocabulary.words import word_set

_LEAST: Final = 50
"""Rows of a table that is no page's: there, each row of a file is one of what it is about."""


def read_things(sentence: Sentence) -> None:
    """The rows of a table that tells nothing apart by name or time are what the question calls them."""
    named = [at for at in sentence.free("unknown") if _plural(sentence.spans[at])]
    if len(named) != 1 or not nameless(sentence.table) or not sentence.metrics or sentence.free("noun"):
        return
    span = sentence.spans[named[0]]
    sentence.use(named[0])
    sentence.assume(f"I took each row as one of the {span.text}.", 0.85)


def _plural(span: Span) -> bool:
    text = span.text.lower()
    return text.endswith("s") and (stems_of(text) in known_nouns() or text in _THINGS)


_THINGS: Final = word_set(
    "players athletes stores shops branches outlets schools colleges universities companies firms businesses cars "
    "vehicles buildings apartments patients persons individuals customers clients users respondents households cities "
    "towns counties regions tracts suburbs neighborhoods neighbourhoods wines songs films movies teams"
)
"""What rows are often called, beside the nouns that files are called by: kinds of things, not some of a kind."""


def nameless(table: DatasetProfile) -> bool:
    """Whether rows could be anything: no column repeats names or numbers of things, none says when, and the file is not
    called after rows of another kind."""
    called = stems_of(table.file_name.rsplit("/", 1)[-1].split(".")[0])[-1:] in known_nouns()
    others = [column for column in table.columns if not (column.role == "id" and unique(column, table))]
    told_apart = any(column.temporal or column.role in ("id", "text", "time") for column in others)
    several = any(column.type == "text" and column.distinct > _KINDS for column in others)
    return table.row_count > _LEAST and not (called or told_apart or several)


_KINDS: Final = 12
"""Up to so many texts a column tells kinds, beyond it names things."""
