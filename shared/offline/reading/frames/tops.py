"""Figures over the first few: "average rating of the ten longest films", "share of sales of the top three regions"."""

import re
from typing import Final

from shared.analysis.composed import TopFigure
from shared.analysis.metrics import Grouping, Metric
from shared.offline.reading.frames.asking import ROW, Asking
from shared.offline.reading.frames.forms import Forms
from shared.offline.reading.frames.parts import PARTS
from shared.offline.reading.meanings.nouns import unique, unique_day
from shared.offline.reading.reading import Reading
from shared.table.names import spoken

_PARTS: Final = PARTS | {
    "top": r"[our|all] ({extreme} {number} [/.*?\S/]|{number} {extreme} [/.*?\S/]|"
    r"{number} [/\S+/] [/\S+/] /\S+/ (with|having|that have|by) [the] {extreme} [/.*?\S/])",
    "do": "/do|does|did|is|are|was|were|comes?|came|held|taken|generated|contributed|fell|falls|fall|happened|occurred|"
    "made|accounted/ [generated|made|held|taken|contributed|earned] [up|for] [from|by|in|for|on]",
    "make up": "(make up|makes up|made up|account for|accounts for|accounted for|contribute|contributed|represent|"
    "represented|generate|generated|have|hold|held|bring in|brought in|cover|get|take|took|responsible for|come from|"
    "provide|earn|earned)",
}
_SHARES: Final = Forms(
    "[what|which|how much] {share} of <figure> {do} [the] <top:top> [{make up}]",
    "{share} of <figure> (of|from|by|in|held by|for|made up by) [the] <top:top> [{make up}]",
    "[what] {share} (of|do|does|did) [the] <top:top> (in|of|make up of|have in|have of|contribute to) <figure>",
    "how much of <figure> {do} [the] <top:top> [{make up}]",
    "how much (do|does|did) [the] <top:top> contribute to <figure> in (percent|percentage)",
    parts=_PARTS,
)
_OVER: Final = Forms("<figure> (of|for|from|among|across|in|by|over|between) [only] [the] <top:top>", parts=_PARTS)
_WHOLE: Final = re.compile(
    r"^(?:the |all |our |overall |of )*(?:(?:total|overall|sum of|amount of) )?(?:the )?", re.IGNORECASE
)
_TOTALLED: Final = re.compile(r"^(?:(?:the )?(?:combined|total|overall|sum|sum total)(?: of| value| amount)?)$", re.I)
_SAID_OF: Final = re.compile(r"(?<!who )(?<!that )(?<!which )\b(?:are|is|was|were|do|did|does)\b", re.IGNORECASE)
"""What is said of those that are first ("how many of the 20 oldest are women"), and narrows no ranking."""
_ADDED: Final = ("sum", "count")
_OWN: Final = ("sum", "mean", "median", "min", "max", "stddev", "variance")


def read_tops(asking: Asking) -> Reading | None:
    """A share or a figure over the first few of a ranking."""
    found = _SHARES.fit(asking.bare, asking.words)
    reading = _share(asking, found["figure"], found["top"]) if found else None
    if reading is not None:
        return reading
    found = _OVER.fit(asking.bare)
    return _figure(asking, found["figure"], found["top"]) if found else None


def _share(asking: Asking, words: str, top: str) -> Reading | None:
    measured = _WHOLE.sub("", words, count=1)
    whole = asking.ask(f"total {measured}") or asking.ask(f"number of {measured}")
    if whole is None or not _plain(whole) or whole.metrics[0].function not in _ADDED:
        return None
    counted = whole.metrics[0].function == "count"
    ranking = _ranked(asking, top, f"number of {measured}" if counted else f"total {measured}")
    return _framed(asking, ranking, whole, share=True) if ranking else None


def _figure(asking: Asking, words: str, top: str) -> Reading | None:
    if _TOTALLED.match(words):
        ranking = _ranked(asking, top, "")
        return _framed(asking, ranking, None, share=False) if ranking else None
    if re.search(r"\b(?:share|percentage|percent|proportion|fraction)\b", words, re.IGNORECASE):
        return None
    whole = asking.ask(words)
    if whole is None or not _plain(whole):
        return None
    ranking = _ranked(asking, top, words)
    return _framed(asking, ranking, whole, share=False) if ranking else None


def _plain(whole: Reading) -> bool:
    """Whether it is one figure over all rows."""
    parts = (whole.filters, whole.groups, whole.part, whole.sides, whole.having, whole.rivals, whole.ordering)
    return whole.shape == "value" and len(whole.metrics) == 1 and not any(parts) and whole.metrics[0].per is None


def _ranked(asking: Asking, top: str, measure: str) -> Reading | None:
    """How the ranking reads, by its own measure or else by the one that the figure is of."""
    if _SAID_OF.search(top):
        return None
    wordings = [top, *([f"{top} by {measure}"] if measure else [])]
    for named in (False, True):
        for wording in wordings:
            reading = asking.ask(f"list the {wording}", named=named)
            if reading is not None and _ranking(reading):
                return reading
    return None


def _ranking(reading: Reading) -> bool:
    one = len(reading.metrics) == 1 and len(reading.groups) == 1 and not reading.within and reading.having is None
    order = reading.ordering
    return reading.shape == "entity" and one and order is not None and bool(order.limit) and not order.offset


def _framed(asking: Asking, ranking: Reading, whole: Reading | None, *, share: bool) -> Reading | None:
    groups, by = _of_groups(asking, ranking), ranking.metrics[0]
    figure = whole.metrics[0] if whole else Metric(function="sum", column=by.column)
    if not groups and by.column is None:
        return None
    if groups and (figure.function not in _ADDED or by.function not in (*_ADDED, "mean")):
        return None
    if not groups and figure.function not in (*_OWN, "distinct"):
        return None
    if whole is None and (by.column is None or not asking.table.column(by.column).summable):
        return None
    order = ranking.ordering
    frame = TopFigure(
        figure=figure, by=by, groups=groups, filters=ranking.filters, share=share,
        limit=order.limit or 1 if order else 1, descending=order.descending if order else True,
    )  # fmt: skip
    told = (*(whole.assumptions if whole else ()), *ranking.assumptions, _by_row(asking, groups, by))
    return asking.framed(frame, *told, sure=min(ranking.confidence, whole.confidence if whole else 1.0))


def _by_row(asking: Asking, groups: tuple[Grouping, ...], by: Metric) -> str:
    return "" if groups or by.column is None else f"I ranked the rows by {spoken(asking.table.column(by.column))}."


def _of_groups(asking: Asking, ranking: Reading) -> tuple[Grouping, ...]:
    """What is ranked, where it is not the rows themselves."""
    group = ranking.groups[0]
    if group.column == ROW:
        return ()
    column = asking.table.column(group.column)
    single = unique(column, asking.table) or (group.grain == "day" and unique_day(column, asking.table))
    return () if single else (group,)
