"""What a query takes together though it is in different units is told, however the query gets there."""

import time

import pytest

from shared.contracts import ColumnProfile, DatasetProfile
from shared.engine.doubts.mixtures import mixtures


def _table(relation: str, **units: str) -> DatasetProfile:
    """A table of measures and their units; "by currency" is one of which that column says it, "rate" a plain rate,
    "part" one of at most 1."""
    measures = [
        ColumnProfile(
            name=name,
            type="number",
            role="measure",
            additivity="non_additive" if unit in ("rate", "part", "%") else "additive",
            unit=None if unit in ("", "rate", "part", "by currency") else unit,
            unit_column="currency" if unit == "by currency" else None,
            fixed_by=("currency",) if name == "exchange" else (),
            maximum=7.0 if unit == "rate" else 0.9 if unit == "part" else None,
            distinct=9 if name == "line" else 0,
        )
        for name, unit in units.items()
    ]
    labels = [ColumnProfile(name=name, type="text", role="dimension") for name in ("region", "currency")]
    columns = (*measures, *labels)
    return DatasetProfile(dataset_id=relation, relation=relation, file_name="f.csv", row_count=9, columns=columns)


TABLES = (
    _table(
        "data",
        usd="USD",
        eur="EUR",
        kg="kg",
        lb="lb",
        units="",
        fx="rate",
        amount="by currency",
        pct="%",
        commission="part",
        exchange="part",
        line="",
    ),
    _table("us", revenue="USD"),
    _table("eu", revenue="EUR"),
    _table("plain", revenue=""),
)
BOTH = "SELECT usd AS x, 'USD' AS side FROM data UNION ALL SELECT eur, 'EUR' FROM data"

MIXED = {
    "SELECT avg(amount) / avg(amount) AS ratio FROM data": (
        "Values of amount are in different units, as currency says; they were combined without converting them."
    ),
    "SELECT avg(amount - eur / amount) AS left_over FROM data": (
        "Values of amount are in different units, as currency says; they were combined without converting them."
    ),
    f"SELECT sum(x) AS total FROM ({BOTH})": (
        "Values of x are in USD and in EUR; they were combined without converting them."
    ),
    f"WITH b AS ({BOTH}) SELECT max(x) AS top FROM b": (
        "Values of x are in USD and in EUR; the highest or lowest was picked without converting them."
    ),
    "SELECT avg(revenue) FROM (SELECT * FROM us UNION ALL SELECT * FROM eu)": (
        "Values of revenue are in USD and in EUR; they were combined without converting them."
    ),
    "SELECT sum(x) FROM (SELECT CASE WHEN region = 'a' THEN usd ELSE eur END AS x FROM data)": (
        "Values of x are in USD and in EUR; they were combined without converting them."
    ),
    **dict.fromkeys(
        (
            "SELECT sum(usd + eur) FROM data",
            "SELECT sum(usd) - sum(eur) FROM data",
            "SELECT greatest(usd, eur) AS top FROM data",
            "SELECT avg(least(usd, eur)) FROM data",
            "SELECT sum(coalesce(usd, eur)) FROM data",
            "SELECT sum(CASE WHEN region = 'a' THEN usd ELSE eur END) FROM data",
            "SELECT u.revenue + e.revenue AS both FROM us AS u JOIN eu AS e USING (region)",
            "SELECT region FROM data GROUP BY region ORDER BY sum(usd) + sum(eur) DESC LIMIT 1",
            "WITH t AS (SELECT sum(usd) AS a, sum(eur) AS b FROM data) SELECT a + b AS total FROM t",
        ),
        "Figures in USD and in EUR were combined without converting them, so the result has no clear unit.",
    ),
    **dict.fromkeys(
        (
            "SELECT region, amount FROM data ORDER BY amount DESC LIMIT 3",
            "SELECT region FROM data ORDER BY amount LIMIT 1",
            "SELECT * FROM (SELECT * FROM data) ORDER BY region, amount LIMIT 5",
            "SELECT region, amount AS a FROM data ORDER BY a LIMIT 5",
            "SELECT region, amount FROM data ORDER BY 2 DESC LIMIT 5",
            "SELECT region, amount, currency FROM data ORDER BY amount, region, amount, currency LIMIT 3",
            "SELECT region, amount FROM data ORDER BY region, amount DESC LIMIT 3",
            "SELECT region, amount FROM data ORDER BY region, amount, units DESC LIMIT 3",
            "SELECT currency, sum(amount) AS total FROM data GROUP BY currency ORDER BY total DESC LIMIT 2",
        ),
        "Values of amount are in different units, as currency says; they were ranked without converting them.",
    ),
    "SELECT sum(kg) + sum(lb) FROM data": (
        "Figures in kg and in lb were combined without converting them, so the result has no clear unit."
    ),
    **dict.fromkeys(
        (
            "SELECT sum(amount * units) FROM data",
            "SELECT sum(amount * (1 - pct / 100)) FROM data",
            "SELECT sum(amount * commission) FROM data",
            "SELECT sum(amount / kg) FROM data",
            "SELECT region, sum(amount) FROM data GROUP BY region",
            "WITH t AS (SELECT amount AS a, currency AS c FROM data) SELECT sum(a) FROM t",
            "SELECT avg(t) FROM (SELECT currency, sum(amount) AS t FROM data GROUP BY currency)",
            "SELECT currency, sum(amount) FROM data GROUP BY ROLLUP (currency)",
            "SELECT region FROM data GROUP BY region HAVING sum(amount) > 5",
            "SELECT count(*) FROM data WHERE units > (SELECT avg(amount) FROM data)",
            "SELECT sum(amount) FROM data WHERE currency <> 'EUR'",
            "SELECT sum(amount) FROM data WHERE currency IN ('EUR', 'USD')",
            "SELECT sum(amount) FROM data WHERE currency = 'EUR' OR region = 'a'",
            "SELECT sum(d.amount) FROM data AS d, plain AS p WHERE d.currency = p.currency",
            "SELECT sum(d.amount) FROM data AS d JOIN plain AS p ON d.currency = p.currency",
            "SELECT sum(d) FROM (SELECT 2 * amount AS d FROM data) AS t",
        ),
        "Values of amount are in different units, as currency says; they were combined without converting them.",
    ),
    **dict.fromkeys(
        (
            "SELECT count(*) FROM data WHERE amount > 100",
            "SELECT count(*) FROM data WHERE region = 'a' AND amount BETWEEN 5 AND 9",
            "SELECT region, amount FROM data WHERE -5.5 < amount",
            "WITH t AS (SELECT amount AS a FROM data) SELECT count(*) FROM t WHERE 2 * a >= 10",
            "SELECT sum(CASE WHEN amount > 100 THEN 1 ELSE 0 END), sum((amount > 100)::int) FROM data",
            "SELECT max(CASE WHEN amount > 100 THEN units END), count(*) FILTER (WHERE amount > 1) FROM data",
            "SELECT max(n) FROM (SELECT row_number() OVER (ORDER BY amount) AS n, amount > 5 AS big FROM data) AS t",
        ),
        "Values of amount are in different units, as currency says; they were compared without converting them.",
    ),
    **dict.fromkeys(
        ("SELECT min(amount) FROM data", "SELECT arg_max(region, amount) FROM data"),
        "Values of amount are in different units, as currency says; the highest or lowest was picked without "
        "converting them.",
    ),
}
OF_ONE_UNIT = (
    "SELECT avg(100.0 * (amount - units) / NULLIF(amount, 0)) AS margin FROM data",
    "WITH m AS (SELECT region, (amount - units) / amount AS margin FROM data) SELECT avg(margin) AS m FROM m",
    "SELECT sum(x) AS total FROM (SELECT usd AS x FROM data UNION ALL SELECT revenue FROM us)",
    f"SELECT side, sum(x) AS total FROM ({BOTH}) GROUP BY side",
    f"SELECT x, side FROM ({BOTH})",
    f"SELECT count(x) FROM ({BOTH})",
    "SELECT sum(usd) + sum(eur * fx) FROM data",
    "SELECT sum(usd + 1.1 * eur) FROM data",
    "SELECT sum(coalesce(usd, 0)), sum(eur) FROM data",
    "SELECT usd / eur FROM data",
    "SELECT region, sum(CASE WHEN region = 'a' THEN usd ELSE eur END) FROM data GROUP BY region",
    "SELECT u.revenue + p.revenue FROM us AS u JOIN plain AS p USING (region)",
    "SELECT currency, sum(amount) FROM data GROUP BY 1",
    "SELECT upper(currency) AS c, max(amount) FROM data GROUP BY ALL",
    "SELECT currency AS c, sum(amount) FROM data GROUP BY c",
    "SELECT sum(amount) FROM data WHERE currency IN ('EUR')",
    "SELECT sum(amount) FILTER (WHERE currency = 'EUR') FROM data",
    "SELECT sum(CASE WHEN currency = 'EUR' THEN 1.1 * amount ELSE amount END) FROM data",
    "SELECT sum(amount * fx) FROM data",
    "SELECT sum(amount * exchange) FROM data",
    "WITH t AS (SELECT amount AS a, exchange AS e FROM data) SELECT sum(a / e) FROM t",
    "SELECT line, sum(amount) FROM data GROUP BY line",
    "WITH t AS (SELECT * FROM data WHERE currency = 'EUR') SELECT sum(amount) FROM t",
    "WITH t AS (SELECT amount AS a, currency AS c FROM data) SELECT c, sum(a) FROM t GROUP BY c",
    "SELECT sum(amount) OVER (PARTITION BY currency) FROM data",
    "SELECT amount FROM data WHERE currency = 'EUR' ORDER BY amount LIMIT 3",
    "SELECT currency, amount FROM data ORDER BY currency, amount LIMIT 3",
    "SELECT currency, amount FROM data ORDER BY amount",
    "SELECT region, amount, currency FROM data ORDER BY units DESC, region, amount, currency LIMIT 3",
    "SELECT region, amount, 1 AS _candor_source FROM data ORDER BY region, amount LIMIT 3",
    *(
        f"SELECT sum(amount) FROM data AS d WHERE region = 'a' AND {one}"
        for one in (
            "lower(currency) = 'eur'",
            "(currency ILIKE 'eur')",
            "upper(trim(currency)) = 'EUR'",
            "currency IN ('EUR', 'eur')",
            "currency = (SELECT currency FROM data LIMIT 1)",
        )
    ),
    "SELECT (SELECT sum(i.amount) FROM data AS i WHERE i.currency = o.currency) AS s FROM data AS o",
    "WITH c AS (SELECT CASE currency WHEN 'JPY' THEN amount * 0.006 END AS x FROM data) SELECT sum(x) FROM c",
    "WITH c AS (SELECT amount * fx AS x FROM data) SELECT sum(x) FROM c",
    "WITH r AS (SELECT 'EUR' AS c, 1.1 AS y) SELECT sum(d.amount * r.y) FROM data AS d JOIN r ON r.c = d.currency",
    "SELECT arg_max(amount, units), any_value(amount), first(amount), list(amount) FROM data",
    "SELECT region, amount - lag(amount) OVER (PARTITION BY region ORDER BY units) AS more FROM data",
    "SELECT sum(sign(amount)) FROM data",
    "SELECT count(*) FROM data WHERE amount > 0",
    "SELECT count(*) FROM data WHERE currency = 'EUR' AND amount > 100",
    "SELECT count(*) FROM data WHERE (currency = 'EUR' AND amount > 100) OR (currency = 'USD' AND amount > 110)",
    "SELECT count(*) FROM data WHERE amount * fx > 100",
    "SELECT count(*) FROM data WHERE amount > units",
    "SELECT sum(CASE WHEN currency = 'EUR' AND amount > 100 THEN 1 ELSE 0 END) FROM data",
    "WITH t AS (SELECT * FROM data WHERE currency = 'EUR') SELECT count(*) FROM t WHERE amount BETWEEN 5 AND 9",
    "WITH t AS (SELECT * FROM data) SELECT sum(t.amount) FROM t WHERE lower(t.currency) = 'eur'",
    "SELECT sum(amount) FROM data AS d JOIN (SELECT max(currency) AS c FROM data) AS m ON d.currency = m.c",
    "WITH m AS (SELECT max(currency) AS c FROM data) SELECT sum(amount) FROM data AS d, m WHERE d.currency = m.c",
    "no query",
)


@pytest.mark.parametrize("sql", MIXED)
def test_what_is_taken_together_in_different_units_is_told_once(sql: str) -> None:
    assert mixtures(sql, TABLES) == (MIXED[sql],)


@pytest.mark.parametrize("sql", OF_ONE_UNIT)
def test_what_is_of_one_unit_converted_or_told_apart_is_left_in_peace(sql: str) -> None:
    assert mixtures(sql, TABLES) == ()


def test_a_very_wide_or_long_query_is_judged_in_little_time() -> None:
    wide = ", ".join(f"amount AS a{n}" for n in range(600))
    filled = ", ".join("amount" for _ in range(1_000))
    added = " + ".join("amount" for _ in range(100))
    queries = (f"SELECT {wide} FROM data", f"SELECT max(coalesce({filled})), sum({added}) FROM data")
    began = time.process_time()
    assert [len(mixtures(sql, TABLES)) for sql in queries] == [0, 2]
    assert time.process_time() - began < 1


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        ("amount > -50", False),
        ("NOT amount IS NULL AND (amount BETWEEN -50 AND 500)", False),
        ("amount <> 999", False),
        ("amount > 80", True),
        ("amount < 80", True),
        ("NOT amount > -50", True),
    ],
)
def test_a_condition_that_leaves_out_only_what_cannot_be_compares_no_units(condition: str, said: bool) -> None:
    data = TABLES[0]
    columns = tuple(
        one.model_copy(update={"quantiles": {"0.05": 5.0, "0.95": 120.0}}) if one.name == "amount" else one
        for one in data.columns
    )
    sql = f"SELECT CASE WHEN currency = 'USD' THEN amount * 0.9 ELSE amount END AS eur FROM data WHERE {condition}"
    assert bool(mixtures(sql, (data.model_copy(update={"columns": columns}),))) is said
    counted = f"SELECT count(*) FILTER (WHERE {condition}) AS n FROM data"
    assert mixtures(counted, (data.model_copy(update={"columns": columns}),))
