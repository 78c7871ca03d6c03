"""What every type that crosses a boundary has in common."""

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, Any, Self, TypeGuard

from pydantic import AfterValidator, BaseModel, ConfigDict, StringConstraints, model_validator

SCHEMA_VERSION = 1
"""Written on stored items and payloads. Readers accept this version and the one before it."""

Scalar = str | int | float | bool | None
"""What a cell, a fact or a bound can hold once it is safe for JSON: dates are ISO 8601 text, numbers are finite."""


def is_number(value: object) -> TypeGuard[int | float]:
    """Whether a cell or a fact holds a number, which yes and no are not."""
    return isinstance(value, int | float) and not isinstance(value, bool)


_APOSTROPHES = str.maketrans("\u2018\u2019\u02bc", "'''")


def straight(text: str) -> str:
    """The text with its apostrophes straight, as most are typed: the form in which terms are kept and sought."""
    return text.translate(_APOSTROPHES)


Word = Annotated[
    str,
    StringConstraints(strip_whitespace=True, to_lower=True, min_length=2, max_length=80),
    AfterValidator(straight),
]
Words = tuple[Word, ...]
"""Terms that are sought in a lower-cased text."""


def _aware(moment: datetime) -> datetime:
    if moment.tzinfo is None:
        raise ValueError("a moment needs its time zone")
    return moment


Moment = Annotated[datetime, AfterValidator(_aware)]
"""A point in time with its zone (UTC everywhere inside Candor)."""


class Checked(BaseModel):
    """A value whose fields must fit each other: what cannot be meant cannot be built, and the error says what can."""

    model_config = ConfigDict(defer_build=True)

    @model_validator(mode="after")
    def _can_be_meant(self) -> Self:
        for problem in self.problems():
            raise ValueError(problem)
        return self

    def problems(self) -> Iterable[str]:
        """What is wrong with it, as sentences that say what would be right."""
        return ()


class Contract(BaseModel):
    """A value that crosses a boundary: immutable, and lenient to fields that a newer version added.

    Its validator is built when it is first used: no function uses all of them, and each imports most.
    """

    model_config = ConfigDict(extra="ignore", frozen=True, hide_input_in_errors=True, defer_build=True)

    def wire(self) -> dict[str, Any]:
        """The value as a dictionary of plain JSON types."""
        return self.model_dump(mode="json")
