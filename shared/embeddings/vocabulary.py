"""The files of wordllama's vocabulary, as they lie in its wheel; its code is never imported."""

from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

DIMENSIONS = 256


@lru_cache(maxsize=1)
def tokenizer() -> Any:
    """The tokenizer, once for all who ask, since it takes a tenth of a second to load."""
    from tokenizers import Tokenizer  # only misspelled words and embeddings need it

    found = Tokenizer.from_file(str(_folder() / "tokenizers" / "l2_supercat_tokenizer_config.json"))
    found.no_truncation()
    return found


def weights_file() -> Path:
    """One row of DIMENSIONS for each token, as safetensors under the name `embedding.weight`."""
    return _folder() / "weights" / f"l2_supercat_{DIMENSIONS}.safetensors"


def _folder() -> Path:
    """Where the package lies, which as it is deployed has only these files and no module."""
    spec = find_spec("wordllama")
    assert spec is not None
    assert spec.submodule_search_locations
    return Path(spec.submodule_search_locations[0])
