"""Pythons of this machine, by version: those of version managers too, whose stand-ins on the path may lead nowhere."""

import os
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from infra.stack.imports import ROOT

UV = ROOT / ".tools" / "bin" / "uv"
KEPT_IN = ("versions", "installs/python")
"""Where version managers keep what their `shims` stand for, beside these."""
AT_HOME = (".pyenv/versions", ".asdf/installs/python", ".local/share/mise/installs/python", ".local/share/uv/python")
"""Where they do by default, in a person's home; uv begins the names of its folders with `cpython-`."""
ASKED = (
    "import sys; print(sys.implementation.name, sys.version_info.releaselevel, '%d.%d' % sys.version_info[:2]); "
    "print(sys.executable)"
)
SECONDS = 20


def found(version: str, path: Sequence[str] | None = None, home: Path | None = None) -> str | None:
    """Where this machine has a Python of a version, as it tells itself; None where it has none that can be run.

    `path` and `home` are the folders to look in, by default those of this process.
    """
    places = _places(version, os.get_exec_path() if path is None else path, home or Path.home())
    here = (_told(place, version) for place in places if place.is_file())
    return next(filter(None, here), None) or (_managed(version) if path is None else None)


def _places(version: str, path: Sequence[str], home: Path) -> Iterator[Path]:
    name, folders = f"python{version}", [Path(folder) for folder in path]
    yield from (folder / name for folder in folders)
    kept = [folder.parent / inside for folder in folders if folder.name == "shims" for inside in KEPT_IN]
    for versions in (*kept, *(home / inside for inside in AT_HOME)):
        for pattern in (f"{version}*", f"cpython-{version}*"):
            yield from sorted(versions.glob(f"{pattern}/bin/{name}"), reverse=True)


def _managed(version: str) -> str | None:
    """What uv has installed, wherever it was told to keep it."""
    place = _said(UV, "python", "find", "--managed-python", "--no-python-downloads", "--no-project", version)
    return _told(Path(place.strip()), version) if place else None


def _told(place: Path, version: str) -> str | None:
    """What a program says where it is, if it is a released CPython of the version: only these write its bytecode."""
    lines = _said(place, "-I", "-c", ASKED).splitlines()
    return lines[1] if lines[:1] == [f"cpython final {version}"] else None


def _said(*command: str | Path) -> str:
    """What a command prints; nothing where it fails or cannot be run."""
    try:
        # S603: a Python of this machine, or our own uv, is asked what there is.
        done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=SECONDS)  # noqa: S603
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout
