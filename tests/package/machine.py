"""This machine, as a sandbox of Lambda has it: one Python, boto3, the code, and a function's layers in one folder."""

import os
import platform
import shutil
import subprocess
import sys
from functools import cached_property
from pathlib import Path

from functions.registry import all_functions
from infra.stack.bundling import BUILD, FROM_LAMBDA, LOCK, PYTHON, UV, Bundle, layers_of

FOLDER = (BUILD.parent / "package").resolve()
"""Without links: a copy of the project has a link to it, and what is built here must outlive that copy."""
LIBRARIES = "lang/lib"
"""Where Lambda's Python has its own library: nowhere else, and it is told by LD_LIBRARY_PATH alone."""

STARTER = """#!/bin/sh
case ":$LD_LIBRARY_PATH:" in *{libraries}*) exec "{python}" "$@";; esac
echo "error while loading shared libraries: libpython.so" >&2
exit 127
"""


class Machine:
    """What is deployed, built for this machine's processor, for Lambda's Python where it is here and else for ours."""

    def __init__(self) -> None:
        lambdas, own = _bundle(PYTHON), f"{sys.version_info.major}.{sys.version_info.minor}"
        self.is_lambdas = lambdas.compiler is not None
        self.bundle = lambdas if self.is_lambdas else _bundle(own)
        self._found = lambdas.compiler or sys.executable

    @property
    def not_tried(self) -> str:
        """What this machine can't show, in a sentence."""
        left = [f"Lambda's own image and its version of boto3; arm64 (this is {platform.machine()})"]
        if not self.is_lambdas:
            left.append(f"Python {PYTHON}, which is not on this machine (tried {self.bundle.python})")
        return f"Not tried: {'; '.join(left)}."

    @cached_property
    def python(self) -> Path:
        """A Python that sees boto3 and nothing else, and starts only where it is told where its library is."""
        home = FOLDER / f"lang-{self.bundle.python}"
        starter = home / "start"
        if not starter.exists():
            shutil.rmtree(home, ignore_errors=True)
            _run(UV, "venv", "--quiet", "--python", self._found, home)
            compiled = ("--compile-bytecode", "--constraints", LOCK)  # as Lambda has it
            _run(UV, "pip", "install", "--quiet", "--python", home, *compiled, *FROM_LAMBDA)
            starter.write_text(STARTER.format(libraries=LIBRARIES, python=home / "bin" / "python"))
            starter.chmod(0o755)
        return starter

    def build(self) -> None:
        """Builds everything, which takes a minute the first time."""
        for function in all_functions().values():
            self.layers(layers_of(function.module, function.uses))
        self.bundle.code()

    def layers(self, names: tuple[str, ...]) -> Path:
        """The folder that these layers become together, as /opt is in a sandbox: later ones over the ones before."""
        folders = [self.bundle.layer(name) for name in names]
        target = FOLDER / "opt" / "+".join(folder.name for folder in folders)
        if not target.exists():
            draft = target.with_suffix(".draft")
            shutil.rmtree(draft, ignore_errors=True)
            for folder in folders:
                shutil.copytree(folder, draft, copy_function=_over, dirs_exist_ok=True)
            draft.rename(target)
        return target


def _bundle(python: str) -> Bundle:
    return Bundle(python=python, build=FOLDER / "layers", platform=f"{platform.machine()}-manylinux_2_28")


def _over(source: str, target: str) -> None:
    Path(target).unlink(missing_ok=True)
    os.link(source, target)


def _run(*command: str | Path) -> None:
    subprocess.run(command, check=True)
