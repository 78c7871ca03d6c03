"""The files that a reply is kept in, each where it is asked for."""

from dataclasses import dataclass
from pathlib import Path

from infra.local import sheets
from infra.local.file import Files
from infra.local.show import Progress
from shared.contracts import Reply


@dataclass(frozen=True)
class Outputs:
    """What `candor ask` writes beside its answer. What writes a file is imported only where it is asked for."""

    receipt: Path | None = None
    charts: Path | None = None
    table: Path | None = None
    report: Path | None = None

    def require_writable(self) -> None:
        """Raises UsageError for what could not be written, before anything is asked."""
        if self.receipt:
            from infra.local.replay import writable

            writable(self.receipt)
        if self.charts:
            from infra.local import pictures

            pictures.writable(self.charts)
        sheets.writable(self.table)
        if self.report:
            from infra.local import reporting

            reporting.writable(self.report)

    def fetch(self, progress: Progress, reply: Reply, fetch: sheets.Fetch) -> None:
        """Writes the whole tables of a reply, while they can be fetched."""
        for file in sheets.written(reply, fetch, self.table) if self.table else ():
            progress.note(f"table: {file}")

    def write(self, question: str, reply: Reply, files: Files, progress: Progress) -> None:
        """Writes the receipt, the document and the pictures, while the files that were asked about are there."""
        if self.receipt:
            from infra.local.replay import keep

            keep(question, reply, files, self.receipt)
        if self.report:
            from infra.local import reporting

            reporting.write(question, reply, files.paths, self.report)
            progress.note(f"report: {self.report}")
        if self.charts:
            from infra.local import pictures

            for file in pictures.drawn(reply.charts, self.charts):
                progress.note(f"chart: {file}")
