"""What a statement may compute from the facts that it tells: differences, shares, multiples, sums and averages."""

import re
from collections.abc import Iterable, Iterator
from itertools import permutations

from shared.failure.evidence import Known, words
from shared.failure.figures import Figure

Pair = tuple[float, float]

UP = re.compile(
    r"\b(?:rose|risen|rises|rising|grew|grown|grows|increas\w+|up|gain\w*|climb\w*|jump\w*|higher|growth)\b"
)
DOWN = re.compile(r"\b(?:fell|fallen|falls|falling|declin\w+|decreas\w+|down|drop\w*|lost|shrank|shrunk|lower|loss)\b")
_MORE = re.compile(
    r"\b(?:more|less|fewer|higher|lower|above|below|differ\w*|gap|ahead|behind|exceed\w*|beat\w*|lead\w*|rose|fell|grew|"
    r"up|down|increas\w+|decreas\w+|declin\w+|drop\w*|chang\w+|growth|gain\w*|lost|outsold|outperform\w*|larger|smaller|"
    r"bigger|greater|better|worse|than)\b"
)
_SHARE = re.compile(r"\b(?:of|share|account\w*|represent\w*|mak\w+ up|contribut\w+|portion|compris\w*|proportion)\b")
_SUM = re.compile(r"\b(?:together|combined|total\w*|sum|in all|both|altogether|overall|add\w* up|jointly)\b")
_MEAN = re.compile(r"\b(?:average\w*|mean|on average)\b")
_CHANGED = re.compile(
    r"\b(?:doubl|tripl|quadrupl|halv|grew|grown|rose|risen|fell|fallen|shr[aiu]nk|increas|decreas|drop)"
)
_REFERENCE = re.compile(
    r"(?:compared (?:with|to)|relative to|against|versus|vs\.?|than|over|as(?: much| many| high| large)? as)"
    r"(?: (?:in|that of|those of|the|of))*\W*$"
)
_MOST_OF_A_FAMILY = 60


def derived(figure: Figure, operands: tuple[Known, ...], every: tuple[Known, ...], said: str, at: int) -> bool:
    """Whether the figure, at this place of what is said, is what its words declare to be computed.

    `operands` are the facts beside it, `every` all that is known: a total may be one of a whole column.
    """
    return any(figure.tells(value) for value in _computed(figure, operands, every, said, at))


def _computed(
    figure: Figure, operands: tuple[Known, ...], every: tuple[Known, ...], said: str, at: int
) -> Iterator[float]:
    plain = [one for one in operands if one.unit == "" and one.value]
    whole = [(a.value, b.value) for a, b in permutations(plain, 2) if a.currency == b.currency]
    if figure.unit in ("x", "part"):
        yield from _ratios(operands, said, at)
    elif figure.unit == "pp":
        yield from (a.value - b.value for a, b in permutations(operands, 2) if a.unit == b.unit == "%")
    elif figure.unit == "%":
        yield from ((a - b) / b * 100 for a, b in whole if _MORE.search(said))
        yield from (a / b * 100 for a, b in whole if _SHARE.search(said) and abs(a) <= abs(b))
        yield from _totals([one for one in operands if one.unit == "%"], said)
    else:
        yield from (a - b for a, b in whole if _MORE.search(said))
        yield from _totals([one for one in operands if one.unit == ""], said)
        yield from _of_a_family(every, said)


def _ratios(operands: tuple[Known, ...], said: str, at: int) -> Iterator[float]:
    by = re.search(r"\bby (?:about |around |nearly |almost |roughly )?$", said[:at])
    for a, b in permutations(operands, 2):
        if a.unit != b.unit or not b.value or _first(b, a, said, at):
            continue
        if not by:
            yield a.value / b.value
        elif not _contradicted(a.value - b.value, said[:at]):
            yield abs(a.value - b.value) / abs(b.value)


def _contradicted(change: float, told_before: str) -> bool:
    return bool((UP.search(told_before) and change < 0) or (DOWN.search(told_before) and change > 0))


def _first(one: Known, other: Known, said: str, at: int) -> bool:
    """Whether `one` is what is compared and `other` what it is compared with, so that other / one is not meant."""
    years = [[label for label in known.labels if label.isdigit()] for known in (one, other)]
    if all(len(found) == 1 for found in years) and _CHANGED.search(said):
        return years[0] > years[1]
    places = [_place(known.labels - against.labels, said) for known, against in ((one, other), (other, one))]
    if None in places:
        return False
    here, there = (place or 0 for place in places)
    compared = [bool(_REFERENCE.search(said[:place])) for place in (here, there)]
    if compared[0] != compared[1]:
        return compared[1]
    return here < at <= there


def _place(labels: Iterable[str], said: str) -> int | None:
    """Where one of the words first stands."""
    found = [match.start() for label in labels if (match := re.search(rf"(?<!\w){re.escape(label)}", said))]
    return min(found, default=None)


def _totals(operands: list[Known], said: str) -> Iterator[float]:
    if len(operands) < 2:
        return
    total = sum(one.value for one in operands)
    if _SUM.search(said):
        yield total
        yield from (a.value + b.value for place, a in enumerate(operands) for b in operands[place + 1 :])
    if _MEAN.search(said):
        yield total / len(operands)


def _of_a_family(every: tuple[Known, ...], said: str) -> Iterator[float]:
    """Totals and averages of all values of a kind, where they are told to be of all of them."""
    if not re.search(r"\b(?:together|combined|altogether|jointly|in all|all of them|each|on average)\b", said):
        return
    families: dict[str, list[Known]] = {}
    for one in every:
        if one.family and one.unit == "":
            families.setdefault(one.family, []).append(one)
    for members in families.values():
        if len(members) <= _MOST_OF_A_FAMILY and not any(set(words(said)) & one.labels for one in members):
            yield from _totals(members, said)
