"""Sentence embeddings that need no network, of wordllama's weights and tokenizer.

Its code is not imported: it has no wheel for arm64, and takes four times as long to load.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from shared.embeddings.vocabulary import DIMENSIONS, tokenizer, weights_file

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
        padding, weights = _model()
        ids = np.array(padding.encode(text, add_special_tokens=False).ids, dtype=np.int64).clip(0, len(weights) - 1)
        return np.asarray(weights[ids], dtype=np.float32).reshape(-1, DIMENSIONS)

    def similarity(self, a: Sequence[str], b: Sequence[str]) -> Vectors:
        """The cosine of each text of `a` (rows) with each of `b` (columns)."""
        return np.asarray(self.embed(a) @ self.embed(b).T, dtype=np.float32)


def _sums(texts: Sequence[str]) -> Vectors:
    """The sum of each text's token vectors: its direction is that of their mean."""
    padding, weights = _model()
    encoded = padding.encode_batch(list(texts), add_special_tokens=False)
    tokens = np.array([one.ids for one in encoded], dtype=np.int64).clip(0, len(weights) - 1)
    known = np.array([one.attention_mask for one in encoded], dtype=np.float32)
    return np.asarray((weights[tokens] * known[:, :, None]).sum(axis=1), dtype=np.float32)


@lru_cache(maxsize=1)
def _model() -> tuple[Any, Vectors]:
    """The tokenizer, and one row for each of its tokens."""
    from safetensors.numpy import load_file  # heavy, and only no-model mode and embedded columns need it

    padding = tokenizer()
    padding.enable_padding()
    padding.no_truncation()
    return padding, load_file(weights_file())["embedding.weight"].astype(np.float32)
