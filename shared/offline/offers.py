"""Questions to offer where one is given up: near to what was asked, made of the table's own columns and values.

Each is read as it will be when it is taken, and only one that is read as it is meant is offered.
"""

from collections.abc import Iterator
from itertools import chain, islice, zip_longest
from typing import Final

from shared.analysis.figures.aggregate import Aggregate
from shared.analysis.joins.joined import JOINED, joined_table
from shared.analysis.joins.joins import links
from shared.analysis.nearby_questions import NearbyQuestion, drafts, same_question
from shared.analysis.quality.overview import Overview
from shared.analysis.rows.shown_rows import ShownRows
from shared.analysis.understanding import Understood
from shared.contracts import DatasetProfile
from shared.model.moves import Offer, OfferQuestions, Offers
from shared.offline.filling import filled, joined_aggregate
from shared.offline.forfeit import in_name, nearest
from shared.offline.intent import intent_of, said_of
from shared.offline.reading.meanings.tokens import stem
from shared.offline.reading.parse import ENOUGH, read

MOST: Final = 5
"""More than are shown: one whose computation fails is left out."""
_MOST_TRIED: Final = 4


def offers(request: OfferQuestions) -> Offers:
    """Questions that rules read for sure, on the table that knows most of what was asked, or on two joined."""
    tables = request.datasets
    if not tables:
        return Offers()
    tables = (*tables, *(joined_table(one, tables) for one in links(tables)))
    asked = max(
        (_asked(request, table) for table in tables),
        key=lambda one: (one.known - (one.table.relation == JOINED), -len(one.words)),
    )
    read = [*islice(_read(asked, request), 2 * MOST)]
    once = [one for at, one in enumerate(read) if one.analysis not in [before.analysis for before in read[:at]]]
    return Offers(offers=tuple(one for one in once if not same_question(one.question, request.question))[:MOST])


def _asked(request: OfferQuestions, table: DatasetProfile) -> Understood:
    """What is understood of the question on a table."""
    reading = read(request.question, table, request.now)[0]
    named = [span.column for span in said_of(request.question, (table,), request.now).names]
    held = [one for one in table.having("measure") if sum(in_name((stem(by),), one) for by in reading.unexplained) > 1]
    return Understood(
        table=table,
        question=request.question,
        metrics=reading.metrics,
        groups=reading.groups,
        conditions=reading.filters,
        columns=frozenset(one.name for one in (*named, *nearest(reading.unexplained, table), *held) if one),
        operations=frozenset(reading.operations),
        words=frozenset(reading.unexplained),
        ahead=reading.code in ("out_of_range", "forecast"),
        lowest=reading.ordering is not None and not reading.ordering.descending,
    )


def _read(asked: Understood, request: OfferQuestions) -> Iterator[Offer]:
    """Of each kind of question the first that is read as it is meant, then the second of each."""
    kinds = [_understood(kind, asked.table, request) for kind in drafts(asked)]
    yield from filter(None, chain.from_iterable(zip_longest(*kinds)))


def _understood(kind: list[NearbyQuestion], table: DatasetProfile, request: OfferQuestions) -> Iterator[Offer]:
    for draft in kind[:_MOST_TRIED]:
        reading = read(draft.question, table, request.now)[0]
        sure = reading.answerable and reading.confidence >= ENOUGH and not (reading.rivals or reading.part)
        kinds = (Aggregate, ShownRows, Overview) if sure and draft.is_said_by(reading) else ()
        analysis = next(filter(None, (filled(kind, reading) for kind in kinds)), None)
        if analysis is None or intent_of(draft.question, (table,), request.now) != "data":
            continue
        if table.relation != JOINED:
            yield Offer(question=draft.question, analysis=analysis.model_copy(update={"relation": table.relation}))
        elif (found := joined_aggregate(draft.question, request.datasets, request.now)) is not None:
            yield Offer(question=draft.question, analysis=found[0])
