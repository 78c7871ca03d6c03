"""The rules that every query written by a model keeps."""

from typing import Final

from shared.engine.sql.available import AVAILABLE, UNAVAILABLE

QUERY_RULES: Final = f"""\
# Query rules

1. One SELECT (CTEs and set operations are fine) in DuckDB's dialect, over the given relations only; no DDL, no DML.
2. Quote relation and column names with double quotes and use them exactly as given. Never invent one.
3. Alias every result column with AS and a readable name.
4. Leave out nulls of the columns that are analysed, and say so where it matters.
5. Guard each division with NULLIF(divisor, 0). Filter periods with half-open ranges (>= start AND < end), dates as DATE
   '2024-01-31'.
6. Compare text with values exactly as they are in the tables.
7. Do not sum over a join before you know that it does not multiply rows.
8. Return few rows: aggregate, order, and LIMIT what is listed. Write no figure as a constant into a result.

Available: {"; ".join(feature.told for feature in AVAILABLE)}.
Not available: {"; ".join(feature.told for feature in UNAVAILABLE)}.
"""
