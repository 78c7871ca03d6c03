"""Runs one checked SELECT over the datasets it names: guard, then worker, each dataset fetched for this query alone."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from shared.contracts import DatasetProfile, QueryFailure, QueryOutcome, QueryRequest
from shared.deps import Deps
from shared.engine.duckdb.worker import QueryWorker
from shared.engine.guard import check
from shared.engine.relations import told_apart
from shared.errors import QueryFailed, UnknownResource
from shared.store.datasets import parquet_key, profile_key
from shared.store.objects import Objects


def run_query(request: QueryRequest, deps: Deps) -> QueryOutcome:
    """The rows, or the reason for none. Raises StoreUnavailable where the datasets can't be fetched."""
    runner = worker(deps.settings.data_packages, deps.settings.library_path)
    runner.ready()  # a first process starts while the dataset is fetched
    objects = deps.lent_objects(request.loan)
    try:
        profiles = told_apart([profile_of(dataset_id, objects) for dataset_id in request.dataset_ids])
        checked = check(request.sql, columns_of(profiles))
    except QueryFailed as failed:
        return QueryOutcome(failure=failed.failure)
    except UnknownResource:
        return QueryOutcome(failure=QueryFailure(kind="gone", message="the dataset is gone"))
    with TemporaryDirectory() as folder:
        relations = fetched(profiles, checked.relations, Path(folder), objects)
        return runner.run(
            checked.sql,
            relations,
            seconds=request.seconds,
            max_rows=request.max_rows,
            memory_mb=deps.settings.query_memory_mb,
        )


def columns_of(profiles: Sequence[DatasetProfile]) -> dict[str, list[str]]:
    """The columns of each relation."""
    return {profile.relation: [column.name for column in profile.columns] for profile in profiles}


def profile_of(dataset_id: str, objects: Objects) -> DatasetProfile:
    """The profile, from the bucket alone: the function that runs SQL has no table. Raises UnknownResource."""
    return DatasetProfile.model_validate_json(objects.read(profile_key(dataset_id)))


def fetched(profiles: Sequence[DatasetProfile], used: Sequence[str], folder: Path, objects: Objects) -> dict[str, Path]:
    """The Parquet file of each relation that the query uses."""
    files: dict[str, Path] = {}
    for profile in profiles:
        if profile.relation in used:
            files[profile.relation] = folder / f"{len(files)}.parquet"
            objects.download(parquet_key(profile.dataset_id), files[profile.relation])
    return files


@cache
def worker(extra_path: str, library_path: str) -> QueryWorker:
    """This process's worker: it keeps one idle process ready, which has seen no data."""
    return QueryWorker(extra_path=tuple(filter(None, extra_path.split(":"))), library_path=library_path or None)
