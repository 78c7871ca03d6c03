"""Rows that belong to no group: they are no bar among the others, and the title says what they come to."""

from collections.abc import Mapping, Sequence

from shared.charts.calendars import left_out_in
from shared.charts.rows import FEWEST_POINTS
from shared.charts.specs import Spec
from shared.contracts import ColumnShown, Scalar
from shared.engine.results.telling_words import telling_words
from shared.grounding.languages import language_of


def grouped(
    spec: Spec,
    rows: Sequence[Mapping[str, Scalar]],
    shown: Mapping[str, ColumnShown],
    units: Mapping[str, str],
    tag: str,
) -> str:
    """Takes the rows without a group off a chart where others are left, and says so in the language of that tag, with
    their figure where they have one together; empty where every row has a group."""
    axes = spec["encoding"]
    figure, label = ("y", "x") if axes["y"]["type"] == "quantitative" else ("x", "y")
    group, column = axes[label]["column"], axes[figure]["column"]
    one = shown.get(group)
    named = one.empty if one else ""
    gone = [row for row in rows if row.get(column) is not None and row.get(group) in (None, named)]
    kept = [value for value in spec["data"]["values"] if value[label] != named]
    if not gone or len(kept) < FEWEST_POINTS:
        return ""
    spec["data"]["values"] = kept
    said = str(gone[0].get(group) or telling_words(tag).missing)
    value = gone[0][column]
    if len(gone) == 1 and isinstance(value, int | float):
        said += f", {language_of(tag).shown(value, units.get(column))}"
    return left_out_in(said, tag)
