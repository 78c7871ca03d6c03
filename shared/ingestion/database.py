"""DuckDB's engine as ingestion uses it. Its package has the same names, and takes 150 million instructions more to
start, mostly for what writes queries in Python."""

import _duckdb as duckdb

__all__ = ["duckdb"]
