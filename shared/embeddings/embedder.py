"""Sentence embeddings that need no network, of wordllama's weights and tokenizer.

Its code is not imported: it has no wheel for arm64, and takes four times as long to load.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from shared.embeddings.pieces import token_ids
from shared.embeddings.vocabulary import DIMENSIONS, weights_file

Vectors = npt.NDArray[np.float32]
BATCH = 64


class Embedder:
    """Texts as unit vectors of 256 dimensions. The model is loaded on first use (0.6 s) and shared by all embedders."""

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One row per text, of length 1; a text without any known token is a row of zeros."""
        if not texts:
            return np.zeros((0, DIMENSIONS), dtype=np.float32)
        sums = np.concatenate([_sums(texts[at : at + BATCH]) for at in range(0, len(texts), BATCH)])
        lengths = np.linalg.norm(sums, axis=1, keepdims=True)
        return np.asarray(sums / np.where(lengths > 0, lengths, 1.0), dtype=np.float32)

    def tokens(self, text: str) -> Vectors:
        """One row per token of the text, as it stands in the vocabulary; none for an empty text."""
        rows, (ids,) = _rows(), token_ids([text])
        found = [np.zeros((0, DIMENSIONS)), *(rows[one : one + 1] for one in ids)]
        return np.concatenate(found, dtype=np.float32)

    def similarity(self, a: Sequence[str], b: Sequence[str]) -> Vectors:
        """The cosine of each text of `a` (rows) with each of `b` (columns)."""
        return np.asarray(self.embed(a) @ self.embed(b).T, dtype=np.float32)


def _sums(texts: Sequence[str]) -> Vectors:
    """The sum of each text's token vectors: its direction is that of their mean."""
    weights, cut = _weights(), token_ids(texts)
    tokens = np.zeros((len(cut), max(map(len, cut))), dtype=np.int64)
    known = np.zeros(tokens.shape, dtype=np.float32)
    for at, ids in enumerate(cut):
        tokens[at, : len(ids)], known[at, : len(ids)] = ids, 1
    tokens = tokens.clip(0, len(weights) - 1)
    return np.asarray((weights[tokens].astype(np.float32) * known[:, :, None]).sum(axis=1), dtype=np.float32)


@lru_cache(maxsize=1)
def _weights() -> Any:
    """One row for each token, in the half precision of the file: as floats they would be 33 MB."""
    from safetensors.numpy import load_file  # heavy, and only no-model mode and embedded columns need it

    return load_file(weights_file())["embedding.weight"]


@lru_cache(maxsize=1)
def _rows() -> Any:
    """The same, read from the file row by row: a sentence needs thirty of 32,000."""
    from safetensors import safe_open

    opened: Any = safe_open(weights_file(), "np")
    return opened.get_slice("embedding.weight")
