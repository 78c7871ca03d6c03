"""What a reason to give up denies although the table has it; what it lacks may be said."""

import pytest

from shared.agents.conversation.denials import denied, touches
from tests.shared.query.tables import table_of

ORDERS = table_of(
    {"region": ["West", "East"], "revenue": [10.5, 20.0], "order_date": ["2025-01-03", "2025-01-15"]},
    {"region": "text", "revenue": "number", "order_date": "date"},
).profile


@pytest.mark.parametrize(
    "reason",
    [
        "The file has no date column, so I cannot say anything by month.",
        "There is no column for revenue in this file.",
        "There is no order date column.",
        "There is no region called West in the data.",
        "The revenue column is empty in every row.",
        "There are no numeric columns in the file",
    ],
)
def test_what_the_table_has_is_not_denied(reason):
    assert denied(reason, (ORDERS,))


@pytest.mark.parametrize(
    "reason",
    [
        "The file has no margin column.",
        "There is no date column for deliveries.",
        "There is no revenue for 2026.",
        "There is no region called North in the data.",
        "There is no revenue by customer.",
        "The revenue is empty for March.",
        "There are no time columns.",
        "No column holds the cost of an order.",
    ],
)
def test_what_the_table_lacks_may_be_said(reason):
    assert not denied(reason, (ORDERS,))


def test_a_reason_speaks_of_the_data_where_it_names_something_of_it():
    assert touches(("The file has no date column.",), (ORDERS,))
    assert not touches(("Whether that is fair no figure says.",), (ORDERS,))
