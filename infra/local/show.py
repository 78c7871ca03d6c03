"""What a person sees in a terminal: progress on stderr, results on stdout."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table
from rich.text import Text

from infra.local.results import ROWS, cells_plain, cells_shown, plain_cell, result_table
from shared.contracts import AgentCard, AgentResponse, Cell, DatasetProfile, Event, Fact, Reply, ResultPreview
from shared.failure.forfeit import folded

if TYPE_CHECKING:
    from infra.local.replay import Comparison

MOST_CELLS = 3
MOST_PLOTTED = 2
"""Columns of a result of which bars show everything: a label and a figure."""
WORTH_A_BAR = 3_000_000
"""Bytes of a file that takes more than a moment to read."""
_TEN_CENTS = 0.1
NOTED = {"unread": "not shown", "repeated": "noted", "outlier": "noted", "remarks": "noted", "preamble": "noted"}
"""Kinds of repairs that changed nothing in the table."""
MARKS_OF_OUTCOMES = {"ok": "✓", "forfeited": "○", "failed": "✗"}
WORKED = ("action", "error", "handoff")
"""The events that a person can learn something from: which query runs, what went wrong, who goes on."""
SOON = timedelta(seconds=3)
"""A reply within it needs no sign of life."""
MARKS = {"error": "✗", "forfeit": "○", "result": "✓", "complete": "■"}


class Progress:
    """Tells what is computed as it happens, on stderr, and every step of a turn that takes longer than `SOON`; `quiet`
    tells nothing."""

    def __init__(self, *, quiet: bool = False) -> None:
        self._console = Console(stderr=True, highlight=False)
        self._quiet = quiet
        self._began: datetime | None = None

    def __call__(self, event: Event) -> None:
        if self._began is None or event.seq == 1:
            self._began = event.at
        figures = " ".join(event.data.get("figures") or ())
        if self._quiet or (event.type not in WORKED and not figures and event.at - self._began < SOON):
            return
        seconds = event.data.get("seconds")
        waited = f" ({seconds:.0f} s)" if seconds else ""
        line = Text(f"  {MARKS.get(event.type, '·')} {event.agent}: {event.title}{waited}")
        summary = event.data.get("summary") if event.type != "result" else ""  # the reply says it
        if more := summary or "; ".join(event.data.get("purposes") or ()) or figures:
            line.append(f" — {more}")
        self._console.print(line, style="dim", soft_wrap=True)

    def note(self, text: str) -> None:
        """A line beside the events."""
        if not self._quiet:
            self._console.print(Text(f"  {text}"), style="dim", soft_wrap=True)

    def watching(self, what: str, size: int) -> AbstractContextManager[object]:
        """A bar for as long as a file of so many bytes is being read, where that takes long enough to be watched."""
        if self._quiet or size < WORTH_A_BAR or not self._console.is_terminal:
            return nullcontext()
        from rich.progress import BarColumn, TextColumn, TimeElapsedColumn
        from rich.progress import Progress as Bar

        text = TextColumn("  {task.description}", style="dim")
        bar = Bar(text, BarColumn(), TimeElapsedColumn(), console=self._console, transient=True)
        bar.add_task(f"{what} ({size / 1e6:,.0f} MB)", total=None)
        return bar


def show_reply(reply: Reply, *, sql: bool = False, evidence: bool = False) -> None:
    """The answer, the tables that say more than it does, and its confidence; its SQL and its evidence on request."""
    from rich.markdown import Markdown  # slow to import, and of no use to --json and the other commands

    console = Console()
    console.print()
    plots = _plots(reply) if console.is_terminal else {}
    plotted = {one.purpose for one in _drawn_whole(reply, plots)}
    text = _without_lists(reply, plots)
    console.print(Markdown(folded(text, reply.forfeit) if reply.forfeit and not evidence else text))
    for plot in plots.values():
        console.print(plot)
    for response in reply.responses:
        for at, preview in enumerate(response.result.results):
            own = {fact.own_cell: fact for fact in response.facts if fact.own_cell and fact.own_cell.query == at}
            figures = {cell.column: fact.unit for cell, fact in own.items()}
            of_answer = response.status == "completed" and preview.purpose not in plotted and preview.columns != ()
            if evidence or (of_answer and not _told(preview, own, reply.text)):
                whole = preview.model_copy(update={"aside": ()}) if evidence else preview
                console.print(result_table(whole, figures, console))
        if sql:
            _show_sql(console, response)
    if evidence:
        show_evidence(console, reply)
    console.print(Text(_footer(reply), style="dim"))


def _plots(reply: Reply) -> dict[str, Table]:
    """The charts that fit a terminal, by their titles, without what these say beside the result's purpose."""
    from infra.local.pictures import bars

    plots = {chart.title: plot for chart in reply.charts if (plot := bars(chart))}
    whole = {one.purpose for response in reply.responses for one in response.result.results}
    said = {title: next((one for one in whole if title.startswith(f"{one} (")), title) for title in plots}
    return {said[title]: plot for title, plot in plots.items()}


def _drawn_whole(reply: Reply, plots: Mapping[str, Table]) -> Iterator[ResultPreview]:
    """The results of which a plot shows everything: a label and a figure."""
    for response in reply.responses:
        for one in response.result.results:
            if one.purpose in plots and len(set(one.columns) - {ROWS}) <= MOST_PLOTTED:
                yield one


def _without_lists(reply: Reply, plots: Mapping[str, Table]) -> str:
    """The text without the lists that say, a line for each row, what a plot shows."""
    text = reply.text
    for preview in _drawn_whole(reply, plots):
        if len(preview.data) == preview.row_count:
            facts = (fact for fact in reply.facts if fact.own_cell and fact.own_cell.column in preview.columns)
            figures = {_as_told(fact, signed=True) for fact in facts}
            lines = [one for one in text.splitlines() if _is_of_list(one, figures)]
            if len(lines) == len(preview.data):
                text = "\n".join(one for one in text.splitlines() if one not in lines)
    return text


def _is_of_list(line: str, figures: Collection[str]) -> bool:
    """Whether a line is an item that tells one of these figures and nothing else: "- March 2025: 12.5"."""
    return line.startswith("- ") and line.rpartition(": ")[2] in figures


def _told(preview: ResultPreview, facts: Mapping[Cell, Fact], text: str) -> bool:
    """Whether a text tells everything that a result has to say: its figures are all there, and its rows all known.
    `facts` are those of its cells; of a row that one of them is told of, a cell that is none has nothing to say."""
    if len(preview.data) < preview.row_count:
        return False
    named = [name for name in preview.columns if any(cell.column == name for cell in facts)]
    said = {(cell.row, cell.column): _as_told(fact) for cell, fact in facts.items()}
    told = {
        (row, name): any(_stands_in(text, form) for form in (*forms, *filter(None, [said.get((row, name))])))
        for name in named
        for row, forms in enumerate(zip(cells_shown(preview, name), cells_plain(preview, name), strict=True))
    }
    begun = {row for row, name in said if told.get((row, name))}
    return bool(named) and all(
        stands or (row in begun and (row, name) not in said) for (row, name), stands in told.items()
    )


def _as_told(fact: Fact, *, signed: bool = False) -> str:
    """A figure as a sentence has it: with its sign and unit, or without, for a verb may say the sign."""
    from shared.query.words.figures import show_number  # of no use to --help

    if isinstance(fact.value, bool) or not isinstance(fact.value, int | float):
        return ""
    return show_number(*((fact.value, fact.unit) if signed else (abs(fact.value), None)), fact.decimals)


def _stands_in(text: str, figure: str) -> bool:
    return bool(re.search(rf"(?<![\d.,]){re.escape(figure)}(?![\d]|[.,]\d)", text))


def show_said(text: str) -> None:
    """What a consultation says."""
    from rich.markdown import Markdown  # slow to import, and of no use to other commands

    console = Console()
    console.print()
    console.print(Markdown(text))


def _show_sql(console: Console, response: AgentResponse) -> None:
    from rich.syntax import Syntax

    for query in response.result.queries_executed:
        console.print(Text(f"-- {query.purpose}", style="dim"))
        console.print(Syntax(_laid_out(query.sql), "sql", background_color="default", word_wrap=True))


def _laid_out(sql: str) -> str:
    """The same SQL in lines of its clauses."""
    from sqlglot import parse_one  # slow to import, and of no use without --sql
    from sqlglot.errors import SqlglotError

    try:
        return parse_one(sql, dialect="duckdb").sql(dialect="duckdb", pretty=True)
    except SqlglotError:
        return sql


def show_evidence(console: Console, reply: Reply) -> None:
    """Each figure with its cells and the rows that it is taken of; what was tried; which data it came from."""
    for fact in reply.facts:
        console.print(Text(f"  = {fact.text}"), soft_wrap=True)
        console.print(Text(f"    {_origin(fact)}", style="dim"), soft_wrap=True)
    for attempt in reply.attempts:
        because = f": {attempt.reason}" if attempt.reason else ""
        line = f"  {MARKS_OF_OUTCOMES.get(attempt.outcome, '·')} {attempt.agent}: {attempt.action}{because}"
        console.print(Text(line, style="dim"), soft_wrap=True)
    for data in dict.fromkeys((one.dataset_id, one.fingerprint, one.model) for one in reply.receipts):
        console.print(Text(f"  data {data[0]}, SHA-256 {data[1]}, read by {data[2]}", style="dim"), soft_wrap=True)


def _origin(fact: Fact) -> str:
    """Where a figure stands in the results, and how many rows it is taken of."""
    cells = [f"query {cell.query + 1}, row {cell.row + 1}, {cell.column}" for cell in fact.cells[:MOST_CELLS]]
    more = [f"{len(fact.cells) - MOST_CELLS} more cells"] if len(fact.cells) > MOST_CELLS else []
    accounts = fact.completeness.accounts if fact.completeness else ()
    rows = [f"{one.used:,} of {one.there:,} rows used" for one in accounts]
    return "; ".join(("from " + ", and ".join((*cells, *more)), *dict.fromkeys(rows)))


def _footer(reply: Reply) -> str:
    answered, said = reply.status in ("answered", "partial"), reply.facts or reply.usage.calls
    parts = [f"status: {reply.status}"]
    if reply.source != "template" and said:  # thanks and greetings are no answers
        parts.append("by rules, without a model" if reply.source == "deterministic" else f"answered by: {reply.source}")
    if answered and said and reply.assessment and reply.assessment.model_score is not None:  # else how the text sounds
        parts.append(f"confidence: {reply.assessment.confidence_score:.2f}")
    if reply.timing and reply.timing.duration_ms is not None:
        parts.append(f"took: {reply.timing.duration_ms / 1000:.1f} s")
    if reply.usage.calls:
        calls = f"{reply.usage.calls} call{'s' if reply.usage.calls > 1 else ''}"
        parts.append(f"model: {calls}, {_dollars(reply.usage.price_usd)}")
    return " · ".join(parts)


def _dollars(price: float) -> str:
    """A price in dollars, below ten cents to a hundredth of a cent."""
    return f"${price:.2f}" if price >= _TEN_CENTS or not price else f"${max(price, 0.0001):.4f}"


def show_profile(profile: DatasetProfile) -> None:
    """The columns of a dataset, and what was repaired or could be read otherwise."""
    console = Console()
    console.print(Text(f"{profile.file_name}: {profile.row_count:,} rows, {len(profile.columns)} columns"))
    table = Table(box=SIMPLE, padding=(0, 1, 0, 0))
    with_units = any(column.unit for column in profile.columns)
    for name in ("column", "type", "role", *(["unit"] if with_units else []), "nulls", "distinct", "from", "to"):
        table.add_column(name, overflow="fold", no_wrap=name in ("type", "role"))
    for column in profile.columns:
        unit = [column.unit or ""] if with_units else []
        cells = (column.name, column.type, column.role, *unit, column.nulls, column.distinct)
        bounds = (plain_cell(column.minimum), plain_cell(column.maximum))
        if column.type == "timestamp":
            bounds = (bounds[0].replace("T", " "), bounds[1].replace("T", " "))  # where a narrow column may break it
        table.add_row(*(Text(str(cell)) for cell in (*cells, *bounds)))
    console.print(table)
    for repair in profile.repairs:
        console.print(Text(f"  {NOTED.get(repair.kind, 'repaired')}: {repair.detail}"))
    if profile.other_sheets:
        console.print(Text("  To look at another sheet, add --sheet NAME."))
    for ambiguity in profile.ambiguities:
        console.print(Text(f"  could be read otherwise: {ambiguity.detail}"))


def show_agents(cards: Sequence[AgentCard]) -> None:
    """Who answers, and what each can do."""
    console = Console()
    for card in cards:
        console.print(Text(card.name, style="bold"), Text(f"— {card.description}"))
        for capability in card.capabilities:
            console.print(Text(f"  · {capability}"))


def show_replay(found: "Comparison") -> None:
    """What is the same and what is not."""
    console = Console()
    for what, same in (
        ("data", found.data_same),
        ("figures of the same SQL", found.sql_same),
        ("SQL when asked again", found.model_same),
        ("version of the model and its prompts", found.version_same),
        ("figures of the text and of its results", found.text_same),
    ):
        if same is not None:
            console.print(Text(f"  {'✓ same' if same else '✗ different'}: {what}"))
    for note in found.notes:
        console.print(Text(f"    {note}"))
