"""Columns of yes and no."""

from shared.contracts import ColumnProfile, Scalar

_YES = frozenset({"yes", "y", "true", "t", "1"})
_NO = frozenset({"no", "n", "false", "f", "0"})


def yes_and_no(column: ColumnProfile) -> tuple[Scalar, Scalar]:
    """The values of a flag that mean yes and no, None for one that it never holds; (None, None) for other columns."""
    if column.type == "boolean":
        return True, False
    values = [count.value for count in column.top_values]
    texts = {_written(value) for value in values}
    if not values or column.distinct > 2 or not texts <= _YES | _NO:
        return None, None
    yes, no = (next((value for value in values if _written(value) in words), None) for words in (_YES, _NO))
    return yes, no


def _written(value: Scalar) -> str:
    """A cell as a word; 1.0, as flags beside empty cells are often exported, is 1."""
    return f"{value:g}" if isinstance(value, float) else str(value).strip().lower()
