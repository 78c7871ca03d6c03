"""Codes have the form that their column has: its capitals, and what it writes between letters and digits."""

import pytest

from shared.contracts import ColumnOverride, Overrides


def _column(*parts: tuple[str, int]) -> list[str]:
    """Values of a column; of a part such as ("V-{:02}", 3) the first three."""
    return [form.format(at) for form, count in parts for at in range(1, count + 1)]


def _file(values: list[str], kinds: list[str] | None = None) -> str:
    kinds = kinds or ["x"] * len(values)
    return "code,n,kind\n" + "".join(
        f"{one},{at * 7 % 31},{kind}\n" for at, (one, kind) in enumerate(zip(values, kinds, strict=True))
    )


def test_a_code_gets_the_capitals_of_its_column_though_it_is_never_written_so_there(read):
    found = read(_file(_column(("PO-{:04}", 20)) * 2 + ["po-1110", "po-0003"]))
    assert found.values("code")[-2:] == ["PO-1110", "PO-0003"]
    (told,) = [one.detail for one in found.profile.repairs if one.column == "code"]
    assert told == "In code, I read “po-0003” as “PO-0003”; “po-1110” as “PO-1110” (2 rows)."


def test_a_code_that_is_mostly_written_in_the_form_of_few_gets_the_form_of_most(read):
    found = read(_file(_column(("A{:04}", 20)) * 2 + ["a0003"] * 3))
    assert found.values("code")[-3:] == ["A0003"] * 3


@pytest.mark.parametrize("odd", ["V-07", "V 07", "V/07", "v07", "v-07", "V\N{NON-BREAKING HYPHEN}07"])
def test_what_stands_between_letters_and_digits_is_what_the_column_has(read, odd):
    found = read(_file(_column(("V{:02}", 9)) * 4 + [odd]))
    assert found.values("code")[-1] == "V07"


def test_a_hyphen_is_put_in_where_the_column_has_it(read):
    assert read(_file(_column(("TX-{:03}", 9)) * 4 + ["TX005", "tx 099"])).values("code")[-2:] == ["TX-005", "TX-099"]


def test_codes_of_a_column_in_which_each_is_another_are_brought_to_its_form_too(read):
    found = read(_file([*_column(("A{:04}", 30)), "a0777"]))
    assert found.values("code")[-1] == "A0777"
    assert found.profile.column("code").distinct == 31


def test_letters_that_stand_there_in_small_ones_alone_follow_all_other_codes(read):
    values = [f"{pair}-{at:02}" for pair in ("AB", "CD", "EF", "GH") for at in range(1, 7)] * 2
    assert read(_file([*values, "xy-03"])).values("code")[-1] == "XY-03"


@pytest.mark.parametrize(
    "values",
    [
        _column(("V{:02}", 9)) * 4 + ["V7"],
        _column(("V{:02}", 9)) * 4 + ["V-1234"],
        _column(("A{}-1", 9)) * 4 + ["A11"],
        _column(("AB-X{}", 9)) * 4 + ["ABX3"],
        [f"CO{at % 9}" for at in range(40)] + ["Co2"],
        [f"N0{at % 9}" for at in range(40)] + ["rs-1234"],
        [f"{at:04}" for at in range(40)] + ["7"],
    ],
)
def test_a_code_that_may_be_one_of_its_own_is_left(read, values):
    values = [*values, "K0"] if values[0].isdigit() else values
    assert read(_file(values)).values("code") == values


def test_two_forms_that_are_both_frequent_are_left_and_told(read):
    values = _column(("V{:02}", 9), ("V-{:02}", 9)) * 3
    found = read(_file(values))
    assert found.values("code") == values
    (told,) = [one for one in found.profile.repairs if one.column == "code"]
    assert told.doubt
    assert "“V-01” and “V01”" in told.detail
    assert "are counted separately, and others likewise" in told.detail


def test_codes_of_which_another_column_says_something_else_are_left_and_told(read):
    values = _column(("V{:02}", 9)) * 6 + _column(("V-{:02}", 9))
    kinds = ["van"] * 54 + ["valve"] * 9
    found = read(_file(values, kinds))
    assert found.values("code") == values
    assert [one.doubt for one in found.profile.repairs if one.column == "code"] == [True]
    assert set(read(_file(values)).values("code")) == set(_column(("V{:02}", 9)))


def test_two_rows_of_a_list_of_things_do_not_become_one_thing(read):
    values = [*_column(("A{:04}", 30)), "a0007"]
    found = read(_file(values))
    assert found.values("code") == values
    assert any("“A0007” and “a0007” are counted separately" in one.detail for one in found.profile.repairs)


def test_words_are_no_codes(read):
    values = ["Front door 2", "front door 2", "Back room", "Hall 1", "the hall 1"] * 4
    assert "the hall 1" in read(_file(values)).values("code")


def test_codes_of_a_column_that_is_said_to_be_text_are_left_as_they_are_written(read):
    content = _file(_column(("V{:02}", 9)) * 4 + ["v-07"])
    kept = read(content, overrides=Overrides(columns={"code": ColumnOverride(type="text")}))
    assert kept.values("code")[-1] == "v-07"
