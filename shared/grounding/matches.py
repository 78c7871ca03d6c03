"""Which known numbers a figure without a reference tells, and whether one of them is meant."""

import re
from collections.abc import Iterator

from shared.grounding.arithmetic import DOWN, UP
from shared.grounding.evidence import Context, Datum, compatible
from shared.grounding.figures import TextFigure
from shared.grounding.statements import EXTREME
from shared.grounding.subjects import Topics
from shared.pattern import LazyPattern

_CHANCE = 0.02
_BELOW = LazyPattern(
    r"\b(?:fell|fall\w*|declin\w*|decreas\w*|down\w*|drop\w*|los[ts]\w*|shr[aiu]nk\w*|lower\w*|reduc\w*|less|fewer|below|"
    r"under|behind|short|minus|negative\w*|deficit\w*|differ\w*|gap|worse|weaker|cut|slump\w*|plung\w*|sank|slid|slip\w*|"
    r"contract\w*|owed?|debt|out(?:going|flow)\w*|withdr\w*)\b(?! to\b)|(?<=\s)[-−–](?=\s)"
)
_MINUS = LazyPattern(
    r"\b(?:minus|negative\w*|loss\w*|losing|lost|deficit\w*|shortfall|below|under|fell|falls?|declin\w*|decreas\w*|drop\w*|"
    r"down|debt|owed?|out(?:going|flow)\w*|withdr\w*|shr[aiu]nk\w*|reduc\w*)\b(?! to\b)"
)
_ELSEWHERE = LazyPattern(
    r"\b(?:than|versus|vs|compared|against|leaders?|leader's|top|best|worst|highest|lowest|largest|smallest|biggest|most|least|next|"
    r"other|others|rest|remaining|ahead|behind|second|third|last|first|runner|previous|prior|from|average|mean|median|"
    r"of (?:a|the) total|overall|all|both|together|combined|between|while|whereas|followed|respectively)\b"
)
_BASED = LazyPattern(
    r"\b(?:based on|computed (?:over|from)|calculated (?:over|from)|cover\w*|out of|n =|there (?:are|were))"
)


def matches(figure: TextFigure, known: tuple[Datum, ...], in_table: bool, said: str) -> Iterator[Datum]:
    """The known numbers that a figure may tell: in its unit, rounding to it, and not against the words beside it."""
    told_before = said[: max(0, figure.start)].casefold()[-60:]
    for one in known:
        value = compatible(figure, one, in_table)
        if value is not None and figure.tells(value) and not _against(figure, one, told_before, said):
            yield one


def _against(figure: TextFigure, known: Datum, told_before: str, said: str) -> bool:
    """Whether the words say "rose" of what fell, "fell" of what rose, "rose" of a share, or nothing of a minus sign."""
    moved_by = re.search(r"\bby (?:\w+ )?$", told_before)
    if known.share and moved_by and (UP.search(told_before) or DOWN.search(told_before)):
        return True
    if not figure.sign and known.value < 0 and known.origin in ("fact", "cell"):
        below = _BELOW if known.directed or not known.parts else _MINUS
        if not below.search(said.casefold()):
            return True
    if figure.sign or not (known.directed or known.value < 0):
        return False
    ups = [match.start() for match in UP.finditer(told_before)]
    downs = [match.start() for match in DOWN.finditer(told_before)]
    if not ups and not downs:
        return False
    rose = max(ups, default=-1) > max(downs, default=-1)
    return bool(known.value < 0 if rose else known.directed and known.value > 0)


def of_another_kind(figure: TextFigure, one: Datum, known: tuple[Datum, ...], here: Context) -> bool:
    """Whether the statement is about another of the same kind: "South sold 4,210", where North did."""
    if not one.family or _ELSEWHERE.search(here.text):
        return False
    naming = here.naming(one)
    return naming < 1 and any(
        rival.family == one.family and rival.labels != one.labels and here.naming(rival) > naming
        for rival in known
        if not figure.tells(rival.value)
    )


def plausible(
    figure: TextFigure, matches: tuple[Datum, ...], known: tuple[Datum, ...], context: Context, spoken: Topics
) -> bool:
    """Whether a match is meant: it is named nearby, or so few numbers are known that chance hardly hits one."""
    if figure.year and any(one.origin == "year" and one.value == figure.value for one in known):
        return True
    if any(_spoken_of(one, context, spoken) for one in matches):
        return True
    if any(one.counts for one in matches) and _BASED.search(context.text):
        return True
    return any(one.origin not in ("count", "year") for one in matches) and not by_chance(figure, matches, known)


def by_chance(figure: TextFigure, matches: tuple[Datum, ...], known: tuple[Datum, ...]) -> bool:
    """Whether so many numbers are known that one is soon hit by chance."""
    alike = {abs(one.value) for one in known if one.origin not in ("count", "year") and one.unit == matches[0].unit}
    near = sum(figure.value / 10 <= value <= figure.value * 10 for value in alike)
    return near > _CHANCE * 9 * 10.0 ** (figure.digits - 1)


def _spoken_of(one: Datum, context: Context, spoken: Topics) -> bool:
    """Whether the words name this number."""
    if one.parts:
        named = not (spoken.names | spoken.names_before).isdisjoint(one.parts)
        return named or bool(EXTREME.search(context.text))
    return one.origin == "question" or (one.origin not in ("count", "year") and context.names(one))
