"""Which format a file has, by its content, and the way into table `raw` for each."""

from pathlib import Path

import duckdb

from shared.data.ingestion.encoding import clean_text
from shared.data.ingestion.layout import read_layout
from shared.data.ingestion.overrides import Limits, Overrides
from shared.data.ingestion.raw import Raw, load_text


def load(
    con: duckdb.DuckDBPyConnection, source: Path, name: str, scratch: Path, overrides: Overrides, limits: Limits
) -> Raw:
    """Fills table `raw` from a file of any format that is taken."""
    text = clean_text(source, scratch, overrides.encoding)
    layout = read_layout(text.file, overrides)
    raw = load_text(con, text.file, layout, scratch, limits)
    return raw.told(*text.repairs)
