"""The result of a query, as an analysis sees it."""

from shared.contracts import Contract, DatasetProfile
from shared.query.conditions import Conditions
from shared.query.groupings import Grain


class ResultTimes(Contract):
    """A column of times of a result, of which the profile says between which days its data lies: the `grain` that a
    grouping cut them by, `single` where there is one row for each of these periods, and the conditions of the query
    (and of those below it) on them, under the column's own name."""

    column: str
    grain: Grain | None = None
    single: bool = False
    where: Conditions = ()


class QueriedTable(DatasetProfile):
    """The result of a query of a dataset: its columns are what the query gives, a row is called after what there is one
    row of. `scope` is what the query says of the rows and groups that it takes, behind a name: ", for orders in March
    2025"; empty where it takes all. `times` are the columns of times of which it is known where they begin and end,
    `partial` says that conditions leave rows or groups out, and `hidden_events` are the ids of events of which several
    rows are, such as orders of their lines, where the query shows none of them."""

    scope: str = ""
    times: tuple[ResultTimes, ...] = ()
    partial: bool = False
    hidden_events: tuple[str, ...] = ()


def scope_of(table: DatasetProfile) -> str:
    """What the rows of a table were taken of; empty of a file's, which are all that there are."""
    return table.scope if isinstance(table, QueriedTable) else ""


def times_of(table: DatasetProfile, column: str) -> ResultTimes | None:
    """What is known of a column of times of a result; None of one whose ends nobody knows, and of a file's own."""
    known = table.times if isinstance(table, QueriedTable) else ()
    return next((one for one in known if one.column == column), None)
