"""Which analysis a question asks for, without a model: the one whose example questions it is like.

The columns that the question names fill the fields of their kinds, its numbers and periods those of the example's own;
what compares becomes conditions; every other word must be one of the analysis' examples.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cache, lru_cache
from itertools import cycle
from string import Formatter
from typing import Any, Final

from pydantic import ValidationError

from shared.analysis import in_query
from shared.analysis.base import Analysis
from shared.analysis.conditions import Filter
from shared.analysis.fields import (
    SAMPLE_GRAIN,
    SAMPLE_SIDES,
    Slot,
    figure_field,
    fits,
    grain_fields,
    more_sides_field,
    number_fields,
    said_field,
    samples,
    side_fields,
    slots,
)
from shared.contracts import ColumnProfile, DatasetProfile
from shared.offline.free_text import filled_by_free_text
from shared.offline.linking import Linked, LinkedQuestion, Piece, by_figures, condition_reading, sides
from shared.offline.reading.meanings.tokens import stem, stems_of
from shared.offline.reading.reading import Reading
from shared.offline.words.lexicon import operations, stop_words
from shared.query.words.values import listed
from shared.table.main_measure import hides_money, main_measure
from shared.table.names import spoken

ALIKE: Final = 0.6
"""How alike a question and an example are at least (cosine of their embeddings), where they share a word."""
SAME: Final = 0.9
"""From here on a question is a paraphrase of the example."""
SAID: Final = 0.85
"""How alike an example is that goes on in a person's own words: less than a paraphrase."""
_HALF, MOST = 0.5, 0.75
"""The least part of an example's own words that a question says; and one that has only columns and joints."""
_SAID: Final = 0.2
"""How much it counts, beside the likeness as a whole, that a question says the words of the example."""
_COUNTED: Final = frozenset(map(stem, ("many", "much")))
_FIGURES: Final = frozenset(stem(one) for of in ("mean", "sum") for one in operations()["aggregate"][of])
_STOPS: Final = frozenset(map(stem, stop_words())) | _COUNTED | _FIGURES | {"?", *stems_of("most least rank ranking")}
ColumnsByKind = dict[str, tuple[ColumnProfile, ...]]
"""Fields of an analysis, each with the columns that fill it."""


@dataclass(frozen=True)
class Match:
    """An analysis that a question is like. `analysis` is None where something is missing: `lacking` are the fields
    that no column fills, each with those that could; `said` is the part of the example's own words that the question
    says."""

    kind: type[Analysis]
    likeness: float
    example: str
    said: float = 1.0
    analysis: Analysis | None = None
    assumptions: tuple[str, ...] = ()
    lacking: tuple[tuple[Slot, tuple[ColumnProfile, ...]], ...] = ()
    columns: ColumnsByKind = field(default_factory=dict)
    exact: bool = False
    unread: tuple[Piece, ...] = ()
    """The rest of the question, where it is neither a condition nor of the example: the match tells what was read."""
    undecided: Reading | None = None
    """Its condition, where that could mean several things or lies outside of the data: why is in its gaps."""

    @property
    def paraphrase(self) -> bool:
        """Whether the question says what the example says: it is alike, or has no word but the example's own."""
        return not self.unread and (self.likeness >= SAME or self.exact)

    def with_columns(self, names: Sequence[str], table: DatasetProfile) -> "Match | None":
        """The match with the first of these columns that fits in each field that must be filled and is not; measures
        make no groups here. None where a field stays open."""
        columns, missing = dict(self.columns), [slot for slot, _ in self.lacking]
        there = sorted((one for one in table.columns if one.name in names), key=lambda one: names.index(one.name))
        for slot in (one for one in slots(self.kind) if (one.required or one in missing) and one.name not in columns):
            left = [one for one in there if fits(one, slot.kind) and (one,) not in columns.values()]
            left = [one for one in left if one.role != "measure" or slot.kind == "measure"]
            if not left:
                return None
            columns[slot.name] = (left[0],)
        return replace(self, columns=columns)

    @property
    def rank(self) -> float:
        """By what one match comes before another."""
        return self.likeness + _SAID * self.said


def matched(
    playbook: Sequence[type[Analysis]], asked: LinkedQuestion, table: DatasetProfile, now: datetime
) -> Match | None:
    """The analysis of the playbook whose examples the question is most like, one with all its fields filled before
    another; None where a word of the question stays unexplained."""
    found = [one for kind in playbook if kind.examples for one in _matches(kind, asked, table, now)]
    return max(found, key=lambda one: (not one.unread, round(one.rank, 2), one.analysis is not None), default=None)


def offered(match: Match, table: DatasetProfile) -> str:
    """The example, or one that has more of the missing and the filled fields, with the columns that the question named,
    and else the first that would do, the measure that the table is about before others."""
    wanted = {*(slot.name for slot, _ in match.lacking), *match.columns}
    example = max((match.example, *match.kind.examples), key=lambda one: sum(f"{{{name}}}" in one for name in wanted))
    main, known = main_measure(table), dict(match.columns)
    for slot in slots(match.kind):
        taken = {column.name for held in known.values() for column in held}
        there = [one for one in table.columns if fits(one, slot.kind) and one.name not in taken]
        if slot.name not in known and there:
            known[slot.name] = (main if main in there and slot.kind in ("measure", "number") else there[0],)
    words = {name: " and ".join(spoken(column) for column in columns) for name, columns in known.items()}
    return example.format_map({**_sample(match.kind), **{name: said for name, said in words.items() if said}})


def _matches(kind: type[Analysis], asked: LinkedQuestion, table: DatasetProfile, now: datetime) -> Iterator[Match]:
    for example, analysis in filled_by_free_text(kind, asked):
        yield Match(kind, SAID, example, analysis=analysis)
    if said_field(kind) is not None:
        return
    for one in asked.linked(_known(kind)):
        yield from _linked(kind, one, table, now)


def _linked(kind: type[Analysis], one: Linked, table: DatasetProfile, now: datetime) -> Iterator[Match]:
    """The match of one way to read the question, where it is one."""
    known, (one, reaching) = _known(kind), by_figures(one, table)
    content, left = one.content(), one.left(known)
    if content and not known & content:
        return
    beside = sides(one, table, now) if side_fields(kind) else {}
    example, columns, likeness, given = _nearest(kind, one, left, beside)
    left = tuple(at for at in left if at not in given.places)
    said, own = _part_said(example, one), _own(example)
    telling = own - _STOPS or own
    alike = likeness >= SAME and content - _STOPS and not content & _FIGURES  # an average is asked for, not compared
    shares = (telling & one.stems or alike) and content & _COUNTED <= _own(example)
    if likeness < ALIKE or said < _HALF or not shares or (not content and (likeness < SAME or said < MOST)):
        return
    narrowed = _conditions(kind, rest, table, now) if (rest := one.remainder(left, known)) else {}
    if len(reaching) > 1:
        said_of = f"it does not say of what: {listed([spoken(column) for column in reaching], 'or')}"
        narrowed = Reading(question=rest, gaps=(said_of,), code="ambiguous")
    cut = [("grain", by.grain) for by in one.pieces if by.grain and by.kind == "content" and not by.stems & own]
    made: dict[str, Any] | None = None
    if isinstance(narrowed, Reading):
        made = {"undecided": narrowed, "columns": columns}
    elif narrowed is not None:
        made = _made(kind, example, columns, {**given.fields, **narrowed, **dict(cut)}, table, content)
    elif said >= MOST and max(likeness, _likeness(" ".join(piece.text for piece in one.pieces), example, kind)) >= SAME:
        made = {"unread": tuple(one.pieces[at] for at in left), "columns": columns}
    if made is not None:
        yield Match(kind, likeness, example, said, **made, exact=given.exact)


def _made(
    kind: type[Analysis],
    example: str,
    columns: ColumnsByKind,
    given: dict[str, Any],
    table: DatasetProfile,
    content: frozenset[str],
) -> dict[str, Any] | None:
    """The fields of a match, from its columns and what else is given; None where the analysis refuses them. The first
    measure of the example is one that the analysis cannot do without here, unless the question calls it by the name of
    its field; its own first is what it is about."""
    named_columns, columns, measures = columns, dict(columns), [slot for slot in slots(kind) if slot.kind == "measure"]
    fields = [name for _, name, *_ in Formatter().parse(example) if name]
    named = [slot for name in fields for slot in measures if slot.name == name][:1]
    named = [slot for slot in named if stem(slot.name) not in content & _open_fields(kind)]
    lacking, assumptions = [], []
    for slot in slots(kind):
        if (slot.required or slot in named) and slot.name not in columns:
            taken = {column.name for held in columns.values() for column in held}
            there = tuple(column for column in table.columns if fits(column, slot.kind) and column.name not in taken)
            main = main_measure(table) if slot.kind in ("measure", "number") else None
            if not slot.required and (slot not in measures[:1] or not set(columns) <= set(fields)):
                # a price that is not named is no other measure, and who names another column means that one
                lacking.append((slot, there))
            elif len(there) == 1 and (slot.kind not in ("measure", "number") or not hides_money(table)):
                columns[slot.name] = there
                assumptions.append(f"I took {spoken(there[0])}, the only column of its kind.")
            elif main is not None and main in there:
                columns[slot.name] = (main,)
                assumptions.append(f"I took {spoken(main)}, which the table is about.")
            else:
                lacking.append((slot, there))
    told = {"assumptions": tuple(assumptions), "columns": columns}
    if lacking:
        return {"lacking": tuple(lacking), "columns": named_columns}
    values = {slot.name: _value(slot, columns[slot.name]) for slot in slots(kind) if slot.name in columns}
    try:
        return {**told, "analysis": kind(**values, **given)}
    except ValidationError:
        return None


def _value(slot: Slot, columns: tuple[ColumnProfile, ...]) -> str | tuple[str, ...]:
    return tuple(column.name for column in columns) if slot.many else columns[0].name


def _conditions(
    kind: type[Analysis], text: str, table: DatasetProfile, now: datetime
) -> dict[str, Any] | Reading | None:
    """The rest of the question as the conditions of the analysis; its reading where it does not say which."""
    name = next((one for one in ("where", "filters") if one in kind.model_fields), None)
    reading = condition_reading(text, table, now) if name else None
    if reading is None:
        return None
    if not reading.answerable and not (kind.looks_ahead and reading.code == "out_of_range" and not reading.gaps[1:]):
        return reading
    if name == "filters":
        return {"filters": reading.filters}
    try:
        return {"where": in_query.where(reading.filters, table)}
    except ValueError:
        return None


@dataclass(frozen=True)
class _Given:
    """The numbers, lengths of periods and sides of a question that an example has fields for: their places, and the
    fields."""

    places: frozenset[int] = frozenset()
    fields: dict[str, Any] = field(default_factory=dict)

    @property
    def exact(self) -> bool:
        """Whether it has a number, of which the example says which way it goes, and so every word of the question."""
        return any(isinstance(one, int | float) for one in self.fields.values())


def _given(
    kind: type[Analysis], example: str, one: Linked, left: tuple[int, ...], beside: dict[int, tuple[Filter, ...]]
) -> _Given | None:
    """What fills the fields of an example that take no column, in their order; None where the question has not as
    many, or a number stands beside other words than the example's."""
    fields = {name: spec for _, name, spec, _ in Formatter().parse(example)}
    found = _sided(kind, [name for name in fields if name in side_fields(kind)], beside)
    if found is None:
        return None
    if (name := figure_field(kind)) and len(said := one.figures()) == 1:
        found = _Given(found.places | frozenset(said), {**found.fields, name: min(said.values())})
    for takers, there in ((grain_fields(kind), one.grains()), (number_fields(kind), one.numbers())):
        wanted = [name for name in fields if name in takers]
        if wanted and len(wanted) != len(there):
            return None
        values = {str(name): said for name, said in zip(wanted, there.values(), strict=False)}
        found = _Given(found.places | frozenset(there if wanted else ()), {**found.fields, **values})
    if found.exact and not one.words(tuple(set(left) - found.places)) <= _own(example) | _open_fields(kind):
        return None
    signed = {n: -v if fields.get(n) == "-" and not isinstance(v, str) else v for n, v in found.fields.items()}
    return _Given(found.places, signed)


def _sided(kind: type[Analysis], wanted: list[str], beside: dict[int, tuple[Filter, ...]]) -> _Given | None:
    """The sides of a comparison in the fields of an example, those that it has no field for in the one for more; None
    where they are too few, or nothing takes the others."""
    named, more = tuple(beside.values()), more_sides_field(kind)
    if len(named) < len(wanted) or (wanted and not more and len(named) > len(wanted)):
        return None
    rest = {more: named[len(wanted) :]} if more else {}
    return _Given(frozenset(beside), {**dict(zip(wanted, named, strict=False)), **rest}) if wanted else _Given()


def _nearest(
    kind: type[Analysis], one: Linked, left: tuple[int, ...], beside: dict[int, tuple[Filter, ...]]
) -> tuple[str, ColumnsByKind, float, _Given]:
    """The example that the question is most like, the columns and what else is in its fields, and how alike the two are
    when these are put as the words of their kinds. Nothing is alike where a column finds no field."""
    words = _sample(kind)
    best: tuple[str, ColumnsByKind, float, _Given] = ("", {}, 0.0, _Given())
    for example in kind.examples:
        columns, given = _filled(kind, example, one), _given(kind, example, one, left, beside)
        if columns is None or given is None:
            continue
        called = dict(zip(sorted(given.places & set(beside)), cycle(SAMPLE_SIDES), strict=False))
        called |= dict.fromkeys(given.places & set(one.figures()), "")
        open_to = {stem(one.name): str(words[one.name]) for one in slots(kind) if f"{{{one.name}}}" in example}
        called |= {
            at: open_to[min(p.stems)] for at, p in enumerate(one.pieces) if not p.column and p.stems <= {*open_to}
        }
        filled = {column.name: slot for slot, held in columns.items() for column in held}
        said = [
            str(words[filled[piece.column.name]])
            if piece.column and piece.column.name in filled
            else SAMPLE_GRAIN
            if piece.grain and at in given.places
            else called.get(at, piece.text)
            for at, piece in enumerate(one.pieces)
            if at not in left or at in given.places
        ]
        found = (example, columns, _likeness(" ".join(said), example, kind), given)
        best = max(best, found, key=lambda one_of: one_of[2] + _SAID * _part_said(one_of[0], one))
    return best


def _part_said(example: str, one: Linked) -> float:
    """The part of an example's own words that a question says."""
    own = _own(example)
    return len(own & one.stems) / max(len(own), 1)


def _filled(kind: type[Analysis], example: str, one: Linked) -> ColumnsByKind | None:
    """The columns that the question names in the fields of their kinds, as the example has them one after the other,
    else each in the first of the example's that takes it, then of the others; None where one finds no field, or where
    only the example could say which of two of a kind (what is high, and what is low) goes where."""
    fields = {slot.name: slot for slot in slots(kind)}
    order = [fields[name] for _, name, *_ in Formatter().parse(example) if name in fields]
    mentions = tuple({column.name: column for column in one.mentions}.values())
    if len(mentions) == len(order) and all(fits(*pair) for pair in zip(mentions, (o.kind for o in order), strict=True)):
        return {slot.name: (column,) for slot, column in zip(order, mentions, strict=True)}
    places = [*order, *sorted((one for one in fields.values() if one not in order), key=lambda one: not one.required)]
    filled: dict[str, tuple[ColumnProfile, ...]] = {}
    for column in mentions:
        takers = [one for one in places if fits(column, one.kind) and (one.many or one.name not in filled)]
        if not takers:
            return None
        slot = min(takers, key=lambda slot: column.role == "measure" and slot.kind != "measure")
        filled[slot.name] = (*filled.get(slot.name, ()), column)
    single = [fields[name] for name in filled if not fields[name].many]
    sure = all(one in order or [other.kind for other in single].count(one.kind) == 1 for one in single)
    stray = any(fields[name] not in order for name in filled) and any(
        one.required for one in order if one.name not in filled
    )
    return filled if sure and not stray else None  # who names another column asks about that one


def _likeness(said: str, example: str, kind: type[Analysis]) -> float:
    """How alike a text and an example are, whose fields are put as the words of their kinds."""
    return float(_vector(said) @ _vector(example.format_map(_sample(kind))))


@lru_cache(maxsize=4096)
def _vector(text: str) -> Any:
    from shared.embeddings.embedder import Embedder  # loaded where a question is compared

    return Embedder().embed([" ".join(re.findall(r"\w+", text.lower()))])[0]


@cache
def _sample(kind: type[Analysis]) -> dict[str, Any]:
    """A word for each field that an example names."""
    return samples(kind)


@cache
def _known(kind: type[Analysis]) -> frozenset[str]:
    """The stems of the words of its examples, and of what its fields are called that may stay open."""
    return frozenset(stem for example in kind.examples for stem in _own(example)) | _open_fields(kind)


@cache
def _open_fields(kind: type[Analysis]) -> frozenset[str]:
    """The stems of what fields are called that need no column: a price that no column is called is looked for."""
    return frozenset(stem(slot.name) for slot in slots(kind) if not slot.required)


@cache
def _own(example: str) -> frozenset[str]:
    """The stems of the words of an example."""
    return frozenset(stem for text, *_ in Formatter().parse(example) for stem in stems_of(text))
