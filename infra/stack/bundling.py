"""Layers and code for Lambda, without Docker: uv installs wheels for Lambda's platform, whatever this machine is."""

import hashlib
import re
import shutil
import stat
import subprocess
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import requires
from pathlib import Path

from infra.stack.imports import ROOT, distributions
from infra.stack.interpreters import UV, found
from infra.stack.libraries import Version, too_new
from infra.stack.sdk import ASKED, keep_services
from shared.function import LambdaFunction

GLIBC: Mapping[str, Version] = {"3.13": (2, 34), "3.12": (2, 34)}
"""The glibc of Lambda's runtimes whose wheels are taken. That of 3.11 has 2.26 (Amazon Linux 2), less than PLATFORM."""
PYTHONS = tuple(GLIBC)
"""Lambda's versions that Candor runs on, in the order in which they are taken: the first that this machine has too,
since only that one can write bytecode for itself, and be tested on; where it has none the first, without bytecode."""
PYTHON = PYTHONS[0]
PLATFORM = "aarch64-manylinux_2_28"
"""`manylinux2014` would take old versions without a word."""

FROM_LAMBDA = ("boto3", "botocore", "jmespath", "python-dateutil", "s3transfer", "six", "urllib3")
"""What Lambda's own runtime has."""

LOCK = ROOT / "requirements-dev.lock"
BUILD = ROOT / "build" / "lambda"
MOST_UNZIPPED_MB = 250
MOST_LAYERS = 5
"""Of one function, the web adapter's among them."""
DATA_PACKAGES = "/opt/python"
"""Where a layer's packages lie."""
DATA_SUFFIXES = (".json", ".safetensors")
IGNORED = shutil.ignore_patterns("__pycache__", "*.pyc", "*.pyi")


@dataclass(frozen=True)
class Layer:
    """Packages that travel together, without those of their needs that are never used.

    `also` are what two later layers need, of which neither comes before the other.
    `weights` are distributions of which only the data files are taken, from whichever platform has a wheel.
    `compiled` are the files to keep of a distribution that is nothing but compiled modules of one that has them all.
    Of `untested` packages their tests are left out, which are a quarter of them; `dropped` are folders never used.
    """

    name: str
    packages: tuple[str, ...]
    without: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    weights: tuple[str, ...] = ()
    compiled: tuple[str, ...] = ()
    untested: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()

    @property
    def distributions(self) -> frozenset[str]:
        """What can be imported, by the bare names of its distributions."""
        return frozenset(package.split("[")[0] for package in self.packages)


SQL_PARSER = (
    "sqlglot/[!al]*.so",
    "sqlglot/expressions/*.so",
    "sqlglot/*s/base*.so",
    "sqlglot/*s/duckdb*.so",
    "sqlglot/optimizer/scope*.so",
    "sqlglot/optimizer/annotate_types__*.so",
    "sqlglot/optimizer/normalize_identifiers__*.so",
    "sqlglot/optimizer/simplify__*.so",
)
"""What DuckDB's dialect loads of the compiled parser: less than half of it. The whole of it as Python lies in the layer
before; but the dialects left out cannot be used there, since only compiled classes inherit from compiled ones."""

LAYERS = (
    # botocore as it is tested, with the services that are asked: Lambda's own has over four hundred.
    # The guard stands nearly everywhere. Where a number is from and who carries it is nine tenths of phonenumbers.
    # uvicorn is for two functions, and needs what later layers have too: here it costs others a megabyte and no time.
    Layer(
        "core",
        (
            "aws-lambda-powertools",
            "botocore",
            "pydantic",
            "python-ulid",
            "phonenumbers",
            "python-stdnum",
            "uvicorn",
            "cronsim",
            "inflection",
            "tzdata",
        ),
        also=("anyio", "httpx2", "opentelemetry-api"),
        dropped=tuple(f"phonenumbers/{folder}" for folder in ("geodata", "carrierdata", "tzdata")),
    ),
    Layer("sql", ("sqlglot", "rapidfuzz")),
    # The guard stands where SQL runs: only there does it pay to load 36 MB of compiled parser.
    Layer("data", ("duckdb", "pytz", "charset-normalizer", "python-calamine", "sqlglotc"), compiled=SQL_PARSER),
    Layer("claude", ("anthropic[bedrock]",)),
    Layer("assistants", ("mcp",)),
    Layer("numbers", ("numpy",), untested=("numpy",)),
    Layer("statistics", ("scipy",), untested=("scipy",)),
    Layer("documents", ("jinja2", "markdown-it-py", "typst", "vl-convert-python")),
    Layer(
        "words",
        ("pystemmer", "sentencex", "text2num", "safetensors", "tokenizers"),
        without=("huggingface-hub",),  # tokenizers would download with it
        weights=("wordllama",),
    ),
)
"""Each holds what the ones before it don't."""


DEPLOYED_EXTRA = "extra == 'reports'"
"""What draws documents: too large for every machine, and a layer of one function."""

FOR_ONE_MACHINE = frozenset({"boto3", "moto", "rich", "typer"})
"""What the project asks for to run on one machine, and never travels."""


def layers_of(module: str, uses: tuple[str, ...]) -> tuple[str, ...]:
    """The names of the layers that a function needs, from what its code imports."""
    needed = distributions(module, uses)
    return tuple(layer.name for layer in LAYERS if layer.distributions & needed)


def layers_environment(layers: tuple[str, ...]) -> dict[str, str]:
    """What the packages of a function's layers are told: where the process that runs SQL finds them, which starts
    without any environment; and that numpy computes in one thread. A function has about one processor, of which a
    second thread of OpenBLAS takes a part by waiting busily. Pydantic need not look through all that is installed for
    plugins: no layer has one."""
    of_layers = {
        "core": {"PYDANTIC_DISABLE_PLUGINS": "1"},
        "data": {"CANDOR_DATA_PACKAGES": DATA_PACKAGES},
        "numbers": {"OPENBLAS_NUM_THREADS": "1"},
    }
    return {name: value for layer in layers for name, value in of_layers.get(layer, {}).items()}


def not_shipped(module: str, uses: tuple[str, ...]) -> frozenset[str]:
    """What a function imports of the project's dependencies and no layer holds: it would fail where it runs."""
    shipped = {name for layer in LAYERS for name in layer.distributions}
    return (distributions(module, uses) & dependencies()) - shipped - set(FROM_LAMBDA)


def deployed() -> frozenset[str]:
    """The distributions that the project asks for because functions need them."""
    return dependencies() - FOR_ONE_MACHINE


def dependencies() -> frozenset[str]:
    """The distributions that the project itself asks for; of its extras those of DEPLOYED_EXTRA."""
    asked = (line for line in requires("candor") or [] if "extra ==" not in line or DEPLOYED_EXTRA in line)
    found = (re.match(r"[\w-]+", line) for line in asked)
    return frozenset(match.group().lower() for match in found if match)


class Bundle:
    """The folders that are deployed, built once for each state of lock and code.

    With `real` False they hold next to nothing, for tests of the template that need no network. Another `python` and
    `platform` than Lambda's are for running what is deployed on this machine.
    """

    def __init__(
        self, *, real: bool = True, build: Path = BUILD, python: str | None = None, platform: str = PLATFORM
    ) -> None:
        self.real = real
        self.python = python or (at_hand() if real else PYTHON)
        self._build = build
        self._platform = platform

    def code(self) -> Path:
        """The folder with our own code."""
        return self._built("code", self._code_hash, self._copy_code)

    def layer(self, name: str) -> Path:
        """The folder of a layer."""
        index = next(index for index, layer in enumerate(LAYERS) if layer.name == name)
        return self._built(name, self._layer_hash(LAYERS[: index + 1]), lambda target: self._install(index, target))

    def sizes_mb(self) -> dict[str, float]:
        """Unzipped size of each layer and of the code."""
        folders = {layer.name: self.layer(layer.name) for layer in LAYERS} | {"code": self.code()}
        return {name: _size_mb(folder) for name, folder in folders.items()}

    def not_loaded(self) -> list[str]:
        """A sentence for each library of the layers that the runtime would not load."""
        return [told for layer in LAYERS for told in too_new(self.layer(layer.name), GLIBC[self.python])]

    @cached_property
    def compiler(self) -> str | None:
        """A Python of that version to write bytecode with, None where this machine has none."""
        return found(self.python)

    def _built(self, name: str, digest: str, fill: Callable[[Path], None]) -> Path:
        target = self._build / (f"{name}-{digest}" if self.real else f"{name}-empty")
        if target.exists():
            return target
        draft = target.with_suffix(".draft")
        shutil.rmtree(draft, ignore_errors=True)
        draft.mkdir(parents=True)
        if self.real:
            fill(draft)
            self._compile(draft)
        else:
            (draft / "placeholder.txt").write_text(f"{name}: built by make synth\n")
        draft.rename(target)
        return target

    def _layer_hash(self, layers: Iterable[Layer]) -> str:
        packages = [*(repr(layer) for layer in layers), repr(ASKED)]
        return _digest([self.python, self._platform, str(self.compiler is not None), LOCK.read_text(), *packages])

    @cached_property
    def _code_hash(self) -> str:
        return _digest([self.python, str(self.compiler is not None), *(state_of(file, ROOT) for file in _our_files())])

    def _copy_code(self, target: Path) -> None:
        for folder in ("functions", "shared"):
            shutil.copytree(ROOT / folder, target / folder, ignore=IGNORED)

    def _install(self, index: int, target: Path) -> None:
        layer, packages = LAYERS[index], target / "python"
        before = [self.layer(earlier.name) / "python" for earlier in LAYERS[:index]]
        left_out = target / "left-out.txt"
        left_out.write_text("\n".join([*layer.without, *(name for folder in before for name in installed_in(folder))]))
        self._uv_install(packages, self._platform, "--excludes", str(left_out), *layer.packages, *layer.also)
        for name in layer.weights:
            # Only files that are data are kept: its binaries are for another processor, and its code would need them.
            self._uv_install(packages, "x86_64-manylinux_2_28", "--no-deps", name)
            _keep_only_data(packages / name)
        left_out.unlink()
        shutil.rmtree(packages / "bin", ignore_errors=True)
        if layer.compiled:
            keep_compiled(packages, layer.compiled)
        for name in layer.untested:
            remove_tests(packages / name)
        for folder in layer.dropped:
            shutil.rmtree(packages / folder)
        if "botocore" in layer.packages:
            keep_services(packages)

    def _uv_install(self, target: Path, platform: str, *arguments: str) -> None:
        meant: tuple[str | Path, ...] = ("--python-version", self.python, "--python-platform", platform)
        what: tuple[str | Path, ...] = ("--only-binary", ":all:", "--constraints", LOCK, *arguments)
        _run(UV, "pip", "install", "--quiet", "--link-mode", "copy", "--target", target, *meant, *what)

    def _compile(self, folder: Path) -> None:
        if self.compiler:
            _run(self.compiler, "-m", "compileall", "-q", "-j", "0", "--invalidation-mode", "unchecked-hash", folder)


def at_hand(find: Callable[[str], str | None] = found) -> str:
    """The first of Lambda's versions that this machine has too; the one that is wanted, where it has none."""
    return next((python for python in PYTHONS if find(python)), PYTHON)


def too_large(sizes: Mapping[str, float], functions: Mapping[str, LambdaFunction]) -> list[str]:
    """A sentence for each function that Lambda would refuse: what counts is the function's own code and layers."""
    totals = {
        name: sum(sizes[part] for part in ("code", *layers_of(one.module, one.uses))) for name, one in functions.items()
    }
    return [
        f"{name} with its layers is {total:.0f} MB unzipped; Lambda takes {MOST_UNZIPPED_MB}"
        for name, total in totals.items()
        if total > MOST_UNZIPPED_MB
    ]


def installed_in(folder: Path) -> list[str]:
    """The distributions of a folder."""
    return sorted(found.name.split("-")[0].replace("_", "-") for found in folder.glob("*.dist-info"))


def keep_compiled(packages: Path, patterns: tuple[str, ...]) -> None:
    """Removes what the patterns do not name from the packages of which they name something."""
    kept = {file for pattern in patterns for file in packages.glob(pattern)}
    for name in {pattern.split("/")[0] for pattern in patterns}:
        for file in set((packages / name).rglob("*.so")) - kept:
            file.unlink()


def remove_tests(package: Path) -> None:
    """Removes every folder of tests in a package."""
    for folder in sorted(package.rglob("tests")):
        shutil.rmtree(folder, ignore_errors=True)


def _keep_only_data(package: Path) -> None:
    for file in sorted(package.rglob("*"), reverse=True):
        if file.is_dir():
            if not any(file.iterdir()):
                file.rmdir()
        elif file.suffix not in DATA_SUFFIXES or file.parent == package:
            file.unlink()


def _our_files() -> list[Path]:
    files = (file for folder in ("functions", "shared") for file in (ROOT / folder).rglob("*") if file.is_file())
    return sorted(file for file in files if file.suffix not in (".pyc", ".pyi"))


def state_of(file: Path, root: Path) -> str:
    """What of a file makes another bundle: its name, its content, and whether it can be run, as scripts must."""
    runs = "x" if file.stat().st_mode & stat.S_IXUSR else "-"
    return f"{file.relative_to(root)} {runs} {hashlib.sha256(file.read_bytes()).hexdigest()}"


def _size_mb(folder: Path) -> float:
    return round(sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) / 1e6, 1)


def _digest(texts: Iterable[str]) -> str:
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:16]


def _run(*command: str | Path) -> None:
    """Runs a command; what it complains of goes to the terminal. Raises CalledProcessError."""
    # S603: every word of the command is our own.
    subprocess.run(command, check=True, stdout=subprocess.PIPE)  # noqa: S603
