"""Cells that are lists of texts in JSON are lists: what they list is known, without brackets and quotes."""

import json
from pathlib import Path

import pytest

from shared.contracts import DatasetProfile
from shared.ingestion.pipeline import ingest

LISTS = [["red", "blue"], ["red"], ["blue", "deep-sea", "red"], []]


def _profile(tmp_path: Path, name: str, text: str) -> DatasetProfile:
    source = tmp_path / name
    source.write_text(text, encoding="utf-8")
    return ingest(source, tmp_path / "out.parquet", dataset_id="d", file_name=name)


def _things(profile: DatasetProfile) -> dict[object, int]:
    return {one.value: one.count for one in profile.column("tags").things}


@pytest.mark.parametrize("kind", ["json", "ndjson", "csv"])
def test_lists_of_texts_are_lists_in_every_kind_of_file(tmp_path: Path, kind: str) -> None:
    records = [{"id": n, "tags": LISTS[n % 4]} for n in range(40)]
    cells = [json.dumps(one["tags"]).replace('"', '""') for one in records]
    text = {
        "json": json.dumps(records),
        "ndjson": "\n".join(map(json.dumps, records)),
        "csv": "id,tags\n" + "".join(f'{n},"{cell}"\n' for n, cell in enumerate(cells)),
    }[kind]
    profile = _profile(tmp_path, f"posts.{kind}", text)
    assert profile.column("tags").separator == ";"
    assert _things(profile) == {"red": 30, "blue": 20, "deep-sea": 10}
    assert profile.column("tags").nulls == 10
    assert not [one for one in profile.repairs if "JSON text" in one.detail]


def test_the_sign_between_two_things_stands_in_neither(tmp_path: Path) -> None:
    records = [{"id": n, "tags": ["a; b", "c"]} for n in range(30)]
    profile = _profile(tmp_path, "posts.json", json.dumps(records))
    assert _things(profile) == {"a; b": 30, "c": 30}


def test_lists_with_one_thing_each_are_known_as_lists(tmp_path: Path) -> None:
    records = [{"id": n, "tags": [("x", "y")[n % 2]]} for n in range(30)]
    assert _things(_profile(tmp_path, "posts.json", json.dumps(records))) == {"x": 15, "y": 15}


@pytest.mark.parametrize(
    "values", [[[1.5, 2.5]] * 30, [[{}]] * 30, ["[draft] note", *['["x"]'] * 29], ["red, blue"] * 30]
)
def test_what_is_no_list_of_texts_is_left_as_it_was(tmp_path: Path, values: list[object]) -> None:
    records = [{"id": n, "tags": value} for n, value in enumerate(values)]
    column = _profile(tmp_path, "posts.json", json.dumps(records)).column("tags")
    assert column.separator != ";"
