"""A result as a table in a terminal."""

from rich.console import Console

from infra.local.results import cells_shown, result_table
from shared.contracts import ResultPreview


def drawn(*rows: dict[str, object], width: int = 80, many: int = 0, purpose: str = "Totals") -> str:
    console = Console(width=width)
    preview = ResultPreview(purpose=purpose, data=rows, row_count=many or len(rows))
    with console.capture() as captured:
        console.print(result_table(preview, {}, console))
    return captured.get()


def test_columns_that_do_not_fit_are_named_and_those_that_do_are_whole():
    wide = {f"column_{letter}": f"value-{letter}-of-ten" for letter in "abcdefgh"}
    told = drawn(wide | {"k": 1}, wide | {"k": 2})
    assert "value-a-of-ten" in told
    assert "…" not in told
    assert "no room here for: " in told
    assert "column h, k" in " ".join(told.split())
    assert "no room here" not in drawn(wide, wide, width=200)


def test_a_column_that_the_result_is_about_is_shown_before_others():
    wide = {f"column_{letter}": f"value-{letter}-of-ten" for letter in "abcdefgh"}
    told = drawn(wide, wide, purpose="Rows where column h is value-h-of-ten")
    assert "value-h-of-ten" in told
    assert "no room here for: column d, column e, column f, column g" in " ".join(told.split())


def test_a_date_is_never_cut_where_the_words_of_all_columns_have_room():
    row = {"Station": "Coldharbour", "Date": "2024-03-11", "Min (°C)": -5.6, "Max (°C)": 4.0, "Rain (mm)": 0.0}
    told = drawn(*[row | {"Sunshine (h)": 2.6, "Remarks": "fog"}] * 3)
    assert told.count("2024-03-11") == 3
    assert "Coldharbour" in told
    assert "no room here" not in told
    assert max(map(len, told.splitlines())) <= 80


def test_a_figure_stays_with_its_unit_and_a_column_less_is_shown():
    rows = tuple({f"column {letter}": 261.9 + at for letter in "abcdefg"} for at in range(2))
    preview, console = ResultPreview(purpose="Totals", data=rows, row_count=2), Console(width=80)
    with console.capture() as captured:
        console.print(result_table(preview, dict.fromkeys(rows[0], "kg"), console))
    assert captured.get().count("261.90 kg") == 6
    assert "no room here for: column g" in captured.get()


def test_at_least_two_columns_are_shown_however_narrow_the_terminal_is():
    told = drawn({"a": "x" * 30, "b": "y" * 30, "c": 1}, {"a": "", "b": "", "c": 2}, width=20)
    assert "no room here for: c" in " ".join(told.split())


def test_periods_are_told_as_people_say_them():
    months = [{"sold_month": f"2025-0{month}-01", "sum_revenue": month + 0.5} for month in (1, 2)]
    told = drawn(*months)
    assert "January 2025" in told
    assert "sum revenue" in told
    assert "January 2025" in drawn({"month": "2025-01-01T00:00:00", "n": 1}, {"month": "2025-02-01T00:00:00", "n": 2})
    assert "Q2 2025" in drawn({"d_quarter": "2025-04-01", "n": 1}, {"d_quarter": None, "n": 2})
    assert "the week of 3 March 2025" in drawn({"d_week": "2025-03-03", "n": 1}, {"d_week": "2025-03-10", "n": 2})


def test_parts_of_a_time_are_told_by_their_names():
    told = drawn({"Date (weekday)": 4, "n": 1}, {"Date (weekday)": None, "n": 2})
    assert "Thursday" in told
    assert "March" in drawn({"Date (month of year)": 3, "n": 1}, {"Date (month of year)": 12, "n": 2})
    assert "08:00" in drawn({"Time (hour of day)": 8, "n": 1}, {"Time (hour of day)": 0, "n": 2})
    assert "Sunday" not in drawn({"Date (weekday)": 0, "n": 1}, {"Date (weekday)": 7, "n": 2})
    assert "Thursday" not in drawn({"order_weekday": 4, "n": 1}, {"order_weekday": 5, "n": 2})


def test_dates_that_begin_no_period_stay_dates():
    assert "2025-01-15" in drawn({"first_month": "2025-01-01", "n": 1}, {"first_month": "2025-01-15", "n": 2})
    assert "2025-03-04" in drawn({"d_week": "2025-03-04", "n": 1}, {"d_week": "2025-03-10", "n": 2})
    assert "2025-01-01" in drawn({"day": "2025-01-01", "n": 1})
    assert "soon" in drawn({"d_month": "soon", "n": 1}, {"d_month": "2025-01-01", "n": 1})


def test_figures_side_by_side_have_as_many_decimals_as_in_a_sentence():
    told = drawn({"who": "a", "total": 17657.9}, {"who": "b", "total": 13919.0})
    assert "17,657.90" in told
    assert "13,919.00" in told


def test_one_row_leaves_out_what_it_does_not_hold():
    told = drawn({f"part_{at}": None if at == 3 else at for at in range(8)})
    assert "part 2" in told
    assert "part 3" not in told


def test_a_year_is_no_amount_in_one_row_either():
    assert "2,019" not in drawn({f"part_{at}": at for at in range(8)} | {"model_year": 2019})


def test_rows_and_columns_that_are_not_shown_are_told_in_one_line():
    rows = [{"who": f"somebody {at}", "why": "because-of-it" * 4} for at in range(30)]
    assert "24 of 70 rows" in drawn(*rows, many=70)


def test_ids_and_years_have_no_thousands_separators_and_amounts_have() -> None:
    rows = ({"order_id": 50386, "year": 2023, "built_year": 1999, "visits": 50386},)
    preview = ResultPreview(purpose="Rows", data=rows, row_count=1)
    shown = {name: cells_shown(preview, name)[0] for name in rows[0]}
    assert shown == {"order_id": "50386", "year": "2023", "built_year": "1999", "visits": "50,386"}
