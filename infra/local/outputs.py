"""The files that a reply is kept in, each where it is asked for."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from infra.local import sheets
from infra.local.file import Files, require_writable
from infra.local.show import Progress
from shared.contracts import Reply


@dataclass(frozen=True)
class Outputs:
    """What `candor ask` writes beside its answer; `failures` say which files the disk refused. What writes a file is
    imported only where it is asked for."""

    receipt: Path | None = None
    charts: Path | None = None
    table: Path | None = None
    report: Path | None = None
    failures: list[str] = field(default_factory=list)

    def require_writable(self) -> None:
        """Raises UsageError for what could not be written, before anything is asked."""
        if self.receipt:
            require_writable(self.receipt, "The receipt")
        if self.charts:
            from infra.local import pictures

            pictures.writable(self.charts)
        if self.table:
            require_writable(self.table, "The table")
        if self.report:
            from infra.local import reporting

            reporting.writable(self.report)

    def fetch(self, progress: Progress, reply: Reply, fetch: sheets.Fetch) -> None:
        """Writes the whole tables of a reply, while they can be fetched."""
        if self.table:
            with self._kept("table"):
                for file in sheets.written(reply, fetch, self.table):
                    progress.note(f"table: {file}")

    def write(self, question: str, reply: Reply, files: Files, progress: Progress) -> None:
        """Writes the receipt, the document and the pictures, while the files that were asked about are there."""
        if self.receipt:
            from infra.local.replay import keep

            with self._kept("receipt"):
                keep(question, reply, files, self.receipt)
        if self.report:
            from infra.local import reporting

            with self._kept("report"):
                reporting.write(question, reply, files.paths, self.report)
                progress.note(f"report: {self.report}")
        if self.charts:
            from infra.local import pictures

            with self._kept("charts"):
                for file in pictures.drawn(reply.charts, self.charts):
                    progress.note(f"chart: {file}")

    @contextmanager
    def _kept(self, what: str) -> Iterator[None]:
        """A disk that refuses a file costs the file, and not the answer."""
        try:
            yield
        except OSError as error:
            self.failures.append(f"the {what} could not be written ({error.strerror or type(error).__name__})")
