"""The end of a table: rows of totals and notes below its data."""

import re
from collections.abc import Sequence
from dataclasses import replace

from shared.ingestion.cells.kinds import kind_of
from shared.ingestion.cells.legends import codes_in
from shared.ingestion.cells.scales import scale_in
from shared.ingestion.database import duckdb
from shared.ingestion.layout.sections import MADE_UP, Cells
from shared.ingestion.raw import Raw
from shared.ingestion.rows.printed_lines import is_rule
from shared.ingestion.rows.taken_out import cells_written, delete, rows_at, told_of
from shared.ingestion.rows.totals import is_total, totals_told

_TAIL = 60
_MOST_BELOW = 6
"""So many rows below a total may say what it is made of."""
_LEAST_NUMBERED = 8
_NOTE = re.compile(
    r"\W*(?:source|sources|note|notes|quelle|fuente|copyright|©|exported|generated|downloaded|printed|created|report"
    r"|page"
    r"|end of|last updated|updated|disclaimer|confidential|data (?:source|provided)|prepared"
    r"|\d[\d,]* (?:rows?|records?)"
    r"|rows?:|records?:|row count|for more|see|all rights|legend|footnote|definitions?)\b.*|[*†‡#].*|\(\d+\).*",
    re.IGNORECASE | re.DOTALL,
)
_SOURCE = re.compile(
    r"\W*(?:data )?(?:sources?|notes?|quellen?|fuentes?|footnotes?|disclaimer|copyright)\s?:", re.IGNORECASE
)
"""A note even where a comma inside it made several cells of it."""
_STATED = re.compile(r"[^\W\d][\w ]{1,25}:\s.*")
"""What a report says of itself: "Stand: 31.12.2024"."""
_SIGN = re.compile(r"\s*[^\s\d=][^\s=]{0,4}\s?=\s?[^\W\d].*")
"""What a table says of its signs: "x = there", "n/a = not measured"; commas may part several."""
_MARKED = re.compile(r"(\*{1,3}|[†‡§]|\(\w\)|\[\w{1,3}\])\s*[^\W\d]")
"""A line that begins with the mark of a footnote, and the mark."""
_WITH_MARK = re.compile(r"\d\s*(\*{1,3}|[†‡§]|\(\w\)|\[\w{1,3}\])\s*$")
_SENTENCE, _LEAST_ABOVE = 4, 5
"""Words that a note has at least, and rows of data that show that no row has only one cell."""
_FIGURE = re.compile(r"[^\W\d_]{0,3}\W{0,3}\d[\d.,\s]*\W{0,3}[^\W\d_]{0,3}\W?")


def without_footer(con: duckdb.DuckDBPyConnection, raw: Raw) -> Raw:
    """Without the totals and notes below the data, unless it holds nothing else; the notes stay beside the table."""
    rows = con.execute("SELECT count(*) FROM raw").fetchone() or (0,)
    found = rows_at(con, raw, f"SELECT rowid FROM raw OFFSET {max(0, rows[0] - _TAIL)}")  # they come in their order
    tail = [(row[0], row[1:]) for row in reversed(found)]
    totals, notes = _footer(tail, raw.names)
    if len(totals) + len(notes) >= len(tail) and len(tail) < _TAIL:
        return raw
    delete(con, [row for row, _ in (*totals, *notes)])
    told = (
        *told_of("footer", f"{totals_told(totals, 'below')} left out.", [cells for _, cells in totals], doubt=True),
        *told_of("footer", f"{len(notes)} note(s) below the data were left out.", _scale_first(notes)),
    )
    raw = replace(raw, notes=(*raw.notes, *(" ".join(cells_written(cells)) for _, cells in notes)))
    return raw.told(*told, dropped=len(totals) + len(notes))


def _scale_first(notes: Sequence[tuple[int, Cells]]) -> list[Cells]:
    return sorted((cells for _, cells in notes), key=lambda cells: scale_in(" ".join(cells_written(cells))) is None)


def _footer(
    tail: Sequence[tuple[int, Cells]], names: Sequence[str]
) -> tuple[list[tuple[int, Cells]], list[tuple[int, Cells]]]:
    """The totals and the notes at the end, going up from the last row until a row of data comes."""
    totals: list[tuple[int, Cells]] = []
    notes: list[tuple[int, Cells]] = []
    width, usual = len(names), _usual_fill([cells for _, cells in tail])
    marks = {found[1] for _, cells in tail for cell in cells if cell and (found := _WITH_MARK.search(cell))}
    beside = [cells for _, cells in tail if names and MADE_UP.fullmatch(names[0]) and cells[0]]
    ruled = _behind_a_rule([cells for _, cells in tail], usual) if width > 1 else 0
    for row, cells in tail[:ruled]:
        (totals if len(cells_written(cells)) > 1 and not is_rule(cells) else notes).append((row, cells))
    rows = [cells for _, cells in tail]
    below = max(_below_total(rows, usual), _words_below_numbers(rows)) if width > 1 else 0
    for at, (row, cells) in enumerate(tail[ruled:], ruled):
        if is_total(cells, width) or (at < below and not _is_note(cells, width, usual)):
            totals.append((row, cells))
        elif (
            _is_note(cells, width, usual)
            or _explains(cells, marks)
            or (width > 2 and _is_sentence(cells, [others for _, others in tail[at + 1 :]]))
            or (beside == [cells] and len(cells_written(cells)) == 1 and width > 2)
        ):
            notes.append((row, cells))
        else:
            break
    return totals, notes


def _below_total(tail: Sequence[Cells], usual: int) -> int:
    """How many of the last rows (the last first) a row of totals begins that say what it is made of ("of which tax"),
    it among them: each lacks cells that rows of data have, and none has a cell that the total lacks."""
    at = next((at for at, cells in enumerate(tail[:_MOST_BELOW]) if is_total(cells, len(cells))), 0)
    total = _filled(tail[at]) if at else set()
    return at + 1 if 0 < len(total) < usual and all(_filled(cells) <= total for cells in tail[:at]) else 0


def _words_below_numbers(tail: Sequence[Cells]) -> int:
    """How many of the last rows (the last first) begin with words where all others begin with numbers or dates, if one
    of them is labelled as a total or mean: what follows it (deviation, count) is none of data either."""
    begins = [kind_of([(cells[0] or "").strip()]) for cells in tail]
    worded = next((at for at, kind in enumerate(begins) if kind != "text"), len(begins))
    others = begins[worded:]
    if worded > _MOST_BELOW or len(others) < _LEAST_NUMBERED or "text" in others:
        return 0
    return worded if any(is_total(cells, len(cells)) for cells in tail[:worded]) else 0


def _filled(cells: Cells) -> set[int]:
    return {at for at, cell in enumerate(cells) if cell and cell.strip()}


def _behind_a_rule(tail: Sequence[Cells], usual: int) -> int:
    """How many of the last rows (the last first) stand behind a rule of dashes, it among them: one row of totals and
    notes of one cell. None where there is no such rule, or where more rows are behind it, which may be data. A rule may
    close the table, too: then the row between the two is one of totals only where it has fewer cells than the others,
    and no rule parts these."""
    rules = [at for at, cells in enumerate(tail) if is_rule(cells)][:3]
    closing = 0
    while rules[closing : closing + 1] == [closing]:
        closing += 1
    if not rules:
        return 0
    if closing < len(rules) and _closed(tail, rules[closing], usual) and closing:
        return rules[closing] + 1
    wide = sum(len(cells_written(cells)) > 1 for cells in tail[: rules[0]])
    return rules[0] + 1 if wide <= 1 and len(tail) - rules[0] - 1 > 1 else 0


def _closed(tail: Sequence[Cells], rule: int, usual: int) -> bool:
    between = [cells for cells in tail[:rule] if not is_rule(cells)]
    above = tail[rule + 1 : rule + 3]
    parted = len(above) < 2 or any(map(is_rule, above))
    return len(between) == 1 and 1 < len(cells_written(between[0])) < usual and not parted


def _usual_fill(rows: Sequence[Cells]) -> int:
    """How many cells are filled in the middle one of these rows."""
    filled = sorted(sum(1 for cell in cells if cell and cell.strip()) for cells in rows)
    return filled[len(filled) // 2] if filled else 0


def _is_note(cells: Cells, width: int, usual: int) -> bool:
    written = cells_written(cells)
    if width > 1 and written and _SOURCE.match(written[0]) and cells[0] and cells[0].strip() == written[0]:
        return True
    if written and len(written) < usual and width > 2 and all(map(_SIGN.fullmatch, written)):
        return True
    if width > 2 and 2 * len(written) < usual and written[0].endswith(":") and cells[0] and cells[1]:
        return True
    if width < 2 or len(written) != 1 or usual < 2 or not (cells[0] and cells[0].strip()):
        return False
    said = _NOTE.fullmatch(written[0]) or (usual > 2 and _STATED.match(written[0]))
    return bool(said) or (usual > 2 and (len(written[0]) > 25 or any(codes_in(written))))


def _is_sentence(cells: Cells, above: Sequence[Cells]) -> bool:
    """Whether a row has nothing but a text in its first column, of more words than any there, and every row above that
    is no note has more cells: "Crates hold about 14 kg"."""
    words = len((cells[0] or "").split())
    rows = [others for others in above if len(cells_written(others)) > 1]
    longest = max((len((others[0] or "").split()) for others in rows), default=words)
    alone = len(above) - len(rows) <= 2 and len(rows) >= _LEAST_ABOVE
    return len(cells_written(cells)) == 1 and words >= _SENTENCE and words > longest and alone


def _explains(cells: Cells, marks: set[str]) -> bool:
    """Whether a line says what the mark behind numbers means: "* estimated, scanner broken"; commas may have cut it.
    One with a number in a cell of its own may be a row."""
    begins = _MARKED.match((cells[0] or "").strip())
    return begins is not None and begins[1] in marks and not any(map(_FIGURE.fullmatch, cells_written(cells[1:])))
