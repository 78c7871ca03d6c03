"""Conditions on the rows that an analysis takes."""

from collections.abc import Iterator
from typing import Any, Final, Literal

from pydantic import model_validator
from pydantic.json_schema import SkipJsonSchema

from shared.contracts import Contract, Scalar
from shared.contracts.base import Checked
from shared.query.conditions import PART_NUMBERS
from shared.query.groupings import RECURRING

FilterOp = Literal[
    "=", "!=", "<", "<=", ">", ">=", "between", "outside", "in", "not in", "lists", "not lists",
    "is null", "is not null",
]  # fmt: skip
CalendarPart = Literal["weekday", "month of year", "hour of day"]
AVERAGED: Final = frozenset({"mean", "median"})
_SEVERAL: Final = {"=": "in", "!=": "not in"}
_ANY: Final = 10_000
_OF_SEVERAL: Final = ("in", "not in", "lists", "not lists")
_OF_NONE: Final = ("is null", "is not null")
_ARITY: Final = {"between": (2, 2), **dict.fromkeys(_OF_SEVERAL, (1, _ANY)), **dict.fromkeys(_OF_NONE, (0, 0))}
_TAKES: Final = {
    "between": "two values, the lower one and the higher one",
    **dict.fromkeys(_OF_SEVERAL, "at least one value"),
    **dict.fromkeys(_OF_NONE, "no values"),
}
"""How many values an operator takes, where it is not one."""
_ORDERED: Final = frozenset({"<", "<=", ">", ">="})
_STRETCHES: Final = frozenset({"deviations", "quartiles"})


class Level(Contract, Checked):
    """A figure of the condition's own column over all rows. "deviations" and "quartiles" are stretches: the mean plus
    and minus `parameter` standard deviations, the quartiles plus and minus `parameter` interquartile ranges; a
    percentile's `parameter` is in 0..1.
    """

    figure: Literal["mean", "median", "percentile", "deviations", "quartiles"]
    parameter: float | None = None

    def problems(self) -> Iterator[str]:
        """What is wrong with the condition: a parameter is missing, or the figure takes none."""
        if self.figure in AVERAGED and self.parameter is not None:
            yield "`parameter` is for percentile, deviations and quartiles alone"
        if self.figure == "percentile" and not 0 <= (-1 if self.parameter is None else self.parameter) <= 1:
            yield "a level that is a percentile needs `parameter` in 0..1, such as 0.9 for the 90th"
        if self.figure in _STRETCHES and not (self.parameter or 0) > 0:
            yield "a level of deviations or quartiles needs `parameter` above 0: how many of them the stretch reaches"

    @property
    def said(self) -> str:
        """The figure in words, before the name of its column."""
        if self.figure == "percentile":
            return f"{100 * (self.parameter or 0):g}th percentile of"
        return {"mean": "average", "deviations": "average and standard deviation of"}.get(self.figure, self.figure)


class Alternative(Contract, Checked):
    """What may hold instead of a condition: as many values as its operator takes."""

    column: str
    operator: FilterOp
    values: tuple[Scalar, ...] = ()
    label: SkipJsonSchema[str] = ""

    @model_validator(mode="before")
    @classmethod
    def _with_several(cls, given: Any) -> Any:
        """Normalises the operator: "=" and "!=" with several values become "in" and "not in"."""
        if not isinstance(given, dict) or not isinstance(given.get("values"), list | tuple):
            return given
        several = _SEVERAL.get(str(given.get("operator"))) if len(given["values"]) > 1 else None
        return {**given, "operator": several} if several else given

    def problems(self) -> Iterator[str]:
        """Too many or too few values for the operator, or an empty one, as sentences."""
        told, many = f"the operator {self.operator}", len(self.values)
        least, most = _ARITY.get(self.operator, (1, 1))
        if None in self.values:
            yield "an empty cell is no value to compare with: use the operator is null or is not null, without values"
        elif self.operator == "outside":
            yield "the operator outside needs a `level` of deviations or quartiles; otherwise give < or >"
        elif not least <= many <= most:
            yield f"{told} takes {_TAKES.get(self.operator, 'one value')}, not {many}"
        elif self.operator == "between" and _descends(*self.values):
            yield f"{told} takes the lower value first"


class Filter(Alternative):
    """A condition on rows. "between" is half-open [low, high) on times (ISO 8601), closed on numbers.

    Of `otherwise` one is enough as well ("over 60 or under 5"). `level` stands in place of values: <, <=, >, >= with
    the mean, median or a percentile, "between" and "outside" with a stretch, its edges not outside. With a `grain` that
    part of a time is compared (weekday 1 is Monday). "lists" is for columns whose cells list several things: any of the
    values is among them.
    """

    # `label` says the condition in the user's words; no-model mode alone sets it.
    grain: CalendarPart | None = None
    otherwise: tuple[Alternative, ...] = ()
    level: Level | None = None

    def problems(self) -> Iterator[str]:
        """A level with its operators and without values; a part of a time by its numbers; or plain values."""
        if self.level is None:
            yield from super().problems()
        elif self.values or self.grain:
            yield "a `level` stands in place of values: give neither values nor a grain beside it"
        elif self.operator not in (("between", "outside") if self.level.figure in _STRETCHES else _ORDERED):
            yield "a level of deviations or quartiles goes with between or outside, any other with <, <=, > or >="
        if self.grain and not self.values:
            yield f"the {self.grain} is compared with values; whether a time is missing is asked without a grain"
        if self.grain and not all(_is_number_of(self.grain, value) for value in self.values):
            known = PART_NUMBERS[RECURRING[self.grain]]
            yield f"a {self.grain} is a whole number from {known[0]} to {known[-1]}"


def _descends(low: Scalar, high: Scalar) -> bool:
    if isinstance(low, str) or isinstance(high, str):
        return isinstance(low, str) and isinstance(high, str) and low > high
    return low is not None and high is not None and low > high


def _is_number_of(part: str, value: Scalar) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value in PART_NUMBERS[RECURRING[part]]
