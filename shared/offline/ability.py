"""Which agents can answer a question, without a model: those whose own analyses read it for sure."""

from shared.analysis.base import Analysis
from shared.analysis.fields import columns_named
from shared.model.moves import RouteQuestion
from shared.offline.filling import is_read
from shared.offline.linking import LinkedQuestion
from shared.offline.matching import MOST, matched, offered
from shared.offline.next_move import Candidate, across, candidate
from shared.offline.reading.parse import read
from shared.offline.reading.reading import Reading


class Abilities:
    """What the agents of a request can answer. Each question is read once, however often it is asked about.

    A new agent is found by the analyses it brings: nothing here knows what there is.
    """

    def __init__(self, request: RouteQuestion) -> None:
        self.request = request
        self._readings: dict[str, tuple[Reading, ...]] = {}
        self._found: dict[str, dict[str, tuple[Candidate, ...]]] = {}

    def readings(self, question: str) -> tuple[Reading, ...]:
        """The best reading of the question on each dataset."""
        if question not in self._readings:
            now = self.request.now
            self._readings[question] = tuple(read(question, table, now)[0] for table in self.request.datasets)
        return self._readings[question]

    def able(self, question: str) -> frozenset[str]:
        """The names of the agents whose playbook answers it, on one dataset or, failing that, over several."""
        return frozenset(self._alone(question)) or self._across(question)

    def fittest(self, question: str) -> frozenset[str]:
        """Those of whose examples the question is a paraphrase, an agent that can answer before one that asks back for
        a field; where there are none, those that read all of it rather than find it like an example;
        and last those that ask back for a field."""
        alone = self._alone(question)
        asked = [name for name, found in alone.items() if any(one.paraphrase for one in found)]
        asked = asked or [name for name, found in self._every(question).items() if any(one.paraphrase for one in found)]
        reading = (name for name, found in alone.items() if any(one.match is None for one in found))
        found = frozenset(asked) or frozenset(reading) or frozenset(alone) or self._across(question)
        return found or frozenset(
            name for name, every in self._every(question).items() if any(one.match for one in every)
        )

    def names_alone(self, text: str) -> bool:
        """Whether it names columns of a dataset and asks nothing: the end of a list of them, and no question."""
        linked = (
            LinkedQuestion.of(text, table, self.request.now).linked(frozenset()) for table in self.request.datasets
        )
        return any(
            all(piece.column or piece.kind == "joint" for piece in one.pieces) for found in linked for one in found
        )

    def asked(self, question: str) -> bool:
        """Whether the question is like an example of an analysis, and so no talk."""
        return any(one.asked for found in self._alone(question).values() for one in found)

    def builds_on_others(self, question: str, agent: str) -> bool:
        """Whether the agent would answer with an analysis that takes what the tasks before it found."""
        found = self._alone(question).get(agent, ())
        return any(one.analysis and type(one.analysis).after is not Analysis.after for one in found)

    def groundwork(self, question: str, agent: str) -> tuple[str, ...]:
        """The questions that others are to answer before the agent can answer this one."""
        found = (one for one in self._alone(question).get(agent, ()) if one.analysis)
        return next((one.analysis.groundwork(one.table) for one in found if one.analysis), ())

    def filled_from(self, question: str, previous: str) -> str | None:
        """The question with the columns that it lacks ("which test shows that?"), and the conditions, of the one before
        it; None where it lacks none, or cannot be answered so."""
        if self.able(question):
            return None
        before = [
            (one.table, one.analysis) for found in self._alone(previous).values() for one in found if one.analysis
        ]
        kinds = dict.fromkeys(kind for playbook in self.request.playbooks.values() for kind in playbook)
        for table, analysis in before:
            now, names = self.request.now, columns_named(analysis)
            asked = LinkedQuestion.of(question, table, now)
            kept = LinkedQuestion.of(previous, table, now).conditions
            found = [matched([kind], asked, table, now) for kind in kinds if not is_read(kind)]
            lacking = [one.with_columns(names, table) for one in found if one and one.lacking and one.said >= MOST]
            texts = (f"{offered(one, table).rstrip('?')}{' ' * bool(kept)}{kept}?" for one in lacking if one)
            if text := next(filter(self.able, texts), None):
                return text
        return None

    def _alone(self, question: str) -> dict[str, tuple[Candidate, ...]]:
        """Agent → its good candidates for the question on single datasets; only agents that have one."""
        good = {name: tuple(one for one in found if one.good) for name, found in self._every(question).items()}
        return {name: found for name, found in good.items() if found}

    def _every(self, question: str) -> dict[str, tuple[Candidate, ...]]:
        """Agent → its candidate for the question on each single dataset."""
        if question not in self._found:
            now, playbooks = self.request.now, self.request.playbooks
            read_on = zip(self.readings(question), self.request.datasets, strict=True)
            asked = [(reading, table, LinkedQuestion.of(question, table, now)) for reading, table in read_on]
            self._found[question] = {
                name: tuple(candidate(playbook, reading, table, own, now) for reading, table, own in asked)
                for name, playbook in playbooks.items()
            }
        return self._found[question]

    def _across(self, question: str) -> frozenset[str]:
        """The agents with an analysis that answers it over several datasets; each playbook that joins is the same."""
        tables, playbooks = self.request.datasets, self.request.playbooks
        if len(tables) < 2:
            return frozenset()
        kinds = {kind for playbook in playbooks.values() for kind in playbook}
        found = across(tuple(kinds), question, tables, self.request.now)
        answering = {type(found[0])} if found else set()
        return frozenset(name for name, playbook in playbooks.items() if answering & set(playbook))
