"""A figure over two joined tables, filled from a question that neither answers alone."""

import re
from datetime import datetime

from pydantic import ValidationError

from shared.analysis.joins.joined import JoinedAggregate, joined_table, right_names, spans_both
from shared.analysis.joins.joins import Link, links, noun_of
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
        reading = read(_without_owner(question, link, tables), joined, now)[0]
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


def _without_owner(question: str, link: Link, tables: tuple[DatasetProfile, ...]) -> str:
    """The question with "customer region" and "region of the customers" said as "region", where customers is the right
    table: whose a column is, is what the join knows."""
    noun = " ".join(noun_of(next(one for one in tables if one.relation == link.right)))
    if not noun:
        return question
    owner = rf"(?:the\s+|each\s+|their\s+)?{re.escape(noun)}\w{{0,3}}(?:'s?|s')?"
    for _, shown in right_names(link, tables):
        name = re.escape(shown.removeprefix(f"{link.right} ").replace("_", " "))
        shown_as = shown.replace("_", " ")
        question = re.sub(rf"\b{owner}\s+({name}\w{{0,2}})\b", shown_as, question, flags=re.IGNORECASE)
        question = re.sub(rf"\b({name})\s+of\s+{owner}(?!\w)", shown_as, question, flags=re.IGNORECASE)
    return question
