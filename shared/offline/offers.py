"""Questions to offer where one is given up: near to what was asked, made of the table's own columns and values.

Each is read as it will be when it is taken, and only one that is read as it is meant is offered.
"""

from collections.abc import Iterator
from datetime import datetime
from itertools import chain, islice, zip_longest
from typing import Final

from shared.analysis.conditions import Filter
from shared.analysis.nearby_questions import NearbyQuestion, Understood, drafts, same_question
from shared.contracts import DatasetProfile
from shared.model.port import Offer, OfferQuestions, Offers
from shared.offline.filling import aggregate
from shared.offline.forfeit import nearest
from shared.offline.intent import intent_of, said_of
from shared.offline.reading.parse import ENOUGH, read
from shared.offline.reading.reading import Reading

MOST: Final = 5
"""More than are shown: one whose computation fails is left out."""
_MOST_TRIED: Final = 4


def offers(request: OfferQuestions) -> Offers:
    """Questions that rules read for sure, on the table that knows most of what was asked."""
    if not request.datasets:
        return Offers()
    asked = max((_asked(request, table) for table in request.datasets), key=lambda one: one.known)
    read = [*islice(_read(asked, request.now), 2 * MOST)]
    once = [one for at, one in enumerate(read) if one.analysis not in [before.analysis for before in read[:at]]]
    return Offers(offers=tuple(one for one in once if not same_question(one.question, request.question))[:MOST])


def _asked(request: OfferQuestions, table: DatasetProfile) -> Understood:
    """What is understood of the question on a table."""
    reading = read(request.question, table, request.now)[0]
    named = [span.column for span in said_of(request.question, (table,), request.now).names]
    return Understood(
        table=table,
        question=request.question,
        metrics=reading.metrics,
        groups=reading.groups,
        conditions=reading.filters,
        columns=frozenset(one.name for one in (*named, *nearest(reading.unexplained, table)) if one),
        operations=frozenset(reading.operations),
        words=frozenset(reading.unexplained),
        ahead=reading.code in ("out_of_range", "forecast"),
    )


def _read(asked: Understood, now: datetime) -> Iterator[Offer]:
    """Of each kind of question the first that is read as it is meant, then the second of each."""
    kinds = [_understood(kind, asked.table, now) for kind in drafts(asked)]
    yield from filter(None, chain.from_iterable(zip_longest(*kinds)))


def _understood(kind: list[NearbyQuestion], table: DatasetProfile, now: datetime) -> Iterator[Offer]:
    for draft in kind[:_MOST_TRIED]:
        reading = read(draft.question, table, now)[0]
        analysis = aggregate(reading) if _meant(draft, reading) else None
        if analysis is not None and intent_of(draft.question, (table,), now) == "data":
            yield Offer(question=draft.question, analysis=analysis.model_copy(update={"relation": table.relation}))


def _meant(draft: NearbyQuestion, reading: Reading) -> bool:
    """Whether a question is read as it is meant, without a doubt: nothing else is meant by it."""
    sure = reading.answerable and reading.confidence >= ENOUGH and not (reading.rivals or reading.part)
    groups = (draft.group,) if draft.group else ()
    same = [_bare_of(one) for one in reading.filters] == [_bare_of(one) for one in draft.where]
    shaped = (reading.shape == "entity") == draft.ranked
    return sure and shaped and same and reading.metrics == (draft.metric,) and reading.groups == groups


def _bare_of(condition: Filter) -> Filter:
    """A condition but for how it is said; a cell that lists things has the value among them."""
    one = condition.operator == "lists" and len(condition.values) == 1
    return condition.model_copy(update={"label": "", **({"operator": "="} if one else {})})
