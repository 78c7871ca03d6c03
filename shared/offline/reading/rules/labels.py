"""Which column tells rows apart for a reader."""

from shared.contracts import ColumnProfile, DatasetProfile
from shared.offline.reading.meanings.nouns import unique
from shared.offline.reading.sentence import Sentence
from shared.table.names import spoken, word_set

_NAMES = word_set("name customer employee person rep agent seller player student pupil author manager doctor patient")
_PERSONS = _NAMES | word_set(
    "passenger participant guest member user rider driver winner candidate operator artist reader tenant owner "
    "director actor writer composer singer scientist inventor discoverer athlete coach captain teacher pilot lawyer"
)


def interrogative(sentence: Sentence) -> bool:
    """Whether the question begins with "who": a person is asked for."""
    return bool(sentence.tokens) and sentence.tokens[0].text in ("who", "whom")


def names_persons(column: ColumnProfile) -> bool:
    """Whether the cells of a column are persons' names."""
    return column.type == "text" and bool(_PERSONS & set(spoken(column).lower().split()))


def label_column(sentence: Sentence, *, person: bool = False) -> ColumnProfile | None:
    """The column that tells rows apart for a reader: a unique name, else a unique id; a person's where asked."""
    columns = [column for column in sentence.table.columns if column.type == "text" or column.role == "id"]
    people = [column for column in columns if _PERSONS & set(spoken(column).lower().split()) and column.role != "id"]
    if person:
        sole = [column for column in people if unique(column, sentence.table)] or people
        return sole[0] if len(sole) == 1 else None
    own = [column for column in columns if unique(column, sentence.table)]
    titled = [column for column in people if _NAMES & set(spoken(column).lower().split())]
    named = [column for column in own if column.role != "id" and column in titled] or [c for c in own if c.role != "id"]
    called = _called(columns, sentence.table)
    if called is not None and (not own or called.distinct > _NEARLY * sentence.table.row_count):
        return called
    return next(iter(named or own), None)


_NEARLY = 0.95


def _called(columns: list[ColumnProfile], table: DatasetProfile) -> ColumnProfile | None:
    """The only column called "name" or "title", though some rows share a name."""
    found = [column for column in columns if spoken(column).lower() in ("name", "title", "model", "model name")]
    return found[0] if len(found) == 1 and found[0].distinct * 2 > table.row_count else None
