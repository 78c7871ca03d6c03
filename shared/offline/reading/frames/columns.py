"""Questions about the table itself: its columns, their names and types, and the time that it covers."""

from typing import Final

from shared.analysis.composed import Coverage, Kind, Schema
from shared.contracts import ColumnProfile, DatasetProfile
from shared.offline.reading.frames.asking import Asking
from shared.offline.reading.frames.forms import Forms
from shared.offline.reading.frames.parts import PARTS
from shared.offline.reading.reading import Reading
from shared.table.names import words_of

_KINDS: Final[dict[Kind, str]] = {
    "numeric": "/numeric|numerical|number|quantitative/",
    "text": "/categorical|category|textual|text|string|non-?numeric|non-?numerical|qualitative/",
    "time": "(date|time|datetime|temporal|date and time)",
    "yes/no": "/boolean|binary|yes.no|true.false/",
}
_NAMES: Final = Forms(
    "[list|which are] {all} ({columns} /names?/|/headers?/|column headers|/names?/ {all} {columns}) {in data}",
    parts=PARTS,
)
_TYPES: Final = Forms(
    "[list] {all} {type} ((of|for|in) {all} [different] {columns}|(does|do) {all} {columns} have) {in data}",
    "[list] {all} (data /types?/|/datatypes?|dtypes?/) {in data}",
    "[list] {all} {columns} {type} {in data}",
    parts=PARTS | {"type": "[data] /types?|datatypes?|dtypes?/"},
)
_TYPE: Final = Forms(
    "[what|which] {type} [of|is|in|for] [the] [{columns}] <column> [{columns}]",
    "[what|which] {type} does [the] [{columns}] <column> [{columns}] (have|hold|contain)",
    "type of [the] (<column> {columns}|{columns} <sole>)",
    parts=PARTS | {"type": "(kind of data|data type|type of data|/datatype|dtype/)"},
)
_DIFFERENT: Final = Forms(
    "{count} {different} [/values?/] (in|of|for|per|by) [each|every|all] [of the] {columns} {in data}",
    "{count} {different} [/values?/] (does|do) (each|every|all) [of the] {columns} (have|contain|hold)",
    parts=PARTS | {"count": "(how many|number of|count [of])", "different": "/unique|distinct|different/"},
)
_SIZE: Final = Forms(
    "[how many|number of|count of] ({rows} and {many} {columns}|{columns} and {many} {rows}) [do|does|are|is] "
    "{in data}",
    "(shape|size|/dimensions?/) [of {data}]",
    parts=PARTS | {"many": "[how many|number of]"},
)
_COUNTED: Final = {
    kind: Forms(
        f"(how many|number of|count of) {{all}} {said} {{columns}} {{in data}}",
        f"how many {{all}} {{columns}} (are|is) {said} {{in data}}",
        parts=PARTS,
    )
    for kind, said in _KINDS.items()
}
_LISTED: Final = {
    kind: Forms(
        f"[which|list|names of] {{all}} ({said} {{columns}}|{{columns}} (are|is|that are) {said}) {{in data}}",
        parts=PARTS,
    )
    for kind, said in _KINDS.items()
}


def read_schema(asking: Asking) -> Reading | None:
    """Names, kinds and types of columns."""
    both = (asking.bare, asking.words)
    if _NAMES.fit(*both) is not None:
        return asking.framed(Schema(asked="names"))
    if _SIZE.fit(*both) is not None:
        return asking.framed(Schema(asked="size"))
    if _TYPES.fit(*both) is not None:
        return asking.framed(Schema(asked="types"))
    if _DIFFERENT.fit(*both) is not None:
        return asking.framed(Schema(asked="different"))
    for kind in _KINDS:
        if _COUNTED[kind].fit(*both) is not None:
            return asking.framed(Schema(kind=kind, asked="count"))
        if _LISTED[kind].fit(*both) is not None:
            return asking.framed(Schema(kind=kind, asked="names"))
    found = _TYPE.fit(*both) or {}
    column = asking.column(found.get("column") or found.get("sole") or "")
    return asking.framed(Schema(columns=(column.name,), asked="types")) if column is not None else None


_COVERED: Final = Forms(
    "[what|which] {span} [are|is|does|do|of|in|for|covered by|covered in]* [{data}] [{covers}]* [(by|in|of) {data}]",
    "[from] when (to|until|till) when /does|do|is|are|did/ {data} [{covers}|from]*",
    "when /does|do|did/ {data} (start|begin) and (end|stop)",
    "([the] first and [the] last|earliest and [the] latest|start and end|oldest and [the] newest) <column> "
    "[(in|of) {data}]",
    parts=PARTS
    | {
        "span": "(date range|time /range|span|period|frame/|/timespan|timeframe/|period [of time]|"
        "range of /dates|years/|/years|dates|months/)",
        "covers": "/covered|covers?|spans?|included|from|about|represented|there|in|run|runs|go|goes|reach|extend/",
    },
)


def read_coverage(asking: Asking) -> Reading | None:
    """From when to when the data runs."""
    found = _COVERED.fit(asking.bare, asking.words)
    if found is None:
        return None
    named = found.get("column", "date")
    column = time_column(asking.table) if named in ("date", "day", "record") else asking.column(named)
    timed = column is not None and (column.temporal or _yearly(column))
    return asking.framed(Coverage(column=column.name)) if column is not None and timed else None


def time_column(table: DatasetProfile) -> ColumnProfile | None:
    """The only column that says when: a date, or else a year."""
    dated = [column for column in table.columns if column.temporal]
    found = dated or [column for column in table.columns if _yearly(column)]
    return found[0] if len(found) == 1 else None


def _yearly(column: ColumnProfile) -> bool:
    return column.type == "integer" and words_of(column.name)[-1:] in (("year",), ("yr",))
