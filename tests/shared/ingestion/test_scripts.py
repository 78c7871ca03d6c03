"""Figures in the digits of other scripts, dates in East Asian words, and a triangle for a minus."""

import datetime as dt

import pytest

WIDE = str.maketrans("0123456789.,-%:/", "０１２３４５６７８９．，－％：／")
ARABIC = str.maketrans("0123456789.,%", "٠١٢٣٤٥٦٧٨٩٫٬٪")
PERSIAN = str.maketrans("0123456789", "۰۱۲۳۴۵۶۷۸۹")
HINDI = str.maketrans("0123456789", "०१२३४५६७८९")
THAI = str.maketrans("0123456789", "๐๑๒๓๔๕๖๗๘๙")
TOLD = "digits of another script"


@pytest.mark.parametrize("digits", [WIDE, ARABIC, PERSIAN, HINDI, THAI])
def test_numbers_are_read_in_whatever_digits(read, digits):
    values = [118.5, 7.25, 940.0, 33.75, 12.5]
    lines = [f"{at};Hall {at};{f'{value:.2f}'.translate(digits)}" for at, value in enumerate(values)]
    found = read("\n".join(["no;hall;load", *lines]))
    assert found.values("load") == values
    assert TOLD in found.told("number")


@pytest.mark.parametrize("digits", [WIDE, ARABIC])
def test_signs_of_such_numbers_are_read_with_them(read, digits):
    written = ["1,250.5", "12,000.0", "999.5", "2,430.75"]
    lines = [f"a{at};{each.translate(digits)};{f'{at + 3}%'.translate(digits)}" for at, each in enumerate(written)]
    found = read("\n".join(["name;load;part", *lines]))
    assert found.values("load") == [1250.5, 12000.0, 999.5, 2430.75]
    assert found.values("part") == [3, 4, 5, 6]


def test_dates_and_codes_in_wide_digits_keep_what_they_say(read):
    lines = [f"{at};{f'2024/0{at}/15'.translate(WIDE)};{f'00{at}7'.translate(WIDE)}" for at in range(1, 7)]
    found = read("\n".join(["no;day;code", *lines]))
    assert found.values("day")[0] == dt.date(2024, 1, 15)
    assert found.values("code") == [f"00{at}7" for at in range(1, 7)]


def test_digits_beside_words_stay_as_they_are_written(read):
    lines = [f"{at};{f'棟{at}号室'.translate(WIDE)}" for at in range(4)]
    found = read("\n".join(["no;room", *lines]))
    assert found.values("room")[1] == "棟１号室"
    assert TOLD not in found.told()


@pytest.mark.parametrize(
    ("written", "kind"),
    [
        ("2024年{m}月{d}日", dt.date),
        ("2024年{m:02d}月{d:02d}日", dt.date),
        ("2024년 {m}월 {d}일", dt.date),
        ("2024년{m}월{d}일", dt.date),
        ("2024年{m}月{d}日 9:30", dt.datetime),
    ],
)
def test_dates_with_words_for_year_month_and_day(read, written, kind):
    lines = [f"{at};{written.format(m=at, d=at + 20)}" for at in range(1, 9)]
    values = read("\n".join(["no;日付", *lines])).values("日付")
    assert all(type(value) is kind for value in values)
    assert [(value.month, value.day) for value in values] == [(at, at + 20) for at in range(1, 9)]


def test_months_with_words_stand_for_their_first_day(read):
    found = read("\n".join(["no;月", *(f"{at};2024年{at}月" for at in range(1, 13))]))
    assert found.values("月")[11] == dt.date(2024, 12, 1)


@pytest.mark.parametrize("sign", ["▲", "△", "▲ "])
def test_a_triangle_before_some_numbers_is_a_minus_and_told(read, sign):
    cells = ["1,250", f"{sign}3,400", "870", f"{sign}15", "2,010", f"{sign}9"]
    found = read("\n".join(["shop,change", *(f's{at},"{cell}"' for at, cell in enumerate(cells))]))
    assert found.values("change") == [1250, -3400, 870, -15, 2010, -9]
    assert any(one.doubt and "triangle" in one.detail for one in found.profile.repairs)


@pytest.mark.parametrize(
    "cells",
    [
        ["▲1.2", "▼0.4", "0.0", "▲3.5", "2.5"],
        ["▲1.2", "▲0.4", "▲0.1", "▲3.5", "▲2.5"],
        ["▲ see note 3", "4.5", "2.5", "▲ 7.5", "1.5"],
    ],
)
def test_triangles_that_may_mark_a_rise_or_a_note_are_no_minus(read, cells):
    found = read("\n".join(["share,change", *(f"s{at},{cell}" for at, cell in enumerate(cells))]))
    assert not any(isinstance(value, int | float) and value < 0 for value in found.values("change"))
    assert "triangle" not in found.told()
