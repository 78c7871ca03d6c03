"""Whether there is anything to correlate: values that do not vary move with nothing."""

from shared.errors import ForfeitException


def require_varying(both: int, least: int, rows: str, tried: str) -> None:
    """Raises ForfeitException where enough rows have both values, and still no coefficient could be computed."""
    if both >= least:
        reason = f"Of two columns one does not vary over the {both:,} {rows} with both values, so nothing moves with it"
        raise ForfeitException(reason, (tried,), "Name columns whose values differ.", "not_computable")
