"""Restores a deployment's table to a point in time, as a new table that the stack can be deployed with.

    python -m infra.deploy.restore PREFIX 2026-11-22T10:00:00Z

The new table has what a restore leaves out: stream, expiry, recovery and protection. The old one stays as it is.
"""

import sys
from datetime import datetime
from typing import Any

from infra.deploy.account import Client, client


def restored(table: str, at: datetime, aws: Client) -> tuple[str, str]:
    """(name, ARN of the stream) of a new table with what the table held then; takes minutes to hours."""
    api, name = aws("dynamodb"), f"{table}-{at:%Y%m%d%H%M%S}"
    api.restore_table_to_point_in_time(SourceTableName=table, TargetTableName=name, RestoreDateTime=at)
    _settled(api, name)
    api.update_table(
        TableName=name,
        StreamSpecification={"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"},
        DeletionProtectionEnabled=True,
    )
    _settled(api, name)
    api.update_time_to_live(TableName=name, TimeToLiveSpecification={"Enabled": True, "AttributeName": "expires"})
    api.update_continuous_backups(TableName=name, PointInTimeRecoverySpecification={"PointInTimeRecoveryEnabled": True})
    return name, api.describe_table(TableName=name)["Table"]["LatestStreamArn"]


def command(table: str, stream: str) -> str:
    """How to deploy with a table: without a canary, or nine tenths of calls would use the other one for a while."""
    return f'make deploy CONTEXT="-c table={table} -c table_stream={stream} -c canary=false"'


def _settled(api: Any, name: str) -> None:
    api.get_waiter("table_exists").wait(TableName=name, WaiterConfig={"Delay": 20, "MaxAttempts": 1000})


def main() -> None:
    """Restores, and says how to deploy with it."""
    told = command(*restored(sys.argv[1], datetime.fromisoformat(sys.argv[2]), client))
    sys.stdout.write(f"{told}\nbeside the options that the deployment has; and without canary=false the next time.\n")


if __name__ == "__main__":
    main()
