"""A query that a model wrote itself, where no typed analysis fits: its cells become the facts."""

import re

from shared.analysis.base import Analysis, Findings
from shared.analysis.finite import require_finite
from shared.analysis.wording import show_number
from shared.contracts import Cell, DatasetProfile, Fact, PlannedQuery, QueryFailure, QueryResult
from shared.engine.percents import in_percent

MOST_FACTS = 60


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
        facts = _facts(results[0], self.purpose)
        if len(facts) > MOST_FACTS:
            ends = _ends(facts)
            facts = [*ends, *(fact for fact in facts if fact not in ends)]
        if not facts:
            require_finite(results)
        return Findings(summary="", facts=tuple(facts[:MOST_FACTS]))


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


def _facts(result: QueryResult, purpose: str) -> list[Fact]:
    """A fact for each number, named after its column and the labels of its row."""
    found: list[Fact] = []
    percent = in_percent(result.sql, result.columns)
    for row, record in enumerate(result.records()):
        labels = ", ".join(str(value) for value in record.values() if isinstance(value, str))
        for column, value in record.items():
            if isinstance(value, bool) or not isinstance(value, int | float):
                continue
            spoken = re.sub(r"\d+", "", column.replace("_", " ")).strip() or "figure"  # a name's number is no figure
            name = f"{spoken} ({labels})" if labels else spoken
            unit = "%" if column in percent else None
            found.append(
                Fact(
                    id=f"f{len(found) + 1}",
                    name=name,
                    value=value,
                    unit=unit,
                    text=f"{purpose}: {name} is {show_number(value, unit)}.",
                    cells=(Cell(query=0, row=row, column=column),),
                )
            )
    return found
