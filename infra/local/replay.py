"""Receipts: an answer is kept with what it was computed from, computed again, and compared."""

import json
import math
from pathlib import Path
from tempfile import TemporaryDirectory

import duckdb

from infra.local.file import Files, readable
from infra.local.session import asked
from shared.contracts import Contract, DatasetProfile, Overrides, QueryResult, Receipt, Reply, ResultPreview, Scalar
from shared.contracts.base import SCHEMA_VERSION
from shared.engine.duckdb.worker import QueryWorker
from shared.engine.sql.guard import check
from shared.engine.sql.relations import told_apart
from shared.errors import BadRequest, QueryFailed
from shared.grounding.grounding import Evidence
from shared.ingestion.pipeline import ingest
from shared.query.base import RESERVED
from shared.settings import Settings
from shared.statistics.compute import compute
from shared.statistics.requests import StatisticsRequest

TOLERANCE = 1e-9
SECONDS = 30.0
NOTHING = "nothing was computed for this answer, so there are no figures to compare"
OTHERWISE_SAME = "it is another file, or its rows are in another order, but every figure comes out the same"
REORDERED = "the data holds exactly the same rows, in another order"
CHANGED = "the data's rows differ (order ignored)"


class Kept(Contract):
    """An answer with its evidence, as `candor ask --receipt` writes it.

    `contents` say which rows each file held, whatever their order, read as `overrides` say; receipts of earlier
    versions have neither.
    """

    schema_version: int = SCHEMA_VERSION
    question: str
    contents: tuple[str, ...] = ()
    overrides: Overrides = Overrides()
    text: str
    receipts: tuple[Receipt, ...]
    results: tuple[ResultPreview, ...]


class Comparison(Contract):
    """What is the same and what is not. `data_same` and `sql_same` are None where nothing was computed, so that there
    is nothing to compare.

    `version_same` is whether the same model answers, with the same prompts; another one may give the same answer.
    `text_same` is whether the text that was kept tells no figures but those of its results.
    """

    data_same: bool | None
    sql_same: bool | None
    model_same: bool
    version_same: bool = True
    text_same: bool = True
    notes: tuple[str, ...] = ()

    @property
    def same(self) -> bool:
        """Whether nothing differs."""
        return False not in (self.data_same, self.sql_same, self.model_same, self.text_same)


def keep(question: str, reply: Reply, files: Files, file: Path) -> None:
    """Writes the receipt of an answer about these files."""
    with TemporaryDirectory() as folder:
        contents = tuple(content(path) for _, path in _ingested(files, Path(folder))) if reply.receipts else ()
    results = tuple(shown for response in reply.responses for shown in response.result.results)
    kept = Kept(
        question=question,
        contents=contents,
        overrides=files.overrides,
        text=reply.text,
        receipts=reply.receipts,
        results=results,
    )
    file.write_text(kept.model_dump_json(indent=2) + "\n")


def replay(receipt: Path, paths: tuple[Path, ...], settings: Settings) -> Comparison:
    """Computes an answer again from these files and says where a difference comes from. Raises BadRequest."""
    kept = _read(receipt)
    files = Files(paths, kept.overrides)
    if kept.receipts and not paths:
        raise BadRequest("There is no data to compute the answer again from; name it: candor replay RECEIPT FILE.")
    with TemporaryDirectory() as folder:
        tables = _ingested(files, Path(folder))
        known = {profile.fingerprint for profile, _ in tables}
        data_same = all(one.fingerprint in known for one in kept.receipts) if kept.receipts else None
        sql_same, notes = _same_results(kept, tables) if kept.receipts else (None, [NOTHING])
        if data_same is False:
            notes += _difference(kept, [path for _, path in tables], figures_same=sql_same is True)
    again = asked(kept.question, files, settings, lambda _event: None)
    model_same = [one.sql for one in again.receipts] == [one.sql for one in kept.receipts]
    before, now = _versions(kept.receipts), _versions(again.receipts)
    if not (version_same := before == now or not before or not now):
        notes.append(f"answered by {before} then, by {now} now")
    if foreign := _foreign(kept, again):
        notes.append(f"the text tells what its results do not give: {', '.join(foreign)}")
    return Comparison(
        data_same=data_same,
        sql_same=sql_same,
        model_same=model_same,
        version_same=version_same,
        text_same=not foreign,
        notes=tuple(notes),
    )


def _foreign(kept: Kept, again: Reply) -> tuple[str, ...]:
    """The figures of the kept text that neither its results nor today's answer account for."""
    if kept.text == again.text or not kept.results:
        return ()
    return Evidence(again.facts, kept.results, question=kept.question, notes=(again.text,)).unknown(kept.text)


def _versions(receipts: tuple[Receipt, ...]) -> str:
    """Who answered, with which prompts."""
    return ", ".join(dict.fromkeys(f"{one.model} (prompts {one.prompt_version})" for one in receipts))


def _read(file: Path) -> Kept:
    try:
        kept = Kept.model_validate_json(file.read_text())
    except (OSError, ValueError) as error:
        raise BadRequest(f"{file} is not a receipt; `candor ask … --receipt FILE` writes one.") from error
    if kept.schema_version != SCHEMA_VERSION:
        raise BadRequest(f"{file} was written by another version of Candor; ask the question again to compare.")
    if len(_queries(kept.receipts)) != len(kept.results):
        raise BadRequest(f"{file} has been changed: its queries and their results are not equally many.")
    return kept


def _queries(receipts: tuple[Receipt, ...]) -> list[tuple[str, str]]:
    """The SQL of each query, and the statistic applied to what it gives; one that read several datasets has a receipt
    for each of them, one after the other."""
    queries: list[tuple[str, str]] = []
    read: set[str] = set()
    for one in receipts:
        if not queries or (one.sql, one.statistic) != queries[-1] or one.dataset_id in read:
            queries.append((one.sql, one.statistic))
            read = set()
        read.add(one.dataset_id)
    return queries


def _ingested(files: Files, folder: Path) -> list[tuple[DatasetProfile, Path]]:
    """The profile of each file, and its Parquet."""
    paths = [folder / f"{at}.parquet" for at in range(len(files.paths))]
    for file in files.paths:
        readable(file)
    profiles = [
        ingest(file, path, dataset_id=path.stem, file_name=file.name, overrides=files.overrides)
        for file, path in zip(files.paths, paths, strict=True)
    ]
    return list(zip(told_apart(profiles), paths, strict=True))


def content(parquet: Path) -> str:
    """What rows a file holds, and how many, whatever their order: the sum of the fingerprints of all of them."""
    query = "SELECT count(*), sum(md5_number_lower(CAST(one AS VARCHAR))) FROM read_parquet($1) AS one"
    with duckdb.connect(":memory:") as con:
        rows, total = con.execute(query, [str(parquet)]).fetchall()[0]
    return f"{rows}-{total or 0}"


def _difference(kept: Kept, paths: list[Path], *, figures_same: bool) -> list[str]:
    """How data differs whose fingerprint is another."""
    if not kept.contents:
        return [OTHERWISE_SAME] if figures_same else []
    return [REORDERED if sorted(kept.contents) == sorted(map(content, paths)) else CHANGED]


def _same_results(kept: Kept, tables: list[tuple[DatasetProfile, Path]]) -> tuple[bool, list[str]]:
    """Whether each query gives what it gave; a sentence for each that does not."""
    notes = []
    with QueryWorker(prespawn=False) as worker:
        for (sql, statistic), before in zip(_queries(kept.receipts), kept.results, strict=True):
            rows = _rows(sql, statistic, tables, worker)
            if rows is None:
                notes.append(f"{before.purpose}: the query cannot run on this data")
            elif not _alike(rows[: len(before.data)], before.data):
                notes.append(f"{before.purpose}: the figures differ")
    return not notes, notes


def _rows(
    sql: str, statistic: str, tables: list[tuple[DatasetProfile, Path]], worker: QueryWorker
) -> tuple[dict[str, Scalar], ...] | None:
    """What a query gives now, or a statistic of it; None where neither can be computed of this data."""
    try:
        checked = check(sql, {one.relation: [column.name for column in one.columns] for one, _ in tables})
    except QueryFailed:
        return None
    relations = {profile.relation: path for profile, path in tables}
    typed = bool(statistic)
    (outcome,) = worker.run_many((checked.sql,), relations, seconds=SECONDS, max_rows=1000, typed=typed)
    if outcome.result is None:
        return None
    if statistic:
        return _statistic(statistic, outcome.result)
    return tuple(
        {name: cell for name, cell in row.items() if not name.startswith(RESERVED)} for row in outcome.result.records()
    )


def _statistic(statistic: str, result: QueryResult) -> tuple[dict[str, Scalar], ...] | None:
    if result.typed is None:
        return None
    asked = StatisticsRequest.model_validate({"procedure": json.loads(statistic), "columns": result.typed})
    return tuple(dict(zip(one.columns, row, strict=True)) for one in compute(asked).tables[:1] for row in one.rows)


def _alike(now: tuple[dict[str, Scalar], ...], before: tuple[dict[str, Scalar], ...]) -> bool:
    """Whether two results say the same, but for the last digits of sums, which depend on the order of adding."""
    if len(now) != len(before):
        return False
    return all(
        one.keys() == other.keys() and all(_close(one[key], other[key]) for key in one)
        for one, other in zip(now, before, strict=True)
    )


def _close(one: Scalar, other: Scalar) -> bool:
    if isinstance(one, float) and isinstance(other, int | float):
        return math.isclose(one, other, rel_tol=TOLERANCE)
    return one == other
