"""What a query derives under a name that its table has already."""

from typing import Any

import pytest

from shared.contracts import ColumnProfile, DatasetProfile
from shared.query.check import check
from shared.query.own_names import derived_with_own_names, renamed_arguments, with_own_names
from shared.query.problems import read_query

COLUMNS = ("Amount", "Region", "Day")
CLEANED = {"kind": "cleaned_number", "name": "amount", "column": "Amount"}
TABLE = DatasetProfile(
    dataset_id="d",
    relation="data",
    file_name="f.csv",
    row_count=9,
    columns=(
        ColumnProfile(name="Amount", type="text", role="dimension"),
        ColumnProfile(name="Region", type="text", role="dimension"),
        ColumnProfile(name="Day", type="date", role="time"),
    ),
)


def _figures(**parts: Any) -> dict[str, Any]:
    total = {"kind": "statistic", "function": "sum", "column": "amount"}
    return {"kind": "figures", "derived": [CLEANED], "measures": [total], **parts}


def test_its_name_means_the_derived_column_and_the_columns_own_spelling_still_the_column() -> None:
    known = {"kind": "known", "column": "Amount"}
    above = {"kind": "compare", "column": "amount", "operator": ">", "value": 5}
    query = with_own_names(_figures(where=[known, above]), COLUMNS)
    assert query["derived"] == [{**CLEANED, "name": "amount_derived"}]
    assert [one["column"] for one in query["where"]] == ["Amount", "amount_derived"]
    assert query["measures"][0]["column"] == "amount_derived"
    assert check(read_query(query), TABLE).outputs


def test_where_the_names_are_the_same_what_stands_behind_it_means_the_derived_column() -> None:
    twice = {"kind": "calculation", "name": "twice", "operator": "*", "left": "Amount", "right": 2}
    derived, renamed = derived_with_own_names([{**CLEANED, "name": "Amount"}, twice], COLUMNS)
    assert derived == [
        {**CLEANED, "name": "Amount_derived"}, {**twice, "left": "Amount_derived"},
    ]  # fmt: skip
    assert renamed == {"Amount": "Amount_derived"}


def test_a_query_over_another_finds_it_under_its_new_name_and_values_stay_as_they_are() -> None:
    lower = {"kind": "text_form", "name": "REGION", "column": "Region", "form": "lower"}
    group = {"kind": "column", "column": "REGION"}
    inner = {"kind": "figures", "derived": [lower], "groups": [group], "measures": [{"kind": "rows"}]}
    same = {"kind": "one_of", "column": "REGION", "values": ["REGION"]}
    outer = {"kind": "figures", "source": inner, "where": [same], "measures": [{"kind": "rows"}]}
    query = with_own_names(outer, COLUMNS)
    assert query["source"]["groups"] == [{"kind": "column", "column": "REGION_derived"}]
    assert query["where"] == [{"kind": "one_of", "column": "REGION_derived", "values": ["REGION"]}]
    assert check(read_query(query), TABLE).outputs


@pytest.mark.parametrize("derived", [[], [{**CLEANED, "name": "number"}], None])
def test_without_such_a_name_everything_stays_as_it_is(derived: Any) -> None:
    given = _figures(derived=derived)
    assert with_own_names(given, COLUMNS) == given
    assert renamed_arguments({"measure": "amount"}, derived_with_own_names(derived, COLUMNS)[1]) == {
        "measure": "amount"
    }


def test_a_free_name_is_taken_by_no_column_and_the_fields_of_an_analysis_follow() -> None:
    derived, renamed = derived_with_own_names([CLEANED], (*COLUMNS, "amount_derived"))
    assert derived[0]["name"] == "amount_derived_2"
    arguments = {"measure": "amount", "where": [{"kind": "known", "column": "amount"}], "by": ["amount", "Region"]}
    assert renamed_arguments(arguments, renamed) == {
        "measure": "amount_derived_2",
        "where": [{"kind": "known", "column": "amount_derived_2"}],
        "by": ["amount_derived_2", "Region"],
    }
