"""Times with zones, which count by the days of UTC: where these are other days than the ones that are written."""

from shared.contracts.dataset import Repair
from shared.ingestion.cells.dates import DateStyle
from shared.ingestion.database import duckdb

_UNZONED = r"regexp_replace({c}, '(:[0-9.]+) ?(Z|UTC|GMT|[+-][0-9]{2}(:?[0-9]{2})?)$', '\1', 'i')"


def days_moved(con: duckdb.DuckDBPyConnection, name: str, cell: str, style: DateStyle) -> tuple[Repair, ...]:
    """A doubt where cells of table `raw` (`cell` is its SQL) fall on another day in UTC than on the clock that wrote
    them; nothing where none does."""
    if not style.zoned:
        return ()
    day = f"CAST(TRY_CAST({_UNZONED} AS TIMESTAMP) AS DATE)".replace("{c}", cell)
    moved = f"{day} <> CAST({style.expression.replace('{c}', cell)} AS DATE)"
    found = con.execute(f"SELECT count(*), any_value({cell}) FROM raw WHERE {moved}").fetchone()
    if not found or not found[0]:
        return ()
    some = "one of them falls" if found[0] == 1 else f"{found[0]:,} of them fall"
    told = (
        f"Column {name} holds times with a zone, which count in UTC: {some} on another day there than the one written"
    )
    return (Repair(kind="date", detail=f"{told} ({found[1]}).", column=name, examples=(str(found[1]),), doubt=True),)
