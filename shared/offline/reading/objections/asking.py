"""The form of a question against the form of what would be answered: a thing, a place, a number, one or several."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from shared.offline.reading.sentence import BEFORE_WHICH, Sentence
from shared.table.names import spoken, word_set

_RANKING: Final = ("extreme", "adjective", "quality", "frequent")
_BEING: Final = word_set("is was are were")
_LEAST_ASKED: Final = 3


def _count_and_figure(sentence: Sentence) -> Iterator[str]:
    if len({metric.function in ("count", "distinct") for metric in sentence.metrics}) > 1:
        yield "it asks for a count and another figure at once"


def _who_or_which(sentence: Sentence) -> Iterator[str]:
    """ "which bakers of series 1 ...", "in which series ...": things are asked for, and no figure over all of them."""
    following, who = sentence.asked, sentence.texts[0] == "who"
    things = following is not None and (following.kind in ("noun", "column") or following.grain is not None)
    measured = following is not None and following.column in [column for _, column in sentence.measured]
    if not sentence.single or not sentence.metrics or sentence.shape == "rows":
        return
    if who or (things and not measured):
        yield "it asks which, and all that I could give is a figure"
    elif sentence.texts[0] in _QUESTION and sentence.counts_rows and not sentence.has("when", *_ASKING):
        yield "it asks for no number, and all that I could give is a number of rows"


def _figure_of_which(sentence: Sentence) -> Iterator[str]:
    """ "which company had the most staff", "what did we sell the most of": a name is looked for, and not the most."""
    if len(sentence.tokens) < _LEAST_ASKED or not sentence.single or not sentence.measured:
        return
    first, second = sentence.tokens[:2]
    measured = [column for _, column in sentence.measured]
    named = [span for span in sentence.spans if span.start == 1 and (span.kind == "noun" or span.kind == "column")]
    thing = bool(named) or second.text not in _BEING
    figure = any(span.column in measured for span in named)
    if first.text in ("which", "what") and thing and not figure and sentence.has(*_RANKING):
        wanted = f"which {second.text}" if named or first.text == "which" else "for a name"
        yield f"it asks {wanted}, and all that I could give is a figure"


def _figure_of_top(sentence: Sentence) -> Iterator[str]:
    """ "the top rated episode": the episode, and not its rating."""
    measured = [column for _, column in sentence.measured]
    if not sentence.single or not measured:
        return
    for one, following in pairwise(sentence.spans):
        at = sentence.spans.index(one)
        ranked = one.column in measured and sentence.is_operation(at - 1, "extreme", "adjective", "quality")
        text = following.kind == "column" and following.column is not None and following.column.type == "text"
        if ranked and one.start and (following.kind == "noun" or text):
            yield f"it asks for one {following.text}, and all that I could give is a figure"


def _figure_for_thing(sentence: Sentence) -> Iterator[str]:
    several = sentence.ordering is not None and (sentence.ordering.limit or 1) > 1 and sentence.texts[0] == "how"
    counted = sentence.counts_rows or several
    if sentence.shape == "entity" and "how many" in " ".join(sentence.texts) and counted:
        yield "it asks how many, and a ranking would tell which"


def _over_several(sentence: Sentence) -> Iterator[str]:
    """ "the total points of the top 5": one figure over several, which a ranking would tell apart."""
    several = sentence.ordering is not None and (sentence.ordering.limit or 1) > 1
    ranked = next((at for at, span in enumerate(sentence.spans) if span.word in _RANKING), 0)
    over = [span.text for span in sentence.spans[:ranked] if span.word == "aggregate"]
    if over and several:
        yield f"it asks for the {over[0]} of several, and a ranking would tell each"


def _two_things(sentence: Sentence) -> Iterator[str]:
    """ "total revenue, and what is it for West": one figure, of West, would drop the first."""
    narrowed = [(sentence.spans[item.at].start, item.filter.column) for item in sentence.filters]
    compared = {column for _, column in narrowed}
    grouped = (one for at, one in enumerate(sentence.spans) if sentence.is_operation(at, "by") or one.grain)
    narrowed += [(one.start, "") for one in grouped]
    figures = [one.start for one in sentence.spans if one.word in _ASKING]
    numbers = [one for one in sentence.spans if one.column and one.column.numeric]
    columns = [one.start for one in numbers]
    asked = (*figures, *(one.start for one in numbers if one.column and one.column.name not in compared))
    one, few = (len(metrics) < 2 for metrics in (sentence.metrics, {*sentence.metrics}))
    for joint in (one.start for one in sentence.spans[:-1] if one.end == one.start + 1):
        text, following = sentence.texts[joint : joint + 2]
        asks = following in _QUESTION and (text in _MARKS or text in _JOINTS or following == "what")
        if text in BEFORE_WHICH or not (asks or text in _JOINTS) or min((*asked, joint)) == joint:
            continue
        before = {name for start, name in narrowed if start < joint}
        after = {name for start, name in narrowed if start > joint}
        again, named = any(start > joint for start in figures), any(start > joint for start in columns)
        anew = after - before and (asks or again or not (before or named))
        rest = again and not named and not after and before and text not in _ENDS
        if (after - before and text in _ENDS) or (
            few and (anew or rest or (again and asks and (one or not after) and text not in _ENDS))
        ):
            yield TWO_THINGS
            return


TWO_THINGS: Final = "it asks for two things at once"
_ASKING: Final = ("aggregate", "count", "much", "missing", "share", "distinct", "rate")
_QUESTION: Final = word_set("how what which who when where")
_MARKS: Final = frozenset(",(:")
"""What parts two questions where a word that asks follows; the rest does so by itself."""
_ENDS: Final = frozenset("?;!")
_JOINTS: Final = _ENDS | {"and", "&", "plus"}


def _without_measure(sentence: Sentence) -> Iterator[str]:
    """ "which year had the highest unemployment", read as the highest year; "which year had the most", of anything."""
    last = max((at for at, span in enumerate(sentence.spans) if span.kind != "stop"), default=0)
    asked = sentence.asked.column if sentence.asked is not None and sentence.said & _HAVING else None
    own = any(of == asked and one.function in ("max", "min") and not one.per for one, of in sentence.measured)
    if asked is not None and (own or (sentence.measured and sentence.is_operation(last, "extreme"))):
        yield f"it asks for one {spoken(asked)} by a measure that I could not read"


_HAVING: Final = word_set("had has have having saw with")


ASKING: Final = (
    _over_several, _two_things, _without_measure, _count_and_figure, _who_or_which, _figure_of_which, _figure_of_top,
    _figure_for_thing,
)  # fmt: skip
