"""What is asked about on this machine: files are stored in one piece, and those that will not be read are refused
before anything is done with them."""

from io import BytesIO
from pathlib import Path

import openpyxl
import pytest

from infra.local.cloud import LocalCloud
from infra.local.file import Files
from infra.local.session import uploaded
from shared.contracts import Overrides
from shared.errors import UnreadableData


def test_a_file_that_is_too_large_is_refused_before_a_byte_is_read(tmp_path: Path) -> None:
    small, large = tmp_path / "small.csv", tmp_path / "large.csv"
    small.write_text("region,revenue\nWest,10\n")
    with large.open("wb") as sparse:
        sparse.truncate(700_000_000)
    with LocalCloud() as cloud:
        with pytest.raises(UnreadableData, match=r"large\.csv: The file has 700 MB, and 600 MB at most"):
            uploaded(cloud, Files((large,)))
        assert cloud.client("s3").list_objects_v2(Bucket=cloud.settings.bucket)["KeyCount"] == 0
        assert len(uploaded(cloud, Files((small,)))) == 1


def test_each_sheet_of_a_workbook_that_holds_a_table_is_a_dataset_unless_one_is_asked_for(tmp_path: Path) -> None:
    book, rows = (
        openpyxl.Workbook(),
        {"Orders": [("id", "kg"), (1, 2), (2, 4), (3, 4)], "Staff": [("name", "age"), ("Ann", 40)]},
    )
    book.remove(book.active)
    for name, cells in {**rows, "Empty": [("a", "b"), (None, None)]}.items():
        sheet = book.create_sheet(name)
        for row in cells:
            sheet.append(row)
    book.save(file := tmp_path / "shop.xlsx")
    with LocalCloud() as cloud:
        session = cloud.session(uploaded(cloud, Files((file,))))
        called = [cloud.deps.datasets.profile(one).file_name for one in session.dataset_ids]
        assert called == ["shop.xlsx/Orders", "shop.xlsx/Staff"]
        assert len(cloud.session(uploaded(cloud, Files((file,), Overrides(sheet="Staff")))).dataset_ids) == 1


class Counted(BytesIO):
    """Bytes that count in how many pieces they are read."""

    pieces = 0

    def read(self, size: int | None = -1, /) -> bytes:
        found = super().read(size)
        self.pieces += bool(found)
        return found


def test_a_file_is_stored_in_one_piece_since_many_take_the_square_of_its_size() -> None:
    """A file of 600 MB took five minutes to be stored in pieces of one."""
    with LocalCloud() as cloud:
        body, s3 = Counted(bytes(5_000_000)), cloud.client("s3")
        s3.put_object(Bucket=cloud.settings.bucket, Key="one", Body=body)
        assert body.pieces == 1
        assert s3.head_object(Bucket=cloud.settings.bucket, Key="one")["ContentLength"] == 5_000_000
