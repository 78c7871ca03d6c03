"""Three small tables of a shop: orders, their customers, the countries of these; and rates of exchange by two keys."""

from dataclasses import replace

from tests.shared.query.orders import Json, made_table
from tests.shared.query.tables import Link

COUNTRIES = made_table(
    (("code", "continent"), ("DE", "Europe"), ("FR", "Europe"), ("BR", "America")),
    {"code": "text", "continent": "text"},
    relation="countries",
)
_CUSTOMERS = made_table(
    (
        ("id", "email", "segment", "country", "budget", "since"),
        (1, "a@x", "B2B", "DE", 1000.0, "2020-01-05"),
        (2, "b@x", "B2C", "FR", 200.0, "2021-03-01"),
        (3, "c@x", "B2B", "FR", None, "2024-01-31"),
        (4, "d@x", "B2C", "BR", 50.0, "2022-07-01"),
    ),
    {"id": "integer", "email": "text", "segment": "text", "country": "text", "budget": "number", "since": "date"},
    relation="customers",
)
CUSTOMERS = replace(_CUSTOMERS, links=(Link(COUNTRIES, (("country", "code"),)),))
RATES = made_table(
    (
        ("currency", "month", "rate"),
        ("USD", 1, 0.5),
        ("USD", 2, 0.25),
        ("GBP", 1, 2.0),
        ("GBP", 2, 4.0),
        ("GBP", 2, 8.0),
        ("EUR", 1, 1.0),
        ("EUR", 2, 1.0),
        ("EUR", 3, 1.0),
    ),
    {"currency": "text", "month": "integer", "rate": "number"},
    relation="rates",
)
_ORDERS = made_table(
    (
        ("n", "customer_id", "revenue", "currency", "month", "day"),
        (0, 1, 10.0, "USD", 1, "2024-01-05"),
        (1, 1, 20.0, "USD", 2, "2024-01-31"),
        (2, 2, 30.0, "EUR", 1, "2024-02-29"),
        (3, 3, 40.0, "GBP", 1, "2024-03-31"),
        (4, 9, 50.0, "GBP", 2, "2024-12-30"),
        (5, None, 60.0, None, 2, "2025-01-01"),
    ),
    {
        "n": "integer", "customer_id": "integer", "revenue": "number", "currency": "text", "month": "integer",
        "day": "date",
    },
)  # fmt: skip
WITH_ORDERS = replace(_CUSTOMERS, links=(Link(_ORDERS, (("id", "customer_id"),), unique=False),))
"""The customers, each of whom may have several orders."""
ORDERS = replace(
    _ORDERS,
    links=(Link(CUSTOMERS, (("customer_id", "id"),)), Link(RATES, (("currency", "currency"), ("month", "month")))),
)


def customers(*columns: str | Json) -> Json:
    """A lookup of columns of the order's customer."""
    return {"dataset": "customers", "on": [{"column": "customer_id", "key": "id"}], "columns": list(columns)}


def of_orders(*measures: Json, key: str = "customer_id") -> Json:
    """A lookup of figures of the customer's orders."""
    return {"dataset": "data", "on": [{"column": "id", "key": key}], "measures": list(measures)}


def countries(*columns: str) -> Json:
    """A lookup of columns of the country that a lookup before has found."""
    return {"dataset": "countries", "on": [{"column": "country", "key": "code"}], "columns": list(columns)}


def rates(*columns: str) -> Json:
    """A lookup of the rate of the order's currency and month."""
    return {"dataset": "rates", "on": ["currency", "month"], "columns": list(columns)}
