"""The title of a picture says which rows it shows, in words of the query that made it."""

import pytest

from shared.contracts import ColumnProfile, DatasetProfile, SemanticProfile
from shared.engine.results.row_conditions import rows_met

INVOICES = DatasetProfile.model_construct(
    relation="invoices",
    semantic=SemanticProfile.model_construct(entity_name="invoice"),
    columns=tuple(
        ColumnProfile.model_construct(name=name, words=name.replace("_", " "), type=kind)
        for name, kind in (("region", "text"), ("status", "text"), ("amount", "number"), ("paid_on", "date"))
    ),
)
SUMMED = 'SELECT "region", SUM("amount") AS revenue FROM'


def met(sql: str, tag: str = "en") -> tuple[str, ...]:
    return rows_met(sql, (INVOICES,), tag)


@pytest.mark.parametrize(
    ("sql", "told"),
    [
        (f"{SUMMED} invoices GROUP BY 1", ()),
        (f"{SUMMED} invoices WHERE region = 'West' GROUP BY 1", ("region is “West”",)),
        (
            f"WITH d AS (SELECT DISTINCT * FROM invoices WHERE NOT status IN ('void', 'open')) "
            f"{SUMMED} d WHERE region = 'West' AND NOT amount IS NULL GROUP BY 1",
            ("region is “West”", "not (status is “void” or “open”)"),
        ),
        (
            f"{SUMMED} (SELECT *, status = 'void' AS is_void FROM invoices) AS k WHERE NOT is_void GROUP BY 1",
            ("is void is false",),
        ),
        (
            f"{SUMMED} invoices WHERE (paid_on >= DATE '2025-07-01' AND paid_on < DATE '2025-10-01') GROUP BY 1",
            ("paid on is in Q3 2025",),
        ),
        (f"{SUMMED} invoices WHERE NOT COALESCE(status = 'void', FALSE) GROUP BY 1", ("status is not “void”",)),
        (
            f"{SUMMED} invoices WHERE DATE_PART('month', \"paid_on\") IN (11, 12) GROUP BY 1",
            ("paid on is in November or December",),
        ),
        (f"{SUMMED} (SELECT *, amount / 60 AS n FROM invoices) AS k WHERE n > 0 GROUP BY 1", ()),
        (
            "WITH a AS (SELECT region AS r FROM invoices WHERE status = 'open'), b AS (SELECT region AS r FROM "
            "invoices WHERE status = 'void') SELECT a.r, COUNT(*) AS n FROM a JOIN b ON a.r = b.r GROUP BY 1",
            (),
        ),
        (
            f"{SUMMED} invoices WHERE region = 'West' AND paid_on <= DATE '2025-07-01' AND (paid_on IS NULL OR "
            "paid_on > DATE '2025-07-01') GROUP BY 1",
            ("region is “West”",),
        ),
        (f"{SUMMED} invoices GROUP BY 1 HAVING COUNT(*) > 5", ("number of invoices is over 5",)),
        (f"{SUMMED} invoices LEFT JOIN (SELECT 1 AS one FROM invoices WHERE amount > 5) AS k ON TRUE GROUP BY 1", ()),
    ],
)
def test_what_all_rows_of_a_result_meet_is_told_whichever_query_of_it_says_so(sql: str, told: tuple[str, ...]) -> None:
    assert met(sql) == told


def test_conditions_are_told_in_the_language_of_the_answer() -> None:
    sql = f"{SUMMED} invoices WHERE region = 'West' AND paid_on >= DATE '2025-07-01' AND paid_on < DATE '2025-10-01'"
    assert met(sql, "de-AT") == ("region gleich “West”", "paid on mindestens 2025-07-01", "paid on unter 2025-10-01")
