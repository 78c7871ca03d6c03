"""Facts carry what they are figures of, and a reply tells of it where it matters."""

from collections.abc import Sequence

import duckdb
import pytest

from shared.agents.execution.completeness import Counts, incomplete, with_completeness
from shared.analysis.base import Findings
from shared.contracts import (
    Account,
    Cell,
    ColumnProfile,
    Completeness,
    DatasetProfile,
    Fact,
    LeftOut,
    LookupMatches,
    PlannedQuery,
    QueryFailure,
    QueryOutcome,
    QueryResult,
    SemanticProfile,
)
from shared.contracts.dataset import Repair

ORDERS = DatasetProfile(
    dataset_id="d",
    file_name="orders.csv",
    row_count=8,
    columns=(ColumnProfile(name="unit_cost", type="number", role="measure", words="unit cost"),),
    semantic=SemanticProfile(entity_name="order", as_of="2025-12-31"),
)
TOTAL = PlannedQuery(sql="SELECT sum(unit_cost) AS total FROM data", purpose="Total")
FACT = Fact(id="f1", name="total", value=18.0, text="The total is 18.", cells=(Cell(query=0, row=0, column="total"),))


class Engine:
    """Runs queries over eight orders, two of which have no cost; `broken` says which texts fail, and how."""

    def __init__(self, **broken: str) -> None:
        self.asked: list[str] = []
        self.visits = 0
        self.broken = broken

    def ask(self, queries: Sequence[PlannedQuery]) -> list[QueryOutcome]:
        self.visits += bool(queries)
        return [self._outcome(query) for query in queries]

    def _outcome(self, query: PlannedQuery) -> QueryOutcome:
        self.asked.append(query.sql)
        for text, kind in self.broken.items():
            if text in query.sql:
                return QueryOutcome(failure=QueryFailure.model_validate({"kind": kind, "message": "broken"}))
        with duckdb.connect() as connection:
            connection.execute(
                "CREATE TABLE data AS SELECT CASE WHEN n > 2 THEN 3.0 END AS unit_cost, n AS list_price "
                "FROM range(1, 9) r(n)"
            )
            cursor = connection.execute(query.sql)
            columns, rows = tuple(one[0] for one in cursor.description), tuple(cursor.fetchall())
        return QueryOutcome(result=QueryResult(columns=columns, rows=rows, row_count=len(rows), sql=query.sql))


def counted(engine: Engine, query: PlannedQuery = TOTAL) -> tuple[QueryOutcome, Fact]:
    counts = Counts((ORDERS,))
    (outcome,) = counts.beside((query,), 0, engine.ask)
    return outcome, counts.told(Findings(summary="", facts=(FACT,))).facts[0]


def test_a_query_is_asked_once_and_its_result_shows_no_counts():
    engine = Engine()
    outcome, fact = counted(engine)
    assert outcome.result
    assert (outcome.result.columns, outcome.result.rows, outcome.result.sql) == (("total",), ((18.0,),), TOTAL.sql)
    assert len(engine.asked) == 1
    assert fact.completeness
    (account,) = fact.completeness.accounts
    assert (account.there, account.used, account.without("empty")) == (8, 6, 2)
    assert fact.completeness.as_of == "2025-12-31"


def test_a_query_that_fails_for_its_counts_is_asked_without_them():
    outcome, fact = counted(Engine(_candor="rejected"))
    assert outcome.result
    assert outcome.result.rows == ((18.0,),)
    assert fact.completeness is None


@pytest.mark.parametrize("kind", ["timeout", "unavailable", "gone", "memory"])
def test_a_query_that_fails_for_want_of_time_or_engine_is_not_asked_again(kind):
    engine = Engine(_candor=kind)
    outcome, _ = counted(engine)
    assert outcome.failure
    assert (outcome.failure.kind, len(engine.asked)) == (kind, 1)


def test_queries_are_asked_in_one_visit_and_only_those_whose_counts_fail_once_more():
    engine, counts = Engine(least="syntax"), Counts((ORDERS,))
    least = TOTAL.model_copy(update={"sql": "SELECT min(unit_cost) AS least FROM data"})
    first, second = counts.beside((TOTAL, least), 0, engine.ask)
    assert first.result
    assert second.failure
    assert (engine.visits, engine.asked[2:]) == (2, [least.sql])
    (fact,) = counts.told(Findings(summary="", facts=(FACT,))).facts
    assert fact.completeness


def test_a_query_of_another_form_leaves_it_undetermined():
    nested = TOTAL.model_copy(update={"sql": "WITH d AS (SELECT * FROM data) SELECT sum(unit_cost) AS total FROM d"})
    outcome, fact = counted(Engine(), nested)
    assert outcome.result
    assert fact.completeness is None


def test_rows_without_a_value_are_told_in_one_line_where_they_are_many():
    _, fact = counted(Engine())
    assert incomplete((fact,), (ORDERS,)) == ("2 of 8 orders have no entry for unit cost and are left out.",)
    assert incomplete((fact, fact), (ORDERS,)) == incomplete((fact,), (ORDERS,))
    assert incomplete((FACT,), (ORDERS,)) == ()


def test_rows_without_a_value_are_not_said_to_be_left_out_where_another_figure_counts_them():
    both = TOTAL.model_copy(update={"sql": "SELECT sum(unit_cost) AS total, count(*) AS orders FROM data"})
    counts, other = Counts((ORDERS,)), FACT.model_copy(update={"cells": (Cell(query=0, row=0, column="orders"),)})
    counts.beside((both,), 0, Engine().ask)
    facts = counts.told(Findings(summary="", facts=(FACT, other))).facts
    told = "2 of 8 orders have no entry for unit cost: figures of it are of the other 6."
    assert incomplete(facts, (ORDERS,)) == (told,)
    assert incomplete(facts[:1], (ORDERS,)) == ("2 of 8 orders have no entry for unit cost and are left out.",)


def test_rows_without_a_value_that_a_note_counts_are_not_counted_again():
    _, fact = counted(Engine())
    note = "2 of 8 orders have no entry for unit cost; here they count as not meeting the condition on it."
    assert with_completeness((note,), (fact,), (ORDERS,)) == (note,)
    other = note.replace("2 of", "3 of")
    assert len(with_completeness((other,), (fact,), (ORDERS,))) == 2


@pytest.mark.parametrize(("cells", "again"), [(2, 0), (1, 1)])
def test_cells_that_held_a_code_are_told_once_as_what_they_held(cells, again):
    _, fact = counted(Engine())
    held = f"In column unit_cost, 99 in {cells} cells was taken to stand for no answer: all others are from 1 to 10."
    code = Repair(kind="null", detail=held, column="unit_cost", rows=cells, examples=("99",), doubt=True)
    columns = [one.model_copy(update={"nulls": 2} if one.name == "unit_cost" else {}) for one in ORDERS.columns]
    table = ORDERS.model_copy(update={"repairs": (code,), "columns": tuple(columns)})
    told = ("2 of 8 orders have no entry for unit cost and are left out.",)
    assert with_completeness((held,), (fact,), (table,)) == (held, *told[:again])
    assert with_completeness((), (fact,), (table,)) == told


@pytest.mark.parametrize(
    ("cells", "after", "told"),
    [
        ("2 cells", "were taken to stand for no answer: all others are from 1 to 5.", True),
        ("1 cell of the rows asked about", "were taken to stand for no answer: all others are from 1 to 5.", True),
        ("2 cells", "were kept.", False),
    ],
)
def test_cells_that_held_one_of_several_codes_are_told_once_as_what_they_held(cells, after, told):
    _, fact = counted(Engine())
    held = "In column unit_cost, {} in 1 cell was taken to stand for no answer: all others are from 1 to 5."
    codes = tuple(
        Repair(kind="null", detail=held.format(one), column="unit_cost", rows=1, examples=(one,), doubt=True)
        for one in ("8", "9")
    )
    columns = [one.model_copy(update={"nulls": 2} if one.name == "unit_cost" else {}) for one in ORDERS.columns]
    table = ORDERS.model_copy(update={"repairs": codes, "columns": tuple(columns)})
    note = f"In column unit_cost, 8 and 9 in {cells} {after}"
    left_out = "2 of 8 orders have no entry for unit cost and are left out."
    assert with_completeness((note,), (fact,), (table,)) == (note, *(() if told else (left_out,)))


@pytest.mark.parametrize(
    ("note", "told"),
    [
        ("6 of 395 members in data have no match in members, so their rows are left out.", False),
        ("6 of 395 learners have no match in members, so their rows are left out.", False),
        ("6 of 395 members in data have no match in plans, so their rows are left out.", True),
    ],
)
def test_rows_that_found_nothing_are_not_counted_again_where_a_note_counts_what_found_nothing(note, told):
    lookup = LookupMatches(dataset="data", looked_in="members", columns=("member_type",), matched=99.5)
    fact = FACT.model_copy(update={"completeness": Completeness(shown=1, there=1, lookups=(lookup,), matched=99.5)})
    again = ("0.5 % of the rows of data have no match in members.",)
    assert with_completeness((), (fact,), (ORDERS,)) == again
    assert with_completeness((note,), (fact,), (ORDERS,)) == (note, *(again if told else ()))


def test_of_several_figures_with_conditions_of_their_own_the_largest_share_is_told():
    narrowed = TOTAL.model_copy(update={"sql": f"{TOTAL.sql} WHERE list_price <= 4"})
    counts = Counts((ORDERS,))
    counts.beside((TOTAL, narrowed), 0, Engine().ask)
    second = FACT.model_copy(update={"cells": (Cell(query=1, row=0, column="total"),)})
    facts = counts.told(Findings(summary="", facts=(FACT, second))).facts
    told = "Up to 50 % of the orders of a figure have no entry for unit cost and are left out of it."
    assert incomplete(facts, (ORDERS,)) == (told,)


def test_rows_of_the_groups_that_are_told_are_not_said_to_be_all_rows():
    halves = "SELECT list_price > 4 AS high, sum(unit_cost) AS total FROM data GROUP BY 1 ORDER BY 1"
    counts, other = Counts((ORDERS,)), FACT.model_copy(update={"cells": (Cell(query=0, row=1, column="total"),)})
    counts.beside((TOTAL.model_copy(update={"sql": halves}),), 0, Engine().ask)
    fact, other = counts.told(Findings(summary="", facts=(FACT, other))).facts
    told = "2 of 4 orders in the groups shown have no entry for unit cost and are left out."
    assert incomplete((fact,), (ORDERS,)) == (told,)
    assert incomplete((fact, other), (ORDERS,)) == ("2 of 8 orders have no entry for unit cost and are left out.",)


def test_of_a_figure_of_two_columns_either_may_be_unknown():
    both = TOTAL.model_copy(update={"sql": "SELECT sum(unit_cost * list_price) AS total FROM data"})
    _, fact = counted(Engine(), both)
    assert incomplete((fact,), (ORDERS,)) == (
        "2 of 8 orders have no entry for unit cost or list price and are left out.",
    )


def test_what_a_line_is_told_of_is_told_once_for_several_groups():
    by_cost = TOTAL.model_copy(update={"sql": "SELECT unit_cost, sum(unit_cost) AS total FROM data GROUP BY 1 LIMIT 1"})
    _, fact = counted(Engine(), by_cost)
    (line,) = incomplete((fact,), (ORDERS,))
    assert line.count("left out") == 1


def test_rows_that_belong_to_no_group_are_told_though_every_group_is_whole():
    known = "SELECT unit_cost, count(*) AS total FROM data WHERE unit_cost IS NOT NULL GROUP BY 1"
    _, fact = counted(Engine(), TOTAL.model_copy(update={"sql": known}))
    assert incomplete((fact,), (ORDERS,)) == ("2 of 8 orders have no entry for unit cost and are left out.",)


def test_a_column_that_was_looked_up_is_told_with_where():
    by_type = FACT.model_copy(
        update={
            "completeness": Completeness(
                accounts=(Account(column=None, there=8, used=6, left_out=(LeftOut(why="no_group", rows=2),)),),
                shown=2,
                there=2,
                grouped_by=("member_type",),
                matched=75.0,
                lookups=(LookupMatches(dataset="data", looked_in="members", columns=("member_type",), matched=75.0),),
            )
        }
    )
    (line,) = incomplete((by_type,), (ORDERS,))
    assert line.startswith("2 of 8 orders have no entry for member type (looked up in members) and are left out")


def test_the_codes_of_a_column_are_told_in_one_sentence_with_its_name_in_words():
    column = ColumnProfile(name="unit_cost", type="number", role="measure", words="unit cost")
    table = DatasetProfile(dataset_id="d", file_name="orders.csv", row_count=8, columns=(column,))
    why = "the sheet Codes says that it is no value."
    notes = (
        f"In column unit_cost, 8 in 13 cells counts as empty: {why}",
        "Two dates lie in 1900.",
        f"In column unit_cost, 9 in up to 21 cells of the rows asked about counts as empty: {why}",
        f"In column age, 99 in 1 cell counts as empty: {why}",
    )
    assert with_completeness(notes, (), (table,)) == (
        f"In column unit cost, 8 in 13 cells and 9 in up to 21 cells of the rows asked about count as empty: {why}",
        "Two dates lie in 1900.",
        f"In column age, 99 in 1 cell counts as empty: {why}",
    )
