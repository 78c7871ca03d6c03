"""A message held against slots without a model: by their examples, their choices, and the columns of the table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from text_to_num import alpha2digit

from shared.model.moves import Learned, SlotCard
from shared.phases.utterances import CORRECTIONS, PARTICLES, RETRACTIONS, UTTERANCES, Aim
from shared.table.nulls import is_null
from shared.table.stems import stem

if TYPE_CHECKING:
    from shared.embeddings.embedder import Vectors

SURE: Final = 0.72
"""How alike a short message must be to an utterance to be meant like it."""
ASKING: Final = 0.5
"""The same of a question, which stands in the place of an answer and is none."""
MARGIN: Final = 0.06
LIKELY: Final = 0.6
CLEAR: Final = 0.15
"""By how much “I don't know” must lead to be meant where it is said less alike: taken for an answer it would be wrong,
while an answer taken for it is only missing."""
LONGEST_AIM: Final = 9
"""Words: what is longer says something of its own."""
NO_MORE: Final = {"done", "nothing"}
"""Said alike; which is meant depends on what was asked."""
LEAST_TELLING: Final = 3
"""Letters of a word that may say what a message is about."""
NEAR: Final = 88.0
"""How alike (of 100) a typed choice must be to the choice."""
ALIKE: Final = 0.62
"""How alike in meaning a text must be to a choice to stand for it."""
LINKED: Final = 0.86
"""How alike in meaning a few words must be to the name of a column to stand for it."""
WIDEST: Final = 4
LONGEST_LINKED: Final = 60
"""Words of a stretch, and of the text that is looked through."""
_VALUE: Final = "{value}"
_CONTRACTED: Final = (("'s ", " is "), ("'re ", " are "), ("'m ", " am "), ("I'd ", "I would "))
_SHORT: Final = {
    word: rf"(?:[\s,]+{word}|'{short})" for word, short in (("is", "s"), ("are", "re"), ("am", "m"), ("would", "d"))
}
"""How a word of an example may stand behind the one before. What a text says beside an example keeps its own."""
SENTENCE: Final = re.compile(r"(?<=[.!?;…])\s+|\n+")
_COMMA: Final = re.compile(r",\s+(?:and\s+|but\s+)?|\s+(?:and|but)\s+(?=\S+\s+\S+\s+\S+)")
_LEADING: Final = re.compile(
    r"^(?:and|but|so|well|also|then|oh|ok|okay|sorry|hmm|er|ah|wait)\b[,\s–-]+|^\(?\d{1,2}[.)]\s+", re.IGNORECASE
)
"""What stands before what is said: a joint, or the number of a list."""
_NUMBERED: Final = re.compile(r"(?:the |number |option |no )*(\d{1,2})(?:st|nd|rd|th)?(?: (?:one|1|option|please))*")
_CLAUSE: Final = re.compile(r"[,.;:!?\n]+")
CONTRAST: Final = re.compile(r",?\s+(?:instead of|rather than)\s+|,\s*(?:and\s+)?not\s+", re.IGNORECASE)
"""What follows is what is not meant."""
_DENIES: Final = re.compile(r"\b(?:not|never)\b|n['’]t\b", re.IGNORECASE)
_QUALIFIED: Final = re.compile(r"\b(?:but|except|though|although|however|apart from)\b", re.IGNORECASE)
_ASKS: Final = re.compile(r"\b(?:what|which|who|whom|whose|where|when|why|how|whether)\b", re.IGNORECASE)
_UNDERLINED: Final = re.compile(r"(?<=[^\W_])_+(?=[^\W_])")
"""Columns are offered in words, and may be named as the file has them."""
_ARTICLE: Final = re.compile(r"^(?:that|it)\s+is\s+", re.IGNORECASE)


def aim_of(message: str) -> Aim:
    """What a message is for: "answer" for whatever is nothing else for sure."""
    if is_null(message) and not asks_something(message) and _plain(message) not in UTTERANCES["nothing"]:
        return "unknown"
    for text in (spelled(message), message):
        if (whole := _aim(text)) != "answer":
            return whole
    clauses = [clause for clause in _CLAUSE.split(message) if _plain(clause)]
    aims = [_aim(clause) for clause in clauses] if len(clauses) > 1 else []
    beside = (clause for clause, aim in zip(clauses, aims, strict=False) if aim != "back")
    if "back" in aims and all(len(clause.split()) == 1 for clause in beside):
        return "back"  # a lone word beside it (“oops, one step back”) answers nothing that is gone back from
    return "answer" if not aims or "answer" in aims else next((aim for aim in aims if aim != "begin"), "begin")


def _aim(message: str) -> Aim:
    text = _plain(message)
    if not text or len(text.split()) > LONGEST_AIM:
        return "answer"
    best = _likeness(text)
    others = {aim: score for aim, score in best.items() if aim != "answer"}
    first = max(others, key=lambda aim: others[aim])
    rest = max((score for aim, score in best.items() if aim != first and {aim, first} != NO_MORE), default=0.0)
    same = {_plain(one) for one in UTTERANCES[first]}
    if text in same:
        return first
    if first == "unknown" and others[first] >= LIKELY and others[first] - rest >= CLEAR:
        return first
    return first if others[first] >= SURE and others[first] - rest >= MARGIN else "answer"


def aim_of_question(message: str) -> Aim:
    """What a question is for that stands in the place of an answer and asks nothing of the data."""
    text = _plain(message)
    if not text or len(text.split()) > LONGEST_AIM:
        return "answer"
    best = _likeness(text)
    meant: tuple[Aim, ...] = ("unknown", "back", "why")
    first, second = sorted(meant, key=lambda aim: best[aim], reverse=True)[:2]
    return first if best[first] >= ASKING and best[first] - best[second] >= MARGIN else "answer"


def _likeness(text: str) -> dict[Aim, float]:
    """How alike a plain text is to the utterance of each aim that is most like it."""
    aims, lengths, vectors = _examples()
    words, best = max(len(text.split()), 1), dict.fromkeys(UTTERANCES, -1.0)
    for score, aim, length in zip((_vectors([text]) @ vectors.T)[0], aims, lengths, strict=True):
        best[aim] = max(best[aim], float(score) * min(1.0, (length + 1) / words))
    return best


def asks_something(message: str) -> bool:
    """Whether it is a question."""
    return message.strip().endswith("?")


def is_about(message: str, names: Sequence[str]) -> bool:
    """Whether a message has a word of these names, in whatever form."""
    words = frozenset().union(*(_stems(name) for name in names)) if names else frozenset()
    return any(len(word) >= LEAST_TELLING and word in words for word in _stems(message))


def may_be_asked(message: str, names: Sequence[str]) -> bool:
    """Whether a first message may be what somebody wants to find out: it asks, or is about something of the data."""
    return asks_something(message) or bool(_ASKS.search(message)) or is_about(message, names)


def learned_of(message: str, slots: Sequence[SlotCard], asked: str | None) -> tuple[tuple[Learned, ...], str]:
    """(what a message says of any slots, what is left of it for the slot that was asked). A slot that was not asked is
    learned only from one of its examples."""
    found: dict[str, Learned] = {}
    rest: list[str] = []
    known = {slot.name: slot for slot in slots}
    for piece in _pieces(message, slots):
        name, value = _by_example(piece, slots)
        slot = known.get(name)
        read = value_of(value, slot) if slot else None
        if slot and read:
            found[slot.name] = Learned(slot=slot.name, value=read)
        else:
            rest.append(piece)
    if asked in found:  # what was asked has been said in so many words: the rest belongs to it no more
        rest = []
    return tuple(found.values()), " ".join(rest).strip()


def correction_of(message: str) -> str:
    """The new value of a message that takes back the answer before; empty where it does not."""
    for example in CORRECTIONS:
        if value := _held(example, unled(message)):
            return value
    return ""


def takes_back(text: str) -> bool:
    """Whether a text is no more than the beginning of a correction: “no wait”."""
    return _plain(text) in {_plain(one.removesuffix(_VALUE)) for one in RETRACTIONS}


def value_of(text: str, slot: SlotCard) -> str:
    """The value that a text gives a slot; empty where it gives none."""
    text = text.strip(" ,;")
    if not text:
        return ""
    if not slot.closed:
        return _ARTICLE.sub("", text.rstrip(".!")) if text.strip(" .!?") else ""
    text = _UNDERLINED.sub(" ", text)
    meant = "" if _is_denied(text, slot) else _meant_one(text, slot.choices)
    return _said_otherwise(text, slot, whole=True) or meant or _said_otherwise(text, slot)


def _is_denied(text: str, slot: SlotCard) -> bool:
    """Whether the first clause says no to a degree: "not fully" is not "fully"."""
    first = _CLAUSE.split(text)[0]
    return bool(slot.ways and _DENIES.search(first)) and not any(
        _plain(one) in _plain(first) for one in slot.choices if _DENIES.search(one)
    )


def _said_otherwise(text: str, slot: SlotCard, *, whole: bool = False) -> str:
    """The choice that a text says in other words: in its first clause (the longest of several; only one that says
    nothing but that, where it must be the whole); else in a later clause that says nothing but that."""
    ways = {_plain(way): choice for choice, said in slot.ways.items() for way in said}
    first, *later = [_plain(spelled(clause)) for clause in _CLAUSE.split(text)]
    found = max((way for way in ways if _says(first, way, whole=whole)), key=len, default="")
    if found in PARTICLES and _QUALIFIED.search(text):
        return ""
    others = set() if whole else {ways[clause] for clause in later if clause in ways and clause not in PARTICLES}
    return ways[found] if found else others.pop() if len(others) == 1 else ""


def _says(clause: str, way: str, *, whole: bool) -> bool:
    """Whether a clause has these words; one that answers by itself only at its beginning."""
    if whole:
        return clause == way
    return f" {clause} ".startswith(f" {way} ") if way in PARTICLES else f" {way} " in f" {clause} "


def _meant_one(text: str, choices: Sequence[str]) -> str:
    """The choice that is meant: that of a sentence which takes back those before it, and not what it is set against."""
    said = [CONTRAST.split(one)[0] for one in SENTENCE.split(text)]
    for sentence in reversed(said):
        if value := next(filter(None, (_held(example, unled(sentence)) for example in RETRACTIONS)), ""):
            return _one_of(value, choices)
    return _one_of(" ".join(said), choices)


def _one_of(text: str, choices: Sequence[str]) -> str:
    named, meant = _linked(text, choices), _meant(text, choices)
    agreed = named if not meant or named == meant else meant if not named else ""
    return _chosen(text, choices) or agreed


def named_in(text: str, choices: Sequence[str]) -> str:
    """The one of these that a text names in so many words, in whatever form; empty where there is no one."""
    text = _UNDERLINED.sub(" ", text)
    whole = [choice for choice in choices if re.search(rf"(?i)(?<!\w){re.escape(choice)}(?!\w)", text)]
    longest = [one for one in whole if not any(one != other and one in other for other in whole)]
    return (longest[0] if len(longest) == 1 else "") if longest else _named(text, choices)


def same_words(one: str, other: str) -> bool:
    """Whether two texts have the same words, in whatever form."""
    return _stems(one) == _stems(other)


def words_within(part: str, text: str) -> bool:
    """Whether all words of a part are words of the text, in whatever form, and one of them tells something."""
    return _stems(part) <= _stems(text) and any(len(word) > LEAST_TELLING for word in _stems(part))


# pieces of a message -------------------------------------------------------------------------------------------------


def _pieces(message: str, slots: Sequence[SlotCard]) -> list[str]:
    """Sentences; those parts of one that say something of a slot by an example stand alone."""
    found: list[str] = []
    for sentence in filter(str.strip, SENTENCE.split(message)):
        parts = _parted(sentence)
        begins = [at for at, part in enumerate(parts) if at == 0 or _by_example(part, slots)[0]]
        for at, start in enumerate(begins):
            end = begins[at + 1] if at + 1 < len(begins) else len(parts)
            found.append(_joined(sentence, parts, start, end))
    return found


def _parted(sentence: str) -> list[str]:
    return [part for part in _COMMA.split(sentence) if part.strip()]


def _joined(sentence: str, parts: list[str], start: int, end: int) -> str:
    """The stretch of a sentence from one part to before another, as it was written."""
    begin = sentence.find(parts[start])
    last = sentence.find(parts[end - 1], begin) + len(parts[end - 1])
    return sentence[begin:last].strip()


_FORMS: Final = (
    "{0}: {1}",
    "the {0} is {1}",
    "the {0} should be {1}",
    "change the {0} to {1}",
    "make the {0} {1}",
    "set the {0} to {1}",
)
"""How any slot's value may be said by its label."""


def _by_example(piece: str, slots: Sequence[SlotCard]) -> tuple[str, str]:
    """(the slot whose example a piece is, the value in it), that of the longest example; or ("", "")."""
    text, best = unled(piece), ("", "", 0)
    for slot in slots:
        for example in (*slot.examples, *(form.format(slot.label, _VALUE) for form in _FORMS)):
            value = _held(example, text)
            if value and len(example) > best[2]:
                best = (slot.name, value, len(example))
    return best[0], best[1]


def _held(example: str, text: str) -> str:
    """The value in a text that is like an example from its beginning; empty where it is not."""
    found = _pattern(example).match(text)
    return found.group(1).strip(" .!,;") if found else ""


@lru_cache(maxsize=500)
def _pattern(example: str) -> re.Pattern[str]:
    words = [word.strip(",:") for word in spelled(example.replace(_VALUE, " ")).split()]
    joined = (_SHORT.get(word, rf"[\s,]+{re.escape(word)}") for word in words[1:])
    return re.compile("^" + "".join((*words[:1], *joined)) + r"[\s,:]+(.+)$", re.IGNORECASE | re.DOTALL)


def spelled(text: str) -> str:
    """The text without a leading joint, its contractions written out."""
    told = text.strip().replace("’", "'")
    for short, long in _CONTRACTED:
        told = re.sub(re.escape(short), long, told, flags=re.IGNORECASE)
    return unled(told)


def unled(text: str) -> str:
    """The text without a leading joint, or the number of a list."""
    told = text.strip().replace("’", "'")
    before = ""
    while before != told:
        before, told = told, _LEADING.sub("", told)
    return told


# choices -------------------------------------------------------------------------------------------------------------


def _chosen(text: str, choices: Sequence[str]) -> str:
    """The choice that is named by its number, or in so many words, or nearly so."""
    plain = _plain(text)
    number = _NUMBERED.fullmatch(_plain(alpha2digit(text.casefold(), "en", 0.0)))
    if number and 1 <= int(number.group(1)) <= len(choices):
        return choices[int(number.group(1)) - 1]
    named = [choice for choice in choices if re.search(rf"(?<!\w){re.escape(_plain(choice))}(?!\w)", plain)]
    longest = [one for one in named if not any(one != other and one in other for other in named)]
    if len(longest) == 1:
        return longest[0]
    from rapidfuzz import fuzz  # only where no choice is named as it is written

    near = [choice for choice in choices if not longest and fuzz.ratio(plain, _plain(choice)) >= NEAR]
    return near[0] if len(near) == 1 else ""


def _linked(text: str, choices: Sequence[str]) -> str:
    """The one choice that a stretch of a text names, by its words in whatever form, or by its meaning."""
    stretches = _stretches(text)
    if not stretches or not choices or any(_stems(one) in map(_stems, stretches) for one in choices):
        return _named(text, choices)
    alike = _vectors(stretches) @ _vectors([_plain(one) for one in choices]).T
    best = alike.max(axis=0)
    like = [choice for choice, score in zip(choices, best, strict=True) if float(score) >= LINKED]
    return like[0] if len(like) == 1 else ""


def _named(text: str, choices: Sequence[str]) -> str:
    """The one choice whose words a stretch of a text has, in whatever form; of several the longest."""
    stretches = {_stems(stretch) for stretch in _stretches(text)}
    named = [one for one in choices if _stems(one) in stretches]
    longest = [one for one in named if not any(one != other and _stems(one) < _stems(other) for other in named)]
    return longest[0] if len(longest) == 1 else ""


def _stretches(text: str) -> list[str]:
    """Each run of a few words."""
    words = _plain(text).split()[:LONGEST_LINKED]
    runs = {" ".join(words[at : at + size]) for size in range(1, WIDEST + 1) for at in range(len(words) - size + 1)}
    return sorted(runs)


@lru_cache(maxsize=5000)
def _stems(text: str) -> frozenset[str]:
    """The stems of a text's words."""
    return frozenset(map(stem, _plain(text).split()))


def _meant(text: str, choices: Sequence[str]) -> str:
    """The choice that a text is most like in meaning, where it is like one and no other."""
    if not choices or len(text.split()) > LONGEST_AIM:
        return ""
    alike = (_vectors([_plain(text)]) @ _vectors([_plain(one) for one in choices]).T)[0]
    scored = sorted(((float(score), choice) for score, choice in zip(alike, choices, strict=True)), reverse=True)
    (first, likeliest), second = scored[0], scored[1][0] if len(scored) > 1 else 0.0
    return likeliest if first >= ALIKE and first - second >= MARGIN else ""


def _plain(text: str) -> str:
    return " ".join(re.findall(r"[^\W_]+(?:'[^\W_]+)?", text.casefold().replace("’", "'")))


@lru_cache(maxsize=1)
def _examples() -> tuple[tuple[Aim, ...], tuple[int, ...], Vectors]:
    """The aim of each utterance, how many words it has, and its vector."""
    pairs = [(aim, _plain(one)) for aim, examples in UTTERANCES.items() for one in examples]
    lengths = tuple(len(one.split()) for _, one in pairs)
    return tuple(aim for aim, _ in pairs), lengths, _vectors([one for _, one in pairs])


def _vectors(texts: Sequence[str]) -> Vectors:
    from shared.embeddings.embedder import Embedder  # with numpy: only for what the words themselves do not settle

    return Embedder().embed(texts)
