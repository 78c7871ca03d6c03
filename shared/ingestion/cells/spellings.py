"""Labels that are written in several ways: "West", "west" and "WEST"; "cat" and "cats", "U.S.A." and "USA"."""

import unicodedata
from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from shared.contracts import Overrides
from shared.contracts.dataset import Repair
from shared.ingestion.cells.choice import Choice
from shared.ingestion.cells.code_forms import one_form, rewrite
from shared.ingestion.cells.coded_labels import by_beginnings, by_legend
from shared.ingestion.database import duckdb
from shared.quoting import identifier
from shared.table.aliases import slips, written_alike

_LONGEST = 60
"""A longer text is no label."""
_MOST_LABELS = 20_000
_REPEATED = 2
"""How many rows labels have, at least, on average."""
_WORD = 3
"""Capitals inside fewer letters than these are a code's own: Co is not CO."""
_MOST_ALIKE, _FEW, _OFTEN = 50, 12, 3
"""Of more labels, two that are alike are as likely two things; kinds rather than names; the rows of each on average."""
_MOST_CODED = 24
_SHOWN = 3
_MOST_KEPT = 200
"""How many values a doubt names, at most: one of more is told whatever is asked of the column."""


class _Label(NamedTuple):
    """The spellings of one label, each with its rows; `of` is the commonest one where several were joined."""

    spellings: dict[str, int]
    of: "_Label | None" = None

    @property
    def same(self) -> bool:
        """Whether they mean the same: but for one, each word is all capitals, or has one at its beginning only."""
        if self.of:
            return True
        written = [_tidy(one) for one in self.spellings]
        if all(one.islower() or one.isupper() for one in written):
            return True
        odd = [one for one in written if not _is_usual(one)]
        word = sum(map(str.isalpha, written[0])) >= _WORD
        return len(odd) < 2 if word else not odd and not any(one.isupper() for one in written)

    @property
    def several(self) -> bool:
        """Whether it is spelled in more than one way."""
        return len(self.spellings) > 1

    @property
    def rows(self) -> int:
        """The rows of all its spellings."""
        return sum(self.spellings.values())

    @property
    def commonest(self) -> int:
        """The rows of the spelling that most have."""
        return max(self.spellings.values())

    def joined(self, others: Sequence["_Label"]) -> "_Label":
        """The label with the spellings of `others`, which mean the same."""
        return _Label({name: rows for one in (self, *others) for name, rows in one.spellings.items()}, self)

    @property
    def usual(self) -> str:
        """The commonest spelling, of several the one that is neither all small nor all capitals; no spare blanks."""
        if self.of:
            return self.of.usual
        ranked = sorted(self.spellings.items(), key=lambda one: (-one[1], one[0].islower() or one[0].isupper(), one[0]))
        return _tidy(ranked[0][0])


def one_spelling(
    con: duckdb.DuckDBPyConnection, choices: Sequence[Choice], overrides: Overrides, lines: Sequence[str] = ()
) -> tuple[Choice, ...]:
    """Gives each label of table `data` its commonest spelling, and a code beside labels the one that it stands for, as
    `lines` beside the table may say; what was changed, and what may mean the same and was left, is a doubt of its
    column. A column whose type was given as text is left as it is written."""
    names = [choice.name for choice in choices]
    return tuple(
        _with_one(con, choice, names, lines)
        if choice.type == "text" and overrides.of(choice.name).type is None
        else choice
        for choice in choices
    )


def _with_one(con: duckdb.DuckDBPyConnection, choice: Choice, names: Sequence[str], lines: Sequence[str]) -> Choice:
    forms = one_form(con, choice.name, names, choice.tally)
    if forms.changed:
        choice = choice._replace(tally=None)
    written = _joined([_Label(found) for found in _spelled(con, choice).values()])
    labels = [one for one in _decoded(written, lines) if one.several]
    same, apart = [one for one in labels if one.same], [one for one in labels if not one.same]
    if same:
        new = {spelling: one.usual for one in same for spelling in one.spellings if spelling != one.usual}
        rewrite(con, choice.name, new)
        choice = choice._replace(tally=None)
    codes = [_Label(olds, _Label({code: 1})) for code, olds in forms.changed.items()]
    codes.sort(key=lambda one: (-len(one.spellings), -one.rows, one.usual))
    told = (*_told(choice.name, [*codes, *same]), *_left(choice.name, apart), *_doubted(choice.name, forms.left))
    return choice._replace(repairs=(*choice.repairs, *told))


def _joined(labels: Sequence[_Label]) -> list[_Label]:
    """The labels; where they are few and come often, those joined that are written alike, each like each other and like
    none besides: N. may be North or Noon."""
    if len(labels) > _MOST_ALIKE or sum(one.rows for one in labels) < _OFTEN * len(labels):
        return list(labels)
    few, places = len(labels) <= _FEW, range(len(labels))
    like = [frozenset(to for to in places if at == to or _alike(labels[at], labels[to], few=few)) for at in places]
    found: list[_Label] = []
    for group in dict.fromkeys(like):
        members = [at for at in places if like[at] == group]
        own, *others = sorted((labels[at] for at in members), key=lambda one: (-one.commonest, one.usual))
        found += [own.joined(others)] if others and group == {*members} else [own, *others]
    return found


def _decoded(labels: Sequence[_Label], lines: Sequence[str]) -> list[_Label]:
    """The labels, codes joined with those that they stand for where labels are few and come often."""
    if len(labels) > _MOST_ALIKE or sum(one.rows for one in labels) < _OFTEN * len(labels):
        return list(labels)
    named = {spelling: one for one in labels for spelling in one.spellings}
    told = by_legend(list(named), lines)
    rest = [one.usual for one in labels if not told.keys() & one.spellings.keys()]
    stands = told | (by_beginnings(rest) if len(rest) <= _MOST_CODED else {})
    known = {one.usual: one for one in labels} | named
    codes = {id(known[code]): known[label] for code, label in stands.items() if known[code] is not known[label]}
    codes = {code: label for code, label in codes.items() if id(label) not in codes}
    of = defaultdict[int, list[_Label]](list)
    for one in labels:
        if id(one) in codes:
            of[id(codes[id(one)])].append(one)
    return [one.joined(of[id(one)]) if of[id(one)] else one for one in labels if id(one) not in codes]


def _alike(one: _Label, other: _Label, *, few: bool) -> bool:
    """Whether two labels are written alike, or differ by a slip where labels are so few that they are kinds of things
    rather than names."""
    alike = written_alike(one.usual, other.usual) or (few and slips(one.usual, other.usual))
    return alike and one.same and other.same


def _spelled(con: duckdb.DuckDBPyConnection, choice: Choice) -> dict[str, dict[str, int]]:
    """The spellings with their rows, by what they have in common; none where the column holds no labels."""
    column = identifier(choice.name)
    counted = f"SELECT {column} AS value, count(*) AS rows FROM data WHERE {column} IS NOT NULL GROUP BY 1"
    tally = choice.tally or f"({counted})"
    asked = f"SELECT count(*), sum(rows), max(length(value)) FROM {tally}"
    different, rows, longest = con.execute(asked).fetchone() or (0, 0, 0)
    found: dict[str, dict[str, int]] = defaultdict(dict)
    if not different or different > _MOST_LABELS or longest > _LONGEST:
        return found
    for value, count in con.execute(f"SELECT value, rows FROM {tally}").fetchall():
        found[_tidy(value).casefold()][value] = count
    return found if rows >= _REPEATED * len(found) else {}


def _tidy(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).split())


def _is_usual(text: str) -> bool:
    words = [word.lstrip("\"'([") for word in text.replace("-", " ").replace("/", " ").split()]
    return text.islower() or all(word.isupper() or word[:1] + word[1:].lower() == word for word in words)


def _told(name: str, labels: Sequence[_Label]) -> tuple[Repair, ...]:
    if not labels:
        return ()
    rows = sum(sum(one.spellings.values()) - one.spellings.get(one.usual, 0) for one in labels)
    shown = "; ".join(f"{_quoted(_others(one))} as “{one.usual}”" for one in labels[:_SHOWN])
    more = ", and others likewise" if len(labels) > _SHOWN else ""
    detail = f"In {name}, I read {shown}{more} ({rows:,} {'row' if rows == 1 else 'rows'})."
    usual = _few([one.usual for one in labels])
    return (Repair(kind="other", detail=detail, column=name, rows=rows, doubt=True, values=usual),)


def _left(name: str, labels: Sequence[_Label]) -> tuple[Repair, ...]:
    if not labels:
        return ()
    shown = "; ".join(_quoted(list(one.spellings)) for one in labels[:_SHOWN])
    more = ", and others likewise" if len(labels) > _SHOWN else ""
    detail = f"In {name}, {shown} are counted separately{more}: their capitals may matter."
    held = _few([spelling for one in labels for spelling in one.spellings])
    return (Repair(kind="other", detail=detail, column=name, doubt=True, values=held),)


def _doubted(name: str, pairs: Sequence[tuple[str, str]]) -> tuple[Repair, ...]:
    if not pairs:
        return ()
    shown = "; ".join(map(_quoted, pairs[:_SHOWN]))
    more = ", and others likewise" if len(pairs) > _SHOWN else ""
    detail = f"In {name}, {shown} are counted separately{more}: they may be the same, or not."
    held = _few([code for pair in pairs for code in pair])
    return (Repair(kind="other", detail=detail, column=name, doubt=True, values=held),)


def _few(values: Sequence[str]) -> tuple[str, ...]:
    return tuple(values) if len(values) <= _MOST_KEPT else ()


def _others(label: _Label) -> list[str]:
    """The spellings that differ from the usual one by more than blanks, or all that differ."""
    others = [one for one in label.spellings if one != label.usual]
    return sorted({tidy for one in others if (tidy := _tidy(one)) != label.usual}) or sorted(others)


def _quoted(spellings: Sequence[str]) -> str:
    return " and ".join(f"“{one}”" for one in spellings[:_SHOWN])
