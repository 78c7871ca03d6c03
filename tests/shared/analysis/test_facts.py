"""Facts: a figure is declared where it is said."""

import pandas as pd
import pytest

from shared.analysis.facts import Facts
from shared.analysis.quality.outliers import Outliers
from shared.contracts import Cell, Fact, QueryResult
from tests.shared.analysis.running import Tables

RESULT = QueryResult(columns=("kind", "total"), rows=(("a", 12.5), ("b", None)), row_count=7, truncated=True, sql="")


def test_a_figure_is_shown_as_it_is_declared_with_its_condition_and_its_cell():
    facts = Facts((RESULT,), " where kind is a")
    assert facts.add("total", "%", column="total") == "12.5 %"
    (fact,) = facts.all()
    assert (fact.name, fact.value, fact.text) == ("total where kind is a", 12.5, "The total where kind is a is 12.5 %.")
    assert fact.cells == (Cell(query=0, row=0, column="total"),)


def test_a_figure_is_declared_once_however_often_it_is_said():
    facts = Facts((RESULT,))
    assert [facts.add("total", column="total") for _ in range(3)] == ["12.50"] * 3
    assert [fact.id for fact in facts.all()] == ["f1"]


def test_every_figure_that_was_shown_is_a_fact_however_many_there_are():
    many = QueryResult(columns=("n",), rows=tuple((n,) for n in range(1000)), row_count=1000, sql="")
    facts = Facts((many,))
    shown = [facts.add(f"count of {row}", column="n", row=row) for row in facts.rows()]
    assert [fact.text for fact in facts.all()] == [f"The count of {n} is {text}." for n, text in enumerate(shown)]
    assert [fact.id for fact in facts.all()][-1] == "f1000"


def test_an_empty_cell_is_no_fact():
    facts = Facts((RESULT,))
    assert facts.add("total", column="total", row=1) == "unknown"
    assert facts.all() == ()


def test_what_was_calculated_names_every_cell_of_it():
    facts, cells = Facts((RESULT,)), tuple(Cell(query=0, row=row, column="total") for row in range(2))
    assert facts.work_out("half", 6.25, of=cells) == "6.25"
    assert facts.all()[0].cells == cells


def test_what_an_earlier_task_found_is_cited_without_cells_of_its_own():
    earlier = Fact(
        id="1-x.f3", name="share", value=20.0, unit="%", text="It is 20 %.", cells=(Cell(query=4, row=2, column="s"),)
    )
    facts = Facts((RESULT,), " where kind is a")
    assert facts.given(earlier) == "20 %"
    assert facts.all() == (earlier.model_copy(update={"id": "f1", "cells": ()}),)


def test_rows_are_those_that_were_fetched_and_found_is_how_many_there_are():
    facts = Facts((RESULT,))
    assert (list(facts.rows()), facts.found()) == ([0, 1], 7)


def test_a_column_that_was_not_selected_is_named():
    with pytest.raises(LookupError, match="query 0 gives no column 'totals', only kind, total"):
        Facts((RESULT,)).value("totals")


def test_a_year_has_no_separator_also_where_a_fence_is_worked_out_of_years():
    frame = pd.DataFrame({"year_built": [1705, *range(1950, 2010)], "price": range(61)})
    told = Tables(houses=frame).with_years("year_built").run(Outliers(column="year_built"))
    assert "over 2039; 1705)" in told.summary
    assert "1,9" not in told.summary
    assert not any(",7" in fact.text or "1,9" in fact.text or "2,0" in fact.text for fact in told.facts)
    plain = Tables(houses=frame.assign(price=frame.price * 100 + 1000)).run(Outliers(column="price"))
    assert "," in plain.summary
