"""Lengths of time as people write them, in seconds: 26:10:00 · 1 day, 2:03:04 · 2h 15m · 1 hr 20 min · PT1H30M."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from shared.contracts.dataset import Repair
from shared.quoting import quoted
from shared.table.names import tokens, word_set

_N = r"([0-9]+(?:[.,][0-9]+)?)"
_SIGN = "[-+−]?"
_NEGATIVE = quoted(r"^\s*[-−]")
_CLOCK = r"(?:([0-9]+) ?d(?:ays?)?,? ?)?([0-9]+):([0-5][0-9]):([0-5][0-9](?:[.,][0-9]+)?)"
_SHORT = r"()()([0-9]{1,3}):([0-5][0-9](?:[.,][0-9]+)?)"
_AND = r"[ ,]*(?:and )?"
_WORDS = (
    rf"P?(?:{_N} ?d(?:ays?)?)?{_AND}T?(?:{_N} ?h(?:(?:ou)?rs?)?)?{_AND}"
    rf"(?:{_N} ?m(?:in(?:ute)?s?)?)?{_AND}(?:{_N} ?s(?:ec(?:ond)?s?)?)?"
)
_IN_SECONDS = (86_400, 3_600, 60, 1)
NAMED = word_set("duration durations runtime elapsed length uptime downtime dauer laufzeit durée durata duración")
MOMENTS = word_set(
    "start end begin stop open close opening closing arrival departure arrived departed from to at clock"
)
MOST_WORDS = 0.2
"""Cells without any digit that a column of lengths of time may have: DNF, cancelled."""
_SHORTLY = 6
"""Hours below which a column of 0:19:29 holds lengths of time rather than times of day."""


class Durations(NamedTuple):
    """How the cells of a column are read: by patterns whose four groups are days, hours, minutes and seconds.

    `doubtful` where they could be times of day too.
    """

    patterns: tuple[str, ...]
    doubtful: bool = False

    @property
    def expression(self) -> str:
        """SQL, with {c} for the cell: seconds, or NULL where the cell is no length of time."""
        return f"CASE {' '.join(map(_case, self.patterns))} END"

    def told(self, name: str, cells: Sequence[str]) -> tuple[Repair, ...]:
        """The repairs that tell how the column of that name was read; the first of its `cells` are the examples."""
        detail = f"Column {name} holds durations; they were read in seconds."
        if self.doubtful:
            detail = f"Column {name} was read as durations, in seconds; {cells[0].strip()} could be a time of day too."
        return (Repair(kind="number", detail=detail, column=name, examples=tuple(cells[:3]), doubt=self.doubtful),)


def read_durations(cells: Sequence[str], name: str, *, dated: bool) -> Durations | None:
    """How these cells, none empty, read as lengths of time; None where not all of them do, or they may as well be times
    of day, codes, or numbers of one unit. `dated`: another column of the table holds dates, which have times of day."""
    written = _with_digits(cells)
    if not any(_matches(pattern, written[:1]) for pattern in (_CLOCK, _SHORT, _WORDS)):
        return None
    return _clocked(written, name, dated) or (_worded(written) if len(written) == len(cells) else None)


def is_open(cells: Sequence[str], name: str) -> bool:
    """Whether lengths of time can be minutes and seconds or hours and minutes: 3:45 in a column that is called so,
    34:09, which no clock shows, or 14:09 beside 1:04:53."""
    written, words = _with_digits(cells), set(tokens(name))
    long, short = _matches(_CLOCK, written), _matches(_SHORT, written)
    if not short or len(long) + len(short) < len(written):
        return False
    if not long:
        return bool(words & NAMED) or any(int(one[3]) > 23 for one in short)
    return _are_short(long) and not words & MOMENTS


def _with_digits(cells: Sequence[str]) -> list[str]:
    """The cells without words that stand for no length of time, where these are few; all of them elsewhere."""
    written = [cell.strip() for cell in cells]
    timed = [cell for cell in written if any(map(str.isdigit, cell))]
    return timed if len(timed) >= (1 - MOST_WORDS) * len(written) else written


def _are_short(long: Sequence[re.Match[str]]) -> bool:
    """Whether all are of few hours, written with one digit, as times of day are not."""
    return all(len(one[2]) == 1 and int(one[2]) < _SHORTLY for one in long)


def _case(pattern: str) -> str:
    whole = quoted(rf"(?i)\s*{_SIGN}{pattern}\s*")
    negative = f"CASE WHEN regexp_matches({{c}}, {_NEGATIVE}) THEN -1 ELSE 1 END"
    parts = (f"replace(regexp_extract({{c}}, {whole}, {group}), ',', '.')" for group in range(1, len(_IN_SECONDS) + 1))
    summed = " + ".join(
        f"coalesce(TRY_CAST({part} AS DOUBLE), 0) * {seconds}" for part, seconds in zip(parts, _IN_SECONDS, strict=True)
    )
    told = f"regexp_full_match({{c}}, {whole}) AND regexp_matches({{c}}, '[0-9]')"
    return f"WHEN {told} THEN {negative} * round({summed}, 6)"


def _matches(pattern: str, cells: Sequence[str]) -> list[re.Match[str]]:
    found = (re.fullmatch(_SIGN + pattern, cell, re.IGNORECASE) for cell in cells)
    return [one for one in found if one and any(one.groups())]


def _clocked(cells: Sequence[str], name: str, dated: bool) -> Durations | None:
    long, short = _matches(_CLOCK, cells), _matches(_SHORT, cells)
    fractions = any(re.search("[.,]", one[4]) for one in short)
    if not (long or fractions) or len(long) + len(short) < len(cells):
        return None
    words = set(tokens(name))
    sure = any(one[1] or int(one[2]) > 23 for one in long) or any(int(one[3]) > 23 for one in short)
    sure = sure or fractions or bool(words & NAMED) or any(cell[0] in "-+−" for cell in cells)
    if not sure and (short or dated or words & MOMENTS or not _are_short(long)):
        return None
    return Durations((_CLOCK, _SHORT) if short else (_CLOCK,), doubtful=not sure)


def _worded(cells: Sequence[str]) -> Durations | None:
    found = _matches(_WORDS, cells)
    parts = [[at for at, part in enumerate(one.groups()) if part] for one in found]
    used = {at for each in parts for at in each}
    if len(found) < len(cells) or len(used) < 2 or (2 in used and not used & {1, 3}):
        return None
    told = any(len(each) > 1 for each in parts) or all(cell == cell.lower() for cell in cells)
    return Durations((_WORDS,)) if told else None
