"""A messy file becomes clean Parquet and a profile that tells what was repaired, dropped or ambiguous."""

from shared.data.ingestion.overrides import ColumnOverride, Limits, Overrides
from shared.data.ingestion.pipeline import ingest
from shared.failure.errors import UnreadableData

__all__ = ["ColumnOverride", "Limits", "Overrides", "UnreadableData", "ingest"]
