"""What a question about rows asks to be shown."""

from dataclasses import dataclass

from shared.contracts import ColumnProfile
from shared.offline.reading.meanings.columns import Name
from shared.offline.reading.meanings.tokens import stem_set
from shared.offline.reading.rows import kinds
from shared.offline.reading.rows.clause import Clause, NotUnderstood
from shared.offline.reading.rows.vocabulary import LONG, NOUNS, POINTING
from shared.table.names import words_of

_SKIPPED = (
    "only",
    "other",
    "first",
    "last",
    "next",
    "previous",
    "same",
    "top",
    "bottom",
    "listed",
    "max",
    "min",
    "both",
)


@dataclass(frozen=True)
class Target:
    """The columns to show; `year` asks for the year of a date."""

    columns: tuple[ColumnProfile, ...]
    year: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The columns' names."""
        return tuple(column.name for column in self.columns)


def read_target(clause: Clause) -> Target | None:
    """What the question word asks for; None where it asks for nothing in particular ("what came after X")."""
    asking = clause.free("asking")
    if not asking:
        return _listed(clause)
    at = asking[0]
    clause.use(*asking[:1])
    word = clause.pieces[at].word
    if word == "which":
        return _which(clause, at)
    if word == "who":
        return Target((_who(clause),))
    if word in ("when", "year"):
        return _when(clause, word == "year")
    if word == "where":
        return Target((_sole(clause, kinds.sites(clause.table), "where"),))
    if word == "much":
        return None
    return Target((_long(clause, at),))


def _long(clause: Clause, at: int) -> ColumnProfile:
    """ "how long was X": the one column of lengths."""
    wanted = LONG.get(clause.pieces[at].text, frozenset())
    found = [column for column in clause.table.columns if wanted & set(Name(column).full)]
    column = _sole(clause, found, clause.pieces[at].text)
    clause.tell(f"I took “{clause.pieces[at].text}” by {kinds.name(column)}.")
    return column


def _listed(clause: Clause) -> Target | None:
    return None


def _which(clause: Clause, at: int) -> Target | None:
    after: int | None = at
    while True:
        after = clause.beside(after, 1) if after is not None else None
        piece = clause.piece(after)
        if after == clause.beside(at, 1):
            _check_noun(clause, at, after)
        if piece is None or after is None:
            break
        if piece.kind == "operation" and piece.word in _SKIPPED:
            continue
        if piece.kind == "column":
            clause.use(after)
            return Target((_which_one(clause, after),))
        loose = piece.kind == "unknown" or (piece.kind == "value" and not piece.whole)
        if loose and (found := _kind(clause, after)):
            return Target((found,))
        if piece.kind == "value" and not piece.whole and after == clause.beside(at, 1):
            raise NotUnderstood("what is asked for is part of a cell")
        break
    return None


def _which_one(clause: Clause, at: int) -> ColumnProfile:
    """The column asked for: "which episode number" is no title of an episode, nor "which one is titled so"."""
    column, following = clause.column_at(at), clause.piece(at + 1)
    said = {token.text for token in clause.tokens}
    if following is not None and following.text in ("number", "no") and not column.numeric:
        raise NotUnderstood(f"{kinds.name(column)} is no number")
    if said & {"titled", "entitled"} and "title" in words_of(column.name):
        raise NotUnderstood("the title is told")
    return column


def _check_noun(clause: Clause, at: int, after: int | None) -> None:
    """ "what was the score": the first thing after the question word must be one that the table has."""
    for piece in clause.pieces[at + 1 : after]:
        if piece.kind == "neutral" and piece.word != "about" and piece.text in NOUNS:
            raise NotUnderstood(f"nothing in the table is called “{piece.text}”")
        if len(piece.text) > 3 and piece.text not in ("were", "that", "this", "these", "does", "been", "with", "from"):
            return


def _kind(clause: Clause, at: int) -> ColumnProfile | None:
    """The column that a noun of a kind means ("athlete" among divers)."""
    found = list(kinds.meant(clause.pieces[at].text, clause.table)) or _called_name(clause, at)
    if len(found) != 1:
        return None
    clause.use(at)
    clause.tell(f"I took “{clause.pieces[at].text}” to mean the column {kinds.name(found[0])}.")
    return found[0]


def _called_name(clause: Clause, at: int) -> list[ColumnProfile]:
    """ "which company has": whatever it is that rows are called by, where the column is only called Name."""
    label, before = kinds.label(clause.table), clause.piece(at - 1)
    following = clause.piece(at + 1)
    plain = clause.pieces[at].kind == "unknown" and before is not None and before.kind == "asking"
    verb = following is not None and following.text in ("has", "have", "had", "is", "was", "are", "were")
    return [label] if label is not None and plain and verb and Name(label).full == ("name",) else []


def _who(clause: Clause) -> ColumnProfile:
    """The persons: a column that the question names, else the only one that holds them."""
    dated = kinds.dates(clause.table)
    named = [
        at
        for at in clause.free_columns()
        if all(column.type == "text" and column not in dated for column in clause.columns_at(at))
        and clause.pieces[at].text not in POINTING
    ]
    if len(named) == 1:
        clause.use(named[0])
        return clause.column_at(named[0])
    people = kinds.persons(clause.table)
    return _sole(clause, people or kinds.groups(clause.table), "who")


def _when(clause: Clause, year: bool) -> Target:
    columns = kinds.dates(clause.table)
    if year:
        columns = [column for column in columns if column.temporal or kinds.yearly(column)]
    verbs = {stem for at in clause.free("pointing") for stem in stem_set(clause.pieces[at].text)}
    if len(columns) > 1:
        columns = [column for column in columns if verbs & stem_set(" ".join(words_of(column.name)))]
    column = _sole(clause, columns, "when")
    if verbs and len(kinds.dates(clause.table)) == 1:
        clause.use(*clause.free("pointing"))
    return Target((column,), year=year and column.temporal)


def _sole(clause: Clause, columns: list[ColumnProfile], asked: str) -> ColumnProfile:
    if len(columns) != 1:
        raise NotUnderstood(f"{len(columns)} columns could say {asked}")
    return columns[0]


def remaining(clause: Clause) -> Target | None:
    """The one column that the question names and that nothing else uses: "what is the party of X"."""
    left = list(clause.free_columns())
    if len(left) != 1 or clause.pieces[left[0]].text in POINTING:
        return None
    clause.use(left[0])
    return Target((clause.column_at(left[0]),))
