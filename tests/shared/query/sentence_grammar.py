"""Rules that give *every* reading of a text from a place on, so that a text with two readings shows itself.

A rule takes a text and a place and gives its readings from there: pairs of what was read and the place behind it.
"""

import re
from collections.abc import Callable, Hashable
from typing import Any

Reading = tuple[Any, int]


class Text:
    """A text to read. `furthest` is the last place at which a rule found what it wanted, for messages."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.furthest = 0
        self.known: dict[tuple[Callable[..., Any], int], list[Reading]] = {}


Rule = Callable[[Text, int], list[Reading]]
NOTHING = object()
"""Given by a maker that refuses what it was handed: the reading is dropped."""


def literal(words: str) -> Rule:
    """Reads exactly these words."""

    def read(text: Text, at: int) -> list[Reading]:
        if not text.text.startswith(words, at):
            return []
        text.furthest = max(text.furthest, at + len(words))
        return [(words, at + len(words))]

    return read


def pattern(expression: str, make: Callable[..., Any]) -> Rule:
    """Reads what the regular expression matches; its groups (all of it where there are none) go to `make`."""
    compiled = re.compile(expression)

    def read(text: Text, at: int) -> list[Reading]:
        found = compiled.match(text.text, at)
        if not found:
            return []
        made = make(*(found.groups() if compiled.groups else (found[0],)))
        if made is NOTHING:
            return []
        text.furthest = max(text.furthest, found.end())
        return [(made, found.end())]

    return read


def table(words: dict[str, Any]) -> Rule:
    """Reads one of the words and gives its value."""
    return either(*(then(literal(one), lambda _, value=value: value) for one, value in words.items()))


def either(*rules: Rule) -> Rule:
    """All readings of all the rules."""
    return lambda text, at: [reading for rule in rules for reading in rule(text, at)]


def after(make: Callable[..., Any], *steps: Rule | str) -> Rule:
    """One step after the other. Words to be read are plain strings; what the rules read goes to `make`."""
    rules = [(literal(step), False) if isinstance(step, str) else (step, True) for step in steps]

    def read(text: Text, at: int) -> list[Reading]:
        open_: list[tuple[tuple[Any, ...], int]] = [((), at)]
        for rule, counts in rules:
            open_ = [
                ((*values, value) if counts else values, end)
                for values, place in open_
                for value, end in rule(text, place)
            ]
        made = [(make(*values), end) for values, end in open_]
        return [one for one in made if one[0] is not NOTHING]

    return read


def then(rule: Rule, make: Callable[[Any], Any]) -> Rule:
    """What the rule reads, made into something else."""
    return after(make, rule)


def bound(first: Rule, rest: Callable[[Any], Rule]) -> Rule:
    """The first, and then what `rest` makes of it; only the reading of the latter counts."""
    return lambda text, at: [reading for value, end in first(text, at) for reading in rest(value)(text, end)]


def only(rule: Rule, holds: Callable[[Any], bool]) -> Rule:
    """Those readings of the rule for which it holds."""
    return lambda text, at: [reading for reading in rule(text, at) if holds(reading[0])]


def each(rule: Rule, others: Callable[[Any], list[Any]]) -> Rule:
    """Every meaning that what the rule reads has: itself, and whatever else a reader may take it for."""
    return lambda text, at: [(meant, end) for value, end in rule(text, at) for meant in others(value)]


def maybe(rule: Rule, otherwise: Any = None) -> Rule:
    """What the rule reads, or nothing at all."""
    return lambda text, at: [*rule(text, at), (otherwise, at)]


def listed(rule: Rule, last: str = "and") -> Rule:
    """One, or "one, another and a third": a tuple."""

    def rest(text: Text, values: tuple[Any, ...], at: int) -> list[Reading]:
        closed = [
            ((*values, value), end) for _, here in literal(f" {last} ")(text, at) for value, end in rule(text, here)
        ]
        more = [
            reading
            for _, here in literal(", ")(text, at)
            for value, end in rule(text, here)
            for reading in rest(text, (*values, value), end)
        ]
        return [*closed, *more]

    def read(text: Text, at: int) -> list[Reading]:
        first = rule(text, at)
        return [reading for value, end in first for reading in (((value,), end), *rest(text, (value,), end))]

    return read


def separated(rule: Rule, mark: str) -> Rule:
    """One or more with this mark between any two: a tuple."""

    def read(text: Text, at: int) -> list[Reading]:
        found = [((value,), end) for value, end in rule(text, at)]
        more = [
            ((value, *rest), last)
            for (value,), end in found
            for _, here in literal(mark)(text, end)
            for rest, last in read(text, here)
        ]
        return [*found, *more]

    return read


def remembered(rule: Rule) -> Rule:
    """The same rule, worked out once for each place of a text, each different reading once."""

    def read(text: Text, at: int) -> list[Reading]:
        key = (read, at)
        if key not in text.known:
            text.known[key] = []
            text.known[key] = list(dict.fromkeys(rule(text, at)))
        return text.known[key]

    return read


def in_brackets(rule: Rule) -> Rule:
    """What the rule reads, in round brackets."""
    return after(lambda value: value, "(", rule, ")")


def whole(rule: Rule, text: Text) -> list[Hashable]:
    """The different readings of the whole text."""
    return list(dict.fromkeys(value for value, end in rule(text, 0) if end == len(text.text)))
