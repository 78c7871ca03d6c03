"""Columns of profiles, and a table of them."""

from shared.contracts import ColumnProfile, DatasetProfile, SemanticProfile


def column(name: str, type_: str = "number", **given) -> ColumnProfile:
    return ColumnProfile(
        name=name,
        type=type_,
        role="measure" if type_ == "number" else "dimension",
        words=name.replace("_", " "),
        **given,
    )


def _named(name: str, words: str) -> ColumnProfile:
    return ColumnProfile.model_construct(name=name, words=words)


ORDERS = DatasetProfile.model_construct(
    relation="orders",
    semantic=SemanticProfile.model_construct(entity_name="order"),
    columns=(
        _named("region", "region"),
        _named("placed", "order date"),
        _named("closed", "closing time"),
        _named("cancelled", "cancelled"),
        _named("units", "units"),
        _named("net_eur", "net sales"),
    ),
)
"""A table of which only what its columns are called is known."""
