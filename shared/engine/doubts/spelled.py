"""How values of a column are written: told of those that the rows of a query hold."""

import re
from collections.abc import Sequence
from typing import Final

from sqlglot import exp

from shared.contracts import ColumnProfile
from shared.contracts.dataset import Repair
from shared.engine.doubts.row_doubts import Counted, RowDoubt, RowQuestion, most
from shared.table.spellings_told import parts_of

_QUOTED: Final = re.compile(r"“(.*?)”(?=[;, ]|$)")
_ROWS: Final = re.compile(r" \([\d,]+ rows?\)(?=\.$)")
_AS: Final = " as “"
_READ: Final = "I read "
_OTHERS: Final = ", and others likewise"
_MOST_ASKED: Final = 40


def of_spellings(repair: Repair, column: ColumnProfile, rows: int, relation: str) -> RowDoubt:
    """The doubt about how values are written, of a table of so many rows: of those alone that the rows hold which a
    query takes."""
    cell = exp.column(column.name, quoted=True)
    named = [one for one in repair.values if f"“{one}”" in repair.detail]
    values = tuple(dict.fromkeys((*named, *repair.values)))[:_MOST_ASKED]
    held = tuple(cell.eq(exp.Literal.string(one)) for one in values)

    def say(counted: Sequence[Counted]) -> str:
        if max((one.of for one in counted), default=0) == rows:
            return repair.detail
        return _of_these(repair.detail, {value for at, value in enumerate(values) if most(counted, at)})

    return RowDoubt(repair.detail, RowQuestion(relation, held, say, column.name))


def _of_these(detail: str, there: set[str]) -> str:
    """The sentence on those alone that are there of the values which it names, or else of one that it does not name;
    empty where there is none."""
    found = parts_of(detail)
    if found is None or not there:
        return ""
    named = [one for one in found["named"].split("; ") if _concerns(one, there)]
    if not named and _AS in found["named"]:
        column = found["opening"].removesuffix(_READ)
        return f"{column}“{min(there)}” stands for other spellings, too."
    end = _ROWS.sub("", found["end"]).replace(_OTHERS, "", 1)
    more = _OTHERS if named and _AS in found["named"] and not all(_is_named(one, named) for one in there) else ""
    return f"{found['opening']}{'; '.join(named)}{more}{end}" if named else ""


def _is_named(value: str, named: Sequence[str]) -> bool:
    return any(one.endswith(f"{_AS}{value}”") for one in named)


def _concerns(part: str, there: set[str]) -> bool:
    """Whether a value is there that others were read as, or several that are told apart."""
    if _AS in part:
        return part.rpartition(_AS)[2].removesuffix("”") in there
    return sum(one in there for one in _QUOTED.findall(part)) > 1
