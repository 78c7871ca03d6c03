"""What a share is the share of: which conditions make the part, and which its base."""

from shared.analysis.conditions import Filter
from shared.offline.reading.rules.counting import is_flag
from shared.offline.reading.sentence import BEFORE_WHICH, Placed, Sentence
from shared.offline.words.lexicon import phrase_list
from shared.query.groupings import ByColumn
from shared.table.names import spoken


def split_part(sentence: Sentence, placed: list[Placed]) -> tuple[list[Filter], list[Filter]]:
    """Base and part of a share: what stands after the verb is the part, or everything that is not a time."""
    timeless, share = [item for item in placed if not item.period], _shared_at(sentence)
    verb = next((at for at in _main_verbs(sentence, share) if any(item.at > at for item in timeless)), None)
    later = [item for item in timeless if verb is not None and item.at > verb] or _described(sentence, placed, share)
    later = _flagged(sentence, later or timeless) or later
    if not later and sentence.groups and not any(is_flag(sentence, item) for item in timeless):
        if sentence.after(share) is None:  # "by priority for Mobile as a percentage": how these are divided
            return [item.filter for item in placed], []
        _either(sentence, timeless, share)
    chosen = later or timeless or placed
    return [item.filter for item in placed if item not in chosen], [item.filter for item in chosen]


_MAIN_VERBS = phrase_list("main_verbs")


def _shared_at(sentence: Sentence) -> int:
    return next((at for at, span in enumerate(sentence.spans) if span.word in ("share", "rate")), 0)


def _either(sentence: Sentence, conditions: list[Placed], share: int) -> None:
    """ "share of Mobile tickets by priority", "by priority in percent for Mobile": objects where the condition may be
    the part or its base."""
    thing = any(span.kind in ("noun", "column") for span in sentence.spans[share:])
    names = {group.column for group in sentence.groups if isinstance(group, ByColumn)}
    for at, column in [(at, span.column) for at, span in enumerate(sentence.spans) if span.column]:
        for said in [item for item in conditions if column.name in names and item.filter.operator in ("=", "in")]:
            if (said.at < share) is not (share < at) or (at < share and not thing):
                value = said.filter.values[0]
                each = f"what share of each {spoken(column)} is {value}"
                sentence.object(f"it could ask {each}, or what share of {value} each is")


def _flagged(sentence: Sentence, chosen: list[Placed]) -> list[Placed]:
    """ "share of days with snow in Gdansk": what says yes or no is the part, and the place its base."""
    flags = [item for item in chosen if is_flag(sentence, item)]
    first, last = min((item.at for item in chosen), default=0), max((item.at for item in chosen), default=0)
    joined = any(sentence.is_operation(at, "and") for at in range(first, last))
    return flags if flags and len(flags) < len(chosen) and not joined else []


def _described(sentence: Sentence, placed: list[Placed], share: int) -> list[Placed]:
    """ "remote workers in marketing", "rent as a percentage of everything going out": what comes first is the part."""
    nouns = [at for at, span in enumerate(sentence.spans) if span.kind == "noun" and at > share]
    edges = nouns[:1] if nouns and any(share < item.at < nouns[0] for item in placed) else []
    if sentence.tokens[0].text in ("of", "among", "out"):
        return [item for item in placed if item.at > share and not item.period]
    if not edges and any(item.at < share for item in placed):
        edges = [share]
    if not edges or not any(item.at > edges[0] and not item.period for item in placed):
        return []
    part, base = (
        [item for item in placed if (item.at < edges[0]) is first and not item.period] for first in (True, False)
    )
    verb = sentence.spans[edges[0] + 1]
    joint = verb.kind == "stop" or (verb.word == "verb" and verb.text not in BEFORE_WHICH)
    if part and edges == nouns[:1] and joint and verb.text.isalpha():  # "of urgent tickets came by email", "got lost"
        one, other = sentence.spans[part[-1].at].text, sentence.spans[base[0].at].text
        sentence.object(f"it could ask what share of {one} is {other}, or what share of {other} is {one}")
    return part


def _main_verbs(sentence: Sentence, share: int) -> list[int]:
    """The verbs behind what is shared: not that of "what share is ..."."""
    things = [at for at, span in enumerate(sentence.spans) if at > share and span.kind in ("noun", "column", "value")]
    verbs = [at for at, span in enumerate(sentence.spans) if span.word == "verb" and span.text in _MAIN_VERBS]
    return [at for at in verbs if things and at > things[0]]
