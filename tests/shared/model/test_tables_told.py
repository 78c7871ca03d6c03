"""What a model is told of a table before it asks for anything."""

from typing import Any

import pytest

from shared.contracts.dataset import Repair, ValueCount
from tests.shared.model.claude_cases import PLAN, ROUTE, TABLE, asked


def test_an_agent_is_told_which_file_it_works_on_and_what_its_rows_are() -> None:
    (table,) = asked(PLAN).fenced("tables")
    assert {name: table[name] for name in ("file", "rows", "entity", "domain")} == {
        "file": "orders.csv",
        "rows": 12,
        "entity": "order",
        "domain": "sales",
    }
    assert [(column["name"], column["type"]) for column in table["columns"]] == [
        ("customer", "text"),
        ("amount", "number"),
    ]


def test_an_agent_is_told_what_a_column_means_and_samples_where_no_value_is_common() -> None:
    note = TABLE.columns[0].model_copy(
        update={"name": "note", "role": "text", "meaning": "note: in French", "top_values": (), "distinct": 12}
    )
    (table,) = asked(PLAN.model_copy(update={"datasets": (TABLE.model_copy(update={"columns": (note,)}),)})).fenced(
        "tables"
    )
    assert table["columns"] == [
        {
            "name": "note",
            "type": "text",
            "role": "text",
            "meaning": "in French",
            "distinct": 12,
            "samples": ["Canary Ltd"],
        }
    ]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"role": "dimension", "meaning": "region: a category"}, None),
        ({"role": "dimension", "type": "boolean", "yes": "true", "meaning": "returned: yes or no"}, None),
        ({"role": "dimension", "type": "text", "yes": "Y", "meaning": "returned: yes or no"}, "yes or no"),
        ({"role": "id", "meaning": "region: a category"}, "a category"),
        ({"role": "measure", "meaning": "price, in EUR: a value that is averaged"}, "a value that is averaged"),
    ],
)
def test_what_the_role_and_type_of_a_column_say_is_not_said_again(given: dict[str, Any], told: str | None) -> None:
    column = TABLE.columns[0].model_copy(update=given)
    (table,) = asked(PLAN.model_copy(update={"datasets": (TABLE.model_copy(update={"columns": (column,)}),)})).fenced(
        "tables"
    )
    assert table["columns"][0].get("meaning") == told


@pytest.mark.parametrize(("distinct", "shown"), [(12, 12), (13, 13), (20, 20), (21, 12)])
def test_of_few_values_all_are_shown_and_of_many_the_commonest(distinct: int, shown: int) -> None:
    values = tuple(ValueCount(value=f"town {at}", count=30 - at) for at in range(distinct))
    towns = TABLE.columns[0].model_copy(update={"top_values": values, "distinct": distinct})
    (table,) = asked(PLAN.model_copy(update={"datasets": (TABLE.model_copy(update={"columns": (towns,)}),)})).fenced(
        "tables"
    )
    assert len(table["columns"][0]["top_values"]) == shown


def test_a_table_says_what_the_file_writes_beside_it_and_what_is_in_doubt_where_cells_are_shared() -> None:
    repairs = (
        Repair(kind="preamble", detail="1 line above was set aside.", examples=("Sales (in $ thousands)",)),
        Repair(kind="footer", detail="1 total row was left out.", examples=("Total | 9",), doubt=True),
        Repair(kind="unread", detail="Sheet A was read.", doubt=True),
        Repair(kind="number", detail="Column v was read as numbers."),
    )
    route = ROUTE.model_copy(update={"datasets": (TABLE.model_copy(update={"repairs": repairs}),)})
    shown, hidden = (asked(route, samples=samples).fenced("tables")[0] for samples in (True, False))
    assert (shown["written_beside"], shown["doubts"]) == (["Sales (in $ thousands)"], ["1 total row was left out."])
    assert not {"written_beside", "doubts"} & set(hidden)


def test_what_a_file_remarks_of_all_its_tables_is_told_once_and_the_model_is_asked_to_heed_it() -> None:
    remark = Repair(kind="remarks", detail="A sheet holds text.", examples=("Readme: Net = not void",))
    orders, plans = (
        TABLE.model_copy(update={"file_name": f"shop.xlsx/{sheet}", "sheet": sheet, "repairs": (remark,)})
        for sheet in ("Orders", "Plans")
    )
    for request in (ROUTE, PLAN):
        sent = asked(request.model_copy(update={"datasets": (orders, plans)}))
        first, other = sent.fenced("tables")
        assert first["written_beside"] == ["Readme: Net = not void"]
        assert "written_beside" not in other
        assert "What is defined `written_beside` a table holds for its file" in sent.everything


def test_a_model_is_told_how_a_query_counts_repeated_rows_once() -> None:
    again = Repair(kind="repeated", detail="2 rows repeat another row in every column.", rows=2, doubt=True)
    (shown,) = asked(ROUTE.model_copy(update={"datasets": (TABLE.model_copy(update={"repairs": (again,)}),)})).fenced(
        "tables"
    )
    (told,) = shown["doubts"]
    assert told == "2 rows repeat another row in every column. A query or analysis with distinct_rows counts each once."


def test_a_model_is_told_of_a_value_far_from_all_others() -> None:
    far = Repair(kind="outlier", detail="One value of amount, 900, is 30 times the next.", column="amount", rows=1)
    route = ROUTE.model_copy(update={"datasets": (TABLE.model_copy(update={"repairs": (far,)}),)})
    assert asked(route).fenced("tables")[0]["doubts"] == [far.detail]


def test_a_wide_table_is_cut_to_what_a_prompt_can_hold() -> None:
    columns = tuple(TABLE.columns[0].model_copy(update={"name": f"column_{n}"}) for n in range(5000))
    sent = asked(ROUTE.model_copy(update={"datasets": (TABLE.model_copy(update={"columns": columns}),)}))
    assert len(sent.everything) < 60_000
    shown = sent.fenced("tables")[0]
    assert len(shown["columns"]) == 120
    assert shown["more_columns"][-1] == "column_599"


def test_of_a_table_of_a_few_rows_long_cells_are_told_whole() -> None:
    line = "Time at the gate; after midnight the time of leaving is one of the next day, and so is what is weighed then"
    legend = TABLE.columns[0].model_copy(update={"top_values": (ValueCount(value=line, count=1),), "distinct": 1})
    for rows, told in ((12, line), (5_000, f"{line[:59]}…")):
        table = TABLE.model_copy(update={"columns": (legend,), "row_count": rows, "rows_read": rows})
        (shown,) = asked(PLAN.model_copy(update={"datasets": (table,)})).fenced("tables")
        assert shown["columns"][0]["top_values"] == [told]
