"""A file is sent as it lies on the disk, and one that is too large is not sent at all."""

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from urllib3.filepost import encode_multipart_formdata

from candor import Refused
from candor.wire import Form, Wire

FIELDS = {"key": "uploads/data_1", "policy": "e30="}
NOBODY = "http://127.0.0.1:9"


class Elsewhere(Wire):
    """A deployment that gives a form to an address where nobody answers."""

    def call(self, method: str, path: str, *_: Any) -> Any:
        return {"upload": {"url": NOBODY, "fields": FIELDS, "most_bytes": 600_000_000}, "dataset": {"dataset_id": "d"}}


def test_a_file_that_is_too_large_is_refused_before_a_byte_is_sent(tmp_path: Path) -> None:
    file = tmp_path / "orders.csv"
    with file.open("wb") as sparse:
        sparse.truncate(700_000_000)
    for send in (lambda there: there.dataset(file, {}), lambda there: there.version("d", file)):
        with pytest.raises(Refused, match=r"orders\.csv has 700 MB, and 600 MB at most") as refused:
            send(Elsewhere("http://there", "token"))
        assert refused.value.code == "too_large"


def test_a_form_is_read_piece_by_piece_and_is_what_urllib3_makes_of_it_whole() -> None:
    content = bytes(range(256)) * 9
    form = Form(FIELDS, "a b.csv", BytesIO(content))
    boundary = form.content_type.partition("boundary=")[2]
    whole, told = encode_multipart_formdata({**FIELDS, "file": ("a b.csv", content)}, boundary)
    assert told == form.content_type
    for _ in range(2):  # the second time as after a redirection
        assert b"".join(iter(lambda: form.read(100), b"")) == whole
        form.seek(form.tell())
    assert len(form.head) + len(content) + len(form.tail) == len(whole)
