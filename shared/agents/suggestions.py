"""Questions offered in place of one that is given up: each is computed before it is offered."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooLate
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from sqlglot import exp

from shared.agents.execution.currencies import by_currency
from shared.analysis.base import Analysis
from shared.analysis.tables import table_of
from shared.contracts import ColumnProfile, Forfeit, ForfeitCode, Queried, QueryFault, QueryOutcome, QueryRequest
from shared.engine.sql.syntax import parse
from shared.errors import CandorError, ForfeitException, QueryFailed
from shared.log import logger
from shared.model.moves import Offer, OfferQuestions

if TYPE_CHECKING:
    from shared.deps import Deps

MOST_OFFERED: Final = 3
SECONDS: Final = 2.5
"""How long a reply waits for suggestions at most: as long as an engine that sleeps takes to wake, and no longer."""
LEAST_LEFT: Final = 3.0
"""Of a task's time, what must be left when they were tried."""
MOST_KEPT: Final = 500
PASSING: Final[tuple[QueryFault, ...]] = ("timeout", "memory", "unavailable")
"""Failures of a query that say nothing of the next time."""
WITHOUT: Final[tuple[ForfeitCode, ...]] = (
    "no_dataset", "still_reading", "unreadable", "unavailable", "agents_failed", "cancelled",
)  # fmt: skip
"""The forfeits that another question would not be spared."""


class Tried:
    """Which questions were computed lately, by data and question; the oldest is forgotten first."""

    def __init__(self) -> None:
        self._answered: OrderedDict[tuple[str, str], bool] = OrderedDict()

    def get(self, dataset_id: str, question: str) -> bool | None:
        """Whether the question got an answer on the dataset; None where it was never tried."""
        return self._answered.get((dataset_id, question))

    def note(self, dataset_id: str, question: str, answered: bool) -> None:
        """Records whether the question got an answer on the dataset."""
        self._answered[dataset_id, question] = answered
        if len(self._answered) > MOST_KEPT:
            self._answered.popitem(last=False)


_TRIED: Final = Tried()


def suggested(
    forfeit: Forfeit,
    request: OfferQuestions,
    user_id: str,
    deps: Deps,
    *,
    left: float,
    about: Sequence[str] | None = None,
) -> Forfeit:
    """The forfeit with up to three questions that are answered; without any where they are not there in time. `left` is
    the task's time in seconds. Where a model understood the question, `about` is the SQL of what it looked at: offered
    is what is about the same columns, or about those that the question names, and nothing else."""
    touched = None if about is None else _touched(about, request)
    if touched is not None:
        words = (column.words or column.name for column in _columns(request) if column.name in touched)
        request = request.model_copy(update={"question": " ".join(dict.fromkeys((request.question, *words)))})
    seconds = min(SECONDS, left - LEAST_LEFT)
    if forfeit.code in WITHOUT or not request.datasets or seconds <= 0:
        return forfeit
    pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="suggestions")
    work = pool.submit(_answered, request, user_id, deps, seconds, touched)
    try:
        found = work.result(timeout=seconds)
    except (CandorError, TooLate, ValueError, LookupError) as error:
        logger.info("no suggestions", extra={"why": type(error).__name__})
        return forfeit
    finally:
        pool.shutdown(wait=False)
    return forfeit.model_copy(update={"suggestions": found})


def _touched(about: Sequence[str], request: OfferQuestions) -> frozenset[str]:
    """The columns that the queries name, and those that the question does."""
    named: set[str] = set()
    for sql in about:
        with suppress(QueryFailed):
            named |= {one.name.casefold() for one in parse(sql).find_all(exp.Column)}
    asked = set(re.findall(r"\w+", request.question.casefold()))
    return frozenset(
        column.name
        for column in _columns(request)
        if column.name.casefold() in named or set(re.findall(r"\w+", (column.words or column.name).casefold())) <= asked
    )


def _columns(request: OfferQuestions) -> Iterator[ColumnProfile]:
    return (column for dataset in request.datasets for column in dataset.columns)


def _is_about(offer: Offer, touched: frozenset[str], request: OfferQuestions) -> bool:
    """Whether all figures that an offer tells are of these columns; of one that counts, whether a group of its is."""
    analysis = _ready(offer, request)
    try:
        queries = analysis.queries(table_of(analysis, request.datasets)) if analysis else ()
        found = {one.name for query in queries for one in parse(query.sql).find_all(exp.Column)}
    except (ForfeitException, QueryFailed):
        return False
    used = [column for column in _columns(request) if column.name in found]
    measures = [column.name for column in used if column.role == "measure"]
    return touched.issuperset(measures) if measures else any(column.name in touched for column in used)


def _answered(
    request: OfferQuestions, user_id: str, deps: Deps, seconds: float, touched: frozenset[str] | None
) -> tuple[str, ...]:
    """The questions whose analyses have facts, in their order. Raises CandorError."""
    given = deps.model.ask(request, seconds=seconds).value.offers
    offers = [one for one in given if touched is None or _is_about(one, touched, request)]
    new = [one for one in offers if _TRIED.get(_data(one, request), one.question) is None]
    for offer, answered in zip(new, _computed(new, request, user_id, deps, seconds), strict=True):
        if answered is not None:
            _TRIED.note(_data(offer, request), offer.question, answered)
    good = [one.question for one in offers if _TRIED.get(_data(one, request), one.question)]
    return tuple(good[:MOST_OFFERED])


def _computed(
    offers: list[Offer], request: OfferQuestions, user_id: str, deps: Deps, seconds: float
) -> list[bool | None]:
    """Whether each finds something; None where that did not show. All their queries run in one visit to the
    engine."""
    if not offers:
        return []
    ready = [_ready(one, request) for one in offers]
    planned = [one.queries(table_of(one, request.datasets)) if one else () for one in ready]
    queried = QueryRequest(
        user_id=user_id,
        datasets=tuple(map(Queried.of, request.datasets)),
        queries=tuple(query.sql for queries in planned for query in queries),
        seconds=seconds,
        max_rows=deps.settings.query_max_rows,
    )
    outcomes = iter(deps.query(queried))
    return [
        _finds(analysis, [next(outcomes) for _ in queries], request)
        for analysis, queries in zip(ready, planned, strict=True)
    ]


def _ready(offer: Offer, request: OfferQuestions) -> Analysis | None:
    """What an offer asks for as it would be answered; None where it would be refused."""
    table = table_of(offer.analysis, request.datasets)
    try:
        analysis = by_currency(offer.analysis.over(request.datasets), table)
    except ForfeitException:
        return None
    return analysis if analysis.plannable(table) else None


def _finds(analysis: Analysis | None, outcomes: list[QueryOutcome], request: OfferQuestions) -> bool | None:
    """Whether the results of an offer's queries have facts; None where one failed in a way that passes."""
    if analysis is None:
        return False
    if any(one.failure is not None and one.failure.kind in PASSING for one in outcomes):
        return None
    results = tuple(one.result for one in outcomes if one.result is not None)
    if len(results) < len(outcomes):
        return False
    try:
        return bool(analysis.findings(table_of(analysis, request.datasets), results).facts)
    except ForfeitException:
        return False


def _data(offer: Offer, request: OfferQuestions) -> str:
    return table_of(offer.analysis, request.datasets).dataset_id
