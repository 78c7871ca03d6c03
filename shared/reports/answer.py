"""The document of one reply: findings first, method and receipts last. Nothing stands in it that the reply does not
hold, whose every text and figure was verified before it was committed."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from shared.charts.axes import called
from shared.charts.charts import COUNTED
from shared.charts.specs import titled
from shared.contracts import AgentResponse, Reply, ResultPreview, Scalar, TurnStatus, is_number
from shared.query.words.figures import is_currency, show_number
from shared.query.words.periods import grain_named, periods
from shared.reports.document import Document, DocumentBlock, Grid, Heading, Illustration, Prose, Script

STATUSES: Mapping[TurnStatus, str] = {
    "running": "Not answered yet",
    "answered": "Answered",
    "partial": "Answered in part",
    "forfeited": "Not answered: the data cannot say",
    "failed": "Not answered: something failed",
}
BY_RULES = "Candor without a language model"
MOST_ROWS = 40
"""Of a table; a reader of a document looks no further, and who does asks for the data."""
MOST_ACROSS = 6
"""A single row of more figures than these is shown with one figure a line."""
LONGEST_TITLE = 160


def answer_document(question: str, reply: Reply, files: Mapping[str, str]) -> Document:
    """The document of a reply; `files` are the names of what it is about, by their fingerprints."""
    return Document(
        title=_title(question),
        kind="Report",
        terms=tuple(_terms(reply, files)),
        blocks=tuple(_blocks(reply, files)),
    )


def _title(question: str) -> str:
    words = " ".join(question.split())
    return words if len(words) <= LONGEST_TITLE else f"{words[: LONGEST_TITLE - 1].rstrip()}…"


def _terms(reply: Reply, files: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    if files:
        yield "Data", ", ".join(dict.fromkeys(files.values()))
    if reply.timing:
        yield "Asked", f"{reply.timing.asked_at:%d %B %Y, %H:%M} UTC".lstrip("0")
    yield "Outcome", STATUSES[reply.status]
    yield "Worded by", (reply.usage.model or "a language model") if reply.source == "claude" else BY_RULES
    if reply.status in ("answered", "partial") and reply.assessment and reply.assessment.verdict != "NOT_ASSESSED":
        yield "Confidence", f"{reply.assessment.confidence_score:.2f} of 1"


def _blocks(reply: Reply, files: Mapping[str, str]) -> Iterator[DocumentBlock]:
    yield Heading(text="Findings")
    yield Prose(markdown=reply.text)
    yield from (Illustration(chart=chart) for chart in reply.charts)
    completed = [one for one in reply.responses if one.status == "completed"]
    grids = [grid for response in completed for grid in grids_of(response)]
    if grids:
        yield Heading(text="Tables")
        yield from grids
    if told := _to_know(reply.responses, reply.text):
        yield Heading(text="What to know")
        yield Prose(markdown="\n".join(f"- {line}" for line in told))
    yield from _method(reply, completed, files)


def grids_of(response: AgentResponse) -> Iterator[Grid]:
    """The results of a response as tables; what a single figure says stands in the text, and the first of many rows of
    which no figure is told say nothing."""
    told = {cell.query for fact in response.facts for cell in fact.cells}
    for at, preview in enumerate(response.result.results):
        names = _named(preview, response, at)
        if told and at not in told and len(preview.data) < preview.row_count:
            continue
        if len(preview.data) == 1 and len(names) > MOST_ACROSS:
            yield _downwards(preview, names, _units(response, at))
        elif names and (len(preview.data) > 1 or len(names) > 1):
            yield _grid(preview, names, _units(response, at))


def _named(preview: ResultPreview, response: AgentResponse, at: int) -> list[str]:
    """The columns that are shown: a count of rows that nobody asked for is not."""
    figures = {cell.column for fact in response.facts for cell in fact.cells if cell.query == at}
    return [name for name in preview.columns if name != COUNTED or name in figures]


def _units(response: AgentResponse, at: int) -> dict[str, str]:
    own = ((fact.own_cell, fact.unit) for fact in response.facts)
    return {cell.column: unit for cell, unit in own if unit and cell is not None and cell.query == at}


def _grid(preview: ResultPreview, names: Sequence[str], units: Mapping[str, str]) -> Grid:
    columns = {name: [row.get(name) for row in preview.data[:MOST_ROWS]] for name in names}
    numeric = {name: _is_numeric(column) for name, column in columns.items()}
    shown = [_column(name, columns[name], units.get(name)) for name in names]
    rows = tuple(zip(*shown, strict=True))
    return Grid(
        caption=preview.purpose,
        columns=tuple(_label(preview, name, units) for name in names),
        numeric=tuple(numeric[name] for name in names),
        rows=rows,
        note="" if len(rows) >= preview.row_count else f"The first {len(rows):,} of {preview.row_count:,} rows.",
    )


def _downwards(preview: ResultPreview, names: Sequence[str], units: Mapping[str, str]) -> Grid:
    """A row of many figures, one a line; those that are not there are left out."""
    (row,) = preview.data
    there = [name for name in names if row[name] is not None]
    rows = tuple((_label(preview, name, units), *_column(name, [row[name]], units.get(name))) for name in there)
    return Grid(caption=preview.purpose, columns=("Figure", "Value"), numeric=(False, True), rows=rows)


def _label(preview: ResultPreview, name: str, units: Mapping[str, str]) -> str:
    own = preview.shown.get(name)
    return called(name, units, preview.shown) if own and own.called else titled(grain_named(name) or name, units)


def _column(name: str, cells: Sequence[Scalar], unit: str | None) -> list[str]:
    """The cells as they are shown; figures of a column all with the same decimals, two at most where they are large."""
    if said := periods(name, cells):
        return said
    if not _is_numeric(cells):
        return ["" if cell is None else str(cell) for cell in cells]
    decimals = max(_decimals(cell, unit) for cell in cells if isinstance(cell, int | float))
    return [_shown(cell, decimals) if isinstance(cell, int | float) else "" for cell in cells]


def _shown(cell: float, decimals: int) -> str:
    """The figure with these decimals; one of which they would leave only zeros, by itself: "1.67e-25"."""
    return show_number(cell) if cell and not round(cell, decimals) else show_number(cell, None, decimals)


def _decimals(cell: float, unit: str | None) -> int:
    if isinstance(cell, int):
        return 0
    shown = show_number(cell)
    return 2 if is_currency(unit) else 0 if "e" in shown else len(shown.partition(".")[2].rstrip("0"))


def _is_numeric(cells: Sequence[Scalar]) -> bool:
    known = [cell for cell in cells if cell is not None]
    return bool(known) and all(is_number(cell) for cell in known)


def _to_know(responses: Iterable[AgentResponse], text: str) -> list[str]:
    """How the question was read, and what else could be read otherwise, where the text does not say so."""
    lines = dict.fromkeys(line for one in responses for line in (*one.readings, *one.doubts))
    return [line for line in lines if line.rstrip(".") not in text]


def _method(reply: Reply, completed: Sequence[AgentResponse], files: Mapping[str, str]) -> Iterator[DocumentBlock]:
    yield Heading(text="Method and receipts")
    queries = [query for response in completed for query in response.result.queries_executed]
    if queries:
        yield Prose(
            markdown="Each figure was computed by the queries below, on the data named here, "
            "and can be computed again from them."
        )
    for query in queries:
        yield Script(caption=query.purpose, text=query.sql)
        if query.statistic:
            yield Script(caption="Applied to its rows", language="json", text=query.statistic)
    yield Grid(columns=("Receipt", "Value"), numeric=(False, False), rows=tuple(_receipts(reply, files)))


def _receipts(reply: Reply, files: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for dataset_id, fingerprint in dict.fromkeys((one.dataset_id, one.fingerprint) for one in reply.receipts):
        yield f"SHA-256 of {files.get(fingerprint, dataset_id)}", fingerprint
    for model, version in dict.fromkeys((one.model, one.prompt_version) for one in reply.receipts):
        yield "Read by", f"{model} ({version})" if version else model
    yield "Turn", reply.turn_id
