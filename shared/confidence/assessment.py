"""Whether the assistant, rather than the data it tells of, is unsure, unable, unanswered or broken."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from shared.confidence.failsafe_words import KEYWORDS, SPECIFIED, FailsafeWords
from shared.confidence.leaning import MACHINERY, SOURCE, is_about_ability, leaning, likelihood
from shared.confidence.stance import NO_RESULT, OUT_OF_TIME, PATTERNS, REFUSED, SENTENCE_OF_FAILURE
from shared.contracts import Category

_QUOTED = re.compile(r"```[\s\S]*?```|`[^`\n]*`|\"[^\"\n]{1,300}\"|“[^”\n]{1,300}”|«[^»\n]{1,300}»")
_TABLE_ROW = re.compile(r"^[ \t]*\|.*$", re.MULTILINE)
_LISTED = re.compile(r"^[ \t]*(?:[-*+•]|\d+[.)])[ \t]+[^:\n]{1,60}:\**[ \t]+[-+]?[\d$€£(][^\n]*$", re.MULTILINE)
_COUNTED = re.compile(
    r"(?:(?<=^)|(?<=[,:;.] )|(?<=and ))[A-Z][\w'/-]*(?: (?!(?:is|are|was|were|has|have|had|for|in|of|on|about|by|"
    r"from|than|at)\b)[\w'/-]+){0,3}:? [-+]?\d[\d.,]*(?: ?%)?(?=[,;.:]|$| in | and )"
)
_LABELLED = re.compile(
    r"(?:^|(?<=[.!?,;] ))(?!(?:[^:]*\b(?:guess|estimate|i|my|me|maybe|perhaps|approx\w*|roughly|rough|answer|sorry|"
    r"error)\b))[^:.!?\n,;]{3,90}: (?=[-+$€£]?\d)",
    re.IGNORECASE | re.MULTILINE,
)
_NAMED = re.compile(
    r"\b(?:status|marked|stage|code|label(?:led)?|entry|answer(?:ed)?|type|ended as|have|called|titled|named|are|"
    r"is) (?:[A-Z][\w'-]*)(?: [\w'-]+){0,3}?(?=[,;.:]| in\b| on\b| add| for\b|$)"
)
_SENTENCE = re.compile(r"(?<=[.!?])[\"'”’)*_]*\s+|\n+")
_MASK = "⟦⟧"
_NEGATED = re.compile(
    r"\b(?:no|not|never|nothing|none|without|isn't|wasn't|aren't|weren't|any|there is no|hardly any|free of|not a "
    r"single) (?:\w+ ){0,2}?(?:error|errors|doubt|doubts|uncertainty|uncertain|ambiguity|ambiguous|unclear|"
    r"incomplete|exception|exceptions|mistake|limited|hard to say|failed|failures?|missing|question|guesswork|"
    r"timeouts?|hesitation|vague)\b|\berror-free\b|\bunlimited\b|\bno (?:duplicates?|empty|gaps?|nulls?|outliers?|"
    r"blanks?|missing|further|other|more|significant|longer|change|changes|difference)\b|\b(?:did not|didn't|do not|"
    r"don't) (?:find|see|detect|spot) any (?:errors?|duplicates?|outliers?|gaps?|anomal\w+|issues?|problems?)\b|"
    r"\bcan(?:not|'t) be (?:doubted|denied|disputed|overstated|ignored|overlooked)\b|\bwas able to\b|\bwere able "
    r"to\b|\b(?:sorry|apologies|i apologi[sz]e|pardon)(?: again)? (?:for|about) (?:the|my|that|any) (?:\w+ "
    r")?(?:confusion|mix-?up|mistakes?|errors?|misunderstanding|oversight|typo|wrong \w+)\b[^.!?,;:]*|\bwith (?:the|"
    r"one|two|three|few|these) (?:\w+ )?exceptions?(?: of)?\b|\bthe (?:only )?exceptions? (?:is|are|was|were)\b|"
    r"\b(?:cannot|can't|can not|could not|fail(?:s|ed)? to) reject (?:that|the)\b",
    re.IGNORECASE,
)
_SUBJECT_IS_COUNTED = re.compile(
    r"^\W*(?:(?:of|in|on|for|only|about|all|some|most|none) )?(?:the |all |these |those )?(?:\d[\d.,]* ?%?|two|"
    r"three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty(?:-\w+)?|hundreds?) (?:of )?(?!(?:is|"
    r"was) )"
)
_FIRST_PERSON = re.compile(r"\b(?:i|i'm|i've|i'd|i'll|my|me|we|our side|our end|myself)\b")
_OFFER = re.compile(
    r"^\W*(?:and )?(?:shall|should|would you like|do you want|want|may|can|could|happy to|let me know if|if "
    r"you(?:'d| would)? (?:like|want)|just ask|say the word|feel free)\b(?: (?:me|i|us|to|that|it|you))?"
)
_ANSWER = re.compile(r"\d|\byes\b|\bno\b,")
_ASKS_CHOICE = re.compile(r"\bor\b|\b(?:which|whose|what|who|whom)\b|\bmean\b")
_ASKS_INPUT = re.compile(r"\b(?:what's|what is|what are|got|do you have(?! in mind)|have you|where (?:is|are|can))\b")
_NOT_ENOUGH = re.compile(
    rf"{NO_RESULT.pattern}|\b(?:retries|attempts|tries|of my|not enough|needed|required|"
    rf"necessary|too (?:few|little|small|short))\b"
)
_CLAUSE = re.compile(r"[;:] ")
_FIGURE = re.compile(r"(?<!\w)\d")
_INABILITY = re.compile(
    r"\b(?:i|we) (?:\w+ )?(?:can't|cannot|can not|couldn't|don't know|do not know|wouldn't be able|did not|didn't)|"
    r"\bsorry\b|\bapolog|\bunfortunately\b|\bcan(?:'t|not| not) be\b|\bcould(?:n't| not) be\b"
)
_SPEAKER = re.compile(
    rf"{_FIRST_PERSON.pattern}|\b(?:you|your|yours|please|sorry|this (?:\w+ )?(?:system|tool|assistant|version|"
    rf"product))\b|{MACHINERY.pattern}|{SOURCE.pattern}|\b(?:needed|required|necessary|nothing|too (?:few|little|"
    rf"small|short))\b|"
    r"\d[\d.]*[ -]?(?:s|sec\w*|minutes?)\b|\b[45]\d\d\b"
)
_FOUND_NONE = re.compile(
    r"\b(?:hold|contain|show|record|list|ha[sv]|include|report)(?:s|e|ed)? no\b(?! (?:\w+ ){0,3}(?:columns?|fields?|"
    r"information|details?)\b)[^:;]*[:;][^:;]*\d"
)
"""Nothing was found, and a figure says how much was looked at: "the data holds no price changes: all 52 products …"."""
_REASON = re.compile(r"\b(?:because|since|as|so|but|though|however|yet)\b")
_TELLS_OF_DATA = re.compile(
    r"\b\d[\d,.]* (?:times|of|occasions|nights|days|events|incidents|rows|records|cases|tickets|calls|requests|jobs|"
    r"runs)\b|\b(?:per|each|every|a) (?:day|week|month|hour|year|night)\b|\b(?:once|twice|weekly|daily|nightly|"
    r"averag\w*|rate)\b|%|[$€£] ?\d|\d ?(?:€|eur|usd|gbp)\b|\d,\d{3}\b|\bin total\b|\blasted\b|"
    r"\(\d[\d.,]*\)[^(]*\(\d[\d.,]*\)|\bfor (?:[\d.,]+|an?|one|two|three|four|five|six|half an) (?:minutes?|hours?|"
    r"days?|weeks?)\b|\b(?:on|in|since|from|during|until) (?:(?:the )?(?:last|past|previous|night|first|whole|"
    r"same)\b|\d|january|february|march|april|may|june|july|august|september|october|november|december|monday|"
    r"tuesday|wednesday|thursday|friday|saturday|sunday|q[1-4]|spring|summer|autumn|winter)"
)

_DOUBT = 0.6
_PER_HIT = 0.1
_PART = 3000
_LONGEST = 300
"""Characters: of a long reply the beginning and the end are read, a long sentence in pieces: time is bounded."""
_MOST_DOUBT = 0.435
"""Scaled so that a reply that is more likely than 0.69 not to be an answer falls under the threshold of 0.7."""


@dataclass(frozen=True)
class Signals:
    """What the system itself knows of how the reply came about."""

    failed_queries: int = 0
    empty_queries: int = 0
    forfeits: int = 0
    ungrounded_figures: int = 0
    tasks_total: int = 0
    tasks_completed: int = 0


NOTHING_KNOWN = Signals()


@dataclass(frozen=True)
class Refined:
    """The refined view: a score 0..1, the category that must be told (None: none), the likeliest one, and why."""

    score: float
    category: Category | None
    leaning: Category | None
    findings: tuple[str, ...]
    own_words: str = ""
    """What was read: the text without what it quotes."""


def refine(
    text: str, *, words: FailsafeWords = SPECIFIED, signals: Signals = NOTHING_KNOWN, values: tuple[str, ...] = ()
) -> Refined:
    """Assesses a reply; `values` are cells and column names of the data, which say nothing about the assistant."""
    own = own_words(text, values)
    hits = _hits(own, text.lower(), words)
    known, penalty, notes = _from_signals(signals)
    category = next((one for one in KEYWORDS if one in hits or one == known), None)
    doubt = likelihood(own)
    score = 1.0 - penalty - max((1 - _DOUBT) if hits else 0.0, _MOST_DOUBT * doubt)
    score -= _PER_HIT * max(0, sum(map(len, hits.values())) - 1)
    findings = tuple(f"{one}: {phrase}" for one, phrases in hits.items() for phrase in phrases)
    return Refined(max(0.0, round(score, 2)), category, category or leaning(own), (*findings, *notes), own)


def _from_signals(signals: Signals) -> tuple[Category | None, float, tuple[str, ...]]:
    """(category where nothing was achieved, what the score loses, why)."""
    notes = [f"{count} {name.replace('_', ' ')}" for name, count in vars(signals).items() if count and name[0] != "t"]
    missing = signals.tasks_total - signals.tasks_completed
    notes += [f"{missing} of {signals.tasks_total} tasks not completed"] if missing > 0 else []
    penalty = min(0.6, 0.2 * signals.ungrounded_figures) + (0.3 * missing / signals.tasks_total if missing > 0 else 0.0)
    if signals.tasks_total and not signals.tasks_completed:
        return ("TOOL_FAILURE" if signals.failed_queries else "INSUFFICIENT_INFO"), penalty, tuple(notes)
    return None, penalty, tuple(notes)


def own_words(text: str, values: tuple[str, ...]) -> str:
    """The reply without what it quotes (cells, code, table rows, counted labels) or denies."""
    text = text if len(text) <= 2 * _PART else f"{text[:_PART]}\n{text[-_PART:]}"
    text = text.replace("’", "'").replace("‘", "'").replace("**", "")
    for pattern in (_QUOTED, _TABLE_ROW, _LISTED):
        text = pattern.sub(_MASK, text)
    told = {value for value in values if value in text and _is_word(value)}
    for value in sorted(told, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(value)}(?!\w)", _MASK, text)
    text = _LABELLED.sub(f"{_MASK}: ", text)
    if len(_COUNTED.findall(text)) > 1:
        text = _COUNTED.sub(_MASK, text)
    return _NEGATED.sub(_MASK, _NAMED.sub(_MASK, text))


def _is_word(value: str) -> bool:
    return len(value) > 1 and not value.replace(".", "").replace(",", "").isdigit()


def _hits(text: str, reply: str, words: FailsafeWords) -> dict[Category, list[str]]:
    """The telling phrases by category, in order of precedence."""
    found: dict[Category, list[str]] = {category: [] for category in KEYWORDS}
    whole = [sentence for sentence in _SENTENCE.split(text) if sentence.strip()]
    sentences = [sentence[at : at + _LONGEST] for sentence in whole for at in range(0, len(sentence), _LONGEST)]
    for sentence in sentences:
        for category, phrase in _heard(sentence.lower(), text.lower(), len(sentences)):
            found[category].append(phrase.strip()[:60])
    if not any(found.values()):
        refused = [match.group() for match in map(REFUSED.search, _of_the_assistant(sentences)) if match]
        found[leaning(text)] += refused
    elif not any(found[one] for one in KEYWORDS if one != "UNCERTAINTY"):
        unable = all(map(_INABILITY.search, found["UNCERTAINTY"]))
        found = {**found, "UNCERTAINTY": [], leaning(text): found["UNCERTAINTY"]} if unable else found
    for category in KEYWORDS:
        found[category] += [term for term in words.extra_keywords.get(category, ()) if term in reply]
    found["UNCERTAINTY"] += [term for term in words.extra_uncertainty if term in reply]
    return {category: phrases for category, phrases in found.items() if phrases}


def _of_the_assistant(sentences: list[str]) -> Iterator[str]:
    """The sentences, lower-cased; of those that count things of the data only the reason that they give."""
    for sentence in map(str.lower, sentences):
        counted = _SUBJECT_IS_COUNTED.search(sentence) and not _FIRST_PERSON.search(sentence)
        yield "".join(_REASON.split(sentence, maxsplit=1)[1:]) if counted else _without_findings(sentence)


def _heard(sentence: str, reply: str, count: int) -> Iterator[tuple[Category, str]]:
    if sentence.rstrip().endswith("?") and _ANSWER.search(reply.partition(sentence)[2]):
        return
    mine = bool(_FIRST_PERSON.search(sentence))
    if not mine and _SUBJECT_IS_COUNTED.search(sentence) and not _NOT_ENOUGH.search(sentence):
        sentence = "".join(_REASON.split(sentence, maxsplit=1)[1:])
    told = _without_findings(sentence)
    yield from _failures(told, reply, mine)
    if sentence.rstrip().endswith("?"):
        yield from _questions(sentence, reply, count)
    found_none = not mine and _FOUND_NONE.search(sentence) and not _INABILITY.search(sentence)
    for category, pattern in PATTERNS.items():
        if found_none and category == "INSUFFICIENT_INFO":
            continue
        match = pattern.search(sentence if category == "UNCERTAINTY" else told)
        if match:
            yield (leaning(sentence) if is_about_ability(category, sentence) else category), match.group()


def _without_findings(sentence: str) -> str:
    """The sentence less its clauses that tell a figure and name neither the speaker, the system nor the source."""
    if not _FIGURE.search(sentence):
        return sentence
    clauses = _CLAUSE.split(sentence)
    kept = [one for one in clauses if not _FIGURE.search(one) or _SPEAKER.search(one)]
    return sentence if len(kept) == len(clauses) else "; ".join(kept)


def _failures(sentence: str, reply: str, mine: bool) -> Iterator[tuple[Category, str]]:
    """What ran out of time or broke, unless it is the data that tells of it."""
    late, broke = OUT_OF_TIME.search(sentence), SENTENCE_OF_FAILURE.search(sentence)
    own = mine or NO_RESULT.search(reply) or not _TELLS_OF_DATA.search(sentence)
    if late and own:
        yield "TIMEOUT", late.group()
    if broke and own:
        yield "TOOL_FAILURE", broke.group()


def _questions(sentence: str, reply: str, count: int) -> Iterator[tuple[Category, str]]:
    """Asking back, unless it is an offer after an answer."""
    answered = bool(_ANSWER.search(reply.replace(sentence, ""))) and count > 1
    if _OFFER.search(sentence) and (answered or not _ASKS_CHOICE.search(sentence)):
        return
    if _ASKS_CHOICE.search(sentence) and not _ASKS_INPUT.search(sentence):
        yield "AMBIGUOUS_QUERY", sentence
    elif _ASKS_INPUT.search(sentence):
        yield "INSUFFICIENT_INFO", sentence
