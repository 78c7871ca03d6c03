"""Columns of profiles."""

from shared.contracts import ColumnProfile


def column(name: str, type_: str = "number", **given) -> ColumnProfile:
    return ColumnProfile(
        name=name,
        type=type_,
        role="measure" if type_ == "number" else "dimension",
        words=name.replace("_", " "),
        **given,
    )
