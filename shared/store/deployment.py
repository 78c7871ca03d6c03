"""What an operator has set for the whole deployment while it runs."""

from shared.contracts import FailsafeOptions
from shared.store.table import Table

KEY = ("DEPLOYMENT#failsafe", "SETTINGS")


class DeploymentStore:
    """One item; where there is none, what the deployment was made with holds. Both methods raise StoreUnavailable."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def failsafe(self) -> FailsafeOptions:
        """The failsafe's options as an operator has set them; those that were never set are None."""
        item = self._table.get(*KEY)
        return FailsafeOptions.model_validate_json(item["body"]) if item else FailsafeOptions()

    def set_failsafe(self, options: FailsafeOptions) -> None:
        """Keeps these in place of those before; they hold from the next turn on."""
        pk, sk = KEY
        self._table.put({"pk": pk, "sk": sk, "body": options.model_dump_json(exclude_none=True)})
