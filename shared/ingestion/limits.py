"""Limits of ingestion: how much of a file is taken."""

from shared.contracts.base import Contract


class Limits(Contract):
    """What is taken: bytes as sent, bytes once unpacked, columns, rows, and the memory that DuckDB may use."""

    max_bytes: int = 600_000_000
    max_unpacked_bytes: int = 2_000_000_000
    max_columns: int = 1_000
    max_rows: int = 30_000_000
    max_document_bytes: int = 200_000_000
    memory_mb: int = 1_024
