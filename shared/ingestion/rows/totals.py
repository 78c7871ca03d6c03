"""Rows that are no data: totals, notes and blank rows below the table, and headers repeated inside it."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import duckdb

from shared.contracts.dataset import Repair
from shared.ingestion.cells.legends import codes_in
from shared.ingestion.cells.scales import scale_in
from shared.ingestion.layout.sections import Cells
from shared.ingestion.raw import Raw
from shared.quoting import quoted
from shared.table.nouns import counted
from shared.table.nulls import is_null

_TAIL = 60
_MOST_BELOW = 6
"""So many rows below a total may say what it is made of."""
_MOST_NOTES = 5
"""Of the notes below the data so many are told as they are."""
_TOTAL_WORDS = (
    r"Σ|(?:(?:grand|sub|overall|column|report|all)[\s-]*)?(?:totals?|sum)(?:\s+general)?|gesamt(?:summe)?|summe|somme|totaal"
    r"|totale|totaux|totali|totales|total général|total general|insgesamt|zusammen|totalt|i alt|yhteensä|razem|ogółem"
    r"|celkem|összesen|toplam|итого|всего|合计|总计|合計|trailer|average|averages|mean"
)
_TOTAL = re.compile(rf"\W*(?:{_TOTAL_WORDS})\b\W*(?:\([^)]*\))?", re.IGNORECASE)
_TOTAL_OF = re.compile(r"\W*(?:grand |sub-?\s?)?totals?\b.{0,40}", re.IGNORECASE)
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
_RULER = "\\s*:?-{2,}:?\\s*|\\s*=+\\s*"
_FRAME = r"\+(?:[-=]{2,}\+)+\s*"
_DEBRIS = ";,|=_*#~+/\\\"'"
"""Signs of which lines are made that hold nothing; a dash or a point alone says that there is no value."""
_COMMENT = re.compile(r"#+\s*[^\W\d]")
_LIKE_DATA = "like data; I kept "
_NUMBER = re.compile(r"\d+")
_MADE_UP = re.compile(r"column_\d+")
_MARKED = re.compile(r"(\*{1,3}|[†‡§]|\(\w\)|\[\w{1,3}\])\s*[^\W\d]")
"""A line that begins with the mark of a footnote, and the mark."""
_WITH_MARK = re.compile(r"\d\s*(\*{1,3}|[†‡§]|\(\w\)|\[\w{1,3}\])\s*$")
_FIGURE = re.compile(r"[^\W\d_]{0,3}\W{0,3}\d[\d.,\s]*\W{0,3}[^\W\d_]{0,3}\W?")
_MIDDLE = r"(?i)\s*(?:(?:grand\s+|sub-?\s?)totals?\b.{0,40}|(?:.{1,40}\s)?(?:grand\s+|sub-?\s?)?totals?\s*:?\s*)"


def without_totals(con: duckdb.DuckDBPyConnection, raw: Raw) -> Raw:
    """Table `raw` without them; each is told. Blank rows, which hold nothing at all, don't count as rows."""
    if raw.typed:
        return raw
    _delete(con, [row for (row,) in con.execute(f"SELECT rowid FROM raw WHERE {_blank(raw)}").fetchall()])
    raw = _without_comments(con, _without_debris(con, _without_frame(con, raw)))
    raw = _without_footer(con, _without_page_lines(con, _without_ruler(con, raw)))
    raw = _without_inner_rules(con, raw)
    return _without_inner_totals(con, _without_repeated_headers(con, raw))


def _blank(raw: Raw) -> str:
    return " AND ".join(f"({cell} IS NULL OR strlen({cell}) <= 8 AND trim({cell}) = '')" for cell in raw.cells)


def _without_ruler(con: duckdb.DuckDBPyConnection, raw: Raw) -> Raw:
    """Without the line of dashes between header and data, as Markdown and databases print it."""
    first = con.execute(f"SELECT rowid, ({_ruled(raw)}) FROM raw ORDER BY rowid LIMIT 1").fetchone()
    if len(raw.names) < 2 or first is None or not first[1]:
        return raw
    _delete(con, [first[0]])
    return raw.told(Repair(kind="dropped", detail="1 line of dashes below the header was left out.", rows=1), dropped=1)


def _ruled(raw: Raw) -> str:
    return " AND ".join(
        f"(coalesce({cell}, '') = '' OR regexp_full_match({cell}, {quoted(_RULER)}))" for cell in raw.cells
    )


def _without_inner_rules(con: duckdb.DuckDBPyConnection, raw: Raw) -> Raw:
    """Without lines of dashes between the rows; they part groups, and hold nothing."""
    if len(raw.names) < 2:
        return raw
    dashed = " OR ".join(f"starts_with(c0, '{sign}')" for sign in ("--", "=", ":", " "))  # tried before the patterns
    rows = [row for (row,) in con.execute(f"SELECT rowid FROM raw WHERE ({dashed}) AND {_ruled(raw)}").fetchall()]
    _delete(con, rows)
    lines = counted(len(rows), "line of dashes between the rows was", "lines of dashes between the rows were")
    return raw.told(*_told("dropped", f"{lines} left out.", [("---",)] * len(rows)), dropped=len(rows))


def _without_debris(con: duckdb.DuckDBPyConnection, raw: Raw) -> Raw:
    """Without lines that hold nothing but a sign or two in their first cell, as a delimiter of another file."""
    others = "".join(f" AND trim(coalesce({cell}, '')) = ''" for cell in raw.cells[1:])
    signs = f"strlen(c0) <= 8 AND trim(c0, {quoted(_DEBRIS + ' ')}) = '' AND trim(c0) <> ''"
    found = _rows(con, raw, f"SELECT rowid FROM raw WHERE {signs}{others}") if others else []
    _delete(con, [row[0] for row in found])
    lines = counted(len(found), "line that holds nothing but signs was", "lines that hold nothing but signs were")
    return raw.told(*_told("dropped", f"{lines} left out.", [row[1:] for row in found]), dropped=len(found))


def _without_comments(con: duckdb.DuckDBPyConnection, raw: Raw) -> Raw:
    """Without lines of comment between the rows: words behind a # and no other cell."""
    others = "".join(f" AND trim(coalesce({cell}, '')) = ''" for cell in raw.cells[1:])
    found = _rows(con, raw, f"SELECT rowid FROM raw WHERE starts_with(c0, '#'){others}") if others else []
    found = [row for row in found if _COMMENT.match(row[1])]
    _delete(con, [row[0] for row in found])
    lines = counted(len(found), "line of comment between the rows was", "lines of comment between the rows were")
    return raw.told(*_told("dropped", f"{lines} left out.", [row[1:] for row in found]), dropped=len(found))


def _without_frame(con: duckdb.DuckDBPyConnection, raw: Raw) -> Raw:
    """Without the lines +----+----+ around a table, as databases print it."""
    framed = f"starts_with(c0, '+') AND regexp_full_match(c0, {quoted(_FRAME)})"
    others = "".join(f" AND coalesce({cell}, '') = ''" for cell in raw.cells[1:])
    rows = [row for (row,) in con.execute(f"SELECT rowid FROM raw WHERE {framed}{others}").fetchall()]
    _delete(con, rows)
    detail = f"{len(rows)} line(s) of the table's frame were left out."
    return raw.told(*_told("dropped", detail, [("+--+",)] * len(rows)), dropped=len(rows))


def _without_footer(con: duckdb.DuckDBPyConnection, raw: Raw) -> Raw:
    rows = con.execute("SELECT count(*) FROM raw").fetchone() or (0,)
    found = _rows(con, raw, f"SELECT rowid FROM raw OFFSET {max(0, rows[0] - _TAIL)}")  # they come in their order
    tail = [(row[0], row[1:]) for row in reversed(found)]
    totals, notes = _footer(tail, raw.names)
    if len(totals) + len(notes) >= len(tail) and len(tail) < _TAIL:
        return raw
    _delete(con, [row for row, _ in (*totals, *notes)])
    told = (
        *_told("footer", f"{_totals(totals, 'below')} left out.", [cells for _, cells in totals], doubt=True),
        *_told("footer", f"{len(notes)} note(s) below the data were left out.", _scale_first(notes)),
    )
    raw = replace(raw, notes=(*raw.notes, *(" ".join(_written(cells)) for _, cells in notes)))
    return raw.told(*told, dropped=len(totals) + len(notes))


def _scale_first(notes: Sequence[tuple[int, Cells]]) -> list[Cells]:
    return sorted((cells for _, cells in notes), key=lambda cells: scale_in(" ".join(_written(cells))) is None)


def _rows(con: duckdb.DuckDBPyConnection, raw: Raw, chosen: str) -> list[tuple[Any, ...]]:
    """rowid and cells of the rows whose rowids are chosen, in their order: the other rows' cells are never fetched."""
    return con.execute(
        f"SELECT rowid, {', '.join(raw.cells)} FROM raw WHERE rowid IN ({chosen}) ORDER BY rowid"
    ).fetchall()


def _footer(
    tail: Sequence[tuple[int, Cells]], names: Sequence[str]
) -> tuple[list[tuple[int, Cells]], list[tuple[int, Cells]]]:
    """The totals and the notes at the end, going up from the last row until a row of data comes."""
    totals: list[tuple[int, Cells]] = []
    notes: list[tuple[int, Cells]] = []
    width, usual = len(names), _usual_fill([cells for _, cells in tail])
    marks = {found[1] for _, cells in tail for cell in cells if cell and (found := _WITH_MARK.search(cell))}
    beside = [cells for _, cells in tail if names and _MADE_UP.fullmatch(names[0]) and cells[0]]
    ruled = _behind_a_rule([cells for _, cells in tail], usual) if width > 1 else 0
    for row, cells in tail[:ruled]:
        (totals if len(_written(cells)) > 1 and not _is_rule(cells) else notes).append((row, cells))
    below = _below_total([cells for _, cells in tail], usual) if width > 1 else 0
    for at, (row, cells) in enumerate(tail[ruled:], ruled):
        if _is_total(cells, width) or (at < below and not _is_note(cells, width, usual)):
            totals.append((row, cells))
        elif (
            _is_note(cells, width, usual)
            or _explains(cells, marks)
            or (beside == [cells] and len(_written(cells)) == 1 and width > 2)
        ):
            notes.append((row, cells))
        else:
            break
    return totals, notes


def _below_total(tail: Sequence[Cells], usual: int) -> int:
    """How many of the last rows (the last first) a row of totals begins that say what it is made of ("of which tax"),
    it among them: each lacks cells that rows of data have, and none has a cell that the total lacks."""
    at = next((at for at, cells in enumerate(tail[:_MOST_BELOW]) if _is_total(cells, len(cells))), 0)
    total = _filled(tail[at]) if at else set()
    return at + 1 if 0 < len(total) < usual and all(_filled(cells) <= total for cells in tail[:at]) else 0


def _filled(cells: Cells) -> set[int]:
    return {at for at, cell in enumerate(cells) if cell and cell.strip()}


def _behind_a_rule(tail: Sequence[Cells], usual: int) -> int:
    """How many of the last rows (the last first) stand behind a rule of dashes, it among them: one row of totals and
    notes of one cell. None where there is no such rule, or where more rows are behind it, which may be data. A rule may
    close the table, too: then the row between the two is one of totals only where it has fewer cells than the others,
    and no rule parts these."""
    rules = [at for at, cells in enumerate(tail) if _is_rule(cells)][:3]
    closing = 0
    while rules[closing : closing + 1] == [closing]:
        closing += 1
    if not rules:
        return 0
    if closing < len(rules) and _closed(tail, rules[closing], usual) and closing:
        return rules[closing] + 1
    wide = sum(len(_written(cells)) > 1 for cells in tail[: rules[0]])
    return rules[0] + 1 if wide <= 1 and len(tail) - rules[0] - 1 > 1 else 0


def _closed(tail: Sequence[Cells], rule: int, usual: int) -> bool:
    between = [cells for cells in tail[:rule] if not _is_rule(cells)]
    above = tail[rule + 1 : rule + 3]
    parted = len(above) < 2 or any(map(_is_rule, above))
    return len(between) == 1 and 1 < len(_written(between[0])) < usual and not parted


def _is_rule(cells: Cells) -> bool:
    return bool(written := _written(cells)) and all(re.fullmatch(_RULER, cell) for cell in written)


def _usual_fill(rows: Sequence[Cells]) -> int:
    """How many cells are filled in the middle one of these rows."""
    filled = sorted(sum(1 for cell in cells if cell and cell.strip()) for cells in rows)
    return filled[len(filled) // 2] if filled else 0


def _written(cells: Cells) -> list[str]:
    return [cell.strip() for cell in cells if cell and cell.strip()]


def _is_total(cells: Cells, width: int) -> bool:
    written = [cell for cell in cells[:3] if cell and not is_null(cell)]
    if width < 2 or not written:
        return False
    return bool(_TOTAL.fullmatch(written[0]) or (_TOTAL_OF.fullmatch(written[0]) and len(_written(cells)) < width))


def _is_note(cells: Cells, width: int, usual: int) -> bool:
    written = _written(cells)
    if width > 1 and written and _SOURCE.match(written[0]) and cells[0] and cells[0].strip() == written[0]:
        return True
    if written and len(written) < usual and width > 2 and all(map(_SIGN.fullmatch, written)):
        return True
    if width < 2 or len(written) != 1 or usual < 2 or not (cells[0] and cells[0].strip()):
        return False
    said = _NOTE.fullmatch(written[0]) or (usual > 2 and _STATED.match(written[0]))
    return bool(said) or (usual > 2 and (len(written[0]) > 25 or any(codes_in(written))))


def _explains(cells: Cells, marks: set[str]) -> bool:
    """Whether a line says what the mark behind numbers means: "* estimated, scanner broken"; commas may have cut it.
    One with a number in a cell of its own may be a row."""
    begins = _MARKED.match((cells[0] or "").strip())
    return begins is not None and begins[1] in marks and not any(map(_FIGURE.fullmatch, _written(cells[1:])))


def _without_page_lines(con: duckdb.DuckDBPyConnection, raw: Raw) -> Raw:
    """Without lines that number the pages of a printed table ("Page 2 of 4"): alike but for a number that counts them,
    each alone in its line, the last at the end; headings of groups stand before rows."""
    others = "".join(f" AND trim(coalesce({cell}, '')) = ''" for cell in raw.cells[1:])
    if not others:
        return raw
    found = _rows(con, raw, f"SELECT rowid FROM raw WHERE regexp_matches(c0, '[0-9]'){others} LIMIT 10000")
    first, last = con.execute("SELECT min(rowid), max(rowid) FROM raw").fetchone() or (None, None)
    alike: dict[str, list[tuple[int, str]]] = {}
    for rowid, cell, *_ in found:
        alike.setdefault(_NUMBER.sub("#", cell, count=1), []).append((rowid, cell))
    pages = next((lines for lines in alike.values() if lines[-1][0] == last), [])
    numbers = [int(_NUMBER.findall(cell)[0]) for _, cell in pages]
    if len(pages) < 2 or pages[0][0] == first or any(b - a != 1 for a, b in pairwise(numbers)):
        return raw
    _delete(con, [rowid for rowid, _ in pages])
    told = _told("dropped", f"{len(pages)} lines that number pages were left out.", [(cell,) for _, cell in pages])
    return raw.told(*told, dropped=len(pages))


def _without_repeated_headers(con: duckdb.DuckDBPyConnection, raw: Raw) -> Raw:
    if len(raw.names) < 2:
        return raw
    same = " AND ".join(_says(cell, name) for cell, name in zip(raw.cells, raw.names, strict=True))
    rows = [row for (row,) in con.execute(f"SELECT rowid FROM raw WHERE {same}").fetchall()]
    _delete(con, rows)
    detail = f"{len(rows)} row(s) that repeat the header were left out."
    return raw.told(*_told("dropped", detail, [raw.names] * len(rows)), dropped=len(rows))


def _says(cell: str, name: str) -> str:
    """That a cell repeats the name of its column; one that was made up says nothing there."""
    return (
        f"coalesce({cell}, '') = ''"
        if _MADE_UP.fullmatch(name)
        else f"starts_with({cell}, {quoted(name)}) AND rtrim({cell}) = {quoted(name)}"
    )


def _without_inner_totals(con: duckdb.DuckDBPyConnection, raw: Raw) -> Raw:
    """Totals between the rows: left out where the row lacks other labels that rows have; kept, and told, elsewhere."""
    if len(raw.names) < 3:
        return raw
    where = " OR ".join(f"({_says_total(cell)})" for cell in raw.cells[:3])
    found = _rows(con, raw, f"SELECT rowid FROM raw WHERE {where} LIMIT 10000")
    if not found:
        return raw
    always = _always_filled(con, raw, [row[0] for row in found])
    bare = [row for row in found if any(not (row[1 + at] or "").strip() for at in always)]
    full = [row[1:] for row in found if row not in bare]
    kept = [cells for cells in full if any(_TOTAL.fullmatch(cell) for cell in _written(cells[:3]))]
    raw = _below_labels(con, raw, bare)
    _delete(con, [row[0] for row in bare])
    out = f"{_totals(bare, 'between')} left out."
    return raw.told(*_told("footer", out, [row[1:] for row in bare], doubt=True), *_kept_told(kept), dropped=len(bare))


def _kept_told(kept: Sequence[Cells]) -> tuple[Repair, ...]:
    labelled = counted(len(kept), "row is labelled as a total but looks", "rows are labelled as totals but look")
    return _told("other", f"{labelled} {_LIKE_DATA}{'it' if len(kept) == 1 else 'them'} like any other.", kept)


def without_proved(con: duckdb.DuckDBPyConnection, raw: Raw) -> Raw:
    """What is told of rows that were kept though they are labelled as totals, now that those of table `data` that were
    proved to be totals are gone."""
    if not any(_LIKE_DATA in one.detail for one in raw.repairs):
        return raw
    rows = con.execute("SELECT * FROM data").fetchall()
    texts = ([str(cell) for cell in row if cell is not None] for row in rows)
    kept = [cells for cells in texts if any(_TOTAL.fullmatch(cell) for cell in cells[:3])]
    others = tuple(one for one in raw.repairs if _LIKE_DATA not in one.detail)
    return replace(raw, repairs=(*others, *_kept_told(kept)))


def _always_filled(con: duckdb.DuckDBPyConnection, raw: Raw, totals: Sequence[int]) -> list[int]:
    """The columns in which (nearly) all of the first rows hold something, rows labelled as totals apart."""
    query = f"SELECT {', '.join(raw.cells)} FROM raw WHERE rowid NOT IN (SELECT unnest($1::BIGINT[])) LIMIT 200"
    rows = con.execute(query, [list(totals)]).fetchall()
    filled = [sum(1 for row in rows if (row[at] or "").strip()) for at in range(len(raw.names))]
    return [at for at, count in enumerate(filled) if rows and count >= 0.9 * len(rows)]


def _below_labels(con: duckdb.DuckDBPyConnection, raw: Raw, totals: Sequence[tuple[Any, ...]]) -> Raw:
    """Labels that are written once for a group, as reports have them, on each row of it.

    It is proved by the totals: below the label North and empty cells comes North Total, and so in each group.
    """
    rows = con.execute("SELECT rowid, c0 FROM raw ORDER BY rowid").fetchall() if totals else []
    closed = {row[0] for row in totals if row[1] and row[1].strip()}
    filled: dict[str, list[int]] = {}
    label, open_rows = "", list[int]()
    for rowid, cell in rows:
        written = (cell or "").strip()
        if rowid in closed and label and written.startswith(label):
            filled.setdefault(label, []).extend(open_rows)
            label, open_rows = "", []
        elif rowid in closed or (not written and not label):
            return raw
        elif written:
            label, open_rows = written, open_rows if written == label else []
        else:
            open_rows.append(rowid)
    count = sum(map(len, filled.values()))
    if not count or open_rows:
        return raw
    for name, members in filled.items():
        con.execute("UPDATE raw SET c0 = $1 WHERE rowid IN (SELECT unnest($2::BIGINT[]))", [name, members])
    detail = f"{count} row(s) got the label of their group, which is written once above them."
    return raw.told(Repair(kind="other", detail=detail, column=raw.names[0], rows=count))


def _says_total(cell: str) -> str:
    """The word is looked for before the pattern is tried, which takes ten times as long."""
    return f"{cell} ILIKE '%total%' AND regexp_full_match({cell}, {quoted(_MIDDLE)})"


def _totals(rows: Sequence[object], where: str) -> str:
    return counted(len(rows), f"total row {where} the data was", f"total rows {where} the data were")


def _told(kind: str, detail: str, rows: Sequence[Cells], *, doubt: bool = False) -> tuple[Repair, ...]:
    if not rows:
        return ()
    examples = tuple(" | ".join(_written(cells))[:120] for cells in rows[: 3 if doubt else _MOST_NOTES])
    given = {"kind": kind, "detail": detail, "rows": len(rows), "examples": examples, "doubt": doubt}
    return (Repair.model_validate(given),)


def _delete(con: duckdb.DuckDBPyConnection, rows: Sequence[int]) -> None:
    if rows:
        con.execute("DELETE FROM raw WHERE rowid IN (SELECT unnest($1::BIGINT[]))", [list(rows)])
