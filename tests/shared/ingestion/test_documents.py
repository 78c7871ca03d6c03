"""JSON that is not quite JSON is read as it is meant, and said to be; JSON that is cut off is refused."""

import json

import pytest

from shared.contracts import Overrides
from shared.errors import UnreadableData

RECORDS = [{"name": "Ann, [x,]", "n": 1}, {"name": 'Bob "B" ,}', "n": 2}, {"name": "Cyd", "n": None}]
ROWS = [("Ann, [x,]", 1), ('Bob "B" ,}', 2), ("Cyd", None)]
LINES = [json.dumps(record) for record in RECORDS]


@pytest.mark.parametrize(
    "document",
    [
        ",\n".join(LINES) + ",\n",
        ",\n".join(LINES),
        "[\n" + ",\n".join(LINES) + ",\n]\n",
        "[" + ", ".join(line.replace("}", ",}") if line.count("}") == 1 else line for line in LINES) + " , ]",
        "".join(LINES),
        "\n".join(json.dumps(record, indent=2) for record in RECORDS),
        json.dumps({"items": RECORDS})[:-1] + ",}",
        f"[{LINES[0]}]\n[{LINES[1]}, {LINES[2]}]\n",
    ],
    ids=[
        "a comma behind each line",
        "a comma behind each line but the last",
        "a comma behind the last item",
        "commas everywhere",
        "objects without anything between",
        "objects over several lines",
        "a comma behind the one list",
        "a list on each line",
    ],
)
def test_json_that_is_written_loosely_is_the_table_that_was_meant(read, document):
    ingested = read(document, "t.json")
    assert ingested.rows == ROWS
    assert (ingested.profile.rows_read, ingested.profile.rows_dropped) == (3, 0)


def test_a_document_that_is_no_strict_json_says_so(read):
    assert "no strict JSON" in read('[{"a": 1}, {"a": 2},]').told()
    assert "no strict JSON" not in read('[{"a": 1}, {"a": 2}]').told()


@pytest.mark.parametrize("document", ['[{"a": 1}, {"a": 2}, {"a"', '{"a": 1}{"a":', '{"a": [1, 2,', '[{"a": 1} "x"]'])
def test_json_that_is_cut_off_is_still_refused(read, document):
    with pytest.raises(UnreadableData, match="broken or cut off"):
        read(document)


@pytest.mark.parametrize("depth", [500, 5000])
@pytest.mark.parametrize(("begins", "ends"), [("[", "]"), ('{"x": ', "}")])
def test_values_within_values_of_too_many_levels_are_refused_as_that(read, depth, begins, ends):
    with pytest.raises(UnreadableData, match="too many levels deep"):
        read(f'[{{"a": {begins * depth}1{ends * depth}, "b": 1}}, {{"a": 1, "b": 2}}]')


def test_a_number_in_a_nested_value_keeps_all_digits_though_no_number_can_hold_it(read):
    digits = "1" * 5000
    assert read(f'[{{"a": [{digits}, 1], "b": 1}}, {{"a": [2], "b": 2}}]').values("a") == [f'["{digits}", 1]', "[2]"]


@pytest.mark.parametrize(
    "fields",
    [["name", "n"], [{"name": "name", "type": "text"}, {"name": "n", "type": "int"}]],
    ids=["texts", "objects"],
)
def test_rows_below_names_of_their_own_are_named_by_them_whatever_both_are_called(read, fields):
    document = json.dumps({"fields": fields, "rows": [["Ann", 1], ["Bob", 2]], "pages": [1, 2]})
    ingested = read(document, "t.json")
    assert ingested.rows == [("Ann", 1), ("Bob", 2)]
    assert [column.name for column in ingested.profile.columns] == ["name", "n"]


SAMPLES = [
    {"site": f"S{at}", "results": [{"param": "lead", "value": at}, {"param": "zinc", "value": 9}]} for at in (1, 2)
]


def _beside(ingested):
    return [line for one in ingested.profile.repairs if one.kind == "preamble" for line in one.examples]


@pytest.mark.parametrize("sheet", [None, "results"], ids=["the records", "a list in them"])
def test_what_a_document_says_beside_its_records_is_told_with_each_of_its_tables(read, sheet):
    limits = {"lead": 10, "zinc": 5.5, "by": {"date": "2024-01-01"}}
    document = {"lab": "Thornby", "limits": limits, "tags": ["a", "b"], "samples": SAMPLES, "final": True}
    assert _beside(read(json.dumps(document), "t.json", overrides=Overrides(sheet=sheet))) == [
        "lab = Thornby, final = true",
        "limits: lead = 10, zinc = 5.5",
        "limits.by: date = 2024-01-01",
        "tags: a, b",
    ]


def test_a_short_list_of_records_beside_the_longest_is_told_line_by_line_and_a_long_one_is_not(read):
    limits = [{"param": "lead", "limit": 10}, {"param": "zinc", "limit": 5}]
    document = {"limits": limits, "samples": SAMPLES * 30, "visits": [{"day": at} for at in range(25)]}
    assert _beside(read(json.dumps(document), "t.json")) == [
        "limits: param = lead, limit = 10",
        "limits: param = zinc, limit = 5",
    ]


def test_names_and_rows_of_a_document_are_not_told_beside_them(read):
    document = {"as of": "May 2024", "columns": ["name", "n"], "data": [["Ann", 1], ["Bob", 2]]}
    assert _beside(read(json.dumps(document), "t.json")) == ["as of = May 2024"]
    assert _beside(read(json.dumps({"columns": ["name", "n"], "data": [["Ann", 1], ["Bob", 2]]}), "t.json")) == []


def test_much_beside_the_records_is_cut_into_lines_and_bounded(read):
    document = {"limits": {f"substance number {at}": at for at in range(80)}, "samples": SAMPLES}
    lines = _beside(read(json.dumps(document), "t.json"))
    assert len(lines) == 8
    assert all(line.startswith("limits: substance number") and len(line) <= 120 for line in lines)


@pytest.mark.parametrize(
    "text",
    [
        r'[{"a": "x\ud83d", "b": 1}, {"a": "y\ud83d\ude42", "b": 2}]',
        '{"a": "x\\uD83D", "b": 1}\n{"a": "y🙂", "b": 2}\n',
        r'[{"a": "x\ud83d", "b": 1}, {"a": "y🙂", "b": 2},]',
    ],
)
def test_half_a_character_in_json_is_replaced_and_told_and_a_whole_one_stays(read, text):
    ingested = read(text, "sur.json")
    assert ingested.values("a") == ["x\ufffd", "y🙂"]
    assert "In column a, 1 cell(s) held half a character" in ingested.told("encoding")


def test_half_a_character_in_names_and_inside_of_lists_hinders_nothing(read):
    ingested = read(r'[{"a\udc00": ["p\ud800", "q"], "b": {"c": [1, "\ud800"]}}, {"b": 2}]', "sur.json")
    assert ingested.profile.columns[0].name == "a\ufffd"
    assert "2 " not in ingested.told("encoding")
    assert ingested.told("encoding").count("held half a character") == 2


def test_a_json_text_that_only_looks_like_half_a_character_is_left_as_it_is(read):
    ingested = read(r'[{"a": "\\ud800", "b": 1}, {"a": "z", "b": 2}]', "sur.json")
    assert ingested.values("a") == [r"\ud800", "z"]
    assert "half a character" not in ingested.told()
