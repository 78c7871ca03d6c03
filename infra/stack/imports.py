"""Which packages a function's code imports: its layers follow from that, not from a list."""

import ast
from collections.abc import Iterator
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

ROOT = Path(__file__).parents[2]
OURS = ("functions", "shared")

UNSAID = {
    "functions.registry": "functions/[ap][gh]*s/[a-z]*.py",
    "shared.contracts": "shared/contracts/[a-z]*.py",
    "shared.agents.sdk": "shared/analysis/[a-z]*/[a-z]*.py",
    "shared.engine.duckdb.process": "shared/engine/duckdb/worker_main.py",
    "shared.ingestion.formats.workbook": "shared/ingestion/formats/workbook_main.py",
    "shared.statistics.compute": "shared/statistics/[a-z]*.py",
}
"""What a module imports or starts as a process without an import statement: our files, by a pattern."""

OF_THEIR_OWN = {"_duckdb": "pytz", "zoneinfo": "tzdata"}
"""What a module imports when it needs it, though it does not ask for it to be installed: times with a zone, and the
zones where the system has none."""

ONLY_WITH = {"shared.mind": "model", "shared.model.watched": "model", "shared.embeddings.hosted": "model"}
"""Modules that are imported when a collaborator is asked for: only in functions that declare that use. (`ingest` asks
for embeddings too, and imports by itself all that they need.)"""


def distributions(module: str, uses: tuple[str, ...]) -> frozenset[str]:
    """The distributions (`aws-lambda-powertools`) that a module reaches, by way of all our modules that it imports."""
    known = _distribution_names()
    return frozenset(known[name] for name in foreign_imports(module, uses) if name in known)


def foreign_imports(module: str, uses: tuple[str, ...]) -> frozenset[str]:
    """The top-level names that a module reaches and that are not ours, the standard library's among them."""
    reached = set[str]()
    foreign = set[str]()
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name in reached or (name in ONLY_WITH and ONLY_WITH[name] not in uses):
            continue
        reached.add(name)
        imported = imports_of(name)
        waiting += [one for one in imported if _is_ours(one)]
        foreign |= {one.split(".")[0] for one in imported if not _is_ours(one)}
    return frozenset(foreign | {own for name, own in OF_THEIR_OWN.items() if name in foreign})


@cache
def imports_of(module: str) -> frozenset[str]:
    """What one of our modules imports anywhere in it, but for type checkers; the packages around it included."""
    found = {module.rpartition(".")[0]} - {""}
    for statement in _statements(ast.parse(_file(module).read_text())):
        found |= set(_named(statement, module))
    if module in UNSAID:
        found |= {
            file.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".") for file in ROOT.glob(UNSAID[module])
        }
    return frozenset(found)


def _statements(node: ast.AST) -> Iterator[ast.Import | ast.ImportFrom]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import | ast.ImportFrom):
            yield child
        elif not (isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test)):
            yield from _statements(child)


def _named(statement: ast.Import | ast.ImportFrom, module: str) -> Iterator[str]:
    if isinstance(statement, ast.Import):
        yield from (alias.name for alias in statement.names)
        return
    if statement.level:
        raise ValueError(f"{module} imports relatively; write the whole name")
    source = statement.module or ""
    yield source
    if _is_ours(source):
        yield from (f"{source}.{alias.name}" for alias in statement.names if _exists(f"{source}.{alias.name}"))


def _is_ours(name: str) -> bool:
    return name.split(".")[0] in OURS


def _exists(module: str) -> bool:
    path = ROOT.joinpath(*module.split("."))
    return path.with_suffix(".py").is_file() or (path / "__init__.py").is_file()


def _file(module: str) -> Path:
    path = ROOT.joinpath(*module.split("."))
    return path / "__init__.py" if (path / "__init__.py").is_file() else path.with_suffix(".py")


@cache
def _distribution_names() -> dict[str, str]:
    """Import name → distribution, as installed here: the one of that name where several fill one folder."""
    return {
        name: (name if name in found else found[0]).lower().replace("_", "-")
        for name, found in packages_distributions().items()
    }
