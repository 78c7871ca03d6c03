"""Trains the classifier of `shared.confidence` and writes its weights.

    python -m tests.evaluation.confidence.fit [--check]

It learns from sentences written for it (`sentences.toml`), from the development halves and from
`tests/shared/confidence/assessment_cases.json`; never from a held-out half. The seeds below make it the same again.
How sure it may be is learned on texts that the network in question had not seen. `--check` prints how well it does on
those, and writes nothing.
"""

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
from safetensors.numpy import save_file

from shared.confidence.classifier import LABELS, WEIGHTS, Array, forward, padded, vectors
from shared.confidence.own_words import for_reading, own_words
from tests.evaluation.confidence.generate import examples
from tests.evaluation.confidence.training import trained

HERE = Path(__file__).parent
SOURCES = (
    HERE / "development.json",
    HERE / "second_development.json",
    HERE.parents[1] / "shared" / "confidence" / "assessment_cases.json",
)
GENERATED, REPEATED = 6000, 3
"""Sentences of our own; how often each labelled reply is seen beside them in an epoch."""
EPOCHS, NETWORKS, FOLDS = 4, 3, 4
SEED = 7
ROUNDS = 50


def labelled() -> tuple[list[Array], Array]:
    """The labelled replies as the classifier reads them, and their labels."""
    cases: list[dict[str, Any]] = [one for source in SOURCES for one in json.loads(source.read_text(encoding="utf-8"))]
    texts = [vectors(for_reading(own_words(one["reply"], tuple(one.get("values") or ())))) for one in cases]
    return texts, np.array([[float((one["category"] or LABELS[0]) == name) for name in LABELS] for one in cases], "f4")


def generated() -> tuple[list[Array], Array]:
    """The replies written for it, and their labels."""
    made = list(examples(GENERATED, SEED))
    texts = [vectors(for_reading(own_words(one.text))) for one in made]
    return texts, np.array([[one.labels.get(name, 0.0) for name in LABELS] for one in made], "f4")


def networks(
    texts: list[Array], wanted: Array, more: tuple[list[Array], Array], count: int = NETWORKS
) -> list[dict[str, Array]]:
    """So many networks that learn from these."""
    every = [*texts * REPEATED, *more[0]]
    labels = np.concatenate([wanted] * REPEATED + [more[1]])
    return [trained(every, labels, epochs=EPOCHS, seed=SEED + number) for number in range(count)]


def told(made: list[dict[str, Array]], texts: list[Array]) -> Array:
    """What the networks say of these, on average."""
    return np.array([np.mean([forward(one, padded(text)) for one in made], axis=0) for text in texts], "f4")


def unseen(texts: list[Array], wanted: Array, more: tuple[list[Array], Array]) -> Array:
    """What a network says of each labelled reply that has not learned from it."""
    fold = np.random.default_rng(SEED).permutation(len(texts)) % FOLDS
    found = np.zeros_like(wanted)
    for one in range(FOLDS):
        kept, asked = np.flatnonzero(fold != one), np.flatnonzero(fold == one)
        made = networks([texts[at] for at in kept], wanted[kept], more, count=1)
        found[asked] = told(made, [texts[at] for at in asked])
    return found


def calibration(found: Array, confident: Array) -> Array:
    """Slope and offset of Platt scaling (logistic regression on the log odds), by Newton's method."""
    bounded = found.clip(1e-6, 1 - 1e-6).astype(float)
    x = np.stack([np.log(bounded / (1 - bounded)), np.ones(len(found))], axis=1)
    w = np.array([1.0, 0.0])
    for _ in range(ROUNDS):
        p = 1 / (1 + np.exp(-x @ w))
        w -= np.linalg.solve((x * (p * (1 - p))[:, None]).T @ x + 1e-3 * np.eye(2), x.T @ (p - confident))
    return w.astype(np.float32)


def main(arguments: list[str]) -> int:
    """Trains, tells how it does on what it has not seen, and writes the weights."""
    texts, wanted = labelled()
    more = generated()
    found = unseen(texts, wanted, more)
    right = (found[:, 0] >= 0.5) == (wanted[:, 0] == 1)
    exact = found.argmax(axis=1) == wanted.argmax(axis=1)
    sys.stdout.write(f"unseen: told apart {right.mean():.3f}, exact label {exact.mean():.3f} of {len(texts)}\n")
    scale = calibration(found[:, 0], wanted[:, 0])
    sys.stdout.write(f"calibration: slope {scale[0]:.3f}, offset {scale[1]:.3f}\n")
    if "--check" not in arguments:
        made = networks(texts, wanted, more)
        kept = {f"{at}.{name}": value.astype(np.float16) for at, one in enumerate(made) for name, value in one.items()}
        save_file({**kept, "calibration": scale}, WEIGHTS)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
