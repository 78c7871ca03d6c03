"""Sentence embeddings that need no network: wordllama's weights and tokenizer, as they lie in its wheel."""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

Vectors = npt.NDArray[np.float32]
DIMENSIONS = 256


class Embedder:
    """Texts as unit vectors of 256 dimensions. The model is loaded on first use (0.6 s) and shared by all embedders."""

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One row per text, of length 1; a text without any known token is a row of zeros."""
        if not texts:
            return np.zeros((0, DIMENSIONS), dtype=np.float32)
        vectors = np.asarray(_model().embed(list(texts), norm=False), dtype=np.float32)
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        usable = np.isfinite(lengths) & (lengths > 0)
        return np.where(usable, np.nan_to_num(vectors) / np.where(usable, lengths, 1.0), 0.0).astype(np.float32)

    def similarity(self, a: Sequence[str], b: Sequence[str]) -> Vectors:
        """The cosine of each text of `a` (rows) with each of `b` (columns)."""
        return np.asarray(self.embed(a) @ self.embed(b).T, dtype=np.float32)


@lru_cache(maxsize=1)
def _model() -> Any:
    import wordllama  # heavy, and only no-model mode and embedded columns need it

    return wordllama.WordLlama.load(cache_dir=Path(wordllama.__file__).parent, disable_download=True)
