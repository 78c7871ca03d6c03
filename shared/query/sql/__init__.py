"""The pieces of SQL that a query is compiled to, as syntax trees of sqlglot in DuckDB's dialect."""
