"""The rules that every query written by a model keeps."""

from typing import Final

from shared.engine.sql.available import AVAILABLE, UNAVAILABLE

QUERY_RULES: Final = f"""\
# Query rules

1. One SELECT (CTEs, set operations too) in DuckDB's dialect, over the given relations only.
2. Quote relation and column names with double quotes, exactly as given; never invent one.
3. Give each result column a readable name by AS.
4. Leave out nulls of columns that are analysed, and say so where it matters.
5. Guard each division with NULLIF(divisor, 0). Filter periods with half-open ranges (>= start AND < end), dates as DATE
   '2024-01-31'.
6. Compare text with values exactly as they are in the tables.
7. Sum over a join only where it multiplies no rows.
8. Return few rows: aggregate, order, and LIMIT what is listed. Write no figure as a constant into a result.
9. What is defined `written_beside` a table holds for its file: use it, unless asked otherwise, and say so.

Available: {"; ".join(feature.told for feature in AVAILABLE)}.
Not available: {"; ".join(feature.told for feature in UNAVAILABLE)}.
"""
