"""A query that a model wrote itself, where no typed analysis fits: its cells become the facts."""

from collections.abc import Iterator, Mapping

from shared.analysis.base import Analysis, Findings
from shared.analysis.finite import require_finite
from shared.contracts import (
    Cell,
    ColumnProfile,
    DatasetProfile,
    Fact,
    PlannedQuery,
    QueryFailure,
    QueryResult,
    is_number,
)
from shared.engine.doubts.totals import labels_of_totals
from shared.engine.results.percents import heading_says_percent, percent_units
from shared.engine.results.tellings import telling_of
from shared.engine.results.unnamed import unnamed
from shared.engine.results.years import Year, years_of
from shared.grounding.names import row_names
from shared.query.words.figures import show_number, show_plain
from shared.table.nouns import doing

MOST_FACTS = 60
_FIGURE = "figure"


class Written(Analysis):
    """One SELECT in DuckDB dialect over the relations given, with named columns, and what it is for."""

    least = 1
    whole = True
    undefined = True

    sql: str
    purpose: str

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        return (PlannedQuery(sql=self.sql, purpose=self.purpose),)

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        sql, shown = results[0].sql, results[0].columns
        years, totals = years_of(sql, (table,)), labels_of_totals(sql, (table,), shown)
        units = {one.name.casefold(): unit for one in table.columns if (unit := one.unit or _in_percent(one))}
        percent = percent_units(sql, shown, {table.relation.casefold(): units})
        facts = _facts(results[0], self.purpose, years, _words(results[0], table), totals, percent)
        if len(facts) > MOST_FACTS:
            ends = _ends(facts)
            facts = [*ends, *(fact for fact in facts if fact not in ends)]
        if not facts:
            require_finite(results)
        return Findings(summary="", facts=tuple(facts[:MOST_FACTS]))


def _in_percent(column: ColumnProfile) -> str | None:
    """ "%" where the heading of a column without a unit says so, and its values are no parts of one."""
    beyond = isinstance(column.maximum, int | float) and column.maximum > 1
    return "%" if beyond and heading_says_percent(column.name) else None


def _words(result: QueryResult, table: DatasetProfile) -> dict[str, str]:
    """What the columns are called that the query gives no name: never by SQL of several words."""
    telling = telling_of(result.sql, (table,), columns=result.columns)
    told = {**telling.figures, **telling.labels} if telling else {}
    return {name: told.get(name) or (_FIGURE if " " in name else name) for name in unnamed(result.sql, result.columns)}


def cut_short(result: QueryResult) -> QueryFailure:
    """Why a result that was cut will not do: no figure over the rows that are there is one of all rows."""
    told = (
        f"The result has {result.row_count:,} rows, and only the first {len(result.rows):,} can be looked at: compute "
        "what is asked for in SQL (aggregate the groups once more), or order the rows and LIMIT them"
    )
    return QueryFailure(kind="cut", message=told)


def _ends(facts: list[Fact]) -> list[Fact]:
    """The facts with the lowest and the highest figure of each column: of many only some are told, and these are asked
    for."""
    found: list[Fact] = []
    for column in dict.fromkeys(fact.cells[0].column for fact in facts):
        own = [fact for fact in facts if fact.cells[0].column == column]
        found += [end(own, key=_value) for end in (min, max)]
    return list({fact.id: fact for fact in found}.values())


def _value(fact: Fact) -> float:
    return fact.value if isinstance(fact.value, int | float) else 0.0


def _facts(
    result: QueryResult,
    purpose: str,
    years: Mapping[str, Year],
    words: Mapping[str, str],
    totals: Mapping[str, str],
    percent: Mapping[str, str],
) -> list[Fact]:
    """A fact for each number, named after its column and the labels of its row; a number that is such a label is one
    where the row has no other. `words` are those of columns that the query gives no name, `totals` the labels of
    empty cells that stand for several groups together, `percent` the units of what is in percent or points."""
    found: list[Fact] = []
    for row, (record, named) in enumerate(zip(result.records(), _labels(result, years), strict=True)):
        labels = named | {column: label for column, label in totals.items() if record.get(column, "") is None}
        numbers = {column: value for column, value in record.items() if is_number(value)}
        told = {column: value for column, value in numbers.items() if column not in labels} or numbers
        for column, value in told.items():
            spoken = words.get(column) or column.replace("_", " ").strip() or _FIGURE
            others = ", ".join(label for of, label in labels.items() if of != column)
            name = f"{spoken} ({others})" if others else spoken
            unit = percent.get(column)
            shown = show_plain(value) if column in years else show_number(value, unit)
            found.append(
                Fact(
                    id=f"f{len(found) + 1}",
                    name=name,
                    value=value,
                    unit=unit,
                    text=f"{purpose}: {name} {doing(name)} {shown}.",
                    cells=(Cell(query=0, row=row, column=column),),
                )
            )
    return found


def _labels(result: QueryResult, years: Mapping[str, Year]) -> Iterator[dict[str, str]]:
    """What says which row each is, by its columns: texts, and numbers that count time."""
    timed = {column for column, year in years.items() if year == "label"}
    whole = {
        column: all(is_number(row[at]) for row in result.rows if row[at] is not None)
        for at, column in enumerate(result.columns)
    }
    for record in result.records():
        named = row_names(record, whole).keys() | timed
        yield {column: show_plain(value) for column, value in record.items() if column in named and value is not None}
