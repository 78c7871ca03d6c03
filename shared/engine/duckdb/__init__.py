"""DuckDB in a disposable process."""
