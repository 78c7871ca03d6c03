"""RouteQuestion without a model: a question goes to the agent whose capabilities are most like what it asks for."""

import math
import re
from collections import Counter
from operator import itemgetter

from shared.contracts import AgentCard, Forfeit
from shared.model.moves import Route, RouteQuestion, TaskDraft
from shared.model.port import PreviousTurn, followed
from shared.offline.ability import Abilities
from shared.offline.intent import in_other_language, in_other_script, intent_of, without_talk
from shared.offline.reading.follow_up import POINTING, completed_question, depends, goes_on, tells, widens
from shared.offline.reading.meanings.tokens import stems_of
from shared.offline.reading.parse import read
from shared.offline.words.lexicon import stop_words
from shared.table.names import words_of

_ASKS = {
    "value": "compute totals averages counts figures of a column",
    "table": "group figures totals averages counts by a category or by time",
    "entity": "rank extremes figures highest lowest top groups",
    "list": "filter by values list",
    "rows": "filter by values list rows",
    "share": "compute shares percentages rates",
    "correlation": "compute correlation figures of columns",
    "overview": "describe a dataset columns rows period it covers",
}
"""What a kind of reading asks for, in words to be compared with capabilities."""
_CHAT = "answer greetings and thanks explain what questions can be answered"
_JOINTS = re.compile(
    r"[?;]\s+(?=\w)|,?\s+and\s+(?=(?:also\s+)?(?:how|what|which|who|when|where)\b)|,\s*(?=(?:how|what|which|who)\b)",
    re.IGNORECASE,
)
_LIST_MARK = re.compile(r"^\s*(?:\(?\d{1,2}\)|\d{1,2}\.(?=\s+[^\W\d])|[-*•])\s+(?=\w)")
"""What stands before a question that was copied from a list."""

LOOKED = ("Looked for an agent",)


def route(request: RouteQuestion) -> Route:
    """One task for each question that the message holds.

    Each of them can be read by itself, so it waits for those before it only where its analysis takes what they found.
    """
    if not request.agents:
        none = Forfeit(code="unavailable", reason="There is no agent to work on this", attempted_actions=LOOKED)
        return Route(forfeit=none)
    question = _LIST_MARK.sub("", request.question)
    message = without_talk(question, request.datasets, request.now)
    abilities = Abilities(request)
    if intent_of(message, request.datasets, request.now) != "data" and not abilities.asked(message):
        talks = max(_likeness(_CHAT, request.agents).items(), key=itemgetter(1))[0]
        return Route(tasks=(TaskDraft(agent=talks, request=message),))
    if open_to := _left_open(message, request, abilities):
        return Route(forfeit=open_to)
    question, readings = _whole(message, request, abilities)
    before = followed(request.history)
    if not readings and before and widens(question, before.question, request.datasets, request.now):
        readings = ("I took it of all rows, not only of those that the question before was about.",)
    parts = _parts(question, abilities)
    tasks = tuple(_task(at, part, abilities) for at, part in enumerate(parts))
    return Route(tasks=_prepared(tasks, abilities) if len(tasks) == 1 else tasks, readings=readings)


def _prepared(tasks: tuple[TaskDraft, ...], abilities: Abilities) -> tuple[TaskDraft, ...]:
    """The one task, behind those that it builds on."""
    (asked,) = tasks
    before = tuple(_task(0, question, abilities) for question in abilities.groundwork(asked.request, asked.agent))
    return (*before, asked.model_copy(update={"depends_on": tuple(range(len(before)))}))


def _task(at: int, part: str, abilities: Abilities) -> TaskDraft:
    agent = _agent(part, abilities)
    before = tuple(range(at)) if at and abilities.builds_on_others(part, agent) else ()
    return TaskDraft(agent=agent, request=part, depends_on=before)


def _left_open(question: str, request: RouteQuestion, abilities: Abilities) -> Forfeit | None:
    """Why a question that leans on the one before is not answered by itself: what is left out is not known."""
    previous = followed(request.history)
    if previous is None or _whole(question, request, abilities)[1] or in_other_script(question, request.datasets):
        return None
    unread = _unread_since(previous, request)
    asked = request.history[-1] if unread else previous
    opening = unread and goes_on(question, request.datasets, request.now)
    word = question if opening else depends(question, asked.question, request.datasets, request.now)
    if not word or (word == question and abilities.asked(question)):
        return None
    before = f"the question before, “{asked.question}”"
    whole = f"“{word}” continues {before}, which I could not answer" if unread else ""
    whole = whole or f"I could not read “{word}” by itself, nor together with {before}"
    return Forfeit(
        code="ambiguous",
        reason=whole if word == question else f"I could not tell what “{word}” refers to in {before}",
        attempted_actions=("Read it together with the question before",),
        would_help="Ask it as a whole question, with the names that you mean.",
    )


def _unread_since(previous: PreviousTurn, request: RouteQuestion) -> bool:
    """Whether the last question was given up: a follow-up is about that one, and no longer about the one before."""
    last, tables = request.history[-1], request.datasets
    if (last is previous and last.computed) or intent_of(last.question, tables, request.now) != "data":
        return False
    unread = max((read(last.question, table, request.now)[0].unexplained for table in tables), key=len, default=())
    if in_other_language(last.question, unread, tables):
        return False
    return any(tells(last.question, table, request.now) for table in tables)


def _whole(question: str, request: RouteQuestion, abilities: Abilities) -> tuple[str, tuple[str, ...]]:
    """The question with what a follow-up leaves out."""
    previous = followed(request.history)
    if previous is None or in_other_script(question, request.datasets):
        return question, ()
    unread = _unread_since(previous, request)
    asked = (request.history[-1] if unread else previous).question
    clear = previous.computed if not unread else not depends(asked, asked, request.datasets, request.now)
    filled = abilities.filled_from(question, asked) if clear and not unread else None
    completed = filled or (completed_question(question, asked, request.datasets, request.now) if clear else None)
    if completed is None:
        return question, ()
    return completed, (f"I read this with your previous question, as: “{completed}”.",)


def _parts(question: str, abilities: Abilities) -> tuple[str, ...]:
    """The questions in a message that asks several; the message where it is one, or can only be read whole."""
    pieces = tuple(part.strip(" ,;?.") for part in _SEAMS.split(question) if part.strip(" ,;?."))
    if 1 < len(pieces) <= MOST_PARTS and _need_several(pieces, abilities):
        return pieces
    if abilities.able(question):
        return (question,)
    return _asked_parts(question, abilities)


def _need_several(pieces: tuple[str, ...], abilities: Abilities) -> bool:
    """Whether each piece is a question that an agent answers, and no one agent answers all of them."""
    if any(abilities.names_alone(piece) for piece in pieces[1:]) or any(map(_BETWEEN.search, pieces[:-1])):
        return False
    capable = [abilities.able(piece) for piece in pieces]
    return all(capable) and not frozenset.intersection(*capable)


def _asked_parts(question: str, abilities: Abilities) -> tuple[str, ...]:
    parts = [stripped for part in _JOINTS.split(question) if (stripped := part.strip(" ,;?"))]
    if len(parts) < 2 or _SUPPOSING.search(question) or _readable(question, abilities):
        return (question,)
    back = any(_ELLIPTIC.match(part) or POINTING & {*words_of(part)} for part in parts[1:])
    asking = all(_ASKING.search(part) and len(part.split()) > 2 for part in parts)
    if back or not asking or not any(_readable(part, abilities) for part in parts):
        return (question,)
    return tuple(f"{part}?" for part in parts)


MOST_PARTS = 4
_SEAMS = re.compile(r"[?;.!]\s+(?=\w)|,?\s+and\s+(?:also\s+|then\s+)?|,\s+(?:also|then)\s+", re.IGNORECASE)
"""Where a message may be cut if every piece of it is a question that an agent answers."""
_BETWEEN = re.compile(r"\bbetween\b(?!.*\band\b)", re.IGNORECASE)
"""A piece that was cut off in the middle of "between X and Y"."""
_ELLIPTIC = re.compile(r"(?:how many|how much|what|which) (?:in|of|for|at|on|from|by|about|are|were)\b", re.IGNORECASE)
"""A part that leaves out what it is about: "and how many in the East"."""
_SUPPOSING = re.compile(
    r"^\W*(?:(?:what )?(?:if|suppose|supposing|assuming|assume|imagine)|given|considering|among|amongst|within|of|for"
    r"|in|at|on|with|from|during|after|before|while|since|as|once|because|although|by|excluding|including"
    r"|(?:when|where)(?! (?:is|are|was|were|do|does|did|has|have|had|will|can)\b))\b",
    re.IGNORECASE,
)
"""How a message begins whose first part changes what all others mean: "when it was reformed, how many were there"."""
_ASKING = re.compile(
    r"\b(how many|how much|what|which|who|when|where|list|show|average|total|number of|count|share|percentage"
    r"|highest|lowest)\b",
    re.IGNORECASE,
)


def _readable(question: str, abilities: Abilities) -> bool:
    return any(reading.answerable for reading in abilities.readings(question))


def _agent(question: str, abilities: Abilities) -> str:
    wanted, sure = _wanted(question, abilities)
    capable = abilities.fittest(question)
    agents = tuple(card for card in abilities.request.agents if card.name in capable) or abilities.request.agents
    scores = _likeness(wanted, agents)
    return max((scores if sure else _by_meaning(question, agents, scores)).items(), key=itemgetter(1))[0]


def _wanted(question: str, abilities: Abilities) -> tuple[str, bool]:
    """The question in words that capabilities are written in, and whether it was understood."""
    reading = max(abilities.readings(question), key=lambda one: one.confidence, default=None)
    if reading is None:  # without a table, "the" and "of" would choose by how few agents happen to write them
        return " ".join(word for word in words_of(question) if word not in stop_words()), False
    if reading.unexplained:
        return f"{question} {_ASKS[reading.shape]}", False
    return _ASKS[reading.shape], True


def _likeness(wanted: str, agents: tuple[AgentCard, ...]) -> dict[str, float]:
    """How alike the wanted words and each agent's are, by name: cosine over stems, rare ones counting more."""
    documents = [Counter(stems_of(" ".join((card.description, *card.capabilities)))) for card in agents]
    seen = Counter(stem for document in documents for stem in document)
    rarity = {stem: math.log(1 + len(agents) / count) for stem, count in seen.items()}
    query = Counter(stem for stem in stems_of(wanted) if stem in rarity)
    return {card.name: _cosine(query, one, rarity) for card, one in zip(agents, documents, strict=True)}


def _cosine(query: Counter[str], document: Counter[str], rarity: dict[str, float]) -> float:
    shared = sum(rarity[stem] ** 2 for stem in query if stem in document)
    length = math.sqrt(sum(rarity[stem] ** 2 for stem in document)) or 1.0
    return shared / length


def _by_meaning(question: str, agents: tuple[AgentCard, ...], lexical: dict[str, float]) -> dict[str, float]:
    """Likeness of meaning to the most alike capability, beside the likeness of words."""
    if len(agents) < 2:
        return lexical
    from shared.embeddings.embedder import Embedder

    embedder = Embedder()
    scores = {}
    for card in agents:
        alike = embedder.similarity([question], [card.description, *card.capabilities])
        scores[card.name] = float(alike.max()) + lexical[card.name]
    return scores
