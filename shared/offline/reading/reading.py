"""A question, understood: what is measured, of which rows, grouped and ordered how, and what stayed unexplained."""

from typing import Literal

from shared.analysis.conditions import Filter
from shared.analysis.metrics import Metric, Ordering
from shared.contracts import Contract, ForfeitCode
from shared.query.groupings import AnyGrouping

Shape = Literal["value", "table", "entity", "list", "rows", "share", "correlation", "overview"]


class Reading(Contract):
    """One way to understand a question.

    `shape` is the kind of answer: one value, a table of groups, the group at an extreme ("entity"), a list of distinct
    values, rows, a share of `part` among the filtered rows, and so on. `columns` are those to list, or the pair of a
    correlation. `rivals` are other metrics that the words may mean as well as the first, `others` all readings that are
    as good as this one where there are several: each is computed.
    `confidence` in 0..1 is the weakest link of the reading; `unexplained` are content words that no part of it uses
    (`unapplied` those of them that say what to do, not with what), `assumptions` are the choices that it took, as
    sentences for the user, and `gaps` are reasons not to answer, `code` being the kind of the first that has one.
    """

    question: str
    relation: str = "data"
    shape: Shape = "value"
    metrics: tuple[Metric, ...] = ()
    rivals: tuple[Metric, ...] = ()
    others: tuple["Reading", ...] = ()
    filters: tuple[Filter, ...] = ()
    groups: tuple[AnyGrouping, ...] = ()
    ordering: Ordering | None = None
    part: tuple[Filter, ...] = ()
    columns: tuple[str, ...] = ()
    operations: tuple[str, ...] = ()
    unexplained: tuple[str, ...] = ()
    unapplied: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()
    gaps: tuple[str, ...] = ()
    code: ForfeitCode | None = None
    confidence: float = 0.0

    @property
    def answerable(self) -> bool:
        """Whether every word is explained and nothing speaks against answering."""
        return not self.unexplained and not self.gaps
