"""Vectors that a file brings along: recognised however they are written, and searched by the name of a row."""

import json

import numpy as np
import pandas as pd
import pytest

from infra.lab.messages_api import Brain

NAMES = [f"Shop {at}" for at in range(24)]


def shops(length: int = 8) -> pd.DataFrame:
    rng = np.random.default_rng(5)
    return pd.DataFrame(
        {"shop": NAMES, "sales": rng.integers(10, 99, 24), "embedding": list(rng.normal(size=(24, length)).round(3))}
    )


def most_alike(frame: pd.DataFrame, name: str) -> pd.Series:
    """The cosine of the others with that row, the highest first."""
    vectors = np.stack(list(frame.embedding))
    vectors = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    alike = pd.Series(vectors @ vectors[NAMES.index(name)], index=frame["shop"]).drop(name)
    return alike[alike >= 0.25].sort_values(ascending=False).head(10)


def parquet(frame: pd.DataFrame, folder) -> bytes:
    frame.to_parquet(folder / "shops.parquet")
    return (folder / "shops.parquet").read_bytes()


WRITTEN = {
    "shops.json": lambda frame, _: frame.to_json(orient="records").encode(),
    "shops.csv": lambda frame, _: (
        frame.assign(embedding=frame.embedding.map(lambda v: json.dumps(list(v)))).to_csv(index=False).encode()
    ),
    "numpy.csv": lambda frame, _: frame.to_csv(index=False).encode(),
    "shops.parquet": parquet,
}


@pytest.mark.parametrize("name", WRITTEN)
def test_rows_are_found_by_vectors_that_the_file_brought(candor, tmp_path, name):
    frame = shops()
    (tmp_path / name).write_bytes(WRITTEN[name](frame, tmp_path))
    dataset = candor.cloud.upload(tmp_path / name)
    profile = candor.deps.datasets.profile(dataset.dataset_id)
    assert profile.embedded_columns == ("embedding",)
    assert (profile.column("embedding").role, profile.column("embedding").samples) == ("vector", ())
    reply = candor.ask("Find rows similar to Shop 7", session=candor.cloud.session((dataset.dataset_id,)))
    expected = most_alike(frame, "Shop 7")
    told = [fact for fact in reply.facts if fact.name.startswith("likeness of ")]
    assert [response.agent for response in reply.responses] == ["semantic_search"]
    assert [fact.name.removeprefix("likeness of ").split(" to ")[0] for fact in told] == list(expected.index)
    assert [fact.value for fact in told] == pytest.approx(list(expected), abs=2e-4)


def test_a_model_names_the_row(candor, tmp_path):
    frame = shops()
    (tmp_path / "shops.json").write_bytes(WRITTEN["shops.json"](frame, tmp_path))
    session = candor.cloud.session((candor.cloud.upload(tmp_path / "shops.json").dataset_id,))
    with candor.minded(Brain(agent="semantic_search", analysis=("similar_rows", {"like": "Shop 3"}))):
        reply = candor.ask("Which shops are like Shop 3?", session=session)
    assert reply.status == "answered"
    assert most_alike(frame, "Shop 3").index[0] in reply.text


@pytest.mark.parametrize(
    "cells",
    [["[1.5, 2.5]"] * 3, ["[255, 0, 10]"] * 3, ["[0.1, 0.2, 0.3]", "[0.1, 0.2]", "[1, 2, 3]"], ["[a, b, c]"] * 3],
    ids=["places", "colours", "lengths", "words"],
)
def test_other_lists_are_no_vectors(candor, tmp_path, cells):
    pd.DataFrame({"name": ["a", "b", "c"], "list": cells}).to_csv(tmp_path / "lists.csv", index=False)
    profile = candor.deps.datasets.profile(candor.cloud.upload(tmp_path / "lists.csv").dataset_id)
    assert profile.embedded_columns == ()
    assert profile.column("list").role != "vector"
