"""What a file says about the size of its figures is told with them; none is multiplied on a guess."""

import pytest

from shared.ingestion.cells.scales import scale_in

ROWS = "Branch,Year,Sales,Crew\nEast,2022,120.4,31\nEast,2023,131.9,33\nWest,2022,88.1,22\nWest,2023,90.6,25\n"
TOLD = "The file says that its figures are in"

STATED = {
    "(in thousands)": "thousands",
    "in TEUR": "thousands of EUR",
    "Alle Angaben in Mio. EUR": "millions of EUR",
    "($ in millions, except per share data)": "millions of $",
    "Sales of the branches (£'000)": "thousands of £",
    "€m": "millions of €",
    "En milliers d'euros": "thousands of euros",
    "Currency: USD thousands": "thousands of USD",
    "Beträge in Mrd. EUR": "billions of EUR",
    "in 1.000 EUR": "thousands of EUR",
}
UNSTATED = (
    *(
        "3.2 million visitors came",
        "Report for 12,000 units",
        "A total of 12 TEUR was paid",
        "Thousand Oaks",
        "in town",
    ),
    *("1,000", "m", "Weight (t)", "Bn", "Price in EUR", "the 000 series", "Cost per 1,000 units", "Class B", "(k)"),
    *("Million Dollar Baby", "in m", "Region", "in March"),
)


@pytest.mark.parametrize(("line", "scale"), STATED.items())
def test_a_line_states_a_scale_in_many_ways(line, scale):
    assert scale_in(line) == scale


@pytest.mark.parametrize("line", UNSTATED)
def test_a_number_or_a_letter_by_itself_states_none(line):
    assert scale_in(line) is None


@pytest.mark.parametrize("line", list(STATED))
@pytest.mark.parametrize("where", ["above", "below", "many above"])
def test_a_scale_beside_the_table_is_told_of_its_amounts_and_the_figures_stay(read, line, where):
    quoted = '"' + line + '"'
    above = {"above": f"{quoted}\n", "below": "", "many above": f"Firm\nBranches\nAs of May\nDraft\n{quoted}\n"}[where]
    found = read(above + ROWS + (f"Note: {line}\n" if where == "below" else ""))
    assert found.values("Sales") == [120.4, 131.9, 88.1, 90.6]
    told = [one for one in found.profile.repairs if one.detail.startswith(TOLD)]
    assert [(one.column, one.doubt) for one in told] == [("Sales", True)]
    assert STATED[line] in told[0].detail


def test_a_scale_may_be_the_name_of_the_labels(read):
    found = read("in TEUR;2021;2022;Share %\nSteel;1204;1310;60\nGlass;881;902;30\nPaper;450;431;10\n")
    told = [one.column for one in found.profile.repairs if one.detail.startswith(TOLD)]
    assert told == ["2021", "2022"]


def test_a_row_of_scales_below_the_header_gives_units(read):
    found = read("Part;Umsatz;Ergebnis\n;Mio. EUR;TEUR\nA;120,4;10,2\nB;88,1;7,3\nC;45,0;2,1\n")
    assert [column.unit for column in found.profile.columns] == [None, "Mio. EUR", "TEUR"]
    assert len(found.rows) == 3


@pytest.mark.parametrize("name", ["Amount in 1000 EUR", "Amount '000 USD", "budget (mio €)", "cost in TEUR"])
def test_a_name_that_says_so_many_of_a_currency_is_in_no_plain_one(read, name):
    found = read(f"(in thousands)\nBranch,{name},x\na,120,3\nb,130,5\nc,140,6\n")
    assert found.profile.columns[1].unit is None
    assert name not in [one.column for one in found.profile.repairs if one.detail.startswith(TOLD)]
