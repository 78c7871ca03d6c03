"""The line that stands between two phases of a consultation."""

from itertools import pairwise

from functions.registry import all_phases
from shared.phases.phase import line


def test_each_boundary_has_the_line_that_is_specified_for_it():
    phases = list(all_phases().values())
    assert [line(before, after) for before, after in pairwise((*phases, None))] == [
        "✓ Qualification complete - Starting assessment...",
        "✓ Assessment complete - Starting analysis...",
        "✓ Analysis complete - Consultation closed.",
    ]
