"""Where the figures and pictures of an analysis stand among all results of a task."""

from shared.analysis.base import Findings
from shared.contracts import Fact


def shifted(findings: Findings, places: range) -> Findings:
    """The findings with their cells and pictures counted from the agent's first query; `places` are those of their
    results."""
    first = places.start

    def moved(fact: Fact) -> Fact:
        cells = tuple(cell.model_copy(update={"query": cell.query + first}) for cell in fact.cells)
        return fact.model_copy(update={"cells": cells})

    pictures = tuple(
        one.model_copy(update={"query": one.query + first, "results": tuple(places)}) for one in findings.pictures
    )
    return findings.model_copy(update={"facts": tuple(map(moved, findings.facts)), "pictures": pictures})
