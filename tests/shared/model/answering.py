"""Asks no-model mode a question about a table in memory, as an agent would, without the rest of the system."""

from datetime import datetime

import duckdb

from shared.analysis.base import Findings
from shared.analysis.standard import STANDARD
from shared.contracts import AgentCard, DatasetProfile, QueryResult
from shared.engine.duckdb.worker_main import plain
from shared.model.moves import Move, NextMove
from shared.offline.mind import DeterministicModel

CARD = AgentCard(name="sql_analytics", description="Computes figures.", capabilities=("Compute totals and averages",))


def planned(question: str, now: datetime, *tables: DatasetProfile) -> Move:
    """What no-model mode would run."""
    request = NextMove(task=question, agent=CARD, instructions="", playbook=STANDARD, datasets=tables, now=now)
    return DeterministicModel().ask(request, seconds=1.0).value


def found(question: str, table: DatasetProfile, connection: duckdb.DuckDBPyConnection, now: datetime) -> Findings:
    """The findings on a question that must not be forfeited."""
    plan = planned(question, now, table)
    assert plan.forfeit is None, plan.forfeit
    analysis = plan.analyses[0]
    results = []
    for query in analysis.queries(table):
        cursor = connection.execute(query.sql)
        names = tuple(str(item[0]) for item in cursor.description)
        rows = tuple(tuple(plain(value) for value in row) for row in cursor.fetchall())
        results.append(QueryResult(columns=names, rows=rows, row_count=len(rows), sql=query.sql))
    return analysis.findings(table, tuple(results))


def figure(question: str, table: DatasetProfile, connection: duckdb.DuckDBPyConnection, now: datetime) -> float:
    """The headline figure."""
    value = found(question, table, connection, now).facts[0].value
    assert isinstance(value, int | float)
    return float(value)


def headline(question: str, table: DatasetProfile, connection: duckdb.DuckDBPyConnection, now: datetime) -> str:
    """The sentence that answers."""
    return found(question, table, connection, now).summary
