"""A messy file becomes clean Parquet and a profile that tells what was repaired, dropped or ambiguous."""

from shared.errors import UnreadableData
from shared.ingestion.overrides import ColumnOverride, Limits, Overrides
from shared.ingestion.pipeline import ingest

__all__ = ["ColumnOverride", "Limits", "Overrides", "UnreadableData", "ingest"]
