"""A query in SQL, part by part (`compile.py` puts the parts together), as syntax trees of sqlglot in
DuckDB's dialect."""
