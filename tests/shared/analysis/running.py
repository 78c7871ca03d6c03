"""Runs typed analyses as Candor does, on a table in memory: through the guard, by DuckDB, cells made safe for JSON."""

import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Self

import duckdb
import pandas as pd

from shared.agents.execution.execution import as_result
from shared.analysis.base import Analysis, Applied, Findings
from shared.analysis.entities.entity_analysis import EntityAnalysis
from shared.analysis.finite import require_finite
from shared.analysis.queried.account import StepAccount, account_of, counting
from shared.analysis.queried.source import bound_source, reading_source, tables_of
from shared.contracts import (
    TEXT_COLUMNS,
    ColumnProfile,
    DatasetProfile,
    Fact,
    PlannedQuery,
    QueryResult,
    texts_of,
)
from shared.engine.duckdb.columns import handed_over
from shared.engine.duckdb.worker import TYPED_BYTES
from shared.engine.duckdb.worker_main import not_finite, plain
from shared.engine.sql.guard import check
from shared.errors import ForfeitException
from shared.ingestion.meaning.embeddings import embed_texts
from shared.query.base import RESERVED
from shared.query.bound import BoundQuery
from shared.statistics.compute import compute
from shared.statistics.requests import StatisticsRequest, StatisticTable
from tests.shared.offline.reading.profiling import profile_table


class Tables:
    """Tables in memory, with their profiles."""

    most: int | None = None
    """The most rows of a result; None for all."""
    typed_bytes: int = TYPED_BYTES
    """The most that is handed over of a typed result."""

    def __init__(self, **frames: pd.DataFrame) -> None:
        self.connection = duckdb.connect()
        for name, frame in frames.items():
            self.connection.register(f"_{name}", frame)
            self.connection.execute(f'CREATE TABLE "{name}" AS SELECT * FROM "_{name}"')
        self.profiles = tuple(self._embedded(profile_table(self.connection, name, f"{name}.csv")) for name in frames)

    def with_years(self, column: str) -> Self:
        """The same tables, where a column of whole numbers is read as one of years, as ingestion reads it."""
        self.profiles = tuple(
            one.model_copy(
                update={
                    "columns": tuple(
                        own.model_copy(update={"role": "dimension"}) if own.name == column else own
                        for own in one.columns
                    )
                }
            )
            for one in self.profiles
        )
        return self

    def with_events(self, column: str) -> Self:
        """The same tables, where a column is one of ids of which each has one time, as ingestion counts it."""

        def told(one: DatasetProfile) -> DatasetProfile:
            columns = tuple(own.model_copy(update={"role": "id"}) if own.name == column else own for own in one.columns)
            grain = one.semantic.grain.model_copy(update={"events": (column,)})
            semantic = one.semantic.model_copy(update={"grain": grain})
            return one.model_copy(update={"columns": columns, "semantic": semantic})

        self.profiles = tuple(told(one) for one in self.profiles)
        return self

    def _embedded(self, profile: DatasetProfile) -> DatasetProfile:
        """The profile, its long texts told as such and embedded beside the table as ingestion does it."""
        columns = tuple(
            one.model_copy(update={"role": "vector" if _lists_numbers(one) else "text"})
            if one.type == "text" and _long(one)
            else one
            for one in profile.columns
        )
        profile = profile.model_copy(update={"columns": columns})
        with TemporaryDirectory() as folder:
            table, texts = Path(folder) / "table.parquet", Path(folder) / "texts.parquet"
            self.connection.execute(f"COPY \"{profile.relation}\" TO '{table}'")
            profile = embed_texts(table, profile, texts)
            if profile.embedded_columns:
                name = texts_of(profile.relation)
                self.connection.execute(f"CREATE TABLE \"{name}\" AS FROM read_parquet('{texts}')")
        return profile

    @property
    def only(self) -> DatasetProfile:
        """The first profile."""
        return self.profiles[0]

    def run(self, analysis: Analysis) -> Findings:
        """The findings of an analysis; every query passes the guard."""
        return self.findings(analysis)[0]

    def findings(self, analysis: Analysis) -> tuple[Findings, tuple[QueryResult, ...]]:
        """The findings of an analysis, and the results that they were read from."""
        source = bound_source(analysis.source, self.profiles, analysis.relation) if analysis.source else None
        tables = tables_of(analysis, self.profiles, source, self.account(source) if source else None)
        analysis = analysis.over(tables)
        table = next((one for one in tables if one.relation == analysis.relation), tables[0])
        asked = reading_source(analysis.queries(table), table, analysis, source)
        results = tuple(self._result(query.sql, typed=query.typed) for query in asked)
        wider = reading_source(analysis.wider(table, results), table, analysis, source)
        results += tuple(self._result(query.sql) for query in wider)
        if not analysis.whole:
            require_finite(results, undefined=analysis.undefined)
        results = with_statistics(analysis, table, results)
        return analysis.findings(table, results), results

    def account(self, source: BoundQuery) -> StepAccount:
        """What the steps of a source take and leave out."""
        return account_of(source, [self._result(one.sql) for one in counting(source)])

    def _result(self, sql: str, *, typed: bool = False) -> QueryResult:
        known = {one.relation: [column.name for column in one.columns] for one in self.profiles}
        known |= {texts_of(one.relation): list(TEXT_COLUMNS) for one in self.profiles if one.embedded_columns}
        checked = check(sql, known).sql
        cursor = self.connection.execute(checked)
        columns = tuple(column[0] for column in cursor.description)
        found = cursor.fetchall()
        kept = found[: self.most]
        rows = tuple(tuple(plain(cell) for cell in row) for row in kept)
        cut = len(kept) < len(found)
        odd = not_finite(list(columns), kept)
        result = {
            "columns": list(columns),
            "rows": rows,
            "row_count": len(found),
            "truncated": cut,
            "sql": checked,
            **odd,
        }
        if typed:
            result |= handed_over(self.connection, checked, result, self.typed_bytes, RESERVED)
        return QueryResult.model_validate(result)


def with_columns(connection: duckdb.DuckDBPyConnection, query: PlannedQuery, result: QueryResult) -> QueryResult:
    """The result of a query, with its typed columns where the query has them handed over."""
    if not query.typed:
        return result
    more = handed_over(connection, query.sql, {"columns": list(result.columns), "row_count": result.row_count},
                       TYPED_BYTES, RESERVED)  # fmt: skip
    return QueryResult.model_validate({**result.model_dump(), **more})


def with_statistics(
    analysis: Analysis, table: DatasetProfile, results: tuple[QueryResult, ...]
) -> tuple[QueryResult, ...]:
    """The results, and behind them the tables of the statistics that are applied to them. Raises ForfeitException."""
    return (*results, *(one for asked in analysis.statistics(table, results) for one in applied(asked, results)))


def applied(asked: Applied, results: tuple[QueryResult, ...]) -> list[QueryResult]:
    """The tables of a statistic, as the statistics function gives them. Raises ForfeitException as Execution does."""
    source = results[asked.query]
    assert source.typed is not None
    answer = compute(StatisticsRequest(procedure=asked.procedure, columns=source.typed))
    if answer.refused:
        raise ForfeitException(answer.refused, (f"Tried to compute: {asked.purpose}",))
    return [as_result(StatisticTable.model_validate(one.wire()), source.sql) for one in answer.tables]


def _long(column: ColumnProfile) -> bool:
    """Whether a column holds sentences."""
    lengths = [len(str(one.value)) for one in column.top_values]
    return bool(lengths) and sum(lengths) > 60 * len(lengths)


def values(findings: Findings) -> dict[str, Any]:
    """The facts' values by their names."""
    return {fact.name: fact.value for fact in findings.facts}


def cell_of(fact: Fact, results: tuple[QueryResult, ...]) -> Any:
    """The cell that a fact says it was read from."""
    cell = fact.cells[0]
    result = results[cell.query]
    return result.rows[cell.row][result.columns.index(cell.column)]


def listed(analysis, frame, query=1) -> pd.DataFrame:
    """The rows of one of its queries, by entity where it has one, under the names that it computes with."""
    tables = Tables(orders=frame)
    return by_entity(analysis, tables, tables.findings(analysis)[1], query)


def by_entity(analysis, tables, results, query=1) -> pd.DataFrame:
    """The same, of results that are there."""
    found = pd.DataFrame(results[query].records())
    if isinstance(analysis, EntityAnalysis) and query == 1 and len(found):
        found.columns = pd.Index(list(analysis.listed_as(tables.profiles[0])))
    return found.set_index("entity") if "entity" in found else found


def _lists_numbers(column: ColumnProfile) -> bool:
    """Whether the cells are vectors, as those that a file brings along."""
    cells = [str(one.value) for one in column.top_values]
    return bool(cells) and all(re.fullmatch(r"\[[-\d.e, ]+\]", cell) for cell in cells)
