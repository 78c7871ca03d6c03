"""A specialist as a value: what it can do, what it needs, and its playbook."""

from shared.analysis.base import Analysis
from shared.contracts import AgentCard, AgentResponse, Contract, DatasetProfile

WORK_SECONDS = 45
"""An agent's time for a task, its function's timeout: one pool for all that it asks and computes."""
INPUTS = {
    "request": "What is asked, in plain words.",
    "datasets": "The profiles of the datasets of the session.",
    "context": "The person's own question, how it was read, and the turn before.",
    "previous_results": "The responses of the tasks before this one.",
}
OUTPUTS = {
    "results": "Query results as structured data, capped.",
    "insights": "What they mean: summary, findings, insights.",
    "facts": "Each computed figure, with the cells it came from.",
    "queries_executed": "The SQL that ran, and what for.",
    "visualization_hint": "The chart that fits.",
}


NO_RESULTS = "No analysis results available"
ALL_FAILED = "All previous agents failed"


class Needs(Contract):
    """What a dataset must have for an agent to begin; unmet needs forfeit before a token is spent. `results`: the agent
    works on what earlier tasks found, so it comes after them, and its answer stands for theirs."""

    datasets: int = 0
    rows: int = 0
    measures: int = 0
    dimensions: int = 0
    times: int = 0
    texts: int = 0
    embeddings: bool = False
    results: bool = False

    def unmet(self, datasets: tuple[DatasetProfile, ...]) -> str | None:
        """Why no dataset will do, as a sentence for the user; None where one will."""
        if not datasets:
            return "No datasets available for your account" if self != Needs() else None
        lacking = [self._lacking(dataset) for dataset in datasets]
        return None if None in lacking else lacking[0]

    @property
    def told(self) -> tuple[str, ...]:
        """The needs as phrases for the coordinator: “2 numeric columns”."""
        counts = {
            ("dataset", "datasets"): self.datasets,
            ("row", "rows"): self.rows,
            ("numeric column", "numeric columns"): self.measures,
            ("column to group by", "columns to group by"): self.dimensions,
            ("date or time column", "date or time columns"): self.times,
            ("text column", "text columns"): self.texts,
        }
        told = tuple(f"{n} {one if n == 1 else several} at least" for (one, several), n in counts.items() if n)
        more = {"embeddings": self.embeddings, "the results of earlier tasks: depends on them": self.results}
        return (*told, *(kind for kind, needed in more.items() if needed))

    def unmet_by(self, previous: tuple[AgentResponse, ...]) -> str | None:
        """Why what earlier tasks gave will not do, as a sentence for the user; None where it will."""
        if not self.results or any(one.status == "completed" for one in previous):
            return None
        return ALL_FAILED if previous else NO_RESULTS

    def _lacking(self, dataset: DatasetProfile) -> str | None:
        if dataset.row_count < self.rows:
            return (
                f"Insufficient data points for a meaningful analysis "
                f"(only {dataset.row_count} records found, need at least {self.rows})"
            )
        if self.embeddings and not dataset.embedded_columns:
            return "The dataset has no embeddings, which a search by meaning needs"
        have = {
            "numeric column": (len(dataset.having("measure")), self.measures),
            "column to group by": (len(dataset.having("dimension")), self.dimensions),
            "date or time column": (len(dataset.having("time")), self.times),
            "text column": (len(dataset.having("text")), self.texts),
        }
        for kind, (found, needed) in have.items():
            if found < needed:
                return (
                    f"The dataset has no {kind}"
                    if not found
                    else f"The dataset has only {found} {kind}(s), not {needed}"
                )
        return None


class Specialist:
    """What a task is worked on by; it goes by the last name of its module.

    `also` is what its analyses can do beside its capabilities, for the coordinator to know; `forfeits_when` is its
    guidance for giving up; `instructions` go into its prompt. One that matches texts `by_meaning` may not match them by
    their letters: queries of a model with LIKE or regular expressions are refused.
    """

    def __init__(
        self,
        module: str,
        *,
        description: str,
        capabilities: tuple[str, ...],
        also: tuple[str, ...] = (),
        playbook: tuple[type[Analysis], ...] = (),
        needs: Needs | None = None,
        forfeits_when: tuple[str, ...] = (),
        instructions: str = "",
        by_meaning: bool = False,
    ) -> None:
        self.module = module
        self.name = module.rsplit(".", 1)[-1]
        self.description = description
        self.capabilities = capabilities
        self.also = also
        self.playbook = playbook
        self.needs = needs or Needs()
        self.forfeits_when = forfeits_when
        self.instructions = instructions
        self.by_meaning = by_meaning

    @property
    def card(self) -> AgentCard:
        """The agent as the coordinator and the documentation see it."""
        return AgentCard(
            name=self.name,
            description=self.description,
            capabilities=self.capabilities,
            also=self.also,
            forfeits_when=self.forfeits_when,
            needs=self.needs.told,
            inputs=INPUTS,
            outputs=OUTPUTS,
        )
