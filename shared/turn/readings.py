"""How a question was read, held against what is known: no assumption of a model's tells a figure from nowhere."""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from shared.contracts import DatasetProfile, Fact, ResultPreview
from shared.grounding.evidence import data_labels, data_values
from shared.grounding.grounding import Evidence
from shared.grounding.languages import Language
from shared.grounding.references import REFERENCE
from shared.grounding.sizes import own_sizes
from shared.pattern import LazyPattern

_OF_A_YEAR: Final = ("52", "365")
"""Its weeks and days, which are counted among nothing else so often."""
_A_YEAR: Final = re.compile(r"\d{4}")
_COUNTED: Final = re.compile(
    r"(?P<year>\d{4})\s+(?!(?:is|was|has|begins|starts|ends)\b)(?:[a-z-]+\s)?[a-z]{2,}s\b", re.IGNORECASE
)
"""A year with what it would count."""
_A_PERIOD: Final = re.compile(
    r"\b(?:last|past|previous|preceding|next|following|coming|first|latest) \d{1,3} "
    r"(?:minute|hour|day|week|month|quarter|year)s?\b",
    re.IGNORECASE,
)
"""A stretch of time that is named by its length: "the last 90 days". "It took 90 days" names none."""

_COMPOUND: Final = LazyPattern(r"\b(?:an? )?([a-z]+(?:-[a-z]+)+)\b", re.IGNORECASE)
_TWICE: Final = LazyPattern(r"\btwice\b(?!\s+(?:as|of|the|that|what|this|these|those|its|their|an?)\b)", re.IGNORECASE)
"""How often something happens. "Twice the costs" is a multiple."""


class ReadAgainst(NamedTuple):
    """What assumptions are held against: the figures and results there are, the question and when it was asked, what
    the conditions of the queries name (`limits`), and the tables."""

    facts: tuple[Fact, ...]
    results: tuple[ResultPreview, ...]
    question: str
    asked_at: datetime
    limits: tuple[str, ...]
    datasets: Sequence[DatasetProfile]

    def evidence(self, readings: Sequence[str]) -> Evidence:
        """Beside the figures they may say the edges of the data, the years next to them and to today, the codes that
        count as empty there, the weeks and days of a year, the minutes of an hour that it names, a stretch of time by
        its length, and a whole number beside a limit: "above 90" is "91 and more"."""
        beside = (str(int(one) + step) for one in self.limits if one.isdigit() for step in (-1, 1))
        labels = data_labels(self.datasets)
        counted = {found["year"] for one in readings for found in _COUNTED.finditer(one)}
        years = (one for one in years_beside(self.asked_at, labels) if one not in counted)
        periods = (found for one in readings for found in _A_PERIOD.findall(one))
        return Evidence(
            self.facts,
            self.results,
            question=self.question,
            notes=(f"{self.asked_at:%d %B %Y}", *self.limits),
            labels=(*labels, *years, *_codes(self.datasets), *beside, *_OF_A_YEAR),
            shown=(*data_values(self.datasets), *periods, *own_sizes(readings)),
        )

    def stand(self, readings: Sequence[str], language: Language) -> tuple[str, ...]:
        """Those that tell no figure from nowhere, and refer to nothing that could not be computed."""
        evidence = self.evidence(readings)
        told = {one: self._without_wording(one) for one in readings if not REFERENCE.search(one)}
        return tuple(one for one, rest in told.items() if evidence.known_part(rest, language=language) == rest)

    def _without_wording(self, reading: str) -> str:
        """The assumption without number words that count nothing: compounds that the question says ("a thousand-seed
        weight"), and that rows stand twice where some repeat others."""
        asked = {found[1].lower() for found in _COMPOUND.finditer(self.question)}
        rest = _COMPOUND.sub(lambda found: "such" if found[1].lower() in asked else found[0], reading)
        repeating = any(repair.kind == "repeated" for table in self.datasets for repair in table.repairs)
        return _TWICE.sub("again", rest) if repeating else rest


def years_beside(asked_at: datetime, labels: Sequence[str]) -> tuple[str, ...]:
    """The years next to that of asking and to the edges of the data, which are among the `labels`."""
    years = [one for one in (f"{asked_at:%Y}", *labels) if _A_YEAR.fullmatch(one)]
    return tuple(str(int(year) + step) for year in years for step in (-1, 1))


def _codes(datasets: Sequence[DatasetProfile]) -> Iterator[str]:
    """The numbers that count as empty where a legend says that they are no values: 9 for “no answer”."""
    told = (repair for table in datasets for repair in table.repairs)
    return (code for repair in told if repair.kind == "null" and repair.doubt for code in repair.examples)
