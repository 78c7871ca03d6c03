"""After a deployment: data is protected, old versions go, the console is put in its place, and a question with a known
answer is asked.

python -m infra.deploy.after TEMPLATE
"""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from infra.deploy.account import Client, client, stack_name
from infra.deploy.console import outputs, published
from infra.deploy.smoke import smoke, waiting
from infra.deploy.versions import pruned

KEPT = "RetainExceptOnCreate"


def protected(template: Mapping[str, Any], aws: Client) -> dict[str, bool]:
    """Keeps the tables that outlive the stack from being deleted, and no others; gives those that this changes.

    Not in the template: there it would keep a first deployment that fails from being undone.
    """
    api, changed = aws("dynamodb"), dict[str, bool]()
    for one in template["Resources"].values():
        if one["Type"] == "AWS::DynamoDB::Table":
            name, wanted = one["Properties"]["TableName"], one.get("DeletionPolicy") == KEPT
            if api.describe_table(TableName=name)["Table"].get("DeletionProtectionEnabled", False) != wanted:
                api.update_table(TableName=name, DeletionProtectionEnabled=wanted)
                changed[name] = wanted
    return changed


def main() -> None:
    """Does all of it, and ends with an error where the answer was not the right one."""
    file = Path(sys.argv[1])
    template, prefix = json.loads(file.read_text()), stack_name(file)
    for name, on in protected(template, client).items():
        sys.stdout.write(f"the table {name} {'can no longer' if on else 'can now'} be deleted\n")
    sys.stdout.write(f"old versions removed: {len(pruned(prefix, client))}\n")
    try:
        if console := published(outputs(prefix, client), client):
            sys.stdout.write(f"the console is at {console}\n")
        sys.stdout.write(f"{smoke(prefix, waiting())}\n")
    except RuntimeError as error:
        sys.exit(f"The deployment is not as it should be: {error}")


if __name__ == "__main__":
    main()
