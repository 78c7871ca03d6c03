"""The rules that every query written by a model keeps."""

QUERY_RULES = """\
# Query rules

1. One SELECT (CTEs and set operations are fine) in DuckDB's dialect, over the given relations only. No table functions,
   no file access, no DDL or DML, no PRAGMA, no recursion.
2. Quote relation and column names with double quotes and use them exactly as given. Never invent one.
3. Alias every result column with AS and a readable name.
4. Leave out nulls of the columns that are analysed, and say so where it matters.
5. Guard each division with NULLIF(divisor, 0). Filter periods with half-open ranges (>= start AND < end), dates as DATE
   '2024-01-31'.
6. Compare text with values exactly as they are in the tables. No ILIKE, no regular expressions.
7. Do not sum over a join before you know that it does not multiply rows.
8. Return few rows: aggregate, order, and LIMIT what is listed.
"""
