"""Removes old versions of a deployment's functions, all but the last few."""

from typing import Any

from functions.registry import all_functions
from infra.deploy.account import Client

KEPT = 5
"""Of each function: the one in use, and what there is to roll back to."""


def pruned(prefix: str, aws: Client) -> list[str]:
    """Removes the versions that no alias names but the last few; gives them as `function:version`."""
    api = aws("lambda")
    return [f"{prefix}-{name}:{version}" for name in all_functions() for version in _removed(api, f"{prefix}-{name}")]


def _removed(api: Any, function: str) -> list[str]:
    pages = api.get_paginator("list_versions_by_function").paginate(FunctionName=function)
    numbers = sorted(int(one["Version"]) for page in pages for one in page["Versions"] if one["Version"] != "$LATEST")
    old = [str(number) for number in numbers[:-KEPT] if str(number) not in _in_use(api, function)]
    for version in old:
        api.delete_function(FunctionName=function, Qualifier=version)
    return old


def _in_use(api: Any, function: str) -> set[str]:
    used = set[str]()
    for alias in api.list_aliases(FunctionName=function)["Aliases"]:
        used |= {alias["FunctionVersion"], *alias.get("RoutingConfig", {}).get("AdditionalVersionWeights", {})}
    return used
