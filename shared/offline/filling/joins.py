"""A figure over two joined tables, filled from a question that neither answers alone."""

from datetime import datetime

from pydantic import ValidationError

from shared.analysis.joins.joined import JoinedAggregate, joined_table, spans_both
from shared.analysis.joins.joins import links
from shared.contracts import DatasetProfile
from shared.offline.filling.readings import aggregate
from shared.offline.reading.confidence import ENOUGH
from shared.offline.reading.parse import read


def joined_aggregate(
    question: str, tables: tuple[DatasetProfile, ...], now: datetime
) -> tuple[JoinedAggregate, tuple[str, ...]] | None:
    """The figure over the only link by which the question is answered for sure, and what was assumed; None where there
    is none or several."""
    found = []
    for link in links(tables):
        joined = joined_table(link, tables)
        reading = read(question, joined, now)[0]
        if not reading.answerable or reading.confidence < ENOUGH:
            continue
        try:
            asked = aggregate(reading)
        except ValidationError:
            continue
        if asked and spans_both(asked, link, tables):
            found.append((JoinedAggregate(relation=link.left, link=link, aggregate=asked), reading.assumptions))
    if not found or (len(found) > 1 and found[1][0].link.likeness == found[0][0].link.likeness):
        return None
    return found[0]
