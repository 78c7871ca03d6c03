"""Which numbers a query sets itself, so that a text may tell them as what was asked for."""

from shared.engine.sql.limits import limits, limits_of


def test_conditions_cases_windows_and_dates_name_their_numbers():
    assert limits("SELECT count(*) AS n FROM data WHERE held >= DATE '2008-03-01'") == ("2008", "03", "01")
    assert limits("SELECT a FROM data ORDER BY a LIMIT 5") == ("5",)
    assert limits("SELECT max(x) OVER (ROWS BETWEEN 4 PRECEDING AND 4 FOLLOWING) AS m FROM data") == ("4",)


def test_what_a_figure_is_compared_with_may_be_told_in_percent():
    assert limits("SELECT CASE WHEN x > 50 THEN 'a' ELSE 'b' END AS k FROM data") == ("50", "50 %")
    assert limits("SELECT count(*) FILTER (WHERE x > 0.5) AS n FROM data") == ("0.5", "0.5 %", "50 %")


def test_a_number_that_is_selected_is_no_limit_and_what_cannot_be_read_has_none():
    assert limits("SELECT 42 AS x FROM data") == limits("no query") == ()
    assert limits_of(("SELECT 1 FROM a WHERE x = '7'", "SELECT 1 FROM a WHERE x = '7' LIMIT 3")) == ("7", "3")
