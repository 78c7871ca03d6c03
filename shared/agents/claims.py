"""Claims of a model beside what it asks to be computed: purposes and texts, kept to the question's figures.

They get into facts and results, by which figures are verified later: one from nowhere would vouch for itself.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Final, NamedTuple

from sqlglot import exp

from shared.contracts import UNSTATED, DatasetProfile, PlannedQuery
from shared.engine.sql.limits import limits
from shared.engine.sql.syntax import readable
from shared.grounding.grounding import Evidence
from shared.query.sql.derived import number_patterns

_BY_LETTERS = (
    exp.Like, exp.ILike, exp.SimilarTo, exp.Glob, exp.RegexpLike, exp.RegexpExtract, exp.RegexpReplace,
    exp.RegexpFullMatch, exp.RegexpExtractAll, exp.Contains, exp.StartsWith, exp.EndsWith, exp.StrPosition,
)  # fmt: skip
_OPERATORS: Final[dict[type[exp.Expr], str]] = {
    exp.Like: "LIKE", exp.ILike: "ILIKE", exp.SimilarTo: "SIMILAR TO", exp.Glob: "GLOB",
}  # fmt: skip
_RECKONED = (exp.GenerateSeries, exp.Add, exp.Sub, exp.DateAdd, exp.DateSub, exp.DateBin)
"""What takes a length of time and gives no text of it: the step of a series, a time put on or back, times rounded."""
_NUMERAL = re.compile(r"\d+(?:\.\d+)?")
_YEAR = re.compile(r"(?:19|20)\d\d(?!\d)")
_IN_TEXTS: Final = (
    "{0}: a figure that is not computed; write no figures into texts, and no digits into a replacement but its "
    "pattern's groups (\\1)"
)
_IN_NAMES: Final = (
    "AS {0}: the name of a column has a figure that neither the question nor a condition has; call it {1}"
)
_GROUP = re.compile(r"\\\d")


def told_purpose(query: PlannedQuery, question: str) -> str:
    """A query's purpose without figures that neither the question nor one of its conditions has."""
    return Evidence(question=question, notes=limits(query.sql)).known_part(query.purpose) or UNSTATED


class Claims(NamedTuple):
    """What a query writes down itself: texts in its output columns, and names of these, that tell a figure."""

    texts: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


def why_claimed(query: PlannedQuery, question: str, datasets: Sequence[DatasetProfile]) -> str:
    """Why a query is refused that tells figures of its own, for its writer; empty where it tells none."""
    columns = [column for one in datasets for column in one.columns]
    headings = {name for one in columns for name in (one.name, one.words) if name}
    found = claims(query, question, headings, years_of(datasets))
    called = (re.sub(r"_+", "_", _NUMERAL.sub("", one)).strip(" _") or "figure" for one in found.names)
    said = [_IN_TEXTS.format(", ".join(found.texts))] if found.texts else []
    said += [_IN_NAMES.format(", ".join(found.names), ", ".join(dict.fromkeys(called)))] if found.names else []
    return "; ".join(said)


def years_of(datasets: Iterable[DatasetProfile]) -> frozenset[str]:
    """The years that the times of the data lie in, the first to the last of each column."""
    times = [column for one in datasets for column in one.columns if column.temporal]
    ends = ([_YEAR.match(str(edge)) for edge in (column.minimum, column.maximum)] for column in times)
    spans = ((int(first[0]), int(last[0])) for first, last in ends if first and last)
    return frozenset(str(year) for first, last in spans for year in range(first, last + 1))


def claims(
    query: PlannedQuery, question: str, headings: Collection[str] = (), years: Collection[str] = frozenset()
) -> Claims:
    """The texts written into a query's output columns, and the columns' names, that tell a figure of their own: none of
    the question's, and none that its conditions name, or that is next to one (the end of "30 to 59" where the limit is
    60). A short number in a name (top_10, p90) tells no figure, nor does that of a column (rate_2022), one of the
    table's `headings` ("Overall (1-5)"), or one of the data's `years`: Candor words itself what is computed."""
    if (tree := readable(query.sql)) is None:
        return Claims()
    numbers = {float(one) for one in limits(query.sql) if not one.endswith("%")}
    edges = " and ".join(f"{near:g}" for one in numbers for near in (one - 1, one, one + 1))
    columns = [one for select in tree.find_all(exp.Select) for one in select.expressions]
    written = [cell for values in tree.find_all(exp.Values) for cell in values.expressions]
    told = {text: own for one in (*columns, *written) for text, own in _texts(one)}
    known = f"{question} {edges} {' '.join(years)}"
    evidence = Evidence(question=question, notes=(edges,))
    listed = [name for alias in tree.find_all(exp.TableAlias) for name in alias.args.get("columns") or ()]
    given = [one.args["alias"] for one in tree.find_all(exp.PivotAlias)]
    aliases = [(one.alias, _columns(one.this)) for one in columns if isinstance(one, exp.Alias)]
    named = (*aliases, *((one.name, "") for one in (*listed, *given)))
    return Claims(
        tuple(text for text, own in told.items() if evidence.unknown(_without(own, headings))),
        tuple(dict.fromkeys(name for name, of in named if _tells(name, f"{known} {of}"))),
    )


def _columns(read: exp.Expr) -> str:
    """The names of the columns that an expression reads: its alias may have their numbers."""
    return " ".join(column.name for column in read.find_all(exp.Column))


def _without(text: str, headings: Collection[str]) -> str:
    """The text without the headings that stand in it, the longest first: one may hold another."""
    for one in sorted(headings, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(one)}(?!\w)", " ", text)
    return text


def _tells(name: str, known: str) -> bool:
    return any(len(one) > 2 and one not in known for one in _NUMERAL.findall(name))


def matched_by_letters(sql: str) -> tuple[str, ...]:
    """What of a query matches texts by their letters, each once, by its name in SQL: LIKE, ILIKE, SIMILAR TO, GLOB,
    parts of texts, or a regular expression. One that reads the number in a text, as a query of the language does,
    matches nothing."""
    if (tree := readable(sql)) is None:
        return ()
    found = (node for node in tree.dfs() if isinstance(node, _BY_LETTERS) and not _reads_a_number(node))
    return tuple(dict.fromkeys(_OPERATORS.get(type(node)) or _function(node) for node in found))


def _function(node: exp.Expr) -> str:
    return node.sql(dialect="duckdb").split("(")[0].lower()


def _reads_a_number(node: exp.Expr) -> bool:
    pattern = node.args.get("expression")
    return isinstance(pattern, exp.Literal) and pattern.this in number_patterns()


def _texts(column: exp.Expr) -> list[tuple[str, str]]:
    """The texts that a column may hold, each with what is its own of it: of what replaces a pattern, its groups are the
    data's. Those that a cell is only compared with, or held against as a pattern, and lengths of time that are
    calculated with, are none."""
    literals = column.unalias().find_all(exp.Literal)
    written = (one for one in literals if one.is_string and not _is_compared(one) and not _is_reckoned(one.parent))
    return [(one.this, _GROUP.sub("", one.this) if _replaces(one) else one.this) for one in written]


def _is_compared(text: exp.Literal) -> bool:
    by = text.parent
    return isinstance(by, exp.In | exp.EQ) or (isinstance(by, _BY_LETTERS) and text is by.args.get("expression"))


def _is_reckoned(time: exp.Expr | None) -> bool:
    """Whether it is a length of time that a series or a time of the data is calculated with."""
    by = time.parent if isinstance(time, exp.Interval) else None
    return isinstance(by, _RECKONED) and (isinstance(by, exp.GenerateSeries) or by.find(exp.Column) is not None)


def _replaces(text: exp.Literal) -> bool:
    by = text.parent
    return isinstance(by, exp.RegexpReplace) and text is by.args.get("replacement")
