"""How likely a text is a confident answer, and else what is the matter with it: a small convolutional network.

After Kim (2014), "Convolutional Neural Networks for Sentence Classification": the vectors of a text's tokens (those
that ship for no-model mode, at length 3), filters over one to four neighbours, of each its largest value, a softmax.
Networks made from several seeds are averaged. `python -m tests.evaluation.confidence.fit` makes the weights.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from shared.confidence.failsafe_words import KEYWORDS
from shared.contracts import FailsafeCategory
from shared.embeddings.embedder import Embedder

WEIGHTS = Path(__file__).with_name("classifier.safetensors")
CONFIDENT = "confident"
LABELS: tuple[FailsafeCategory | str, ...] = (CONFIDENT, *KEYWORDS)
"""In the order of the networks' outputs."""
LENGTH = 3.0
"""Of every token's vector: their own lengths weigh a sentence's topic, and say little of its stance."""
WIDTHS = (1, 2, 3, 4)
PADDING = max(WIDTHS) - 1

Array = npt.NDArray[np.float32]
Weights = Mapping[str, Array]


def probabilities(text: str) -> dict[FailsafeCategory | str, float]:
    """The probability of each label, by one's own words (`own_words.for_reading`); they add up to 1."""
    networks, (slope, offset) = _trained()
    found = np.mean([forward(network, padded(vectors(text))) for network in networks], axis=0)
    sure = _calibrated(float(found[0]), slope, offset)
    others = found[1:] * ((1 - sure) / max(float(found[1:].sum()), 1e-9))
    return dict(zip(LABELS, (sure, *map(float, others)), strict=True))


def vectors(text: str) -> Array:
    """The vectors of a text's tokens, one a row, all of one length; a single row of zeros for an empty text."""
    rows = Embedder().tokens(text)
    if not len(rows):
        return np.zeros((1, rows.shape[1]), dtype=np.float32)
    lengths = np.linalg.norm(rows, axis=1, keepdims=True) + 1e-6
    return np.asarray(rows * (LENGTH / lengths), dtype=np.float32)


def padded(rows: Array) -> Array:
    """The same with rows of zeros on both sides, so that every filter meets the first and the last token."""
    return np.pad(rows, ((PADDING, PADDING), (0, 0)))


def forward(weights: Weights, rows: Array) -> Array:
    """The softmax over LABELS for the padded vectors of one text."""
    pooled = [pool(weights, rows, width) for width in WIDTHS]
    told = np.concatenate(pooled) @ weights["out"] + weights["out_bias"]
    exponents = np.exp(told - told.max())
    return np.asarray(exponents / exponents.sum(), dtype=np.float32)


def pool(weights: Weights, rows: Array, width: int) -> Array:
    """The largest value of each filter of this width, at least 0, over all windows that touch a token."""
    windows = np.lib.stride_tricks.sliding_window_view(rows, width, axis=0)
    outside = PADDING - width + 1
    touching = windows[outside : len(windows) - outside] if outside else windows
    flat = touching.transpose(0, 2, 1).reshape(len(touching), -1)
    values = flat @ weights[f"filters_{width}"] + weights[f"bias_{width}"]
    return np.asarray(np.maximum(values.max(axis=0), 0.0), dtype=np.float32)


def _calibrated(probability: float, slope: float, offset: float) -> float:
    """Platt scaling: what share of the texts that get such a probability are confident answers."""
    bounded = min(max(probability, 1e-6), 1 - 1e-6)
    return float(1 / (1 + np.exp(-(slope * np.log(bounded / (1 - bounded)) + offset))))


@lru_cache(maxsize=1)
def _trained() -> tuple[Sequence[Weights], tuple[float, float]]:
    """The networks, and slope and offset of their calibration."""
    from safetensors.numpy import load_file  # as for the vectors: only where something is assessed

    kept = {name: np.asarray(value, dtype=np.float32) for name, value in load_file(WEIGHTS).items()}
    slope, offset = kept.pop("calibration")
    networks: dict[str, dict[str, Array]] = {}
    for name, value in kept.items():
        number, _, part = name.partition(".")
        networks.setdefault(number, {})[part] = value
    return [networks[number] for number in sorted(networks)], (float(slope), float(offset))
