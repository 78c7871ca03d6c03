"""The rules that every query written by a model keeps."""

from typing import Final

from shared.engine.sql.available import AVAILABLE, UNAVAILABLE
from shared.engine.sql.syntax import MAX_DEPTH, MAX_LENGTH

QUERY_RULES: Final = f"""\
# Query rules

1. One SELECT (CTEs, set operations too), DuckDB's dialect, the given relations only; at most {MAX_LENGTH:,} characters
   and {MAX_DEPTH} levels.
2. Double-quote names exactly as given; never invent one.
3. Name each result column readably by AS.
4. Leave out nulls of analysed columns; say so where it matters.
5. Divide by NULLIF(divisor, 0). Filter periods by half-open ranges (>= start AND < end), dates as DATE '2024-01-31'.
6. Compare text with values exactly as in the tables.
7. Sum over a join only where it multiplies no rows.
8. Return few rows: aggregate, order, and LIMIT what is listed. Write no constant figure into a result.
9. What is defined `written_beside` a table holds for its file: use it, unless asked otherwise, and say so.

Available: {"; ".join(feature.told for feature in AVAILABLE)}.
Not available: {"; ".join(feature.told for feature in UNAVAILABLE)}.
"""
