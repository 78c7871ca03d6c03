"""Layers follow from what the code imports; bundles follow from lock, platform and code."""

import shutil
import subprocess
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
import sqlglot

from functions.registry import all_functions
from infra.stack import imports
from infra.stack.bundling import (
    FOR_ONE_MACHINE,
    FROM_LAMBDA,
    LAYERS,
    MOST_LAYERS,
    SQL_PARSER,
    Bundle,
    dependencies,
    deployed,
    keep_compiled,
    layers_environment,
    layers_of,
    not_shipped,
    state_of,
    too_large,
)
from infra.stack.imports import foreign_imports

FUNCTIONS = all_functions()


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_finds_everything_that_it_imports(name: str) -> None:
    function = FUNCTIONS[name]
    assert not_shipped(function.module, function.uses) == frozenset()


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_models_sdk_is_only_with_functions_that_call_a_model(name: str) -> None:
    function = FUNCTIONS[name]
    assert ("claude" in layers_of(function.module, function.uses)) == ("model" in function.uses)


def test_duckdb_is_only_where_sql_runs_and_files_are_read() -> None:
    having = {name for name, one in FUNCTIONS.items() if "data" in layers_of(one.module, one.uses)}
    assert {"query", "ingest"} <= having <= {"query", "ingest", "reject_upload"}


def test_where_sql_runs_and_files_are_read_nothing_travels_that_reads_questions() -> None:
    """Ingestion embeds texts: the weights lie in the layer of words."""
    assert "words" not in layers_of(FUNCTIONS["query"].module, FUNCTIONS["query"].uses)
    ingest = FUNCTIONS["ingest"]
    assert {"tokenizers", "safetensors"} <= foreign_imports(ingest.module, ingest.uses)
    assert {"Stemmer", "text_to_num", "anthropic"}.isdisjoint(foreign_imports(ingest.module, ingest.uses))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_with_numpy_computes_in_one_thread(name: str) -> None:
    """It has about one processor, and a second thread of OpenBLAS would take most of it to wait."""
    function = FUNCTIONS[name]
    told = layers_environment(layers_of(function.module, function.uses))
    has_numpy = "numpy" in foreign_imports(function.module, function.uses)
    assert told.get("OPENBLAS_NUM_THREADS") == ("1" if has_numpy else None)


def test_no_function_has_more_layers_than_lambda_takes() -> None:
    assert max(len(layers_of(one.module, one.uses)) for one in FUNCTIONS.values()) <= 5


def test_each_of_the_projects_dependencies_travels_in_one_layer_or_is_lambdas_own() -> None:
    homes = [name for layer in LAYERS for name in (*layer.distributions, *layer.weights)]
    assert sorted(homes) == sorted(set(homes))
    assert deployed() <= set(homes) | set(FROM_LAMBDA)
    assert set(homes).isdisjoint(FOR_ONE_MACHINE)


def test_each_of_the_projects_dependencies_is_imported_by_a_function_or_is_data() -> None:
    fill = packages_distributions()
    names = set().union(*(foreign_imports(one.module, one.uses) for one in FUNCTIONS.values()))
    imported = {found.lower().replace("_", "-") for name in names for found in fill.get(name, ())}
    data = {name for layer in LAYERS for name in layer.weights}
    assert deployed() - imported - data == set()
    assert imported.isdisjoint(FOR_ONE_MACHINE)


def test_what_lambda_would_refuse_for_its_size_is_said_of_each_function_with_its_own_layers() -> None:
    even = {name: 249.0 / (len(LAYERS) + 1) for name in ("code", *(layer.name for layer in LAYERS))}
    assert too_large(even, FUNCTIONS) == []
    (query,) = too_large({**even, "data": 240.0}, {"query": FUNCTIONS["query"], "turn": FUNCTIONS["turn"]})
    assert query.startswith("query with its layers is ")
    assert query.endswith(" MB unzipped; Lambda takes 250")


def test_what_a_layer_holds_is_a_dependency_of_the_project() -> None:
    assert {name for layer in LAYERS for name in layer.distributions} <= dependencies()


def test_imports_for_type_checkers_and_of_undeclared_uses_do_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared" / "__init__.py").touch()
    (tmp_path / "shared" / "mind.py").write_text("import anthropic\n")
    (tmp_path / "shared" / "one.py").write_text(
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import duckdb\n"
        "def late():\n    import numpy\n    from shared.mind import choose\n"
    )
    monkeypatch.setattr(imports, "ROOT", tmp_path)
    imports.imports_of.cache_clear()
    try:
        assert foreign_imports("shared.one", ()) == {"typing", "numpy"}
        assert foreign_imports("shared.one", ("model",)) == {"typing", "numpy", "anthropic"}
    finally:
        imports.imports_of.cache_clear()


def test_a_script_that_can_be_run_makes_another_bundle_than_one_that_cannot(tmp_path: Path) -> None:
    script = tmp_path / "start.sh"
    states = set()
    for mode, text in ((0o644, "exec python"), (0o755, "exec python"), (0o755, "exec python3")):
        script.write_text(text)
        script.chmod(mode)
        states.add(state_of(script, tmp_path))
    assert len(states) == 3


def test_a_bundle_for_tests_needs_no_network_and_is_made_once(tmp_path: Path) -> None:
    bundle = Bundle(real=False, build=tmp_path)
    assert bundle.layer("core") == bundle.layer("core")
    assert bundle.code() != bundle.layer("core")
    assert sum(bundle.sizes_mb().values()) < 1


SQL = "WITH a AS (SELECT b::INT AS b FROM c) SELECT b->>'$.d', sum(b) OVER (ORDER BY b) FROM a"
READS_AND_WRITES = """
import sys
sys.path.insert(0, sys.argv[1])
from sqlglot import exp, parse_one
from sqlglot.dialects import DuckDB
tree = parse_one(sys.argv[2], dialect=DuckDB)
print(tree.copy().transform(lambda node: node).sql(dialect=DuckDB), str(exp.column("e")), tree == tree.copy())
heavy = ("parser", "generator", "parsers.duckdb", "generators.duckdb", "expressions.core")
print([name for name in heavy if sys.modules["sqlglot." + name].__file__.endswith(".py")])
"""


def test_of_the_compiled_parser_enough_travels_to_read_and_write_duckdbs_sql(tmp_path: Path) -> None:
    installed = Path(sqlglot.__file__).parent
    if not list(installed.glob("parser*.so")):
        pytest.skip("there is no compiled parser for this machine")
    shutil.copytree(installed, tmp_path / "sqlglot", ignore=shutil.ignore_patterns("__pycache__"))
    before = len(list(tmp_path.rglob("*.so")))
    keep_compiled(tmp_path, SQL_PARSER)
    assert len(list(tmp_path.rglob("*.so"))) < before / 2
    command = [sys.executable, "-I", "-c", READS_AND_WRITES, str(tmp_path), SQL]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    written, interpreted = done.stdout.splitlines()
    assert written.startswith("WITH a AS (SELECT CAST(b AS INT)")
    assert written.endswith(" e True")
    assert interpreted == "[]"


def test_the_compiled_parser_travels_where_sql_runs_and_not_with_the_agents() -> None:
    compiled = next(layer.name for layer in LAYERS if "sqlglotc" in layer.distributions)
    having = {name for name, one in FUNCTIONS.items() if compiled in layers_of(one.module, one.uses)}
    assert "query" in having
    assert not [name for name in having if "model" in FUNCTIONS[name].uses]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_no_function_has_more_layers_than_lambda_takes_the_web_adapters_among_them(name: str) -> None:
    function = FUNCTIONS[name]
    assert len(layers_of(function.module, function.uses)) + bool(function.script) <= MOST_LAYERS
