"""Figures by reference: what a text names is computed and formatted, and nothing that the data did not give gets in."""

import pytest

from shared.contracts import QueryResult
from shared.grounding.grounding import Evidence
from shared.grounding.references import resolve
from shared.grounding.sheets import Sheets, shown, whole_results
from tests.shared.grounding.referred import grounded, some_sheets, told_of
from tests.shared.grounding.texts import ground


def test_a_name_in_capitals_before_a_figure_is_no_unit() -> None:
    sheets = Sheets()
    result = QueryResult(columns=("gain", "paid"), rows=((46.2, 5.5),), row_count=1, sql="SELECT")
    sheets.add(result, query=0, units={"gain": "%", "paid": "USD"})
    text = (
        "IBM {r1.gain:0}, IBM {r1.paid}; USD {r1.paid}, US$ {r1.paid}, ${r1.paid}; {r1.gain:0} to {r1.gain:0} percent"
    )
    assert resolve(text, sheets).text == "IBM 46 %, IBM $5.50; USD 5.50, US$ 5.50, $5.50; 46 to 46 percent"


@pytest.mark.parametrize(
    "text", ["{r5.sum:0} {pct(r5.sum, r4.sum)} GWh", "It is {pct(r5.sum, r4.sum)} GWh.", "It is {r1.total_revenue} kg."]
)
def test_a_figure_with_two_units_goes_back_to_its_writer(text: str) -> None:
    (wrong,) = grounded(text).wrong
    assert wrong.endswith("this has its unit already")


def test_a_currency_that_is_written_behind_a_figure_is_told_as_that_of_the_others() -> None:
    written = "It cost {r1.total_revenue}, in all {sum(t1.total_revenue):0} EUR, for {r2.orders} EURO."
    assert told_of(written).text == "It cost €90,076.85, in all €198,967, for 110 EURO."


def test_money_named_before_and_behind_a_figure_goes_back_to_its_writer() -> None:
    assert grounded("It came to € {r1.total_revenue} EUR.").wrong
    assert not grounded("It came to {r1.total_revenue} EUR, {pct(r5.sum, r4.sum)} in each.").wrong


@pytest.mark.parametrize(
    ("reference", "told"),
    [
        ("{stddev(t1.orders):1}", "37.2"),
        ("{stddev_samp(t1.orders):1}", "37.2"),
        ("{stddev_population(t1.orders):1}", "30.3"),
        ("{stddev_pop(t1.orders):1}", "30.3"),
        ("{stddev(t1.orders, orders > 100):1}", "30.4"),
        ("{stddev(r1.orders, r2.orders):1}", "30.4"),
        ("{stddev(t1.total_revenue)}", "€22,237.02"),
        ("{stddev(t1.orders) / avg(t1.orders):2}", "0.33"),
    ],
)
def test_a_standard_deviation_of_a_sample_or_of_all_is_computed(reference: str, told: str) -> None:
    assert told_of(reference).text == told


def test_of_one_figure_there_is_no_deviation_of_a_sample() -> None:
    (problem,) = told_of("{stddev(t3.hours_to_close)}").problems
    assert "two figures at least" in problem
    assert told_of("{stddev_pop(t3.hours_to_close)}").text == "0 h"


@pytest.mark.parametrize("reference", ["{r1.Total_Revenue}", "{r1.TOTAL_REVENUE}", '{r1["total_revenue"]}'])
def test_a_column_is_found_whatever_the_case_of_its_letters(reference: str) -> None:
    assert told_of(reference).text == "€90,076.85"


def test_a_column_whose_name_is_another_ones_but_for_the_case_is_named_exactly() -> None:
    sheets = Sheets()
    sheets.add(QueryResult(columns=("Sum", "sum"), rows=((1, 2),), row_count=1, sql="SELECT"), query=0)
    assert resolve("{r1.sum} {r1.sum_2}", sheets).text == "1 2"
    assert resolve("{r1.SUM}", sheets).problems


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("{r1.total_revenue}", "€90,076.85"),
        ("{r1.total_revenue:0}", "€90,077"),
        ("{r1.region} sold most", "West sold most"),
        ("{pct(r1.total_revenue, sum(t1.total_revenue)):1} of all", "45.3 % of all"),
        ("{pct(r1.orders, sum(t1.orders)):0}% of all, {pct(r1.orders, sum(t1.orders)):0}", "45 % of all, 45 %"),
        ("{pct(r1.orders, sum(t1.orders)):0} percent", "45 percent"),
        ("{pct(r1.orders, sum(t1.orders)):0} Prozentpunkte", "45 Prozentpunkte"),
        ("{count(t1, total_revenue < 50000)} of {count(t1)} regions", "1 of 3 regions"),
        ("{count(t1, total_revenue > 50000 and orders > 120)}", "1"),
        ('{sum(t1.orders, region == "West")}', "153"),
        ("{ratio(r1.orders, r3.orders):1} times", "1.9 times"),
        ("{diff(r1.total_revenue, r2.total_revenue)}", "€27,189.20"),
        ("{sum(r1.orders, r2.orders)}", "263"),
        ("{max(t1.total_revenue)} and {avg(t1.orders):0}", "€90,076.85 and 114"),
        ("fell by {change(r5.sum, r4.sum):1}", "fell by 34.4 %"),
        ("a change of {change(r5.sum, r4.sum):1}", "a change of -34.4 %"),
        ("West stays first, {change(r4.sum, r5.sum):1} against January", "West stays first, +52.4 % against January"),
        ("| West | {change(r4.sum, r5.sum):1} |", "| West | +52.4 % |"),
        ("West, {change(r4.sum, r5.sum):1} more than", "West, 52.4 % more than"),
        ("rose by {change(r4.sum, r5.sum):1}.", "rose by 52.4 %."),
        ("{change(r5.sum, r4.sum):1} less than in January", "34.4 % less than in January"),
        ("{change(r5.sum, r4.sum):1}% lower", "34.4 % lower"),
        ("{change(r4.sum, r5.sum):1} less than in January", "52.4 % less than in January"),
        ("{change(r5.sum, r4.sum):1}, less than", "-34.4 %, less than"),
        ("{diff(pct(r1.orders, r2.orders), pct(r3.orders, r2.orders)):0} higher", "67 percentage points higher"),
        ("{pct(r1.orders, r2.orders) - pct(r3.orders, r2.orders):0} points higher", "67 points higher"),
        ("in {r5.month:month}", "in February 2025"),
        ("{r1.return_rate}", "0.12"),
        ("{abs(r2.orders - r1.orders)} apart", "43 apart"),
        ("from {pct(r1.orders, r2.orders):0} to {pct(r1.orders, r3.orders):0} points", "from 139 to 194 points"),
        ("from {pct(r1.orders, r2.orders):0} to {pct(r1.orders, r3.orders):0}", "from 139 % to 194 %"),
    ],
)
def test_what_is_named_is_computed_and_formatted(written: str, read: str) -> None:
    told = told_of(written)
    assert told.problems == ()
    assert told.text == read


def test_a_figure_per_month_is_no_month() -> None:
    sheets = Sheets()
    sheets.add(QueryResult(columns=("per_month",), rows=((1321.695652,),), row_count=1, sql="SELECT"), query=0)
    assert resolve("{r1.per_month:0}", sheets).text == "1,322"


def test_a_unit_that_the_text_says_itself_is_not_said_twice() -> None:
    assert told_of("€{r1.total_revenue} or {r1.total_revenue} EUR").text == "€90,076.85 or €90,076.85"


def test_each_figure_is_a_fact_with_its_cells() -> None:
    told = told_of("{pct(r1.orders, r2.orders):1}")
    (fact,) = told.facts
    assert fact.value == pytest.approx(100 * 153 / 110)
    assert {(cell.row, cell.column) for cell in fact.cells} == {(0, "orders"), (1, "orders")}
    assert fact.name == "orders (West) as a share of orders (East)"


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("{r9.orders}", "there is no row r9"),
        ("{r1.profit}", "t1 has no column profit"),
        ("{t1.orders}", "not one cell"),
        ("{sum(t7.orders)}", "there is no t7"),
        ("{12345}", "comes from no result"),
        ("{r1.orders + 98765}", "comes from no result"),
        ("{100}", "at least one cell"),
        ("{r2.return_rate}", "is empty"),
        ("{r1.region * 2}", "is no number"),
        ("{r1.orders / (r1.orders - r1.orders)}", "divided"),
        ("{__import__('os')}", "functions"),
        ("{r1.orders ** 9}", "compute with"),
        ("{(((((r1.orders}", "write {r1.column}"),
        ("{count(t1, region < 5)}", "not of one kind"),
        ("{sum(t1.region)}", "holds no numbers"),
    ],
)
def test_what_cannot_be_computed_is_told_with_what_would_be_right_and_stays_out_of_the_text(written, said) -> None:
    told = told_of(f"Good. Look: {written}")
    assert len(told.problems) == 1
    assert said in told.problems[0]
    assert grounded(f"Good. Look: {written}").text == "Good."


def test_a_number_of_the_question_may_be_computed_with_and_so_may_its_percentage() -> None:
    told = told_of("{r1.orders * 1.1:0}", question="what if orders rise by 10 %?")
    assert (told.text, told.cited[0].assumed) == ("168", False)


def test_a_factor_from_nowhere_and_a_word_of_scale_go_out_only_where_a_judge_bears_the_figure_out() -> None:
    assert told_of("{r1.orders * 1.1:0}").cited[0].assumed
    for text, figure in (("It would be {r1.orders / 9:1}.", "17.0"), ("It was {r1.orders} million.", "153 million")):
        told = grounded(text)
        assert (told.ok, [one.figures for one in told.unchecked]) == (True, [(figure,)])


def test_nothing_is_told_over_all_rows_of_a_result_that_was_cut() -> None:
    told = resolve("{max(t1.orders)}", some_sheets(truncated=True, row_count=5000))
    assert "was cut" in told.problems[0]


@pytest.mark.parametrize(
    "text",
    [
        "West leads with {r1.total_revenue}, ahead of East with {r2.total_revenue}.",
        "West leads. It has {r1.orders} orders.",
        "The best region sold for {r1.total_revenue}, {diff(r1.total_revenue, r2.total_revenue)} more than East.",
        "{r1.region}: {r1.orders} orders; {r2.region}: {r2.orders}.",
        "| West | {r1.orders} |\n| East | {r2.orders} |",
        "West's {r1.orders} orders compare with {r2.orders} in East.",
        "Orders fell by {change(r5.sum, r4.sum):1} in {r5.month:month}.",
        "Revenue was {r1.total_revenue} from {r1.orders} orders.",
        "Orders fell by {abs(change(r5.sum, r4.sum)):1}.",
        "West makes up {r1.return_rate} of the orders that came back.",
        "West customers came {r1.orders} times, for revenue that led the field.",
        "All {r1.orders} orders, or {r1.total_revenue} per order and region.",
        "It took {r6.hours_to_close} hours, about {r6.hours_to_close / 24:1} days.",
    ],
)
def test_a_figure_under_its_own_name_stands(text: str) -> None:
    assert grounded(text).wrong == ()


def test_a_model_sees_compact_rows_behind_their_references() -> None:
    sheets = some_sheets()
    told = shown(sheets.table(1), 3, most=2)
    assert told["columns"] == ["region", "total_revenue", "orders", "return_rate"]
    assert told["units"] == {"total_revenue": "EUR"}
    assert told["rows"] == {"r1": ["West", 90076.85, 153, 0.12], "r2": ["East", 62887.65, 110, None]}
    assert told["rows_in_all"] == 3


def test_what_stays_wrong_is_left_out_and_the_rest_stands() -> None:
    told = grounded("West leads with {r1.total_revenue}. East has {r1.orders} orders. {r9.x} is all.")
    assert told.text == "West leads with €90,076.85. East has 153 orders."


@pytest.mark.parametrize(("told", "ok"), [("{} points ahead of", True), ("{} above", True), ("{} % above", False)])
def test_two_shares_differ_by_points_and_not_by_percent(told: str, ok: bool) -> None:
    apart = "{diff(pct(r1.orders, sum(t1.orders)), pct(r2.orders, sum(t1.orders))):1}"
    grounding = grounded(f"West's share is {told.format(apart)} East's.")
    assert grounding.ok is ok, grounding.wrong


@pytest.mark.parametrize(
    ("column", "unit", "ok"), [("growth_pct", None, True), ("growth", None, False), ("growth_pct", "kg", False)]
)
def test_a_writers_own_percent_stands_where_nothing_says_otherwise(column: str, unit: str | None, ok: bool) -> None:
    sheets = Sheets()
    result = QueryResult(columns=("region", column), rows=(("West", 250.0),), row_count=1, sql="SELECT")
    sheets.add(result, query=0, units={column: unit})
    told = resolve(f"West grew by {{r1.{column}}} %.", sheets)
    assert ground(told.text, facts=told.facts, results=whole_results(sheets), resolved=told).ok is ok


def test_facts_are_named_by_the_year_of_their_row_and_a_size_is_not_told_as_the_change() -> None:
    sheets = Sheets()
    result = QueryResult(columns=("year", "kwh"), rows=((2023, 126.0), (2024, 118.0)), row_count=2, sql="SELECT")
    sheets.add(result, query=0, years=("year",))
    told = resolve("{abs(change(r2.kwh, r1.kwh)):1}, from {r1.kwh} to {r2.kwh}", sheets)
    assert [fact.name for fact in told.facts] == [
        "decrease from kwh (2023) to kwh (2024)",
        "kwh (2023)",
        "kwh (2024)",
    ]


@pytest.mark.parametrize("before", [-10.0, 0.0])
def test_no_change_is_in_percent_of_a_loss_or_of_nothing(before) -> None:
    sheets = Sheets()
    sheets.add(QueryResult(columns=("profit",), rows=((before,), (30.0,)), row_count=2, sql="SELECT"), query=0)
    (problem,) = resolve("Profit rose by {change(r2.profit, r1.profit)}.", sheets).problems
    assert "profit is not above 0, so nothing is in percent of it; write diff instead" in str(problem)
    assert not resolve("Profit rose by {diff(r2.profit, r1.profit)}.", sheets).problems


NEW, OLD = "r2.kwh", "r1.kwh"  # 118 and 126


@pytest.mark.parametrize(
    ("reference", "told"),
    [
        (f"change({NEW}, {OLD})", "The change from kwh (2023) to kwh (2024) is -6.3 %."),
        (f"abs(change({NEW}, {OLD}))", "The decrease from kwh (2023) to kwh (2024) is 6.3 %."),
        (f"-change({NEW}, {OLD})", "The decrease from kwh (2023) to kwh (2024) is 6.3 %."),
        (f"abs(change({OLD}, {NEW}))", "The change from kwh (2024) to kwh (2023) is 6.8 %."),
        (f"diff({NEW}, {OLD})", "The kwh (2024) minus kwh (2023) is -8."),
        (f"abs(diff({NEW}, {OLD}))", "The kwh (2023) minus kwh (2024) is 8."),
        (f"abs({NEW} - {OLD})", "The kwh (2023) minus kwh (2024) is 8."),
        (f"-({OLD} - {NEW})", "The kwh (2024) minus kwh (2023) is -8."),
        (f"{OLD} - ({NEW} - {OLD})", "The kwh (2023) minus (kwh (2024) minus kwh (2023)) is 134."),
        ("abs(r1.drift)", "The size of the negative drift (2023) is 4."),
        ("-r2.drift", "The negative of drift (2024) is -3."),
    ],
)
def test_a_fact_says_whether_a_change_is_a_rise_or_a_fall_where_only_its_size_is_told(
    reference: str, told: str
) -> None:
    sheets = Sheets()
    rows = ((2023, 126.0, -4.0), (2024, 118.0, 3.0))
    result = QueryResult(columns=("year", "kwh", "drift"), rows=rows, row_count=2, sql="SELECT")
    sheets.add(result, query=0, years=("year",))
    (fact,) = resolve(f"{{{reference}}}", sheets).facts
    assert fact.text == told


def test_a_column_that_is_called_by_a_word_of_python_is_named_as_it_is_and_two_columns_are_compared_row_by_row() -> (
    None
):
    sheets = Sheets()
    rows = (("a", 5, 4), ("b", 6, 9), ("c", None, 1))
    sheets.add(QueryResult(columns=("class", "in", "out"), rows=rows, row_count=3, sql="SELECT"), query=0)
    text = "{r1.class}: {r1.in}; {sum(t1.in)} in all, {count(t1, out < c_in)} with fewer out, {r2.out} out"
    told = resolve(text, sheets)
    assert (told.problems, told.text) == ((), "a: 5; 11 in all, 1 with fewer out, 9 out")


def test_a_text_that_is_compared_with_stays_as_it_is_written() -> None:
    sheets = Sheets()
    sheets.add(QueryResult(columns=("site", "n"), rows=(("a.is", 5),), row_count=1, sql="SELECT"), query=0)
    assert resolve('{sum(t1.n, site == "a.is")}', sheets).text == "5"


@pytest.mark.parametrize(
    ("reference", "place"),
    [
        ("t2.rate", ((7, "Rate"),)),
        (" {t2.Rate} ", ((7, "Rate"),)),
        ("t2.rate, {t1.region};t1.Rate", ((7, "Rate"), (4, "region"), (4, "Rate"))),
        ("", ()),
        ("t3.rate", None),
        ("t2.rate, t2.cost", None),
        ("t2.rate and more", None),
        ("rate", None),
        ("t2.", None),
    ],
)
def test_columns_of_results_are_found_by_their_references_all_of_them_or_none(
    reference: str, place: tuple[tuple[int, str], ...] | None
) -> None:
    sheets = Sheets()
    for query in (4, 7):
        sheets.add(QueryResult(columns=("region", "Rate"), rows=(("West", 1.5),), row_count=1, sql="q"), query=query)
    if place is None:
        with pytest.raises(LookupError):
            sheets.places(reference)
    else:
        assert sheets.places(reference) == place


@pytest.mark.parametrize(
    ("reference", "assumed"),
    [
        ("{r1.total_revenue/12}", False),
        ("{r1.total_revenue/1000}", False),
        ("{r1.total_revenue/r1.orders*100}", False),
        ("{r1.orders*60 + r2.orders}", False),
        ("{sum(t1.orders)/count(t1)}", False),
        ("{r1.orders*12*7}", True),
        ("{r1.orders/r1.orders*12}", True),
        ("{ratio(r1.orders, r1.orders)*12}", True),
        ("{count(t1)*1000 + count(t1)*7}", True),
        ("{count(t1)*1000*100}", True),
    ],
)
def test_a_number_that_could_be_made_of_any_cell_is_assumed(reference: str, assumed: bool) -> None:
    assert [one.assumed for one in told_of(reference).cited] == [assumed]


def test_the_sign_of_a_fall_is_kept_where_no_verb_of_falling_governs_the_figure() -> None:
    assert told_of("Lower Lenz changed by {change(r5.sum, r4.sum):1}").text == "Lower Lenz changed by -34.4 %"
    assert told_of("It fell further by {change(r5.sum, r4.sum):1}").text == "It fell further by 34.4 %"


def test_what_stands_in_a_cell_may_be_quoted_by_reference_whatever_its_digits() -> None:
    sheets = Sheets()
    rows = (("29.07.-01.09.2024", "9999-12-31", 4),)
    sheets.add(QueryResult(columns=("stop", "until", "n"), rows=rows, row_count=1, sql="SELECT"), query=0)
    told = resolve("Of {r1.stop} until {r1.until} there are {r1.n}, and 29.07 more.", sheets)
    checked = ground(told.text, facts=told.facts, resolved=told, tables=whole_results(sheets))
    assert checked.flagged == ("29.07",)


def test_a_value_that_the_profile_shows_may_be_quoted_as_it_is() -> None:
    evidence = Evidence(shown=("Delivery stop 29.07.-01.09.2024", "29.07.-01.09.2024"))
    assert evidence.unknown("Delivery stop 29.07.-01.09.2024 and 29.07.-01.09.2024") == ()
    assert evidence.unknown("Delivery stop 29.08.-01.09.2024") != ()
