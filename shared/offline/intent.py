"""What a message is, without a model: a question about data, or talk beside it (thanks, help, a definition).

A message means what the example utterances mean that it is most like, by embeddings; names of the data count as “it”.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from datetime import datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from shared.contracts import DatasetProfile
from shared.offline.reading.follow_up import tells
from shared.offline.reading.meanings.columns import names_of
from shared.offline.reading.meanings.lexing import spans_of
from shared.offline.reading.meanings.spans import Span, covers, text_of
from shared.offline.reading.meanings.tokens import tokenise
from shared.offline.reading.parse import read
from shared.offline.words.lexicon import Intent, foreign_utterances, operations, stop_words, utterances
from shared.table.names import words_of

if TYPE_CHECKING:
    from shared.embeddings.embedder import Vectors

_LEAST: Final = 0.55
_LEAST_WITH_NAMES: Final = 0.8
"""How alike a message must be to an utterance; more where it names something that could be asked for."""
_MARGIN: Final = 0.05
"""By how much it must be more like talk than like a question about data."""
_SAME_WORDS: Final = 0.65
"""Which part of its words a message that can be computed must share with an utterance, to be talk all the same."""
_FOREIGN: Final = 0.28
_FOREIGN_MARGIN: Final = 0.17
_LONGEST: Final = 12
"""Talk is short: a message of more words is about something."""
_POLITE: Final[tuple[Intent, ...]] = ("thanks", "greeting", "goodbye", "acknowledgement")
_CLAUSE: Final = re.compile(r"(?<=[,;.!?:–—])\s+|\s+[–—-]\s+")


class PlainMessage(NamedTuple):
    """A message in plain words, what it names of the tables put as “it”, and the columns and values that it names."""

    words: str
    names: tuple[Span, ...] = ()


def intent_of(message: str, tables: Iterable[DatasetProfile], now: datetime) -> Intent:
    """What the message is for; "data" is a question about data, and whatever is nothing else for sure."""
    tables = tuple(tables)
    if len(message.split()) > _LONGEST:
        return "data"
    said = said_of(message, tables, now)
    computed = any(read(message, table, now)[0].answerable for table in tables)
    intent = _uttered(said.words) or (_by_words(said.words) if computed else _by_meaning([said])[0])
    asked = _corrects(message, tables, now) if intent == "refusal" else intent == "definition" and not _defines(said)
    return "data" if asked else intent


def _corrects(message: str, tables: tuple[DatasetProfile, ...], now: datetime) -> bool:
    """ "no, in May": whether it names anything that could be asked for beside the words of a refusal."""
    rest = [word for word in _plain(message).split() if word not in _words_for("refusal")]
    return bool(rest) and any(tells(" ".join(rest), table, now) for table in tables)


def without_talk(message: str, tables: Iterable[DatasetProfile], now: datetime) -> str:
    """The message without thanks, greetings and "forget that" around its question; itself where it is only talk."""
    tables = tuple(tables)
    if len(message.split()) < 2 or any(read(message, table, now)[0].answerable for table in tables):
        return message
    clauses = [clause for clause in _CLAUSE.split(message) if clause.strip()]
    intents = _by_meaning([said_of(clause, tables, now) for clause in clauses]) if len(clauses) > 1 else []
    whole = any(read(clauses[-1], table, now)[0].answerable for table in tables) if len(clauses) > 1 else False
    polite = [intent in _POLITE or (whole and intent == "refusal") for intent in intents]
    asked = " ".join(clause for clause, aside in zip(clauses, polite, strict=True) if not aside) if any(polite) else ""
    rest = _without_opening(asked.rstrip(" ,;:") or message, tables, now)
    return rest if any(tells(rest, table, now) for table in tables) else message


def _without_opening(message: str, tables: tuple[DatasetProfile, ...], now: datetime) -> str:
    """Without thanks or a greeting that no comma parts from the question; praise is left, which may be a condition."""
    words = message.split()
    cuts = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(min(4, len(words) - 1), 0, -1)]
    openings = [said_of(opening, tables, now) for opening, _ in cuts]
    for (_, rest), said, intent in zip(cuts, openings, _by_meaning(openings), strict=True):
        if intent in ("thanks", "greeting") and not said.names and _by_words(said.words) == intent:
            return rest
    return message


def in_other_script(message: str, tables: Iterable[DatasetProfile]) -> bool:
    """Whether most of its letters that the data does not hold are not Latin."""
    known = _words_held(tables)
    letters = "".join(word for word in re.findall(r"[^\W\d_]+", message) if word.casefold() not in known)
    latin = sum(unicodedata.name(letter, "").startswith("LATIN") for letter in letters)
    return bool(letters) and latin * 2 < len(letters)


def in_other_language(message: str, unexplained: tuple[str, ...], tables: Iterable[DatasetProfile]) -> bool:
    """Whether a message of mostly unexplained words is in another language, by its script or what it is most like."""
    tables = tuple(tables)
    if in_other_script(message, tables):
        return True
    if len(unexplained) < 2 or len(unexplained) * 2 <= len(_plain(message).split()):
        return False
    known = _words_held(tables)
    vector = _vectors([" ".join(word for word in _plain(message).split() if word not in known)])[0]
    intents, _, vectors = _examples()
    english = max(float(score) for intent, score in zip(intents, vectors @ vector, strict=True) if intent == "data")
    foreign = float((_foreign() @ vector).max())
    return foreign >= _FOREIGN and foreign - english >= _FOREIGN_MARGIN


def said_of(message: str, tables: Iterable[DatasetProfile], now: datetime) -> PlainMessage:
    """The message as it is compared with utterances; by the table of which it defines something, or names most."""
    whole, found = PlainMessage(_plain(message)), []
    for table in tables:
        tokens = tokenise(message)
        row = covers(tokens, spans_of(tokens, table, now))[0]
        names = tuple(span for span in row if span.kind in ("column", "value"))
        as_written = any(span.kind == "value" and str(span.value) == message.strip(" .?!") for span in names)
        if names and (as_written or not _uttered(whole.words)):  # "HI" where a column holds just that, and not "hi"
            kept = ("it" if span in names else text_of(tokens, span.start, span.end) for span in row)
            found.append(PlainMessage(_plain(" ".join(kept)), names))
    return max(found, key=lambda said: (_defines(said), sum(span.weight for span in said.names)), default=whole)


def _words_held(tables: Iterable[DatasetProfile]) -> frozenset[str]:
    """The words of all names and known cells of the tables, as they are written, without case."""
    held: list[str] = []
    for table in tables:
        held.append(table.file_name)
        for name in names_of(table):
            cells = (str(one.value) for one in name.column.top_values)
            held += [name.column.name, *cells, *name.column.samples]
    return frozenset(word.casefold() for text in held for word in (*re.findall(r"[^\W\d_]+", text), *words_of(text)))


def _by_words(words: str) -> Intent:
    """The intent of the utterance that has nearly the same words, in the same form; "data" where none has."""
    given = set(words.split())
    scored = [(len(given & said) / len(given | said), intent) for intent, said in _in_words() if given]
    score, intent = max(scored, key=lambda one: (one[0], one[1] == "data"), default=(0.0, "data"))
    return intent if score >= _SAME_WORDS else "data"


def _by_meaning(messages: list[PlainMessage]) -> list[Intent]:
    """The intent of each message; of one much longer than an utterance, most is not said by it.

    Talk that names something of the data defines it, is about an answer, or has the very words of an utterance.
    """
    if not messages:
        return []
    intents, lengths, vectors = _examples()
    found = _vectors([said.words for said in messages]) @ vectors.T
    return [
        _most_alike(said, intents, _as_far_as_said(said, lengths, row))
        for said, row in zip(messages, found.tolist(), strict=True)
    ]


def _as_far_as_said(said: PlainMessage, lengths: tuple[int, ...], alike: list[float]) -> list[float]:
    """How alike a message is to each utterance, less where it is so much longer that the utterance can't say it all."""
    most = max(len(said.words.split()), 1)
    return [score * min(1.0, (length + 1) / most) for score, length in zip(alike, lengths, strict=True)]


def _most_alike(said: PlainMessage, intents: tuple[Intent, ...], alike: list[float]) -> Intent:
    data = max(score for intent, score in zip(intents, alike, strict=True) if intent == "data")
    if not _defines(said):
        alike = [0.0 if intent == "definition" else score for intent, score in zip(intents, alike, strict=True)]
    at = alike.index(max(alike))
    least = _LEAST_WITH_NAMES if said.names else _LEAST
    sure = alike[at] >= least and alike[at] - data >= _MARGIN
    if sure and _asks_of_data(said.words) and intents[at] != "definition" and _by_words(said.words) != intents[at]:
        return "data"
    if not said.names or not sure:
        return intents[at] if sure else "data"
    if max(score for intent, score in zip(intents, alike, strict=True) if intent == "definition") >= least:
        return "definition"
    return intents[at] if intents[at] == "answer" or _by_words(said.words) == intents[at] else "data"


def _defines(said: PlainMessage) -> bool:
    """Whether it names one thing, or things side by side, and says else only what asks for a definition."""
    words = re.sub(r"\bit(?:(?: and)? it)+\b", "it", said.words).split()
    named = 0 < len(said.names) == said.words.split().count("it")
    who = {"who"} if said.names[1:] else set()  # one who did something to another
    return named and words.count("it") == 1 and {*words} <= (_words_for("definition") | stop_words()) - who


def _asks_of_data(words: str) -> bool:
    """Whether a message asks which, who or how many, and nobody is spoken to in it."""
    given = words.split()
    asking = {phrase for one in ("which", "who", "count") for some in operations()[one].values() for phrase in some}
    opening = given[:1] and (given[0] in asking or " ".join(given[:2]) in asking)
    return bool(opening) and not {"you", "your", "i", "me", "my"} & set(given)


def _plain(text: str) -> str:
    """The words and signs in lower case, without punctuation; the text itself where it is nothing else."""
    words = re.findall(r"[^\W_]+(?:['’][^\W_]+)?|[^\w\s.,:;!?…–—()\"'’-]+", text.casefold())
    return " ".join(words).replace("’", "'") or text


@lru_cache(maxsize=1)
def _examples() -> tuple[tuple[Intent, ...], tuple[int, ...], Vectors]:
    """The intent of each utterance, how many words it has, and its vector."""
    pairs = [(intent, _plain(one)) for intent, examples in utterances().items() for one in examples]
    lengths = tuple(len(one.split()) for _, one in pairs)
    return tuple(intent for intent, _ in pairs), lengths, _vectors([one for _, one in pairs])


@lru_cache(maxsize=1)
def _foreign() -> Vectors:
    return _vectors([_plain(one) for one in foreign_utterances()])


def _vectors(texts: list[str]) -> Vectors:
    from shared.embeddings.embedder import Embedder  # with numpy: only for a message that its words do not settle

    return Embedder().embed(texts)


@lru_cache(maxsize=16)
def _uttered(words: str) -> Intent | None:
    """The intent of an utterance beside data; of polite ones in a row ("fine thanks"), thanks or that of the last."""
    known = {_plain(one): intent for intent, examples in utterances().items() for one in examples if intent != "data"}
    polite = "|".join(re.escape(one) for one, intent in known.items() if intent in _POLITE)
    several = None if words in known else re.fullmatch(f"({polite})(?: ({polite}))+", words)
    ends = (several[1], several[2]) if several else (words, words)
    return known.get(ends[0] if known.get(ends[0]) == "thanks" else ends[1])


def _words_for(intent: Intent) -> frozenset[str]:
    return frozenset().union(*(words for one, words in _in_words() if one == intent))


@lru_cache(maxsize=1)
def _in_words() -> tuple[tuple[Intent, frozenset[str]], ...]:
    pairs = ((intent, one) for intent, examples in utterances().items() for one in examples)
    return tuple((intent, frozenset(_plain(one).split())) for intent, one in pairs)
