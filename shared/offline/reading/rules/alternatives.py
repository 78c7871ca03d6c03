"""Conditions of which one is enough: "over 60 or under 5", "remote or in Cardiff"."""

from itertools import pairwise
from typing import Final

from shared.analysis.conditions import Alternative, Filter
from shared.offline.reading.sentence import Placed, Sentence

_OR: Final = frozenset({"or", "either", "or in"})


def read_alternatives(sentence: Sentence) -> None:
    """Joins conditions that "or" stands between; where "and" stands between others, which belong together is open."""
    placed = sorted(sentence.filters, key=lambda item: item.at)
    links = [_link(sentence, first.at, second.at) for first, second in pairwise(placed)]
    apart = [(first, second) for (first, second), link in zip(pairwise(placed), links, strict=True) if link == "or"]
    apart = [(first, second) for first, second in apart if not _same(first, second)]
    if not apart:
        return
    if "and" in links:
        sentence.gaps.append("it joins conditions by “and” and by “or”, and does not say which belong together")
        return
    joined = {first.at: second for first, second in apart}
    sentence.filters = _chained(placed, joined)


def _link(sentence: Sentence, first: int, second: int) -> str:
    """ "or", "and", or nothing that joins the two."""
    between = [at for at in range(first + 1, second) if sentence.is_operation(at, "and") or _or_in(sentence, at)]
    texts = {sentence.spans[at].text for at in between} - {","}
    sentence.use(*(at for at in between if _or_in(sentence, at)))
    return "or" if texts & _OR else "and" if texts else ""


def _or_in(sentence: Sentence, at: int) -> bool:
    """ "remote or in Cardiff", where nothing is compared."""
    return sentence.spans[at].text == "or in" and sentence.shape != "comparison" and at not in sentence.used


def _same(first: Placed, second: Placed) -> bool:
    """Whether both ask for a value of one column, which is joined anyway."""
    a, b = first.filter, second.filter
    return a.column == b.column and a.operator == b.operator and a.operator in ("=", "!=")


def _chained(placed: list[Placed], joined: dict[int, Placed]) -> list[Placed]:
    found: list[Placed] = []
    for item in placed:
        last = found[-1] if found else None
        if last is not None and any(later is item for later in joined.values()):
            found[-1] = Placed(_with(last.filter, item.filter), last.at, last.period)
        else:
            found.append(item)
    return found


def _with(first: Filter, other: Filter) -> Filter:
    added = Alternative(column=other.column, operator=other.operator, values=other.values, label=other.label)
    return first.model_copy(update={"otherwise": (*first.otherwise, added)})
