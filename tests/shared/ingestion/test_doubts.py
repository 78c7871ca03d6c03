"""A reply tells of the doubts about the columns behind it, and of no others."""

import time

import pytest

from shared.contracts import ColumnProfile, DatasetProfile, ExecutedQuery
from shared.engine.doubts import caveats, doubts
from shared.engine.doubts.reading import readings
from shared.engine.doubts.repeats import agreed, unless_counted
from shared.engine.sql.syntax import render
from shared.query.check import check
from shared.query.problems import read_query
from shared.query.sql.compile import compile_query

AMBIGUOUS = "id;day;amount;code\n1;03/04/2024;1.234;-999\n2;05/06/2024;5.678;-999\n3;05/07/2024;2.100;1\n4;;;2\n5;;;3\n"


@pytest.mark.parametrize(
    ("sql", "told"),
    [
        ('SELECT SUM("amount") FROM data', ("1.234",)),
        ("SELECT max(DAY) FROM data WHERE amount > 5", ("03/04/2024", "1.234")),
        ("SELECT avg(code) FROM data", ("-999",)),
        ("SELECT count(id) FROM data", ()),
        ("SELECT count(amount) FROM data WHERE day IS NOT NULL", ()),
        ("SELECT count(*) FROM data WHERE id = 'amount'", ()),
        ("SELECT id AS amount FROM data", ()),
        ("SELECT count(*) FROM data GROUP BY date_trunc('month', day)", ("03/04/2024",)),
        ("SELECT count(*) AS amounts FROM data", ()),
        (
            "WITH d AS (SELECT amount, day, code, id % 2 AS half FROM data) SELECT half, avg(code) FROM d GROUP BY 1",
            ("-999",),
        ),
        ("SELECT count(*) FROM (SELECT id, amount, day FROM data ORDER BY amount LIMIT 2) AS d", ("1.234",)),
        ("SELECT * FROM (SELECT id, amount FROM data) AS d", ("1.234",)),
    ],
)
def test_the_doubts_about_the_columns_of_a_query_are_told(read, sql, told):
    profile = read(AMBIGUOUS).profile
    found = doubts((ExecutedQuery(sql=sql, purpose="x"),), (profile,))
    assert len(found) == len(told)
    assert all(any(word in line for line in found) for word in told)


def test_a_label_that_may_be_written_once_for_a_group_is_told_with_figures_by_it(read):
    profile = read("region,city,sales\nNorth,Leeds,10\n,York,20\nSouth,Bath,5\n,Bristol,15\n").profile
    (told,) = doubts((ExecutedQuery(sql='SELECT "region", sum(sales) FROM data GROUP BY 1', purpose="x"),), (profile,))
    assert "empty on 2 of 4 rows" in told
    assert not doubts((ExecutedQuery(sql="SELECT sum(sales) FROM data", purpose="x"),), (profile,))


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("a,b\nx,1\ny,2\nz,3,4\n", "1 row has more cells than the header has columns and was left out"),
        ('{"a": "x"}\nnonsense\n{"a": "y"}\n', "1 line is no JSON object and was left out"),
        ('[{"a": "x"}, 5, {"a": "y"}]', "1 item of the list is no object and was left out"),
    ],
)
def test_rows_that_could_not_be_read_are_told_with_every_figure(read, content, told):
    profile = read(content).profile
    (found,) = doubts((ExecutedQuery(sql='SELECT count(*) FROM "data"', purpose="x"),), (profile,))
    assert told in found
    assert not doubts((ExecutedQuery(sql='SELECT count(*) FROM "other"', purpose="x"),), (profile,))


@pytest.mark.parametrize(
    ("sql", "told"),
    [
        ("SELECT sum(v) FROM data", True),
        ("SELECT r, sum(v), 100.0 * sum(v) / (SELECT sum(v) FROM data) AS share FROM data GROUP BY 1", True),
        ("WITH d AS (SELECT DISTINCT * FROM data) SELECT sum(v) FROM d", True),
        ("WITH d AS (SELECT r, 2 * v AS w FROM data) SELECT sum(w) FROM d", True),
        ("SELECT r, sum(v) FROM data GROUP BY 1", False),
        ("SELECT sum(v) FROM data WHERE r = 'N'", False),
        ("WITH d AS (SELECT DISTINCT * FROM data) SELECT sum(v) FROM d WHERE r = 'N'", False),
        ("SELECT r, v FROM data ORDER BY v DESC LIMIT 1", False),
    ],
)
def test_a_row_of_totals_that_was_left_out_is_told_where_a_figure_is_of_the_whole_table(read, sql, told):
    profile = read("r,q,v\nN,1,10\nS,2,20\nTotal,3,30\n").profile
    found = doubts((ExecutedQuery(sql=sql, purpose="x"),), (profile,))
    assert found == (("1 total row below the data was left out.",) if told else ())


def test_labels_that_come_again_are_no_groups(read):
    profile = read("region,city,sales\nNorth,Leeds,10\n,York,20\nNorth,Bath,5\n,Bristol,15\n").profile
    assert not doubts((ExecutedQuery(sql="SELECT region FROM data", purpose="x"),), (profile,))


PAYMENTS = "id,amount,currency,paid\n" + "".join(f"{n},{n}.5,{'EUR' if n % 2 else 'USD'},{n}.25\n" for n in range(1, 9))


@pytest.mark.parametrize(
    ("sql", "told"),
    [
        ("SELECT sum(amount) FROM data", 1),
        ("SELECT avg(amount) FROM data WHERE id > 2", 1),
        ("SELECT id % 3, sum(amount) FROM data GROUP BY id % 3", 1),
        ("SELECT id, sum(amount) FROM data GROUP BY id", 0),
        ("SELECT currency, sum(amount) FROM data GROUP BY currency", 0),
        ("SELECT sum(amount) FROM data WHERE currency = 'EUR'", 0),
        ("SELECT count(amount), max(id) FROM data", 0),
    ],
)
def test_amounts_of_several_currencies_are_told_with_every_figure_that_takes_them_together(read, sql, told):
    found = doubts((ExecutedQuery(sql=sql, purpose="x"),), (read(PAYMENTS).profile,))
    assert len(found) == told
    assert all("different units, as currency says" in line for line in found)


COURSES = "course,credits,student\n" + "".join(
    f"{course},{worth},s{at}\n"
    for course, worth in (("Genetics", 4), ("Optics", 3), ("Logic", 2), ("Ethics", 3))
    for at in range(9)
)
REPEATED = "Each row of one course repeats the same credits, and a total counts it every time."


@pytest.mark.parametrize(
    ("sql", "told"),
    [
        ("SELECT sum(credits) FROM data WHERE course = 'Genetics'", True),
        ("SELECT course, sum(d.credits) AS all_of_them FROM data AS d GROUP BY 1", True),
        ("SELECT avg(credits) FROM data", False),
        ("SELECT max(credits) FROM data WHERE course = 'Genetics'", False),
        ("SELECT sum(credits) FROM (SELECT DISTINCT course, credits FROM data)", False),
        ("WITH one AS (SELECT DISTINCT course, credits FROM data) SELECT sum(credits) FROM one", False),
    ],
)
def test_a_total_of_what_all_rows_of_a_thing_repeat_is_told_as_such(read, sql, told):
    profile = read(COURSES).profile
    found = doubts((ExecutedQuery(sql=sql, purpose="x"),), (profile,))
    assert found == ((REPEATED,) if told else ())


FEES = "member id,plan,monthly fee,bonus,plan points\n" + "".join(
    f"M{at:03d},{plan},{fee},{fee * 3},{fee + 2}\n"
    for at, (plan, fee) in enumerate((("Basic", 29), ("Plus", 39), ("Family", 49)) * 9)
)


@pytest.mark.parametrize(
    ("column", "change", "told"),
    [
        ("monthly fee", {}, False),
        ("plan points", {"money": True}, True),
        ("bonus", {"money": False}, True),
        ("monthly fee", {"fixed_by": ("invoice no", "plan")}, True),
    ],
)
def test_what_each_row_pays_at_the_rate_of_its_kind_is_added_up_without_a_word(read, column, change, told):
    """Each row is a member who pays; but an amount of an invoice, or one called after the kind, is its own once."""
    profile = read(FEES.replace("bonus", "invoice no") if "fixed_by" in change else FEES).profile
    columns = tuple(one.model_copy(update=change) if one.name == column else one for one in profile.columns)
    profile = profile.model_copy(update={"columns": columns})
    found = doubts((ExecutedQuery(sql=f'SELECT sum("{column}") FROM data', purpose="x"),), (profile,))
    assert any("a total counts it every time" in one for one in found) == told


def test_amounts_that_differ_within_a_thing_are_added_up_without_a_word(read):
    profile = read(COURSES + "Ethics,4,s10\n").profile
    assert not doubts((ExecutedQuery(sql="SELECT sum(credits) FROM data", purpose="x"),), (profile,))


LAB = "sample,test,result,units\n" + "".join(
    f"S{at:03d},{test},{at % 7}.5,{unit}\n"
    for at, (test, unit) in enumerate((("TSH", "mU/L"), ("Potassium", "mmol/L"), ("HbA1c", "mmol/mol")) * 9)
)


@pytest.mark.parametrize(
    ("sql", "told"),
    [
        ("SELECT avg(result) FROM data", True),
        ("SELECT avg(result) FROM data WHERE units = 'mU/L'", False),
        ("SELECT avg(result) FROM data WHERE test = 'TSH'", False),
        ("SELECT test, avg(result) FROM data GROUP BY test", False),
        ("SELECT sum(result) FROM data WHERE sample = 'S003'", False),
        ("SELECT avg(result) FROM data WHERE result > 2", True),
        ("SELECT avg(result) FROM data WHERE test = 'TSH' AND result > 2", False),
        ("SELECT avg(result) FROM data WHERE test = 'TSH' OR sample = 'S001'", True),
        ("SELECT avg(result) FROM data WHERE NOT test = 'TSH'", True),
    ],
)
def test_rows_of_what_fixes_their_unit_are_of_one(read, sql, told):
    profile = read(LAB).profile
    assert profile.column("units").fixed_by == ("test",)
    assert bool(doubts((ExecutedQuery(sql=sql, purpose="x"),), (profile,))) is told


def test_a_doubt_about_a_negative_number_says_both_readings_with_their_sign(read):
    found = read("part;loss\na;-70.210\nb;-69.020\nc;-76.110\n")
    assert "-70.210 was read as -70210" in found.profile.ambiguities[0].detail
    assert "could be -70.21" in found.profile.ambiguities[0].detail


def test_a_doubt_about_numbers_quotes_a_number_and_no_words_among_them(read):
    rows = "".join(f"p{at};{at}.20{at % 10}\n" for at in range(1, 60))
    found = read("part;loss\np0;sold out, re-ordered\n" + rows)
    (doubt,) = found.profile.ambiguities
    assert "1.201 was read as 1201" in doubt.detail


TWICE = "id,team,v\n" + "".join(f"{at},{'AB'[at % 2]},{at % 7}\n" for at in (*range(60), 3, 9))
ONCE = "SELECT DISTINCT * FROM data"


@pytest.mark.parametrize(
    ("sql", "told"),
    [
        ("SELECT sum(v) FROM data", True),
        ("SELECT * FROM data ORDER BY v LIMIT 5", True),
        ("SELECT DISTINCT team, sum(v) OVER (PARTITION BY team) FROM data", True),
        ("SELECT DISTINCT kurtosis(v) FROM data", True),
        (f"SELECT sum(v) FROM ({ONCE})", False),
        ('WITH once AS (SELECT DISTINCT * FROM "DATA" WHERE v > 2) SELECT team, sum(v) FROM once GROUP BY 1', False),
        ("SELECT count(*) FROM (SELECT id, team, v FROM data GROUP BY ALL)", False),
        ("SELECT count(*) FROM (SELECT DISTINCT ON (id) * FROM data)", False),
        ("SELECT count(*) FROM (SELECT * FROM data GROUP BY ALL HAVING count(*) > 1)", True),
        ("SELECT count(*) FROM (SELECT team, kurtosis(v) FROM data GROUP BY 1)", True),
        (f"SELECT (SELECT count(*) FROM data) - count(*) FROM ({ONCE})", True),
        (f"SELECT sum(v) FROM ({ONCE}) JOIN data USING (id)", True),
        ("SELECT sum(v) FROM other", False),
        ("SELECT count(DISTINCT team), max(v) FROM data", False),
        ("SELECT team, min(v) FROM data GROUP BY 1", False),
        ("SELECT count(DISTINCT team), sum(v) FROM data", True),
        ("SELECT max(v) OVER (ORDER BY id) FROM data", True),
        ("SELECT count(*) FROM other WHERE EXISTS (SELECT id FROM data WHERE data.id = other.id)", False),
        ("SELECT sum(n) FROM other WHERE id IN (SELECT id FROM data)", False),
        ("WITH t AS (SELECT id, v * 2 AS w FROM data) SELECT count(*) FROM (SELECT DISTINCT * FROM t)", False),
        ("WITH t AS (SELECT id, v * 2 AS w FROM data) SELECT sum(w) FROM t", True),
        ("SELECT count(*) FROM (SELECT id, v FROM data UNION SELECT id, v FROM data)", False),
        ("SELECT sum(v) FROM (SELECT id, v FROM data UNION ALL SELECT id, v FROM data)", True),
        ("SELECT sum(v) FROM (SELECT * FROM data QUALIFY row_number() OVER (PARTITION BY id ORDER BY v) = 1)", False),
        (
            "WITH t AS (SELECT *, row_number() OVER (PARTITION BY id) AS n FROM data) SELECT sum(v) FROM t WHERE n = 1",
            False,
        ),
        ("SELECT v FROM data QUALIFY row_number() OVER (ORDER BY v DESC) <= 5", True),
    ],
)
def test_that_rows_repeat_others_is_told_of_a_query_that_counts_them_again(read, sql, told):
    profile = read(TWICE).profile
    found = doubts((ExecutedQuery(sql=sql, purpose="x"),), (profile,))
    assert found == (("2 rows repeat another row in every column; they are counted, too.",) if told else ())


def test_of_several_tables_the_one_whose_rows_repeat_others_is_named(read):
    profile = read(TWICE).profile
    other = profile.model_copy(update={"relation": "teams", "dataset_id": "other", "repairs": ()})
    found = doubts((ExecutedQuery(sql="SELECT sum(v) FROM data", purpose="x"),), (profile, other))
    assert found == ("2 rows of data repeat another row in every column; they are counted, too.",)
    once = "WITH d AS (SELECT DISTINCT * FROM data) SELECT team, sum(v) FROM d GROUP BY 1"
    assert caveats(once, (profile, other)) == (
        "2 rows of data repeat another row in every column; each is taken once.",
    )


@pytest.mark.parametrize("once", [True, False])
@pytest.mark.parametrize(
    "query",
    [
        {"kind": "figures", "measures": [{"kind": "rows"}]},
        {"kind": "figures", "measures": [{"kind": "rows"}], "groups": [{"kind": "column", "column": "team"}]},
        {
            "kind": "figures",
            "derived": [{"kind": "tier", "name": "tier", "column": "v"}],
            "where": [{"kind": "against_figure", "column": "v", "operator": ">", "figure": "mean"}],
            "groups": [{"kind": "column", "column": "tier"}],
            "measures": [{"kind": "statistic", "function": "sum", "column": "v"}],
        },
        {"kind": "rows", "limit": 5},
    ],
)
def test_that_rows_repeat_others_is_told_of_a_query_of_the_language_that_does_not_count_them_once(read, query, once):
    profile = read(TWICE).profile
    bound = check(read_query(query | {"distinct_rows": once}), profile)
    shown = render(compile_query(bound, accounted=False))
    found = doubts((ExecutedQuery(sql=shown, purpose="x"),), (profile,))
    assert found == (() if once else ("2 rows repeat another row in every column; they are counted, too.",))


@pytest.mark.parametrize(
    ("sql", "told"),
    [
        ("WITH d AS (SELECT DISTINCT * FROM data) SELECT team, sum(v) FROM d GROUP BY 1", True),
        ("WITH d AS (SELECT DISTINCT id, v FROM data) SELECT sum(v) FROM d", True),
        (f"SELECT sum(v) AS v FROM ({ONCE})", False),
        ("SELECT count(*) FROM (SELECT DISTINCT team FROM data)", False),
        ("SELECT DISTINCT id FROM data", False),
        ("WITH d AS (SELECT DISTINCT * FROM data) SELECT sum(d.v) FROM d JOIN data USING (id)", False),
    ],
)
def test_that_rows_entered_twice_are_taken_once_is_told_where_nothing_counts_them_beside_the_figures(read, sql, told):
    found = caveats(sql, (read(TWICE).profile,))
    assert found == (("2 rows repeat another row in every column; each is taken once.",) if told else ())


def test_where_one_query_counts_rows_again_and_another_does_not_one_sentence_says_so():
    again, other = "2 rows repeat another row in every column", "1 row repeats another row in every column"
    lines = (f"{again}; they are counted, too.", "X.", f"{again}; each is taken once.", f"{other}; it is taken once.")
    mixed = f"{again}; some of the figures count such rows again, others take each once."
    assert tuple(dict.fromkeys(agreed(lines))) == (mixed, "X.", f"{other}; it is taken once.")


def test_rows_that_are_counted_as_left_out_are_not_told_again_as_taken_once():
    note, other = "15 rows repeat another row in every column; each is taken once.", "7 rows of x repeat another row."
    counted = "15 of 1,095 rows repeat another row and are left out; 2 of 1,080 rows have no entry for v."
    assert unless_counted((note, other), (counted,)) == (other,)
    assert unless_counted((note, other), ("16 of 1,095 rows repeat another row and are left out.",)) == (note, other)


HERE = "id,Site,place,v\n" + "".join(
    f"{at},{one},{two},{at}\n" for at, (one, two) in enumerate([("W1", "Hall")] * 9 + [("w1", "hall")])
)


@pytest.mark.parametrize(
    ("sql", "told"),
    [
        ("SELECT Site, count(*) FROM data GROUP BY 1", {"Site"}),
        ("SELECT Site, count(*) FROM other GROUP BY 1", set()),
        ("SELECT o.Site, sum(d.v) FROM other AS o, data AS d GROUP BY 1", set()),
        ("SELECT d.Site, sum(o.v) FROM other AS o, data AS d GROUP BY 1", {"Site"}),
        ("SELECT town AS site, count(*) FROM other JOIN data ON other.n = data.v GROUP BY town", set()),
        (
            "WITH o AS (SELECT DISTINCT * FROM other), d AS (SELECT v FROM data) SELECT o.Site, 1 FROM o, d GROUP BY 1",
            set(),
        ),
        (
            "WITH o AS (SELECT town AS Site FROM other), d AS (FROM data SELECT v) SELECT Site FROM o, d GROUP BY 1",
            set(),
        ),
        ("WITH d AS (SELECT Site AS at FROM data) SELECT at, count(*) FROM d GROUP BY at", {"Site"}),
        (
            "WITH d AS (SELECT id, min(place) AS p FROM data GROUP BY id) SELECT p, count(*) FROM d GROUP BY p",
            {"place"},
        ),
        ("SELECT count(*) FROM other JOIN data USING (Site)", {"Site"}),
        (
            "WITH o AS (SELECT Site FROM other JOIN more USING (Site)), d AS (FROM data SELECT v) SELECT 1 FROM o, d",
            set(),
        ),
        ("SELECT count(*) FROM other AS o WHERE EXISTS (SELECT 1 FROM data AS d WHERE d.Site = o.Site)", {"Site"}),
    ],
)
def test_how_a_column_was_read_is_told_of_a_query_that_uses_it_and_not_one_of_its_name_elsewhere(read, sql, told):
    profile = read(HERE).profile
    assert {one.column for one in profile.repairs} == {"Site", "place"}
    columns = tuple(ColumnProfile(name=name, type="text", role="dimension") for name in ("Site", "town", "n"))
    other, more = (
        DatasetProfile(dataset_id=name, relation=name, file_name="o.csv", row_count=9, columns=columns)
        for name in ("other", "more")
    )
    found = doubts((ExecutedQuery(sql=sql, purpose="x"),), (profile, other, more))
    assert {name for name in ("Site", "place") for line in found if f"In {name}," in line} == told


def test_that_of_a_query_of_many_steps_is_found_soon(read):
    profile = read(HERE).profile
    steps = ", ".join(f"t{at} AS (SELECT * FROM t{at - 1} AS a, t{at - 1} AS b)" for at in range(1, 40))
    again = "WITH RECURSIVE t0 AS (SELECT Site FROM data UNION ALL SELECT Site || Site FROM t0)"
    begun = time.monotonic()
    (told,) = readings([f"{again}, {steps} SELECT Site, count(*) FROM t39 GROUP BY 1"], (profile,))
    assert told.startswith("In Site,")
    assert time.monotonic() - begun < 10
