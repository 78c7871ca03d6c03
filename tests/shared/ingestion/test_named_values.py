"""Text that names each value beside it becomes a table, and other text stays as it is."""

import csv
from pathlib import Path

import pytest

from shared.ingestion.formats.encoding import CleanText
from shared.ingestion.formats.pairs import without_names

CARD = "name: Moor\nmilk: 12.5\n"


def _read(text: str, folder: Path) -> list[list[str]] | None:
    """The rows of the table; None where the text stays as it is."""
    given = CleanText(folder / "given.txt", ())
    given.file.write_text(text, encoding="utf-8")
    made = without_names(given, folder)
    if made is given:
        return None
    assert [one.kind for one in made.repairs] == ["header"]
    with made.file.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        (
            'level=info ms=12 msg="all \\"is\\" well"\n\nms=340 level=error\n',
            [["level", "ms", "msg"], ["info", "12", 'all "is" well'], ["error", "340", ""]],
        ),
        (
            f"{CARD}\nname: Lehrte\nmilk: 9\nnote: dry\n",
            [["name", "milk", "note"], ["Moor", "12.5", ""], ["Lehrte", "9", "dry"]],
        ),
        (
            "- name: Moor\n  milk: 12.5\n- name: Lehrte\n  milk: 9\n",
            [["name", "milk"], ["Moor", "12.5"], ["Lehrte", "9"]],
        ),
    ],
)
def test_records_of_named_values_are_rows_under_their_names(text: str, rows: list[list[str]], tmp_path: Path) -> None:
    assert _read(text, tmp_path) == rows


@pytest.mark.parametrize(
    "text",
    [
        CARD,
        f"{CARD}\nMoor gave twelve litres\n",
        f"{CARD}name: Lehrte\nmilk: 9\n",
        "name: Moor\nmilk: 12.5\n\nhost: here\nport: 80\n\nuser: me\nmode: fast\n",
        "name: Moor, milk: 12\nname: Lehrte, milk: 9\n",
        "level=info ms=12\nlevel=error and more\n",
        "a=1\nb=2\n",
        "name,milk\nMoor,12\nLehrte,9\n",
        "",
    ],
)
def test_one_record_prose_settings_and_tables_stay_as_they_are(text: str, tmp_path: Path) -> None:
    assert _read(text, tmp_path) is None
