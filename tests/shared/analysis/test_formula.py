"""Formulas are written as SQL, and what is put into them is never part of the text."""

import duckdb
import pytest

from shared.analysis import sql


def test_a_text_is_a_column_a_number_a_literal_and_an_expression_itself():
    inner = sql.formula("sum(:cell) - :off", cell='my "own"; DROP', off=-2.5)
    built = sql.formula("100.0 * :part / nullif(count(*), 0)", part=inner)
    assert sql.text(built) == '100.0 * (SUM("my ""own""; DROP") - (-2.5)) / NULLIF(COUNT(*), 0)'


def test_one_formula_is_written_often_and_none_changes_another():
    first, second = (sql.formula("count(:cell)", cell=name) for name in "ab")
    assert (sql.text(first), sql.text(second)) == ('COUNT("a")', 'COUNT("b")')


def test_a_name_that_is_not_given_stays_a_gap_that_no_engine_fills():
    with pytest.raises(duckdb.Error):
        duckdb.sql(f"SELECT {sql.text(sql.formula('count(:cell)'))}").fetchall()
