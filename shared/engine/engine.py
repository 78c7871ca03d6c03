"""Runs checked SELECTs over the datasets they name: guard, then worker, each file fetched once for all of them."""

import errno
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from shared.contracts import TEXT_COLUMNS, QueryFailure, QueryOutcome, QueryOutcomes, QueryRequest, texts_of
from shared.engine.duckdb.worker import QueryWorker
from shared.engine.kept import kept_files
from shared.engine.sql.guard import CheckedQuery, check
from shared.errors import QueryFailed, UnknownResource
from shared.settings import Settings
from shared.store.keys import parquet_key, texts_key
from shared.store.objects import Objects

FULL = QueryOutcome(
    failure=QueryFailure(kind="disk", message="the files of these datasets do not fit on the disk together")
)
GONE = QueryOutcome(failure=QueryFailure(kind="gone", message="the dataset is gone"))
MOST_BYTES = 3_900_000
"""Of all outcomes, as JSON: less than the query function may return, and more than any one result but a typed one."""


def run_queries(request: QueryRequest, objects: Objects, settings: Settings) -> QueryOutcomes:
    """The rows of each query, or the reason for none; see QueryOutcomes. Raises StoreUnavailable where the datasets
    can't be fetched from `objects`."""
    runner = worker(settings)
    runner.ready()  # a first process starts while the datasets are fetched
    tables = {one.relation: list(one.columns) for one in request.datasets}
    tables |= {texts_of(one.relation): list(TEXT_COLUMNS) for one in request.datasets if one.texts}
    seen = [_checked(sql, tables) for sql in request.queries]
    passed = [one for one in seen if not isinstance(one, QueryOutcome)]
    used = {relation for one in passed for relation in one.relations}
    try:
        with TemporaryDirectory() as folder:
            relations = fetched(request, used, Path(folder), objects)
            ran = iter(
                runner.run_many(
                    [one.sql for one in passed],
                    relations,
                    seconds=request.seconds,
                    max_rows=request.max_rows,
                    memory_mb=settings.query_memory_mb,
                    typed=request.typed,
                )
            )
    except UnknownResource:
        ran = iter([GONE] * len(passed))
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        ran = iter([FULL] * len(passed))
    return QueryOutcomes(outcomes=_fitting(one if isinstance(one, QueryOutcome) else next(ran) for one in seen))


def _checked(sql: str, tables: dict[str, list[str]]) -> CheckedQuery | QueryOutcome:
    """The query as it may run, or why it may not."""
    try:
        return check(sql, tables)
    except QueryFailed as failed:
        return QueryOutcome(failure=failed.failure)


def _fitting(outcomes: Iterable[QueryOutcome]) -> tuple[QueryOutcome, ...]:
    """The first outcomes, as many as may be returned together; at least one."""
    kept: list[QueryOutcome] = []
    size = 0
    for outcome in outcomes:
        size += len(outcome.model_dump_json())
        if kept and size > MOST_BYTES:
            break
        kept.append(outcome)
    return tuple(kept)


def fetched(request: QueryRequest, used: set[str], folder: Path, objects: Objects) -> dict[str, Path]:
    """The Parquet file of each relation that a query uses. Raises UnknownResource."""
    files: dict[str, Path] = {}
    for dataset in request.datasets:
        keys = {
            dataset.relation: parquet_key(dataset.dataset_id),
            texts_of(dataset.relation): texts_key(dataset.dataset_id),
        }
        for relation, key in keys.items():
            if relation in used:
                files[relation] = folder / f"{len(files)}.parquet"
                kept_files().place(key, request.user_id, files[relation], objects)
    return files


def worker(settings: Settings) -> QueryWorker:
    """This process's worker: it keeps one idle process ready, which has seen no data, unless the settings want none."""
    return _worker(settings.data_packages, settings.library_path, settings.query_ahead)


@cache
def _worker(extra_path: str, library_path: str, ahead: bool) -> QueryWorker:
    packages = tuple(filter(None, extra_path.split(":")))
    return QueryWorker(prespawn=ahead, extra_path=packages, library_path=library_path or None)
