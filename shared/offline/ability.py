"""Which agents can answer a question, without a model: those whose own analyses read it for sure."""

from shared.analysis.base import Analysis
from shared.analysis.cued import Cued
from shared.model.port import RouteQuestion
from shared.offline.planning import Candidate, candidate
from shared.offline.reading.parse import read


def able(question: str, request: RouteQuestion) -> frozenset[str]:
    """The names of the agents whose playbook answers the question, on one dataset or, failing that, over several.

    So a new agent is found by the analyses it brings: nothing here knows what there is.
    """
    return frozenset(_alone(question, request)) or _across(question, request)


def fittest(question: str, request: RouteQuestion) -> frozenset[str]:
    """Of the agents that can answer, those that the question asks for by a word of their own analysis ("trend"), where
    there are any: what others can make of the rest of its words is less than it asks for."""
    alone = _alone(question, request)
    named = (name for name, found in alone.items() if any(_asked_by_word(one) for one in found))
    own = (name for name, found in alone.items() if not all(_only_named(one) for one in found))
    return frozenset(named) or frozenset(own) or frozenset(alone) or _across(question, request)


def builds_on_others(question: str, agent: str, request: RouteQuestion) -> bool:
    """Whether the agent would answer with an analysis that takes what the tasks before it found."""
    found = _alone(question, request).get(agent, ())
    return any(one.analysis and type(one.analysis).after is not Analysis.after for one in found)


def _asked_by_word(one: Candidate) -> bool:
    """Whether a word of the analysis itself asks for it; a column that is called so does not."""
    return isinstance(one.analysis, Cued) and not _only_named(one)


def _only_named(one: Candidate) -> bool:
    return isinstance(one.analysis, Cued) and one.analysis.only_named(one.reading)


def _alone(question: str, request: RouteQuestion) -> dict[str, tuple[Candidate, ...]]:
    """Of each agent with an analysis that answers it on one dataset: how it would."""
    readings = [(read(question, table, request.now)[0], table) for table in request.datasets]
    found = {
        name: tuple(one for one in (candidate(playbook, *reading) for reading in readings) if one.good)
        for name, playbook in request.playbooks.items()
    }
    return {name: good for name, good in found.items() if good}


def _across(question: str, request: RouteQuestion) -> frozenset[str]:
    """The agents with an analysis that answers it over several datasets; each kind of analysis is asked once."""
    if len(request.datasets) < 2:
        return frozenset()
    kinds = {kind for playbook in request.playbooks.values() for kind in playbook}
    answering = {kind for kind in kinds if kind.read_across(question, request.datasets, request.now)}
    return frozenset(name for name, playbook in request.playbooks.items() if answering & set(playbook))
