"""Trains one network of `shared.confidence.classifier`: plain numpy, by Adam, with dropout."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from shared.confidence.classifier import LABELS, LENGTH, PADDING, WIDTHS, Array
from shared.embeddings.vocabulary import DIMENSIONS

FILTERS = 48
BATCH = 32
RATE = 2e-3
DROPPED, WORDS_DROPPED = 0.5, 0.1
DECAY = 1e-4
"""How much of each weight is taken off at a step, relative to the loss (L2)."""
FIRST_MOMENT, SECOND_MOMENT, TINY = 0.9, 0.999, 1e-8
FAR_BELOW = np.float32(-1e9)

Gradients = dict[str, Array]


def trained(texts: Sequence[Array], wanted: Array, *, epochs: int, seed: int) -> dict[str, Array]:
    """The weights of a network for these texts (a row per token, not padded) and the probabilities wanted of each."""
    random = np.random.default_rng(seed)
    weights = _first_weights(random)
    moments = {name: (np.zeros_like(value), np.zeros_like(value)) for name, value in weights.items()}
    steps = epochs * -(-len(texts) // BATCH)
    batches = (batch for _ in range(epochs) for batch in _batches(texts, random))
    for step, batch in enumerate(batches, start=1):
        gradients = _gradients(weights, [texts[at] for at in batch], wanted[batch], random)
        rate = RATE * (1 - step / steps) + RATE / 200
        for name, gradient in gradients.items():
            first, second = moments[name]
            first = FIRST_MOMENT * first + (1 - FIRST_MOMENT) * gradient
            second = SECOND_MOMENT * second + (1 - SECOND_MOMENT) * gradient**2
            moments[name] = first, second
            even = first / (1 - FIRST_MOMENT**step) / (np.sqrt(second / (1 - SECOND_MOMENT**step)) + TINY)
            weights[name] = (weights[name] - rate * even).astype(np.float32)
    return weights


def _first_weights(random: np.random.Generator) -> dict[str, Array]:
    weights: dict[str, Array] = {}
    for width in WIDTHS:
        rows = width * DIMENSIONS
        spread = np.sqrt(2 / rows) * DIMENSIONS**0.5 / LENGTH / 9
        weights[f"filters_{width}"] = (random.standard_normal((rows, FILTERS)) * spread).astype(np.float32)
        weights[f"bias_{width}"] = np.zeros(FILTERS, np.float32)
    out = random.standard_normal((FILTERS * len(WIDTHS), len(LABELS))) * 0.1
    return {**weights, "out": out.astype(np.float32), "out_bias": np.zeros(len(LABELS), np.float32)}


def _batches(texts: Sequence[Array], random: np.random.Generator) -> Iterator[npt.NDArray[np.int64]]:
    """Texts of about the same length together, the batches in any order."""
    lengths = np.array([len(text) for text in texts])
    order = np.argsort(lengths + random.random(len(texts)) * 10)
    batches = [order[at : at + BATCH] for at in range(0, len(order), BATCH)]
    return (batches[at] for at in random.permutation(len(batches)))


def _gradients(weights: dict[str, Array], texts: list[Array], wanted: Array, random: np.random.Generator) -> Gradients:
    """Those of the mean cross-entropy."""
    rows, inside = _together(texts, random)
    pooled, traces = zip(*(_pooled(weights, rows, inside, width) for width in WIDTHS), strict=True)
    hidden = np.concatenate(pooled, axis=1)
    kept = (random.random(hidden.shape) > DROPPED).astype(np.float32) / (1 - DROPPED)
    told = (hidden * kept) @ weights["out"] + weights["out_bias"]
    exponents = np.exp(told - told.max(axis=1, keepdims=True))
    error = (exponents / exponents.sum(axis=1, keepdims=True) - wanted) / len(texts)
    gradients = {"out": (hidden * kept).T @ error + DECAY * weights["out"], "out_bias": error.sum(axis=0)}
    back = (error @ weights["out"].T) * kept
    for at, (width, trace) in enumerate(zip(WIDTHS, traces, strict=True)):
        gradients |= _of_filters(weights, width, trace, back[:, at * FILTERS : (at + 1) * FILTERS])
    return gradients


def _together(texts: list[Array], random: np.random.Generator) -> tuple[Array, npt.NDArray[np.bool_]]:
    """(texts x places x dimensions, some words dropped; where there is a token)."""
    longest = max(len(text) for text in texts) + 2 * PADDING
    rows = np.zeros((len(texts), longest, DIMENSIONS), np.float32)
    inside = np.zeros((len(texts), longest), bool)
    for at, text in enumerate(texts):
        rows[at, PADDING : PADDING + len(text)] = text
        inside[at, PADDING : PADDING + len(text)] = True
    return rows * (random.random(inside.shape) > WORDS_DROPPED)[:, :, None], inside


def _pooled(
    weights: dict[str, Array], rows: Array, inside: npt.NDArray[np.bool_], width: int
) -> tuple[Array, tuple[Any, ...]]:
    """(the largest value of each filter, what its gradient needs)."""
    windows = np.lib.stride_tricks.sliding_window_view(rows, width, axis=1).transpose(0, 1, 3, 2)
    texts, places = windows.shape[:2]
    flat = np.ascontiguousarray(windows).reshape(texts * places, width * DIMENSIONS)
    values = (flat @ weights[f"filters_{width}"] + weights[f"bias_{width}"]).reshape(texts, places, FILTERS)
    touching = np.lib.stride_tricks.sliding_window_view(inside, width, axis=1).any(axis=-1)
    values = np.where(touching[:, :, None], values, FAR_BELOW)
    largest = values.argmax(axis=1)
    found = np.take_along_axis(values, largest[:, None, :], axis=1)[:, 0]
    return np.maximum(found, 0), (flat, places, largest, found > 0)


def _of_filters(weights: dict[str, Array], width: int, trace: tuple[Any, ...], back: Array) -> Gradients:
    flat, places, largest, active = trace
    error = np.zeros((len(back), places, FILTERS), np.float32)
    np.put_along_axis(error, largest[:, None, :], (back * active)[:, None, :], axis=1)
    error = error.reshape(-1, FILTERS)
    used = np.flatnonzero(error.any(axis=1))
    name = f"filters_{width}"
    gradient = flat[used].T @ error[used] + DECAY * weights[name]
    return {name: gradient, f"bias_{width}": error.sum(axis=0)}
