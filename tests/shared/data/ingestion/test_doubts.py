"""A reply tells of the doubts about the columns behind it, and of no others."""

import pytest

from shared.contracts import ExecutedQuery
from shared.data.doubts import doubts

AMBIGUOUS = "id;day;amount;code\n1;03/04/2024;1.234;-999\n2;05/06/2024;5.678;-999\n3;05/07/2024;2.100;1\n4;;;2\n5;;;3\n"


@pytest.mark.parametrize(
    ("sql", "told"),
    [
        ('SELECT SUM("amount") FROM data', ("1.234",)),
        ("SELECT max(DAY) FROM data WHERE amount > 5", ("03/04/2024", "1.234")),
        ("SELECT avg(code) FROM data", ("-999",)),
        ("SELECT count(id) FROM data", ()),
        ("SELECT count(*) AS amounts FROM data", ()),
    ],
)
def test_the_doubts_about_the_columns_of_a_query_are_told(read, sql, told):
    profile = read(AMBIGUOUS).profile
    found = doubts((ExecutedQuery(sql=sql, purpose="x"),), (profile,))
    assert len(found) == len(told)
    assert all(any(word in line for line in found) for word in told)
