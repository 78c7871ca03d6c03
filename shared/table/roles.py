"""What a column is used for: a measure, something to group by, a time, free text, or an id."""

import re
from typing import NamedTuple

from shared.contracts.dataset import ColumnRole, ColumnType
from shared.table.names import spaced, word_set, written_out
from shared.table.nouns import singular

_ID = re.compile(
    r"(^|[\s_.-])(id|ids|uuid|guid|key|code|nr|no|num|number|sku|isbn|ean|upc|ssn|iban|hash|ref|reference)\.?$|[a-z](Id|ID|Key|Code|No|Number)$"
)
_ID_WHOLE = re.compile(
    r"^(index|row|rowid|row_id|unnamed.*|#|idx|zip|zip[\s_-]?code|postal[\s_-]?code|postcode|phone|telephone)$",
    re.IGNORECASE,
)
_CODED = re.compile(r"(^| )(id|code|key)$")
"""Names of ids that are numbers with decimals only where cells are empty (1.0, 2.0)."""
_COUNTED = re.compile(r"^(num|no|nr|number)[\s_]+of|^(n|num|number)$", re.IGNORECASE)
_CALENDAR = re.compile(
    r"(^|[\s_.-])(year|yr|fy|jahr|année|año|ano|anno|jaar|år|month|quarter|week|weekday|hour|day[\s_]?of[\s_]?(week|month|year)|season)s?$|[a-z](Year|Month|Quarter|Week|Hour)$",
    re.IGNORECASE,
)
_HOURS, _A_DAY = re.compile(r"hours?$", re.IGNORECASE), 24
"""More hours than a day has are an amount of hours, and no time of day."""
_AMOUNTS = word_set("quantity count amount number size")
_MANY = 30
_ENTERED_ONCE = 0.9
"""Of numbers drawn at random from twice as many as there are rows, fewer differ."""
"""Values from which on it is no chance that they are two."""
_LEAST_NUMBERED = 20
"""In so few rows each number may be another by chance."""
_MOST_LABELS = 50
"""So many different sentences may be labels, such as the answers of a poll; more are free text."""
_RATE = re.compile(r"\b(per|a|each)\b \w+$")
"""Visits per month are no month."""
_CLASSED = re.compile(
    r"(^|[\s_.-])(p?class|grade|level|type|category|group|tier|stage|cluster|segment|status|zone|ward|district|gender|sex|flag)$|[a-z](Class|Type|Group|Level|Status)$",
    re.IGNORECASE,
)


class ValueShape(NamedTuple):
    """Statistics of a column that its role is derived from. `long` is the mean length of its texts in characters;
    `first` says that no column stands before it."""

    name: str
    type: ColumnType
    rows: int
    values: int
    distinct: int
    minimum: float | None = None
    maximum: float | None = None
    long: float = 0.0
    worded: float = 0.0
    unit: str | None = None
    first: bool = False

    @property
    def unique(self) -> bool:
        """Whether (nearly) every row has a value of its own."""
        return self.values > 1 and self.distinct >= 0.98 * self.values

    @property
    def numbered(self) -> bool:
        """Whether whole numbers count the rows without a gap."""
        return self._spread(1, self.distinct == self.rows) and self.minimum in (0, 1)

    @property
    def running(self) -> bool:
        """Whether whole numbers run on from row to row, with gaps perhaps, as those of articles and invoices do: each
        occurs once, but for rows that were entered twice, and there are at most twice as many between the first and the
        last."""
        return self._spread(2, self.distinct >= _ENTERED_ONCE * self.rows)

    def _spread(self, times: int, once: bool) -> bool:
        if self.minimum is None or self.maximum is None or not once:
            return False
        return self.rows > 2 and self.maximum - self.minimum < times * self.rows


def role_of(shape: ValueShape) -> ColumnRole:
    """The role. A year in a column of numbers is a dimension: it groups and filters, and is never added up."""
    if shape.type in ("date", "timestamp"):
        return "time"
    if shape.type in ("boolean", "time"):
        return "dimension"
    return _text_role(shape) if shape.type == "text" else _number_role(shape)


def is_id_name(name: str) -> bool:
    """Whether a column is named as ids are."""
    return bool((_ID.search(name) or _ID.search(spaced(name)) or _ID_WHOLE.search(name)) and not _COUNTED.search(name))


def is_label_name(name: str) -> bool:
    """Whether whole numbers in a column of that name are ids, years or the like, and no amounts."""
    return is_id_name(name) or bool(_CALENDAR.search(name) or _CALENDAR.search(spaced(name)))


def _text_role(shape: ValueShape) -> ColumnRole:
    if is_id_name(shape.name) and (shape.distinct > 50 or shape.unique):
        return "id"
    if shape.long > 60 or (shape.worded > 6 and shape.distinct > min(0.5 * shape.values, _MOST_LABELS)):
        return "text"
    coded = shape.worded < 1.05 and shape.unique and shape.values >= 20 and _numbered_text(shape)
    return "id" if coded else "dimension"


def _numbered_text(shape: ValueShape) -> bool:
    return bool(re.search(r"uuid|guid|hash|token|email|e-mail", shape.name, re.IGNORECASE))


def _number_role(shape: ValueShape) -> ColumnRole:
    whole = shape.type == "integer"
    if (whole or _CODED.search(spaced(shape.name))) and is_id_name(shape.name) and shape.unit is None:
        return "id"
    calendar = _CALENDAR.search(shape.name) and not _RATE.search(spaced(shape.name))
    if whole and (((calendar or _yearly(shape)) and _on_calendar(shape)) or _of_our_time(shape)):
        return "dimension"
    if (whole and _CLASSED.search(shape.name) and shape.distinct <= 20) or _flag(shape) or _coded(shape):
        return "dimension"
    counted = whole and shape.rows > _LEAST_NUMBERED and shape.unit is None
    numbered = shape.running if shape.first else shape.numbered and _nameless(shape.name)
    return "id" if counted and numbered else "measure"


def _on_calendar(shape: ValueShape) -> bool:
    low, high = shape.minimum, shape.maximum
    if low is None or high is None or (_HOURS.search(shape.name) and high > _A_DAY):
        return False
    return (low >= 1500 and high <= 2200) or (low >= 0 and high <= 366)


_FIRST_YEAR, _LAST_YEAR = 1900, 2050
_WHEN = re.compile(
    r"\b(year|yr|established|founded|built|opened|born|formed|completed|constructed|inaugurated|introduced|launched"
    r"|commissioned|incorporated|elected|demolished|dissolved|debut|discovered)\b"
)


def _yearly(shape: ValueShape) -> bool:
    """Whether numbers with "year" in their name are years: yr_built, Year of birth; or that say when: Established."""
    return bool(_WHEN.search(spaced(shape.name))) and shape.minimum is not None and shape.minimum >= 1500


def _of_our_time(shape: ValueShape) -> bool:
    """Whether whole numbers are years, in whatever language their name is: of amounts, some are less or more."""
    low, high = shape.minimum, shape.maximum
    within = low is not None and high is not None and _FIRST_YEAR <= low < high <= _LAST_YEAR
    return within and shape.unit is None and shape.values >= _MANY


def _flag(shape: ValueShape) -> bool:
    return shape.distinct == 2 and shape.minimum is not None and {shape.minimum, shape.maximum} <= {0, 1}


def _coded(shape: ValueShape) -> bool:
    """Whether 1 and 2 stand for two answers (smoker, sex), as in files of statistics programs: nothing else occurs, and
    the name is of one thing and of no amount."""
    last = (written_out(shape.name) or ("",))[-1]
    of_one = singular(last) == last and last not in _AMOUNTS and shape.unit is None
    two = shape.type == "integer" and shape.distinct == 2 and (shape.minimum, shape.maximum) == (1, 2)
    return two and of_one and shape.values >= _MANY


def _nameless(name: str) -> bool:
    return bool(
        re.fullmatch(r"column_?\d*|c\d+|unnamed.*|index|nr|no|n|seq|sequence|serial|rank|position|order", name.lower())
    )
