"""Lists of records inside of the records of a JSON file are tables of their own, which refer to their records."""

import json
import re
from collections.abc import Iterator
from itertools import count, product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import duckdb
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from shared.contracts import DatasetProfile, Overrides
from shared.errors import UnreadableData
from shared.ingestion.limits import Limits
from shared.ingestion.pipeline import ingest

PEN, INK, PAD = {"sku": "pen", "qty": 3}, {"sku": "ink", "qty": 1}, {"sku": "pad", "qty": 2}
ORDERS = [
    {"id": "A1", "city": "Bern", "items": [PEN, {**INK, "discounts": [{"pct": 5}, {"pct": 2}]}]},
    {"id": "A2", "city": "Basel", "items": []},
    {"id": "A3", "city": "Bern"},
    {"id": "A4", "city": "Chur", "items": [PEN]},
]


def lists_of(read, document: Any, name: str = "orders.json") -> dict[str, Any]:
    """All tables of a document by the names of their lists, as a person gets them who sends it once for each."""
    text = document if isinstance(document, str) else json.dumps(document)
    first = read(text, name)
    others = {one: read(text, name, overrides=Overrides(sheet=one)) for one in first.profile.other_sheets}
    return {first.profile.sheet: first, **others}


def columns(ingested) -> list[str]:
    return [column.name for column in ingested.profile.columns]


@pytest.mark.parametrize("lines", [False, True], ids=["a list", "an object a line"])
def test_a_list_of_records_is_a_table_that_refers_to_its_records_by_their_id(read, lines):
    tables = lists_of(read, "\n".join(map(json.dumps, ORDERS)) if lines else ORDERS)
    assert list(tables) == ["", "items", "items/discounts"]
    assert tables[""].rows == [("A1", "Bern"), ("A2", "Basel"), ("A3", "Bern"), ("A4", "Chur")]
    assert columns(tables["items"]) == ["item_record_id", "order_id", "sku", "qty"]
    assert tables["items"].rows == [(1, "A1", "pen", 3), (2, "A1", "ink", 1), (3, "A4", "pen", 3)]
    assert (columns(tables["items/discounts"]), tables["items/discounts"].rows) == (
        ["item_record_id", "pct"],
        [(2, 5), (2, 2)],
    )


def test_the_profile_says_which_list_a_table_is_and_what_the_file_has_besides(read):
    tables = lists_of(read, ORDERS)
    assert [one.profile.file_name for one in tables.values()] == [
        "orders.json",
        "orders.json/items",
        "orders.json/items/discounts",
    ]
    assert "the items of the list items, which 2 of 4 records hold" in tables["items"].told()
    assert "order_id says which record" in tables["items"].told()
    (unread,) = [one for one in tables[""].profile.repairs if one.kind == "unread"]
    assert unread.doubt
    assert "as tables of their own, items, items/discounts" in unread.detail
    assert [one.profile.semantic.entity_name for one in tables.values()] == ["order", "item", "discount"]


def test_records_without_an_id_are_numbered_and_so_are_those_whose_id_is_said_of_nothing(read):
    tables = lists_of(read, [{"day": "x", "lines": [{"n": 1}]}, {"day": "x", "lines": [{"n": 2}, {"n": 3}]}], "a.json")
    assert (columns(tables[""]), tables[""].rows) == (["record_id", "day"], [(1, "x"), (2, "x")])
    assert (columns(tables["lines"]), tables["lines"].rows) == (["record_id", "n"], [(1, 1), (2, 2), (2, 3)])
    unsaid = lists_of(read, [{"id": 7, "l": [{"n": 1}]}, {"id": 8, "l": [{"n": 2}]}], "2024-05.json")
    assert columns(unsaid["l"]) == ["record_id", "n"]


@pytest.mark.parametrize(
    "ids",
    [["a", "A"], ["1", "01"], ["7", "x"], ["x", None], ["x", " y"], ["1", "2.5"], ["x" * 100, "y"], [True, False]],
    ids=str,
)
def test_an_id_that_might_be_read_in_two_ways_refers_to_nothing(read, ids):
    tables = lists_of(read, [{"order_id": one, "items": [{"n": at}]} for at, one in enumerate(ids)])
    assert columns(tables["items"]) == ["record_id", "n"]


def test_an_id_that_the_items_repeat_is_not_doubled_and_one_of_their_own_is_no_reference(read):
    repeated = [{"order_id": n, "items": [{"n": 5, "order_id": n}]} for n in (7, 8)]
    assert columns(lists_of(read, repeated)["items"]) == ["n", "order_id"]
    other = [{"order_id": n, "items": [{"order_id": 1, "record_id": 2}]} for n in (7, 8)]
    assert columns(lists_of(read, other)["items"]) == ["record_id_2", "order_id", "record_id"]
    assert columns(lists_of(read, other)[""]) == ["record_id_2", "order_id"]


def test_lists_in_nested_objects_and_below_a_key_of_the_document_are_named_by_where_they_are(read):
    document = {"data": {"orders": [{"id": n, "cart": {"lines": [{"sku": {"code": "x"}}]}} for n in (1, 2)]}}
    tables = lists_of(read, document, "export.json")
    assert list(tables) == ["data/orders", "cart/lines"]
    assert (columns(tables["cart/lines"]), tables["cart/lines"].rows) == (
        ["order_id", "sku.code"],
        [(1, "x"), (2, "x")],
    )


def test_mixed_lists_single_objects_and_other_values_are_kept_and_told(read):
    records = [
        {"order_id": 1, "items": [PEN, "gift wrap", None, {}]},
        {"order_id": 2, "items": INK},
        {"order_id": 3, "items": "later"},
    ]
    tables = lists_of(read, records)
    assert tables[""].rows == [(1, None), (2, None), (3, "later")]
    assert tables["items"].rows == [(1, "pen", 3, None), (1, None, None, "gift wrap"), (2, "ink", 1, None)]
    told = tables["items"].told()
    assert "1 record has one object where others have the list items" in told
    assert "1 item of the list items is no object" in told
    assert (tables["items"].profile.rows_read, tables["items"].profile.rows_dropped) == (5, 2)


def test_names_that_collide_are_made_distinct(read):
    tables = lists_of(read, [{"a.b": 1, "a": {"b": 2}, "Items": [PEN], "items": [INK]}, {"a": {"b": 3}}])
    assert list(tables) == ["", "Items_1", "items_2"]
    assert tables[""].rows == [(1, 1, 2), (2, None, 3)]


def test_lists_of_scalars_and_lists_three_levels_deep_stay_in_their_column(read):
    deep = [{"id": n, "a": [{"b": [{"c": [{"d": 1}], "e": ["x", "y"]}]}]} for n in (1, 2)]
    tables = lists_of(read, deep, "orders.json")
    assert list(tables) == ["", "a", "a/b"]
    assert tables["a/b"].rows == [(1, '[{"d": 1}]', "x; y"), (2, '[{"d": 1}]', "x; y")]
    assert "kept as JSON text in c" in tables["a/b"].told()


def test_an_unknown_list_is_refused_with_those_that_there_are(read):
    with pytest.raises(UnreadableData, match=r"no list of records parts; its lists are items, items/discounts\."):
        read(json.dumps(ORDERS), overrides=Overrides(sheet="parts"))
    assert read(json.dumps(ORDERS), overrides=Overrides(sheet="ITEMS")).profile.sheet == "items"


def test_lists_below_keys_that_are_data_do_not_make_a_table_each(read):
    days = {f"day {n}": [{"v": n}] for n in range(60)}
    first = read(json.dumps([{"id": 1, **days}, {"id": 2}]), "orders.json")
    assert len(first.profile.other_sheets) == 20
    assert len(first.profile.columns) == 41
    assert "kept as JSON text in day 20" in first.told()


def test_a_list_of_more_rows_than_are_taken_is_refused_and_the_records_are_not(read):
    few, document = Limits(max_rows=50), [{"id": n, "items": [PEN, INK] * 10} for n in range(5)]
    assert len(read(json.dumps(document), "orders.json", limits=few).rows) == 5
    with pytest.raises(UnreadableData, match="100 rows and at most 50 are taken"):
        read(json.dumps(document), "orders.json", limits=few, overrides=Overrides(sheet="items"))


SCALAR = st.sampled_from(["text", "text", None, ""])


def record(level: int) -> st.SearchStrategy[dict[str, Any]]:
    """A record whose `parts` are a list of records of any kind, or something else; those may have some as well."""
    inner = record(level + 1) if level < 4 else SCALAR
    parts = {"parts": st.one_of(SCALAR, inner, st.lists(st.one_of(inner, SCALAR), max_size=3))}
    box = st.fixed_dictionaries({}, optional={"colour": SCALAR, **parts})
    own = {"name": SCALAR, "other": SCALAR, "box": box, "tags": st.lists(SCALAR, max_size=2), **parts}
    return st.fixed_dictionaries({}, optional=own)


def numbered(value: Any, at: Iterator[int]) -> Any:
    """The value with another text in each place."""
    if isinstance(value, dict):
        return {key: numbered(one, at) for key, one in value.items()}
    if isinstance(value, list):
        return [numbered(one, at) for one in value]
    return f"leaf{next(at)}q" if value else value


def filled(item: Any) -> bool:
    """Whether there is any value in a record; a list, or an object without a field, is one in its place."""
    if isinstance(item, dict):
        return any(filled(one) if isinstance(one, dict) and one else one not in (None, "") for one in item.values())
    return item not in (None, "")


PLACES = [[*before, "parts"] for long in range(5) for before in product(("box", "parts"), repeat=long)]
"""Where in a record a list may be: the keys of objects inside of each other."""


def walked(records: list[Any], name: str, level: int, found: dict[str, int]) -> dict[str, int]:
    """How many records each list has, found by looking for it where it may be."""
    found[name], lists = sum(map(filled, records)), list[list[str]]()
    for place in PLACES if level < 2 else ():
        held = [inside(one, place) for one in records]
        items = [item for one in held if isinstance(one, list) for item in one]
        apart = all(place[: len(one)] != one for one in lists)
        if apart and any(isinstance(item, dict) and filled(item) for item in items):
            lists.append(place)
            singles = [one for one in held if isinstance(one, dict)]
            walked([*items, *singles], "/".join([*filter(None, [name]), *place]), level + 1, found)
    return found


def inside(value: Any, keys: list[str]) -> Any:
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def leaves(profile: DatasetProfile, parquet: Path) -> list[str]:
    with duckdb.connect(":memory:") as con:
        rows = con.execute(f"SELECT * FROM read_parquet('{parquet}')").fetchall()
    assert len(rows) == profile.row_count
    return re.findall(r"leaf\d+q", " ".join(str(cell) for row in rows for cell in row))


@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(record(0), min_size=2, max_size=4), st.booleans())
def test_every_record_is_one_row_and_every_value_is_in_one_place(records, by_lines):
    records = numbered(records, count())
    assume(any(map(filled, records)))
    text = "\n".join(map(json.dumps, records)) if by_lines else json.dumps(records)
    with TemporaryDirectory() as folder:
        source, target = Path(folder) / "s.json", Path(folder) / "t.parquet"
        source.write_text(text, encoding="utf-8")
        rows, held, sheets = {}, list[str](), [None]
        for sheet in sheets:
            profile = ingest(source, target, dataset_id="d", overrides=Overrides(sheet=sheet))
            sheets += profile.other_sheets
            rows[profile.sheet] = profile.row_count
            held += leaves(profile, target)
    assert rows == walked(records, "", 0, {})
    assert sorted(held) == sorted(re.findall(r"leaf\d+q", text))
