"""A query in SQL: `compile.py` puts the parts together, as syntax trees of sqlglot in DuckDB's dialect."""
