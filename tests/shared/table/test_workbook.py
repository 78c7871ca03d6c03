"""A workbook's sheets are datasets of their own; what is among a question's data is not told as unread."""

from shared.contracts import DatasetProfile
from shared.table.workbook import lists_told, sheets_told, side_by_side

OTHERS = ("Customers", "Targets")


def sheet(name: str, book: str = "shop.xlsx") -> DatasetProfile:
    every = ("Orders", *OTHERS)
    others = tuple(one for one in every if one != name)
    return DatasetProfile(
        dataset_id=f"{book}-{name}",
        file_name=f"{book}/{name}",
        sheet=name,
        other_sheets=others,
        row_count=3,
        columns=(),
        repairs=sheets_told(name, others, chosen=name != "Orders"),
    )


def told(*tables: DatasetProfile) -> list[str]:
    return [one.detail for table in side_by_side(tables) for one in table.repairs if one.doubt]


def test_a_sheet_alone_says_which_others_there_are():
    assert told(sheet("Orders")) == ["Sheet Orders was read; the workbook also has Customers, Targets."]


def test_of_several_sheets_only_those_are_told_that_are_missing():
    assert told(sheet("Orders"), sheet("Customers")) == ["Sheet Orders was read; the workbook also has Targets."]
    assert told(sheet("Orders"), sheet("Customers"), sheet("Targets")) == []


def test_a_sheet_of_another_workbook_is_no_sheet_of_this_one():
    assert told(sheet("Orders"), sheet("Customers", book="other.xlsx")) == told(sheet("Orders"))


def list_of(name: str) -> DatasetProfile:
    others = tuple(one for one in ("", "items", "items/notes") if one != name)
    return DatasetProfile(
        dataset_id=f"orders-{name}",
        file_name=f"orders.json/{name}" if name else "orders.json",
        sheet=name,
        other_sheets=() if name else others,
        row_count=3,
        columns=(),
        repairs=lists_told(name, others, chosen=bool(name)),
    )


def test_of_lists_of_records_only_those_are_told_that_are_missing():
    opening = "The records of the file were read; the file also has, as tables of their own,"
    assert told(list_of("")) == [f"{opening} items, items/notes."]
    assert told(list_of(""), list_of("items"), sheet("Orders")) == [f"{opening} items/notes.", *told(sheet("Orders"))]
    assert told(list_of(""), list_of("items"), list_of("items/notes")) == []
    assert "the records around it" in list_of("items").repairs[0].detail
