"""Doubts about some rows of a table: each is told of a figure only where the rows that this is computed from are such,
and counted over these rows."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sqlglot import exp


class Counted(NamedTuple):
    """Of the rows that one part of a query takes, how many meet each condition of a doubt, and how many there are."""

    met: tuple[int, ...]
    of: int


class RowQuestion(NamedTuple):
    """What a doubt asks of the rows of a relation that a query takes: which meet these conditions, and which sentence
    is to be told of these counts, one for each part of the query that takes rows; empty where none is.

    The doubt is about cells of the `column`, where it names one. With `whatever_asked` the query's own conditions on
    that column do not count: it is about rows that these may leave out for what their cells are. With `whichever_told`
    the rows of all groups count, those beside the ones that are told, too: it is about which groups come first.
    """

    relation: str
    conditions: tuple[exp.Expr, ...]
    say: Callable[[Sequence[Counted]], str]
    column: str = ""
    whatever_asked: bool = False
    whichever_told: bool = False


class RowDoubt(str):
    """A sentence about the data behind a query, as it is true of the whole table, with what is to be asked of the rows
    that the query takes before it is told."""

    question: RowQuestion

    def __new__(cls, line: str, question: RowQuestion) -> "RowDoubt":
        """A sentence that is told as it is where the rows cannot be asked."""
        made = super().__new__(cls, line)
        made.question = question
        return made


def most(counted: Sequence[Counted], at: int = 0) -> int:
    """How many rows at most meet the condition at that place, of the rows that one part of a query takes."""
    return max((one.met[at] for one in counted), default=0)


def up_to(counted: Sequence[Counted]) -> str:
    """The words before the largest count where parts of a query take rows with different ones."""
    return "up to " if len({one.met[0] for one in counted if one.met[0]}) > 1 else ""


def recounted(line: str, whole: str, part: str) -> str:
    """The sentence on a table with what it says of a part of the rows; where it says that in other words, as it is."""
    return line.replace(whole, part, 1) if whole in line else in_whole_table(line)


def in_whole_table(line: str) -> str:
    """The sentence, whose counts are those of the whole table, beside a figure of a part of it."""
    return f"{line.removesuffix('.')} (in the whole table)."


def of_table(line: str, rows: int, relation: str) -> RowDoubt:
    """A sentence whose counts are those of a table of so many rows, of which nobody can tell which it is about."""

    def say(counted: Sequence[Counted]) -> str:
        there = max((one.of for one in counted), default=0)
        return "" if not there else line if there == rows else in_whole_table(line)

    return RowDoubt(line, RowQuestion(relation, (), say))
