"""A figure is its row's: told of another row, or of nobody that is known, it does not pass."""

import pytest

from shared.contracts import Cell, Fact, ResultPreview
from shared.grounding.grounding import ground

TOWNS = {"Saltmarsh": 7788.0, "St Mary": 22370.0, "Route 66": 4210.0, "S-04": 9302.0}
FACTS = tuple(
    Fact(id=name, name=f"total sales of {name}", value=value, text=f"The total sales of {name} is {value:,.0f}.")
    for name, value in TOWNS.items()
)
ROWS = {"Saltmarsh": 19, "St Mary": 40, "Route 66": 11, "S-04": 23}
RESULTS = (
    ResultPreview(
        purpose="Total sales by town",
        data=tuple({"town": name, "total_sales": value, "rows": ROWS[name]} for name, value in TOWNS.items()),
        row_count=4,
        adds_up=("total_sales", "rows"),
    ),
)
QUARTERS = {"2023-01-01": 120.0, "2023-04-01": 150.0, "2023-07-01": 90.0}
SERIES = (
    ResultPreview(
        purpose="Sales by quarter",
        data=tuple({"quarter": day, "sales": value} for day, value in QUARTERS.items()),
        row_count=3,
    ),
)
SERIES_FACTS = tuple(
    Fact(id=day, name="sales", value=value, text=f"sales is {value}", cells=(Cell(query=0, row=at, column="sales"),))
    for at, (day, value) in enumerate(QUARTERS.items())
)


def stands(said, question="What are the total sales by town?"):
    """Whether nothing is found against it; a judge may be asked all the same."""
    return ground(said, facts=FACTS, results=RESULTS, question=question).ok


def passes(said, question="What are the total sales by town?"):
    return ground(said, facts=FACTS, results=RESULTS, question=question).clear


@pytest.mark.parametrize(
    ("said", "swapped"),
    [
        ("Saltmarsh has 7,788 and St Mary has 22,370.", "Saltmarsh has 22,370 and St Mary has 7,788."),
        ("Saltmarsh (7,788) and St Mary (22,370) stand out.", "Saltmarsh (22,370) and St Mary (7,788) stand out."),
        (
            "Saltmarsh and St Mary reached 7,788 and 22,370, respectively.",
            "Saltmarsh and St Mary reached 22,370 and 7,788, respectively.",
        ),
        (
            "Saltmarsh came to 7,788, compared with 22,370 for St Mary.",
            "Saltmarsh came to 22,370, compared with 7,788 for St Mary.",
        ),
        (
            "Values lie between 4,210 (Route 66) and 22,370 (St Mary).",
            "Values lie between 22,370 (Route 66) and 4,210.",
        ),
        ("With 22,370, St Mary leads.", "With 7,788, St Mary leads."),
        ("S-04: 9,302", "S-04: 4,210"),
        ("- **Route 66** — 4,210", "- **Route 66** — 9,302"),
        ("Sales of S-04 are 9,302, over 23 rows.", "Sales of S-04 are 9,302, over 19 rows."),
    ],
)
def test_figures_that_change_places_are_caught(said, swapped):
    assert stands(said)
    assert not passes(swapped)


@pytest.mark.parametrize(
    "said",
    [
        "Zorblax: 7,788",
        "For Zorblax, it is 7,788.",
        "We see 7,788 in Zorblax.",
        "| town | sales |\n|---|---|\n| Zorblax | 7,788 |",
    ],
)
def test_nobody_that_is_unknown_has_a_figure(said):
    assert not passes(said)
    assert stands(said.replace("Zorblax", "Saltmarsh"))


def test_a_table_may_have_the_names_above_its_figures():
    head = "| | Saltmarsh | St Mary |\n|---|---|---|\n"
    assert stands(f"{head}| sales | 7,788 | 22,370 |")
    assert not passes(f"{head}| sales | 22,370 | 7,788 |")


def test_a_sentence_goes_on_about_whom_the_one_before_names():
    assert stands("Saltmarsh is smaller. It sold 7,788.")
    assert not passes("Saltmarsh is smaller. It sold 9,302.")


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("In Q1 2023, sales were 120.", "In Q2 2023, sales were 120."),
        ("Sales rose from 120 in Q1 2023 to 150 in Q2 2023.", "Sales fell from 120 in Q1 2023 to 150 in Q2 2023."),
        ("They fell to 90 in Q3 2023 from 150 in Q2 2023.", "They fell to 150 in Q3 2023 from 90 in Q2 2023."),
        ("Between Q1 2023 and Q2 2023, sales rose by 30.", "Between Q1 2023 and Q2 2023, sales fell by 30."),
        ("Between Q1 2023 and Q2 2023, sales grew by 25 %.", "Between Q1 2023 and Q2 2023, sales grew by 28 %."),
        ("From Q1 2023 to Q2 2023: +25 %.", "From Q1 2023 to Q2 2023: -25 %."),
    ],
)
def test_a_quarter_is_named_as_people_name_it_and_time_has_a_direction(said, wrong):
    assert ground(said, facts=SERIES_FACTS, results=SERIES).ok
    assert not ground(wrong, facts=SERIES_FACTS, results=SERIES).clear


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("St Mary accounts for 51.2 % of the total.", "St Mary accounts for 53.2 % of the total."),
        ("St Mary: 22,370 (51.2 %)", "St Mary: 22,370 (17.8 %)"),
        ("Half of the total sales come from St Mary.", "Half of the total sales come from S-04."),
        ("S-04 and St Mary together account for 72.5 % of the total.", "S-04 and St Mary together account for 62.5 %."),
        ("The top two contribute 72.5 % of the total.", "The top two contribute 51.2 % of the total."),
        ("All together they reach 43,670.", "All together they reach 43,760."),
        ("S-04 averages 404 per row.", "S-04 averages 414 per row."),
        ("The ratio of St Mary to S-04 is 2.4 to 1.", "The ratio of St Mary to S-04 is 2.9 to 1."),
    ],
)
def test_shares_of_a_whole_are_worked_out_where_all_of_its_parts_are_known(said, wrong):
    assert stands(said)
    assert not passes(wrong)


def test_a_share_of_a_whole_that_is_not_all_known_is_no_share():
    cut = (RESULTS[0].model_copy(update={"adds_up": ()}),)
    assert not ground("St Mary accounts for 51.2 % of the total.", facts=FACTS, results=cut).ok


def test_what_is_left_of_a_hundred_may_be_said():
    facts = (Fact(id="1", name="share of North", value=57.6, unit="%", text="North's share is 57.6 %"),)
    assert ground("North has 57.6 %, the remaining 42.4 % is elsewhere.", facts=facts).ok
    assert not ground("North has 57.6 %, the remaining 44.2 % is elsewhere.", facts=facts).ok
    assert not ground("North has 57.6 %, South 42.4 %.", facts=facts).ok


def test_a_loss_is_told_as_one():
    facts = tuple(
        Fact(id=name, name=f"average flow of {name}", value=value, text=f"The average flow of {name} is {value}.")
        for name, value in {"Alpha": -291.4, "Beta": 120.5}.items()
    )
    assert ground("Alpha has a loss of 291.4.", facts=facts).ok
    assert not ground("Alpha and Beta differ: 291.4 and 120.5.", facts=facts).ok
    assert not ground("Beta stands at -120.5.", facts=facts).ok
