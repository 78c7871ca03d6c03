"""The vocabulary's files are found however their package was installed."""

import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import load_file

from shared.embeddings.embedder import Embedder
from shared.embeddings.vocabulary import DIMENSIONS, tokenizer, weights_file

ROOT = Path(__file__).parents[3]
PROGRAM = """
import sys
sys.path[:0] = sys.argv[1:]
from shared.embeddings.vocabulary import tokenizer, weights_file
print(len(tokenizer().encode("region", add_special_tokens=False).tokens), weights_file().is_file())
"""


@pytest.fixture
def only_data(tmp_path: Path) -> Path:
    """A folder of packages that holds wordllama as it is deployed: its data files, and no module."""
    found = find_spec("wordllama")
    assert found is not None
    assert found.origin is not None
    for folder in ("tokenizers", "weights"):
        here = Path(found.origin).parent / folder
        shutil.copytree(here, tmp_path / "wordllama" / folder, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    return tmp_path


def test_a_package_of_which_only_the_data_files_are_kept_is_enough(only_data: Path) -> None:
    installed = [entry for entry in sys.path if entry and Path(entry).name == "site-packages"]
    others = only_data / "others"
    others.mkdir()
    for packages in installed:
        for entry in Path(packages).iterdir():
            if not entry.name.startswith("wordllama") and not (others / entry.name).exists():
                (others / entry.name).symlink_to(entry)
    command = [sys.executable, "-I", "-S", "-c", PROGRAM, str(ROOT), str(only_data), str(others)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["1 True"]


def test_a_text_has_the_vectors_of_its_tokens_alone_and_in_a_batch() -> None:
    told = "The total revenue is 72.75, regoin by regoin"
    rows = Embedder().tokens(told)
    assert (rows == load_file(weights_file())["embedding.weight"][ids_of(told)]).all()
    alone, batch = rows.sum(axis=0), Embedder().embed(["", told, f"{told}, and more"])[1]
    assert np.allclose(alone / np.linalg.norm(alone), batch, atol=1e-6)
    assert Embedder().tokens("").shape == (0, DIMENSIONS)


def ids_of(text: str) -> list[int]:
    """The tokens of a text, by their numbers."""
    return list(tokenizer().encode(text, add_special_tokens=False).ids)
