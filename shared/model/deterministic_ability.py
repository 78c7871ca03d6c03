"""Which agents can answer a question, without a model: those whose own analyses read it for sure."""

from shared.model.deterministic_planning import candidate
from shared.model.port import RouteQuestion
from shared.reading.parse import read


def able(question: str, request: RouteQuestion) -> frozenset[str]:
    """The names of the agents whose playbook answers the question, on one dataset or, failing that, over several.

    So a new agent is found by the analyses it brings: nothing here knows what there is.
    """
    readings = [(read(question, table, request.now)[0], table) for table in request.datasets]
    alone = frozenset(
        name
        for name, playbook in request.playbooks.items()
        if any(candidate(playbook, reading, table).good for reading, table in readings)
    )
    return alone or _across(question, request)


def _across(question: str, request: RouteQuestion) -> frozenset[str]:
    """The agents with an analysis that answers it over several datasets; each kind of analysis is asked once."""
    if len(request.datasets) < 2:
        return frozenset()
    kinds = {kind for playbook in request.playbooks.values() for kind in playbook}
    answering = {kind for kind in kinds if kind.read_across(question, request.datasets, request.now)}
    return frozenset(name for name, playbook in request.playbooks.items() if answering & set(playbook))
