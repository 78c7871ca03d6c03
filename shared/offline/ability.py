"""Which agents can answer a question, without a model: those whose own analyses read it for sure."""

from shared.analysis.base import Analysis
from shared.model.port import RouteQuestion
from shared.offline.planning import Candidate, across, candidate
from shared.offline.reading.parse import read


def able(question: str, request: RouteQuestion) -> frozenset[str]:
    """The names of the agents whose playbook answers the question, on one dataset or, failing that, over several.

    So a new agent is found by the analyses it brings: nothing here knows what there is.
    """
    return frozenset(_alone(question, request)) or _across(question, request)


def fittest(question: str, request: RouteQuestion) -> frozenset[str]:
    """Of the agents that can answer, those of whose examples the question is a paraphrase; where there are none, those
    that read all of it rather than find it like an example."""
    alone = _alone(question, request)
    asked = (name for name, found in alone.items() if any(one.paraphrase for one in found))
    reading = (name for name, found in alone.items() if any(one.match is None for one in found))
    return frozenset(asked) or frozenset(reading) or frozenset(alone) or _across(question, request)


def builds_on_others(question: str, agent: str, request: RouteQuestion) -> bool:
    """Whether the agent would answer with an analysis that takes what the tasks before it found."""
    found = _alone(question, request).get(agent, ())
    return any(one.analysis and type(one.analysis).after is not Analysis.after for one in found)


def _alone(question: str, request: RouteQuestion) -> dict[str, tuple[Candidate, ...]]:
    """Of each agent with an analysis that answers it on one dataset: how it would."""
    readings = [(read(question, table, request.now)[0], table) for table in request.datasets]
    found = {
        name: tuple(one for one in (candidate(playbook, *reading, request.now) for reading in readings) if one.good)
        for name, playbook in request.playbooks.items()
    }
    return {name: good for name, good in found.items() if good}


def _across(question: str, request: RouteQuestion) -> frozenset[str]:
    """The agents with an analysis that answers it over several datasets; each playbook that joins is the same."""
    if len(request.datasets) < 2:
        return frozenset()
    kinds = {kind for playbook in request.playbooks.values() for kind in playbook}
    found = across(tuple(kinds), question, request.datasets, request.now)
    answering = {type(found[0])} if found else set()
    return frozenset(name for name, playbook in request.playbooks.items() if answering & set(playbook))
