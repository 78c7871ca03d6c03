"""Codes that are written in several forms: of "PO-1110" and "po-1125", of "V12" and "V-12", one is the column's own.

A form is a code with a 9 for each digit. Forms with the same letters, in any case, and digits at the same places are a
family, whatever stands between letters and digits. A code is brought to the form of its family that is the column's own
though it may never stand there in it.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from shared.ingestion.database import duckdb
from shared.quoting import identifier

_SIGNS: Final = "-\u2010\u2011\u2013_/ "
_BETWEEN: Final = f"[{_SIGNS}]"
_CODE: Final = re.compile(rf"[^\W\d_]+(?:(?:{_BETWEEN}(?=\d)|(?<=\d){_BETWEEN}|[-/_])?[^\W_])*")
_LOOSE: Final = re.compile(rf"(?<=[^\W\d_]){_BETWEEN}(?=\d)|(?<=\d){_BETWEEN}(?=[^\W\d_])")
"""What stands between a letter and a digit; what stands between two letters or two digits tells codes apart."""
_LONGEST = 24
_FIRST, _CODED = 2_000, 0.9
"""So many values are looked at first, of which so large a share must be codes."""
_MOST_FORMS = _MOST_OPEN = 20_000
_CASE, _JOINED, _WIDE = 0.7, 0.8, 0.95
"""The share of the rows of a family that makes a case, or what stands between letters and digits, the column's own; the
share of all rows that does so for a family all in small letters."""
_LETTERS = 3
"""Capitals inside fewer letters than these are a code's own: Co2 is not CO2."""
_MOST_OTHERS = 50
_VARYING = 0.05
"""A column of which more of the codes have several values says nothing of what a code stands for."""


@dataclass(frozen=True)
class Forms:
    """What was done with the codes of a column: those that were `changed`, with their rows, by what each is now; and
    those that may be one and were `left`, in pairs."""

    changed: Mapping[str, dict[str, int]] = field(default_factory=dict)
    left: tuple[tuple[str, str], ...] = ()


class _Family(NamedTuple):
    """Forms with their rows; `between` is what the column has between its letters and digits: a form in small letters,
    its runs of digits as one."""

    forms: Mapping[str, int]
    between: str | None = None

    @property
    def small(self) -> bool:
        """Whether it is all in small letters."""
        return all(_letters(form).islower() for form in self.forms)

    def own(self, form: str, *, upper: bool) -> str:
        """What the column has instead of this form; `upper` if a family in small letters has to be in capitals."""
        case, letters, tidy = _most(self.forms, _letters, _CASE), _letters(form), _tidy(form)
        if upper and self.small:
            letters = letters.upper()
        elif case and _is_same(letters, case):
            letters = case
        joined = self.between
        if joined and joined != _joined(form) and any(_is_like(one, joined, form) for one in self.forms):
            runs = iter(re.findall("9+", form))
            tidy = re.sub("9", lambda _: next(runs), joined)
        each = iter(letters)
        return "".join(next(each) if one.isalpha() else one for one in tidy)


def one_form(con: duckdb.DuckDBPyConnection, column: str, others: Sequence[str], tally: str | None) -> Forms:
    """Brings the codes of a column of table `data`, if it is one of codes, to the column's own form: none that would
    become one with another of which the columns `others` say something else. `tally` is the relation of the column's
    values and their rows, where there is one."""
    name = identifier(column)
    source = tally or f"(SELECT {name} AS value, 1 AS rows FROM data WHERE {name} IS NOT NULL)"
    first = con.execute(f"SELECT value FROM {source} LIMIT {_FIRST}").fetchall()
    codes = sum(_is_code(value) for (value,) in first)
    if not first or codes < _CODED * len(first) or _is_uniform(con, source):
        return Forms()
    form = "translate(value, '0123456789', '9999999999')"
    asked = f"SELECT {form} AS form, sum(rows)::BIGINT FROM {source} GROUP BY 1 LIMIT {_MOST_FORMS + 1}"
    forms = dict(con.execute(asked).fetchall())
    if len(forms) > _MOST_FORMS:
        return Forms()
    families = _families(forms)
    own = _own(families)
    held = f"SELECT value, sum(rows)::BIGINT FROM {source} WHERE {form} IN (SELECT unnest($1::VARCHAR[])) GROUP BY 1"
    rows = dict(con.execute(held, [list(own)]).fetchall()) if own else {}
    new = {value: _filled(own[re.sub("[0-9]", "9", value)], value) for value in rows}
    apart = _apart(con, column, [one for one in others if one != column][:_MOST_OTHERS], new) if new else {}
    new = {old: to for old, to in new.items() if old not in apart and not (apart and _is_moved(old, to))}
    rewrite(con, column, new)
    changed: dict[str, dict[str, int]] = defaultdict(dict)
    for old, to in new.items():
        changed[to][old] = rows[old]
    mixed = [name for one in families if one.between is None for name in one.forms]
    left = con.execute(f"{held} LIMIT {_MOST_OPEN}", [mixed]).fetchall() if mixed else []
    return Forms(changed, (*((to, old) for old, to in sorted(apart.items())), *_pairs(value for value, _ in left)))


def rewrite(con: duckdb.DuckDBPyConnection, column: str, new: Mapping[str, str]) -> None:
    """Writes other values into a column of table `data`, by those that it has."""
    if new:
        con.execute(
            f"UPDATE data SET {identifier(column)} = told.new "
            "FROM (SELECT unnest($1::VARCHAR[]) AS old, unnest($2::VARCHAR[]) AS new) AS told "
            f"WHERE {identifier(column)} = told.old",
            [list(new), list(new.values())],
        )


def _is_uniform(con: duckdb.DuckDBPyConnection, source: str) -> bool:
    """Whether all values have the same case and the same signs, which is quickly seen of a million."""
    signs = ", ".join(f"count(*) FILTER (contains(value, '{one}'))" for one in _SIGNS)
    asked = f"count(*) FILTER (value = upper(value)), count(*) FILTER (value = lower(value)), count(*), {signs}"
    upper, lower, values, *having = con.execute(f"SELECT {asked} FROM {source}").fetchone() or (0, 0, 0)
    return values in (upper, lower) and all(one in (0, values) for one in having)


def _is_code(value: str) -> bool:
    value = _tidy(value)
    plain = len(value) <= _LONGEST and any(map(str.isdigit, value)) and bool(_CODE.fullmatch(value))
    return plain and len(value.upper()) == len(value) == len(value.lower())


def _tidy(text: str) -> str:
    return " ".join(text.split())


def _letters(form: str) -> str:
    return "".join(filter(str.isalpha, form))


def _joined(form: str) -> str:
    return re.sub("9+", "9", _tidy(form).lower())


def _key(form: str) -> str:
    return _LOOSE.sub("", _tidy(form).lower())


def _most(forms: Mapping[str, int], part: Callable[[str], str], least: float) -> str | None:
    """The part that most forms have, where these are so large a share of the rows."""
    counts = Counter[str]()
    for form, rows in forms.items():
        counts[part(form)] += rows
    top, rows = counts.most_common(1)[0]
    return top if rows >= least * counts.total() else None


def _is_same(letters: str, case: str) -> bool:
    """Whether letters in other capitals than the column's own may be a way to write it, and no code of its own."""
    if letters.islower() or (letters.isupper() and case.islower()):
        return True
    return len(letters) >= _LETTERS and (letters.isupper() or letters == letters.capitalize())


def _is_like(other: str, joined: str, form: str) -> bool:
    """Whether another form is joined in that way and has runs of as many digits: V-1234 need not be a V12."""
    return _joined(other) == joined and re.findall("9+", other) == re.findall("9+", form)


def _families(forms: Mapping[str, int]) -> list[_Family]:
    """The families, each with what is between letters and digits in most of it and in most codes with as many runs."""
    found: dict[str, dict[str, int]] = defaultdict(dict)
    alike: dict[str, dict[str, int]] = defaultdict(dict)
    for form, rows in forms.items():
        if _is_code(form):
            found[_key(_joined(form))][form] = rows
            alike[_key(_style(form))][form] = rows
    styles = {key: _most(of, _style, _JOINED) for key, of in alike.items()}
    return [_Family(of, _between(of, styles)) for of in found.values()]


def _between(forms: Mapping[str, int], styles: Mapping[str, str | None]) -> str | None:
    own = _most(forms, _joined, _JOINED)
    return own if own and styles[_key(_style(own))] == _style(own) else None


def _style(form: str) -> str:
    return re.sub(r"[^\W\d_]+", "a", _joined(form))


def _own(families: Iterable[_Family]) -> dict[str, str]:
    """The column's own forms by those that are to be changed."""
    families = list(families)
    forms = {form: rows for one in families for form, rows in one.forms.items()}
    capital = {form: rows for form, rows in forms.items() if _letters(form).isupper()}
    wide = sum(capital.values()) >= _WIDE * sum(forms.values())
    shapes = {_shape(form) for form in capital} if wide else set()
    own = ((form, one.own(form, upper=_shape(form) in shapes)) for one in families for form in one.forms)
    return {form: new for form, new in own if form != new}


def _shape(form: str) -> str:
    return "".join("A" if one.isalpha() else one for one in form)


def _filled(form: str, value: str) -> str:
    digits = iter(filter("0123456789".__contains__, value))
    return re.sub("9", lambda _: next(digits), form)


def _is_moved(old: str, new: str) -> bool:
    """Whether more than case and blanks at the ends changes."""
    return _tidy(old).lower() != new.lower()


def _pairs(values: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Codes that differ in what stands between letters and digits alone."""
    known: dict[str, str] = {}
    for value in sorted(values):
        other = known.setdefault(_key(value), value)
        if _is_moved(other, value):
            yield other, value


def _apart(
    con: duckdb.DuckDBPyConnection, column: str, others: Sequence[str], new: Mapping[str, str]
) -> dict[str, str]:
    """The codes that would become one with another, if the columns of the table tell the two apart. Of codes that come
    again, capitals alone are no reason to ask."""
    name = identifier(column)
    there = f"SELECT DISTINCT {name} FROM data WHERE {name} IN (SELECT unnest($1::VARCHAR[]))"
    known = {value for (value,) in con.execute(there, [list(set(new.values()))]).fetchall()}
    joined = {old: to for old, to in new.items() if to in known}
    asked = f"SELECT count({name}), count(DISTINCT {name}) FROM data"
    rows, different = con.execute(asked).fetchone() or (0, 0) if joined else (0, 0)
    if different < _WIDE * rows:
        joined = {old: to for old, to in joined.items() if _is_moved(old, to)}
    return joined if joined and others and any(_told_apart(con, name, others, joined)) else {}


def _told_apart(
    con: duckdb.DuckDBPyConnection, name: str, others: Sequence[str], new: Mapping[str, str]
) -> Iterator[bool]:
    """Of each other column whether a code has one value of it, and most of these codes another one in either form."""
    ends = ", ".join(
        f"min({one}) FILTER (o IS NULL) AS a{at}, max({one}) FILTER (o IS NULL) AS b{at}, min({one}) FILTER "
        f"(o IS NOT NULL) AS c{at}"
        for at, one in enumerate(map(identifier, others))
    )
    counts = ", ".join(
        f"count(*) FILTER (n > 1 AND a{at} <> b{at}), count(*) FILTER (c{at} <> a{at} AND c{at} <> b{at}), "
        f"count(*) FILTER (a{at} IS NOT NULL AND c{at} IS NOT NULL)"
        for at in range(len(others))
    )
    row = con.execute(
        f"WITH told AS (SELECT unnest($1::VARCHAR[]) AS o, unnest($2::VARCHAR[]) AS w), each AS ("
        f"SELECT coalesce(w, {name}) AS code, count(*) FILTER (o IS NULL) AS n, {ends} "
        f"FROM data LEFT JOIN told ON {name} = o GROUP BY 1) SELECT count(*) FILTER (n > 1), {counts} FROM each",
        [list(new), list(new.values())],
    ).fetchone()
    several, *found = row or (0,)
    for varying, apart, pairs in zip(found[::3], found[1::3], found[2::3], strict=True):
        yield varying <= _VARYING * several and apart * 2 > pairs
