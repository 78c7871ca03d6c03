"""Has functions of a deployment answer with the version before, at once, without deploying anything.

    python -m infra.deploy.rollback PREFIX FUNCTION … [--to VERSION] [--dry-run]
    python -m infra.deploy.rollback PREFIX --all [--dry-run]

Layers and settings go back with a version; the state machine and rights do not. The next
deployment moves on from there.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from botocore.exceptions import BotoCoreError, ClientError

from functions.registry import all_functions
from infra.deploy.account import Client, client

ALIAS = "live"


class NoVersion(RuntimeError):
    """There is no such version to go back to; the message says of which function."""


def rolled_back(prefix: str, names: Sequence[str], aws: Client, *, to: str = "", dry: bool = False) -> Iterator[str]:
    """A sentence for each function whose alias takes the version `to`, or the one before; `dry` changes nothing.

    Raises NoVersion before anything is changed where one of them has no such version.
    """
    api = aws("lambda")
    moves = [(f"{prefix}-{name}", *_move(api, f"{prefix}-{name}", to)) for name in names]
    for function, now, before in moves:
        if not dry:  # without a part of the calls for any other version, as a canary leaves it
            alone = {"AdditionalVersionWeights": dict[str, float]()}
            api.update_alias(FunctionName=function, Name=ALIAS, FunctionVersion=before, RoutingConfig=alone)
        yield f"{function}: version {now} {'would go' if dry else 'went'} back to {before}"


def _move(api: Any, function: str, to: str) -> tuple[str, str]:
    """The version that takes the calls now, and the one that shall."""
    now: str = api.get_alias(FunctionName=function, Name=ALIAS)["FunctionVersion"]
    pages = api.get_paginator("list_versions_by_function").paginate(FunctionName=function)
    there = sorted(int(one["Version"]) for page in pages for one in page["Versions"] if one["Version"] != "$LATEST")
    before = [str(version) for version in there if (str(version) == to if to else version < int(now))]
    if not before:
        kept = ", ".join(map(str, there))
        raise NoVersion(f"{function} has no version {to or f'before {now}'}; there are {kept}. Nothing was changed.")
    return now, before[-1]


def main() -> None:
    """Rolls back what the command line names."""
    parser = argparse.ArgumentParser(prog="python -m infra.deploy.rollback", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("prefix", help="of the deployment: candor")
    parser.add_argument("functions", nargs="*", metavar="FUNCTION", help="turn, respond, …")
    parser.add_argument("--all", action="store_true", help="every function")
    parser.add_argument("--to", default="", metavar="VERSION", help="this version, not the one before")
    parser.add_argument("--dry-run", action="store_true", help="only say what would be done")
    given = parser.parse_args()
    if bool(given.functions) == given.all:
        parser.error("name functions, or --all")
    if unknown := [name for name in given.functions if name not in all_functions()]:
        parser.error(f"there is no function {', '.join(unknown)}")
    if given.to and len(given.functions) != 1:
        parser.error("--to goes with one function: each has version numbers of its own")
    names = list(all_functions()) if given.all else given.functions
    try:
        for line in rolled_back(given.prefix, names, client, to=given.to, dry=given.dry_run):
            sys.stdout.write(f"{line}\n")
    except (NoVersion, ClientError, BotoCoreError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
