"""What is known of each dependency's health: one item, an attribute for each dependency that ever gave trouble."""

import json
from collections.abc import Callable, Mapping

from pydantic import ValidationError

from shared.contracts import Contract
from shared.health.state import Breaker, CallOutcome
from shared.ids import new_id
from shared.store.table import Item, Refused, Table

PARTITION, SORT = "HEALTH#candor", "HEALTH"
MODELS = "models"
MOST_TRIES = 3

BreakerChange = Callable[[Breaker], Breaker | None]
"""A breaker after something happened; None where that changes nothing."""


class StoredBreaker(Contract):
    """A breaker as it is stored: its limits are the code's, not the item's. `written` tells one write from another."""

    written: str = ""
    outcomes: tuple[CallOutcome, ...] = ()
    opened_at: float | None = None
    trying_since: float | None = None


STATE = set(StoredBreaker.model_fields) - {"written"}


class HealthStore:
    """Breakers by name. `limits` gives the breaker of a dependency of which nothing is known."""

    def __init__(self, table: Table, limits: Callable[[str], Breaker]) -> None:
        self._table = table
        self._limits = limits

    def load(self) -> tuple[dict[str, Breaker], tuple[str, ...]]:
        """(all breakers that are stored, the names of the models in use), in one read. Raises StoreUnavailable."""
        item = self._table.get(PARTITION, SORT) or {}
        names = [name for name in item if name not in ("pk", "sk", MODELS)]
        return {name: self._breaker(name, item) for name in names}, tuple(json.loads(item.get(MODELS, "[]")))

    def change(self, name: str, change: BreakerChange, models: tuple[str, ...] = ()) -> bool:
        """Writes the breaker as `change` makes it of the stored one; False where it changes nothing.

        Another one's write in between makes it look again, a few times; then it lets go: False. Raises
        StoreUnavailable.
        """
        for _ in range(MOST_TRIES):
            item = self._table.get(PARTITION, SORT) or {}
            changed = change(self._breaker(name, item))
            if changed is None:
                return False
            if self._write(name, item.get(name), changed, models):
                return True
        return False

    def forget(self) -> None:
        """Everything counts as well again, as after a repair. Raises StoreUnavailable."""
        self._table.delete(PARTITION, SORT)

    def _write(self, name: str, before: str | None, after: Breaker, models: tuple[str, ...]) -> bool:
        """Whether it is written; so it is, too, where a try before was and its answer got lost."""
        known = StoredBreaker(written=new_id("put"), **after.model_dump(include=STATE))
        values = {":after": known.model_dump_json()}
        condition, expression, names = "attribute_not_exists(#name)", "SET #name = :after", {"#name": name}
        if before is not None:
            condition, values[":before"] = "#name = :before", before
        if models:
            expression, values[":models"] = f"{expression}, {MODELS} = :models", json.dumps(models)
        try:
            self._table.update(PARTITION, SORT, expression, values, names=names, condition=condition)
        except Refused as refused:
            return (refused.found or {}).get(name) == values[":after"]
        return True

    def _breaker(self, name: str, item: Item | Mapping[str, str]) -> Breaker:
        limits = self._limits(name)
        try:
            known = StoredBreaker.model_validate_json(item.get(name) or "{}")
        except ValidationError:
            return limits
        return limits.model_copy(update={field: getattr(known, field) for field in STATE})
