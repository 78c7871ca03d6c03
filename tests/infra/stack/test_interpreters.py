"""A Python is found wherever it is kept, and only where it runs."""

import sys
from pathlib import Path

import pytest

from infra.stack.interpreters import found

OWN = f"{sys.version_info.major}.{sys.version_info.minor}"
BROKEN = "#!/bin/sh\necho 'command not found' >&2\nexit 127\n"
RUNS = f'#!/bin/sh\nexec "{sys.executable}" "$@"\n'


def _program(place: Path, text: str) -> Path:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text)
    place.chmod(0o755)
    return place


@pytest.mark.parametrize("kept", [f"versions/{OWN}.9/bin", f"installs/python/{OWN}.9/bin"])
def test_behind_a_shim_that_leads_nowhere_the_version_beside_it_is_found(tmp_path: Path, kept: str) -> None:
    shims = _program(tmp_path / "manager" / "shims" / f"python{OWN}", BROKEN).parent
    assert found(OWN, [str(shims)], tmp_path) is None
    _program(tmp_path / "manager" / kept / f"python{OWN}", RUNS)
    assert found(OWN, [str(shims)], tmp_path) == sys.executable


@pytest.mark.parametrize("kept", [f".pyenv/versions/{OWN}.9", f".local/share/uv/python/cpython-{OWN}.9-linux"])
def test_a_version_kept_in_ones_home_is_found_without_a_path_to_it(tmp_path: Path, kept: str) -> None:
    _program(tmp_path / kept / "bin" / f"python{OWN}", RUNS)
    assert found(OWN, [], tmp_path) == sys.executable


def test_a_program_that_calls_itself_another_version_than_it_is_is_not_taken(tmp_path: Path) -> None:
    _program(tmp_path / "python9.9", RUNS)
    _program(tmp_path / "python9.8", "no program at all")
    assert found("9.9", [str(tmp_path)], tmp_path) is None
    assert found("9.8", [str(tmp_path)], tmp_path) is None
