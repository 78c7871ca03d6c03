"""Fits the weights of `shared.failure.leaning` by ridge logistic regression and prints them.

    python -m tests.evaluation.confidence.fit

Learns from the development half and from the examples of `tests/shared/failure/assessment_cases.json`; never from the
held-out half.
"""

import json
import sys
from pathlib import Path

import numpy as np

from shared.confidence.assessment import own_words
from shared.confidence.leaning import signs

HERE = Path(__file__).parent
SOURCES = (
    HERE / "development.json",
    HERE / "second_development.json",
    HERE.parents[1] / "shared" / "failure" / "assessment_cases.json",
)
RIDGE = 0.3
ROUNDS = 60


def weights() -> dict[str, float]:
    """Weight by sign, found by Newton's method."""
    cases = [case for source in SOURCES for case in json.loads(source.read_text(encoding="utf-8"))]
    noticed = [signs(own_words(case["reply"], tuple(case.get("values") or ()))) for case in cases]
    x = np.array([list(one.values()) for one in noticed])
    y = np.array([float(case["category"] is not None) for case in cases])
    w = np.zeros(x.shape[1])
    for _ in range(ROUNDS):
        p = 1 / (1 + np.exp(-x @ w))
        gradient = x.T @ (p - y) + RIDGE * w
        hessian = (x * (p * (1 - p))[:, None]).T @ x + RIDGE * np.eye(len(w))
        w -= np.linalg.solve(hessian, gradient)
    return {name: round(float(weight), 2) for name, weight in zip(noticed[0], w, strict=True)}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(weights(), indent=4) + "\n")
