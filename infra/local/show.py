"""What a person sees in a terminal: progress on stderr, results on stdout."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table
from rich.text import Text

from shared.contracts import AgentCard, DatasetProfile, Event, Reply, ResultPreview

if TYPE_CHECKING:
    from infra.lab.matrix import Cell, Matrix
    from infra.local.replay import Comparison

MOST_ROWS = 12
MOST_ACROSS = 6
"""A single row of more figures than these is shown with one figure a line."""
MARKS = {"error": "✗", "forfeit": "○", "result": "✓", "complete": "■"}


class Progress:
    """Tells each event as it happens, on stderr."""

    def __init__(self) -> None:
        self._console = Console(stderr=True, highlight=False)

    def __call__(self, event: Event) -> None:
        line = Text(f"  {MARKS.get(event.type, '·')} {event.agent}: {event.title}")
        if more := event.data.get("summary") or "; ".join(event.data.get("purposes") or ()):
            line.append(f" — {more}")
        self._console.print(line, style="dim", soft_wrap=True)

    def cell(self, cell: "Cell") -> None:
        """Tells of one cell of the fault matrix."""
        mark = "✓" if cell.holds else "✗"
        self._console.print(
            Text(f"  {mark} {cell.state} {cell.fault}: {cell.status} by {cell.source} ({cell.seconds:.1f} s)"),
            style="dim",
        )


def show_reply(reply: Reply) -> None:
    """The answer, its tables, its SQL and its confidence."""
    from rich.markdown import Markdown  # slow to import, and of no use to --json and the other commands
    from rich.syntax import Syntax

    console = Console()
    console.print()
    console.print(Markdown(reply.text))
    for response in reply.responses:
        for preview in response.result.results:
            console.print(_table(preview))
        for query in response.result.queries_executed:
            console.print(Text(f"-- {query.purpose}", style="dim"))
            console.print(Syntax(query.sql, "sql", background_color="default", word_wrap=True))
    console.print(Text(_footer(reply), style="dim"))


def show_said(text: str) -> None:
    """What a consultation says."""
    from rich.markdown import Markdown  # slow to import, and of no use to other commands

    console = Console()
    console.print()
    console.print(Markdown(text))


def _footer(reply: Reply) -> str:
    parts = [f"status: {reply.status}", f"answered by: {reply.source}"]
    if reply.assessment and reply.assessment.assessment != "NOT_ASSESSED":
        parts.append(f"confidence: {reply.assessment.confidence_score:.2f}")
    if reply.timing and reply.timing.duration_ms is not None:
        parts.append(f"took: {reply.timing.duration_ms / 1000:.1f} s")
    return " · ".join(parts)


def _table(preview: ResultPreview) -> Table:
    table = Table(title=Text(preview.purpose), title_justify="left")
    shown = preview.data[:MOST_ROWS]
    if len(shown) == 1 and len(shown[0]) > MOST_ACROSS:
        return _downwards(table, shown[0])
    for column in shown[0] if shown else ():
        table.add_column(Text(column), justify="right" if _numeric(preview, column) else "left")
    columns = [_aligned([record[column] for record in shown]) for column in (shown[0] if shown else ())]
    for cells in zip(*columns, strict=True):
        table.add_row(*(Text(cell) for cell in cells))
    if preview.row_count > MOST_ROWS:
        table.caption = f"{min(MOST_ROWS, len(preview.data))} of {preview.row_count:,} rows"
    return table


def _downwards(table: Table, record: Mapping[str, object]) -> Table:
    """One row, a line for each of its cells."""
    table.show_header = False
    table.add_column()
    table.add_column(justify="right")
    for name, value in record.items():
        table.add_row(Text(name), Text(_cell(value)))
    return table


def _numeric(preview: ResultPreview, column: str) -> bool:
    return all(isinstance(record[column], int | float) or record[column] is None for record in preview.data)


def _aligned(values: Sequence[object]) -> list[str]:
    """The cells of one column; its numbers have as many decimals as the one that needs most, up to two."""
    decimals = max((len(_cell(value).partition(".")[2]) for value in values if isinstance(value, float)), default=0)
    return [f"{value:,.{decimals}f}" if isinstance(value, float) else _cell(value) for value in values]


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:,.2f}".rstrip("0").rstrip(".")
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)


def show_profile(profile: DatasetProfile) -> None:
    """The columns of a dataset, and what was repaired or could be read otherwise."""
    console = Console()
    console.print(Text(f"{profile.file_name}: {profile.row_count:,} rows, {len(profile.columns)} columns"))
    table = Table()
    for name in ("column", "type", "role", "unit", "nulls", "distinct", "from", "to"):
        table.add_column(name)
    for column in profile.columns:
        cells = (column.name, column.type, column.role, column.unit or "", column.nulls, column.distinct)
        bounds = (_cell(column.minimum), _cell(column.maximum))
        table.add_row(*(Text(str(cell)) for cell in (*cells, *bounds)))
    console.print(table)
    for repair in profile.repairs:
        console.print(Text(f"  repaired: {repair.detail}"))
    for ambiguity in profile.ambiguities:
        console.print(Text(f"  could be read otherwise: {ambiguity.detail}"))


def show_agents(cards: Sequence[AgentCard]) -> None:
    """Who answers, and what each can do."""
    console = Console()
    for card in cards:
        console.print(Text(card.name, style="bold"), Text(f"— {card.description}"))
        for capability in card.capabilities:
            console.print(Text(f"  · {capability}"))


def show_faults(matrix: "Matrix") -> None:
    """The matrix: a row for each part that was broken; then every cell that does not hold, and the totals."""
    console = Console()
    table = Table(title="One turn a cell: how many there were, how they ended, which rung answered")
    for name in ("broken", "cells", "statuses", "rungs", "holds"):
        table.add_column(name)
    for state in dict.fromkeys(cell.state for cell in matrix.cells):
        found = [cell for cell in matrix.cells if cell.state == state]
        holding = sum(cell.holds for cell in found)
        statuses, rungs = _counted(cell.status for cell in found), _counted(str(cell.rung) for cell in found)
        style = "green" if holding == len(found) else "bold red"
        table.add_row(state, str(len(found)), statuses, rungs, Text(str(holding), style=style))
    console.print(table)
    for reason, count in Counter(skipped.reason for skipped in matrix.skipped).items():
        console.print(Text(f"  skipped {count}: {reason}", style="dim"))
    for cell in matrix.cells:
        if not cell.holds:
            console.print(Text(f"  ✗ {cell.state}, {cell.fault}: {'; '.join(cell.broken_promises) or cell.status}"))
    console.print(Text(" · ".join(f"{name}: {count}" for name, count in matrix.totals.items())))
    console.print(Text(f"refused with 409, which is no reply: {matrix.conflicts}"))


def _counted(values: Iterable[str]) -> str:
    return ", ".join(f"{value} {count}" for value, count in sorted(Counter(values).items()))


def show_replay(found: "Comparison") -> None:
    """What is the same and what is not."""
    console = Console()
    for what, same in (
        ("data", found.data_same),
        ("figures of the same SQL", found.sql_same),
        ("SQL of the model", found.model_same),
        ("version of the model and its prompts", found.version_same),
        ("figures of the text and of its results", found.text_same),
    ):
        if same is not None:
            console.print(Text(f"  {'✓ same' if same else '✗ different'}: {what}"))
    for note in found.notes:
        console.print(Text(f"    {note}"))
