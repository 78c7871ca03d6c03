"""How sentences name columns: those of the table, those derived from them, and those of a query that one is over."""

from collections.abc import Callable
from dataclasses import dataclass

from tests.shared.query.recovered import Part, family, plain_type, type_of
from tests.shared.query.sentence_grammar import (
    Reading,
    Rule,
    Text,
    after,
    bound,
    either,
    in_brackets,
    listed,
    literal,
    maybe,
    only,
    remembered,
    table,
    then,
)  # fmt: skip
from tests.shared.query.sentence_words import FILLS, NUMBER, PARTS, PERCENT, QUOTED, SPANS, names, value


@dataclass(frozen=True)
class Columns:
    """The columns that rows have, as rules: `atom` reads a name, or a composed one in brackets; `bare` a composed one
    without them; `plural` the plural of a name. `source` are the columns that are not derived here."""

    atom: Rule
    bare: Rule
    plural: Rule
    source: tuple[Part, ...]

    @property
    def any(self) -> Rule:
        """A column with or without brackets."""
        return either(self.atom, self.bare)

    def of(self, *families: str) -> Rule:
        """An atom of one of these types: number, text, flag, time."""
        return only(self.atom, lambda column: family(type_of(column)) in families)

    @property
    def only_time(self) -> Part | None:
        """The column that a sentence means that says "by month" and no column: the only one with times."""
        times = [one for one in self.source if family(type_of(one)) == "time"]
        return times[0] if len(times) == 1 else None

    def shown(self, shown: tuple[Part, ...]) -> "Columns":
        """Only these of them, as the columns of rows that are a source."""
        return Columns(*(only(rule, lambda one: one in shown) for rule in (self.atom, self.bare, self.plural)), shown)


Measured = Callable[[Columns], Rule]


def table_columns(columns: dict[str, str], others: dict[str, dict[str, str]], measured: Measured | None) -> Columns:
    """The columns of a table, from their types by name, and all that can be looked up in `others` by them; `measured`
    reads figures of the rows of one of those."""
    plain = {name: plain_type(type_) for name, type_ in columns.items()}
    source = tuple(("column", name, type_) for name, type_ in plain.items())

    def atom(text, at):  # type: ignore[no-untyped-def]
        return atoms(text, at)

    found = remembered(either(*(_looked_up(atom, dataset, there, measured) for dataset, there in others.items())))
    atoms = remembered(either(names(plain), in_brackets(found)))
    return Columns(atoms, found, names(plain, plural=True), source)


def _looked_up(own: Rule, dataset: str, columns: dict[str, str], measured: Measured | None) -> Rule:
    """A column of another table, or a figure of its rows, and what it is found by."""
    there = names({name: plain_type(type_) for name, type_ in columns.items()})
    words = dataset if " " in dataset else dataset.replace("_", " ")
    called = either(literal(words), literal(f"“{words}”"))

    def pair(text: Text, at: int) -> list[Reading]:
        """A column and the key that it is matched with; a key that is called as the column is not named."""
        found: list[Reading] = []
        for column, end in own(text, at):
            found += [((column, key[1]), end) for key, last in there(text, at) if last == end]
            found += [((column, key[1]), last) for key, last in after(lambda key: key, " as ", there)(text, end)]
        return found

    figures = measured(table_columns(columns, {}, None)) if measured else either()
    return either(
        after(
            lambda column, _, on: ("looked_up", column[1], dataset, on, column[2]),
            there, " of ", called, " found by ", listed(pair),
        ),
        after(
            lambda figure, _, on: ("found_figure", figure, dataset, on),
            figures, " of ", called, " found by ", listed(pair),
        ),
    )  # fmt: skip


def with_derived(source: Columns) -> Columns:
    """The same columns, and all that can be derived of them."""

    def atom(text, at):  # type: ignore[no-untyped-def]
        return atoms(text, at)

    def number(text, at):  # type: ignore[no-untyped-def]
        return of(atom, "number")(text, at)

    named = either(source.bare, source.atom)
    bare = remembered(either(source.bare, anew(_derived(atom, number), named, source.source)))
    atoms = remembered(either(source.atom, in_brackets(bare)))
    return Columns(atoms, bare, source.plural, source.source)


ANEW = ", worked out anew"


def anew(made: Rule, named: Rule, there: tuple[Part, ...] = ()) -> Rule:
    """What is made of columns. Words that name what an inner query made (`named`) mean that, unless they say that they
    are worked out anew; what is the same as one `there`, but for the rows that it is of, is told apart."""

    def read(text: Text, at: int) -> list[Reading]:
        found = []
        for part, end in made(text, at):
            while any(place == end and column[0] != "column" for column, place in named(text, at)):
                if not text.text.startswith(ANEW, end):
                    break
                part, end = ("anew", part) if part in there else part, end + len(ANEW)
            else:
                found.append((part, end))
        return found

    return read


def of(rule: Rule, *families: str) -> Rule:
    return only(rule, lambda column: family(type_of(column)) in families)


def _named_values() -> Rule:
    """Names, each with the values that are told by it: “A” and “B” as “C”, “D” as “E” and all others as “F”."""
    values = either(listed(QUOTED), then(literal("all others"), lambda _: None))
    return listed(after(lambda some, name: (name, some), values, " as ", QUOTED))


def _recoded(column: Part, named: tuple[tuple[str, tuple[str, ...] | None], ...]) -> Part:
    merged = frozenset((name, frozenset(values)) for name, values in named if values is not None)
    others = [name for name, values in named if values is None]
    return ("recode", column, merged, others[0] if others else None)


def _derived(atom: Rule, number: Rule) -> Rule:
    constant = then(NUMBER, lambda one: ("number", one))
    side = either(number, constant)
    operators = table({" plus ": "+", " minus ": "-", " times ": "*", " divided by ": "/"})
    time, text = of(atom, "time"), of(atom, "text")
    return either(
        after(lambda column: ("cleaned", column, "."), "number in ", text),
        after(lambda column: ("cleaned", column, ","), "number in ", text, " with a decimal comma"),
        after(
            lambda column, edges, labels: ("bucket", column, edges, labels),
            number, " cut at ", listed(NUMBER), " into ", listed(QUOTED),
        ),
        after(lambda column, named: _recoded(column, named), text, " with ", _named_values()),
        after(
            lambda column, low, high: ("tier", column, low, high),
            "tier of ", number, " cut at the ", PERCENT, " and ", PERCENT, " percentile",
        ),
        only(
            after(lambda left, sign, right: ("calculation", sign, left, right), side, operators, side),
            lambda made: not made[2][0] == made[3][0] == "number",
        ),
        after(
            lambda column, figure, per: ("filled", column, figure, tuple(per)),
            atom, " with missing ones filled by ", table(FILLS),
            maybe(after(lambda some: some, " per ", listed(atom)), ()),
        ),
        only(
            after(lambda one, other: ("filled_by", one, other), atom, " with missing ones filled by those of ", atom),
            lambda made: family(type_of(made[1])) == family(type_of(made[2])),
        ),
        bound(
            after(lambda column: column, atom, " with missing ones filled by "),
            lambda column: then(value(type_of(column)), lambda filled: ("filled", column, filled)),
        ),
        after(lambda part, column: ("time_part", column, part), table(PARTS), " number of ", time),
        after(lambda column: ("length", column), "length of ", text),
        after(lambda column: ("lower", column), text, " in lower case"),
        after(
            lambda unit, start, end: ("time_between", start, end, unit), table(SPANS), " from ", time, " to ", time
        ),
    )  # fmt: skip
