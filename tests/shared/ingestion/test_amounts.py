"""Amounts as people write them: grouped as in India, with /- behind, in lakh and crore, £1.2m; marks of footnotes."""

import pytest


def _column(*cells: str):
    return "who\tpaid\n" + "".join(f"w{at % 3}\t{cell}\n" for at, cell in enumerate(cells))


@pytest.mark.parametrize(
    ("cells", "values", "unit"),
    [
        (("80,000/-", "Rs. 1,25,000", "2.4 lakh", "Rs. 45,000"), [80_000, 125_000, 240_000, 45_000], "Rs"),
        (("1,25,000/-", "-500/-", "(300/-)", "900"), [125_000, -500, -300, 900], None),
        (("50 lakhs", "1 crore", "1.5 crores", "2 lac"), [5e6, 1e7, 1.5e7, 2e5], None),
        (("£99,000", "99000 GBP", "£8.5k", "£1.2m"), [99_000, 99_000, 8_500, 1_200_000], "£"),
    ],
)
def test_an_amount_is_read_however_it_is_written(read, cells, values, unit):
    found = read(_column(*cells))
    assert found.values("paid") == values
    assert found.profile.column("paid").unit == unit


@pytest.mark.parametrize("cells", [("RS 400", "RS 500", "RS 700"), ("12/-3", "13/-4", "14/-5"), ("2-4", "5-6", "7-8")])
def test_what_only_looks_like_an_amount_stays_text(read, cells):
    assert read(_column(*cells)).values("paid") == list(cells)


def test_metres_are_no_millions_without_a_currency(read):
    found = read(_column("12 m", "13.5 m", "14 m"))
    assert found.values("paid") == [12, 13.5, 14]


FINES = "".join(f"w{at % 4}\t{at}\t{at / 4:.2f}{['', '', '', '', ' 1)', '*'][at % 6]}\n" for at in range(1, 40))


def test_marks_of_footnotes_are_taken_off_and_the_note_that_says_what_they_mean_is_told(read):
    found = read(f"who\tdays\tfine\n{FINES}* waived, not collected 1) paid by instalments\t\t\n")
    assert found.values("fine") == [at / 4 for at in range(1, 40)]
    (told,) = [one for one in found.profile.repairs if one.column == "fine"]
    assert told.doubt
    assert "below the table stands “* waived, not collected 1) paid by instalments”" in told.detail


def test_marks_that_nothing_explains_are_no_doubt(read):
    (told,) = [one for one in read(f"who\tdays\tfine\n{FINES}").profile.repairs if one.column == "fine"]
    assert not told.doubt
