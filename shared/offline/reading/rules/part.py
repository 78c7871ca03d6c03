"""What a share is the share of: which conditions make the part, and which its base."""

from shared.analysis.conditions import Filter
from shared.offline.reading.rules.counting import is_flag
from shared.offline.reading.sentence import Placed, Sentence
from shared.offline.words.lexicon import phrase_list


def split_part(sentence: Sentence, placed: list[Placed]) -> tuple[list[Filter], list[Filter]]:
    """Base and part of a share: what stands after the verb is the part, or everything that is not a time."""
    verb = next((at for at in _main_verbs(sentence) if any(item.at > at for item in placed if not item.period)), None)
    later = [item for item in placed if verb is not None and item.at > verb and not item.period]
    later = later or _described(sentence, placed)
    later = _flagged(sentence, later or [item for item in placed if not item.period]) or later
    chosen = later or [item for item in placed if not item.period] or placed
    return [item.filter for item in placed if item not in chosen], [item.filter for item in chosen]


def _flagged(sentence: Sentence, chosen: list[Placed]) -> list[Placed]:
    """ "share of days with snow in Gdansk": what says yes or no is the part, and the place its base."""
    flags = [item for item in chosen if is_flag(sentence, item)]
    first, last = min((item.at for item in chosen), default=0), max((item.at for item in chosen), default=0)
    joined = any(sentence.is_operation(at, "and") for at in range(first, last))
    return flags if flags and len(flags) < len(chosen) and not joined else []


def _described(sentence: Sentence, placed: list[Placed]) -> list[Placed]:
    """ "remote workers in marketing", "rent as a percentage of everything going out": what comes first is the part."""
    share = next((at for at, span in enumerate(sentence.spans) if span.word in ("share", "rate")), 0)
    nouns = [at for at, span in enumerate(sentence.spans) if span.kind == "noun" and at > share]
    edges = nouns[:1] if nouns and any(share < item.at < nouns[0] for item in placed) else []
    if sentence.tokens[0].text in ("of", "among", "out"):
        return [item for item in placed if item.at > share and not item.period]
    if not edges and any(item.at < share for item in placed):
        edges = [share]
    if not edges or not any(item.at > edges[0] and not item.period for item in placed):
        return []
    return [item for item in placed if item.at < edges[0] and not item.period]


def _main_verbs(sentence: Sentence) -> list[int]:
    start = next((at for at, span in enumerate(sentence.spans) if span.word in ("share", "rate")), 0)
    return [
        at
        for at, span in enumerate(sentence.spans)
        if at > start
        and span.word == "verb"
        and span.text in phrase_list("main_verbs")
        and not _opening(sentence, at, start)
    ]


def _opening(sentence: Sentence, at: int, start: int) -> bool:
    """Whether the verb comes before what is shared ("what share is ...")."""
    return not any(span.kind in ("noun", "column", "value") for span in sentence.spans[start + 1 : at])
