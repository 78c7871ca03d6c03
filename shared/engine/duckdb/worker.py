"""Runs the queries of one dataset in a process that dies with them: nothing is kept from one tenant to the next."""

import math
import os
import re
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from pydantic import ValidationError

from shared.contracts import QueryFailure, QueryFault, QueryOutcome, QueryResult
from shared.engine.duckdb.process import Ended, Process
from shared.engine.sql.names import Tables, nearest
from shared.query.base import RESERVED

MAX_BYTES = 3_500_000
"""The most of a result, as JSON: with what comes around it, less than the query function may return."""

TYPED_BYTES = 3_900_000
"""The most of a result in binary: with a third more as base64, and some rows beside it, less than a function of Lambda
may be given or return."""
MEMORY_MB = 512
"""What a query may have where nobody says another, and what the first process is started for."""
TYPED_ROWS, ROW_BYTES = 200, 400_000
"""The most rows that are shown beside it, and how large they may be as JSON."""

_KINDS: dict[str, QueryFault] = {
    "OutOfMemoryException": "memory",
    "MemoryError": "memory",
    "ResultTooLarge": "memory",
    "ParserException": "syntax",
    "SyntaxException": "syntax",
    "BinderException": "syntax",
    "CatalogException": "syntax",
    "PermissionException": "rejected",
    "NotOneSelect": "rejected",
    "IOException": "unavailable",
    "InterruptException": "timeout",
}
# After these a process holds memory that it does not give back.
_SPENT = ("OutOfMemoryException", "MemoryError")
_UNKNOWN = (
    re.compile(r'Referenced (?:column|table) "([^"]+)" (?:was )?not found'),
    re.compile(r'does not have a column named "([^"]+)"'),
    re.compile(r'Table with name "?(.+?)"? does not exist'),
)
_PATH = re.compile(r"(?<=\s\")/[^\"]+|(?<![\w)\]\":/])/(?:[\w.@+-]+/)+[\w.@+-]*")
_MESSAGES: dict[QueryFault, str] = {
    "timeout": "The query did not end in its time.",
    "memory": "The query needed more memory than it may have.",
    "unavailable": "The process that runs queries did not start, or ended.",
    "runtime": "The process that ran the query ended.",
}


class QueryWorker:
    """Runs checked SELECTs over Parquet files, each batch in a process of its own; safe to share between threads.

    One idle process is kept ready, unless `prespawn` is False. `extra_path` is added to the process's sys.path (in
    Lambda the layer's folder), `library_path` is its LD_LIBRARY_PATH; besides that its environment is empty.
    """

    def __init__(
        self,
        *,
        prespawn: bool = True,
        threads: int | None = None,
        extra_path: Sequence[str] = (),
        library_path: str | None = None,
    ) -> None:
        self._prespawn = prespawn
        self._threads = threads or min(os.cpu_count() or 1, 4)
        self._extra_path, self._library_path = tuple(extra_path), library_path
        self._memory_mb = MEMORY_MB
        self._idle: Process | None = None
        self._leaving: threading.Thread | None = None
        self._lock = threading.Lock()
        self._closed = False

    def run(
        self, sql: str, relations: Mapping[str, Path], *, seconds: float, max_rows: int, memory_mb: int = MEMORY_MB
    ) -> QueryOutcome:
        """The outcome of one query; see run_many."""
        return self.run_many((sql,), relations, seconds=seconds, max_rows=max_rows, memory_mb=memory_mb)[0]

    def run_many(
        self,
        queries: Sequence[str],
        relations: Mapping[str, Path],
        *,
        seconds: float,
        max_rows: int,
        memory_mb: int = MEMORY_MB,
        typed: bool = False,
    ) -> tuple[QueryOutcome, ...]:
        """An outcome for each query, in order, all within `seconds`; never raises. With `typed` each result is handed
        over in binary too.

        A query that fails does not fail the others. While others wait, none may take more than half of what is left.
        """
        deadline = time.monotonic() + seconds
        self._memory_mb = memory_mb
        job = {
            "relations": {name: str(path) for name, path in relations.items()},
            "max_rows": min(max_rows, TYPED_ROWS) if typed else max_rows,
            "max_bytes": ROW_BYTES if typed else MAX_BYTES,
            "typed_bytes": TYPED_BYTES if typed else 0,
            "typed_without": RESERVED,
            "memory_mb": memory_mb,
            "cpu_seconds": math.ceil(max(seconds, 0.0) * self._threads) + 5,
        }
        outcomes: list[QueryOutcome] = []
        while len(outcomes) < len(queries):
            if time.monotonic() >= deadline:
                outcomes += [_without("timeout")] * (len(queries) - len(outcomes))
                break
            outcomes += self._serve({**job, "queries": queries[len(outcomes) :]}, deadline)
        return tuple(outcomes)

    def ready(self) -> None:
        """Have the next process start now rather than with the next query."""
        with self._lock:
            if self._prespawn and not self._closed and (self._idle is None or not self._idle.alive):
                self._idle = self._spawned()

    def close(self) -> None:
        """End the idle process. A closed worker still runs queries, each in a fresh process."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, None
        if idle is not None:
            idle.end()
        self._settle()

    def __enter__(self) -> Self:
        self.ready()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _spawned(self) -> Process | None:
        try:
            return Process(self._extra_path, self._library_path, self._threads, self._memory_mb)
        except OSError:
            return None

    def _take(self) -> Process | None:
        self._settle()
        with self._lock:
            idle, self._idle = self._idle, None
        if idle is not None and idle.alive:
            return idle
        if idle is not None:
            idle.end()
        return self._spawned()

    def _serve(self, job: dict[str, Any], deadline: float) -> list[QueryOutcome]:
        """Outcomes of at least the first query of the job, up to the one that ended the process."""
        kind: QueryFault = "unavailable"
        for take in (self._take, self._spawned):  # once more, fresh: the idle process may have died unseen
            process = take()
            if process is None:
                continue
            try:
                return _converse(process, job, deadline)
            except Ended as ended:
                kind = "timeout" if ended.kind == "timeout" else "unavailable"
            finally:
                self._leave(process)
            if kind == "timeout":
                break
        return [_without(kind)] * len(job["queries"])

    def _leave(self, process: Process) -> None:
        """Kills a process that had its job. That it is gone, and the next one begun, the answer does not wait for; the
        next query does, so that it has the memory for itself.

        The first that the thread does is to wait, so that it holds nothing that the answer needs.
        """
        process.kill()
        leaving = threading.Thread(target=self._replace, args=(process,))
        try:
            leaving.start()
        except RuntimeError:  # there is room for no more threads
            self._replace(process)
        else:
            self._leaving = leaving

    def _settle(self) -> None:
        leaving = self._leaving
        if leaving is not None:
            leaving.join()

    def _replace(self, process: Process) -> None:
        process.end()
        self.ready()


def _converse(process: Process, job: dict[str, Any], deadline: float) -> list[QueryOutcome]:
    """What the process says of the job's queries, up to one that ends it. Raises Ended where it never got ready."""
    process.send(job)
    prepared = process.receive(deadline, job["memory_mb"])
    if not prepared.get("prepared"):
        message = scrubbed(str(prepared.get("message", "")), job["relations"])
        return [QueryOutcome(failure=QueryFailure(kind="unavailable", message=message))] * len(job["queries"])
    outcomes: list[QueryOutcome] = []
    for position, sql in enumerate(job["queries"]):
        try:
            said = process.receive(_share(deadline, len(job["queries"]) - position), job["memory_mb"])
        except Ended as ended:
            return [*outcomes, _without(ended.kind)]
        outcomes.append(_outcome(said, sql, job["relations"]))
        if said.get("error") in _SPENT:
            break
    return outcomes


def _share(deadline: float, waiting: int) -> float:
    """When a query must have ended: at the deadline, or at half of the time while others wait behind it."""
    if waiting == 1:
        return deadline
    now = time.monotonic()
    return now + (deadline - now) / 2


def _outcome(said: dict[str, Any], sql: str, relations: Mapping[str, str]) -> QueryOutcome:
    if "error" in said:
        return QueryOutcome(failure=_failure(said, relations, said.get("columns", {})))
    try:
        return QueryOutcome(result=QueryResult.model_validate({**said, "sql": sql}))
    except ValidationError:
        return _without("runtime")


def _failure(said: dict[str, Any], relations: Mapping[str, str], tables: Tables) -> QueryFailure:
    message = scrubbed(str(said.get("message", "")), relations)
    kind = _KINDS.get(str(said["error"]), "runtime")
    unknown = _unknown_name(message) if kind == "syntax" else None
    if unknown is None:
        return QueryFailure(kind=kind, message=message)
    of_tables = dict.fromkeys(column for columns in tables.values() for column in columns)
    known = tables if " table " in message.lower() and "column" not in message else of_tables
    return QueryFailure(kind="unknown_name", message=message, unknown=unknown, nearest=nearest(unknown, known))


def _unknown_name(message: str) -> str | None:
    return next((found.group(1) for pattern in _UNKNOWN if (found := pattern.search(message))), None)


def _without(kind: QueryFault) -> QueryOutcome:
    return QueryOutcome(failure=QueryFailure(kind=kind, message=_MESSAGES[kind]))


def scrubbed(message: str, relations: Mapping[str, str]) -> str:
    """The message without the place of any file."""
    for name, path in relations.items():
        message = message.replace(path, name)
    return _PATH.sub("a file", message)[:1000]
