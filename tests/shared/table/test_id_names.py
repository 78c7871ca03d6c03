"""What names of ids and of files say: of what the rows are, without the words that only say that something is one."""

import pytest

from shared.table.keys import bare, noun_of_file, said


@pytest.mark.parametrize(
    ("name", "words", "of"),
    [
        ("order_id", ("order", "id"), ("order",)),
        ("CustomerNumber", ("customer", "number"), ("customer",)),
        ("line items", ("line", "item"), ("line", "item")),
        ("id", ("id",), ()),
    ],
)
def test_an_id_is_of_what_its_name_says_beside_being_one(
    name: str, words: tuple[str, ...], of: tuple[str, ...]
) -> None:
    assert (said(name), bare(said(name))) == (words, of)


@pytest.mark.parametrize(
    ("file", "noun"),
    [
        ("orders.csv", ("order",)),
        ("shop.xlsx/Orders", ("order",)),
        ("customer_data_final.v2.csv", ("customer",)),
        ("export.csv", ()),
    ],
)
def test_a_row_is_what_the_file_is_called_by_without_the_words_for_files(file: str, noun: tuple[str, ...]) -> None:
    assert noun_of_file(file) == noun
