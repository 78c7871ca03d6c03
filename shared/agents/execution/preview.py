"""What of a result is kept, and its preview: the first rows of it, which a reply shows."""

from itertools import accumulate, takewhile

from shared.contracts import QueryResult, ResultPreview
from shared.engine.results.wholes import parts_of_a_whole
from shared.query.base import RESERVED

MOST_ROWS = 50
MOST_BYTES = 6_000


def preview(purpose: str, result: QueryResult, shown: int | None = None) -> ResultPreview:
    """The first rows, a few kB at most and one at least; `shown` is how many were asked for, where more were fetched
    to see ties."""
    asked = result.row_count if shown is None or shown >= len(result.rows) else shown
    records = result.records()[: min(asked, MOST_ROWS)]
    sizes = accumulate(len(str(record)) for record in records)
    fitting = max(1, sum(1 for _ in takewhile(lambda size: size <= MOST_BYTES, sizes)))
    whole = fitting == len(result.rows) == result.row_count > 1
    return ResultPreview(
        purpose=purpose,
        data=tuple(records[:fitting]),
        row_count=asked,
        truncated=len(records[:fitting]) < asked,
        adds_up=parts_of_a_whole(result.sql) if whole else (),
    )


def asked_for(result: QueryResult) -> QueryResult:
    """The result without what only completeness or a statistic needs."""
    result = result.model_copy(update={"typed": None}) if result.typed else result
    kept = [at for at, name in enumerate(result.columns) if not name.startswith(RESERVED)]
    return result if len(kept) == len(result.columns) else result.only(kept)
