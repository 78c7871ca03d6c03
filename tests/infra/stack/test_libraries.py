"""What is compiled loads where it is deployed: no library asks for a newer glibc than the runtime has."""

import re
from pathlib import Path

import numpy as np
import pytest

from infra.stack.bundling import GLIBC, PLATFORM, PYTHONS, Bundle, at_hand
from infra.stack.libraries import newest_asked, too_new

LIBRARY = b"\x7fELF\0libc.so.6\0GLIBC_2.17\0GLIBC_2.4\0GLIBC_2.28\0"


def test_every_runtime_has_the_glibc_that_the_wheels_for_its_platform_may_ask_for() -> None:
    found = re.search(r"manylinux_(\d+)_(\d+)$", PLATFORM)
    assert found
    assert min(GLIBC[python] for python in PYTHONS) >= tuple(map(int, found.groups()))


def test_an_older_python_at_hand_does_not_make_the_runtime_an_older_one() -> None:
    assert at_hand(lambda python: "/usr/bin/python3.11" if python == "3.11" else None) == "3.13"
    assert at_hand(lambda python: "/usr/bin/python3.12" if python == "3.12" else None) == "3.12"


def test_a_library_that_asks_for_a_newer_glibc_than_there_is_is_named(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "one" / "a.cpython-313-aarch64-linux-gnu.so").write_bytes(LIBRARY)
    (tmp_path / "libb.so.3").write_bytes(LIBRARY.replace(b"2.28", b"2.25"))
    (tmp_path / "about.so.txt").write_bytes(LIBRARY.removeprefix(b"\x7fELF"))
    told = ["one/a.cpython-313-aarch64-linux-gnu.so asks for glibc 2.28; the runtime has 2.26"]
    assert list(too_new(tmp_path, (2, 26))) == told
    assert list(too_new(tmp_path, (2, 28))) == []


def test_what_an_installed_library_asks_for_is_read() -> None:
    libraries = list(Path(np.__file__).parent.rglob("_multiarray_umath*.so"))
    assert not libraries or (2, 0) < newest_asked(libraries[0]) < (3, 0)


@pytest.mark.synth
def test_the_runtime_loads_every_library_of_the_layers(request: pytest.FixtureRequest) -> None:
    if not request.config.getoption("--template", default=None):
        pytest.skip("only `make synth` has built the layers")
    assert Bundle().not_loaded() == []
