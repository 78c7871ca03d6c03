"""The result of a query, as an analysis sees it."""

from shared.contracts import DatasetProfile


class QueriedTable(DatasetProfile):
    """The result of a query of a dataset: its columns are what the query gives, a row is called after what there is one
    row of. `scope` is what the query says of the rows and groups that it takes, behind a name: ", for orders in March
    2025"; empty where it takes all."""

    scope: str = ""


def scope_of(table: DatasetProfile) -> str:
    """What the rows of a table were taken of; empty of a file's, which are all that there are."""
    return table.scope if isinstance(table, QueriedTable) else ""
