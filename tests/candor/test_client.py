"""`import candor`: a system of its own behind it, or one elsewhere."""

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import openpyxl
import pytest

import candor
from candor import Candor, Event, Refused, Unreachable

ROOT = Path(__file__).parents[2]
OPEN = "day;price\n03/04/05;1.234\n05/06/07;5.678\n"


class Frame:
    """What a data frame can do."""

    def to_csv(self, path: str, *, index: bool) -> None:
        assert not index
        Path(path).write_text("city,sales\nUlm,3\nBonn,4\nUlm,5\n")


def test_a_question_over_two_sheets_of_a_workbook(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.active.title = "Orders"
    for row in [("order_id", "customer_id", "revenue"), (1, 7, 10), (2, 7, 20), (3, 8, 40), (4, 9, 5)]:
        book.active.append(row)
    others = book.create_sheet("Customers")
    for row in [("customer_id", "segment"), (7, "Retail"), (8, "Public"), (9, "Public")]:
        others.append(row)
    book.create_sheet("Notes").append(("Ask Ann",))
    book.save(file := tmp_path / "shop.xlsx")
    with Candor(data=file, model="deterministic") as conversation:
        reply = conversation.ask("total revenue by segment")
        assert (reply.status, "Public: 45; Retail: 30" in reply.text) == ("answered", True)
        assert "also has" not in reply.text
    with Candor(data=file, model="deterministic", sheet="customers") as conversation:
        assert conversation.ask("how many customers are there?").facts[0].value == 3


def test_a_question_over_the_records_of_a_file_and_the_lists_inside_of_them(tmp_path: Path) -> None:
    pen, ink, pad = ({"sku": sku, "qty": qty} for sku, qty in (("pen", 3), ("ink", 1), ("pad", 2)))
    held = [("Bern", [pen, ink]), ("Chur", []), ("Bern", [pad]), ("Basel", [pen])]
    orders = [{"order_id": f"A{at}", "city": city, "items": items} for at, (city, items) in enumerate(held)]
    (file := tmp_path / "orders.json").write_text(json.dumps(orders))
    with Candor(data=file, model="deterministic") as conversation:
        reply = conversation.ask("total qty by city")
        assert (reply.status, "Bern: 6; Basel: 3" in reply.text) == ("answered", True)
        assert "also has" not in reply.text
        assert conversation.ask("how many items are there?").facts[0].value == 4
        assert conversation.ask("how many orders are there?").facts[0].value == 4
        assert "pen" in conversation.ask("which sku has the highest total qty?").text


def test_a_question_about_a_frame_a_file_and_the_one_after_it(tmp_path: Path) -> None:
    file, seen = tmp_path / "open.csv", list[Event]()
    file.write_text(OPEN)
    with Candor(data=[Frame(), file], model="deterministic", decimal_mark=",") as conversation:
        reply = conversation.ask("total sales by city", on_event=seen.append)
        assert (reply.status, reply.tables[0].rows[0]["city"]) == ("answered", "Ulm")
        assert [event.seq for event in seen] == list(range(1, len(seen) + 1))
        assert conversation.ask("what is the total price?").facts[0].value == 1234 + 5678
        conversation.start_over()
        assert conversation.ask("thank you").session_id != reply.session_id
        with pytest.raises(Refused) as refused:
            conversation.ask(" ")
        assert (refused.value.status, str(refused.value)[:21]) == (0, "The question is empty")
    with pytest.raises(Unreachable):
        conversation.ask("total sales")


def test_data_that_cannot_be_read_is_refused_with_its_reason(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="There is no file") as unsent:
        Candor(data=tmp_path / "nowhere.csv")
    assert unsent.value.status == 0
    with pytest.raises(Refused, match="with a token"):
        Candor(url="https://example.com")
    with pytest.raises(Unreachable, match="did not answer"):
        Candor(url="http://127.0.0.1:9", token="alice")
    with pytest.raises(Refused, match="There is no model 'oracle'; it is one of auto, deterministic"):
        Candor(model="oracle")  # type: ignore[arg-type]
    with pytest.raises(Refused, match="a data frame, or a list of these, not int"):
        Candor(data=5)  # type: ignore[arg-type]


def test_every_public_name_is_there_and_imports_nothing_of_what_runs_behind_it() -> None:
    assert all(getattr(candor, name).__doc__ for name in candor.__all__)
    program = (
        "import sys, candor; [getattr(candor, name) for name in dir(candor)]\n"
        "print({'shared', 'infra', 'moto', 'boto3'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == "set()"


def test_the_wheel_claims_one_name_and_holds_what_runs(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    names = zipfile.ZipFile(next(tmp_path.glob("*.whl"))).namelist()
    assert {name.split("/")[0].partition("-")[0] for name in names} == {"candor"}
    kept = {name.removeprefix("candor/").removeprefix("_app/") for name in names}
    for folder in ("shared", "functions", "infra"):
        assert {str(file.relative_to(ROOT)) for file in (ROOT / folder).rglob("*") if _ours(file)} <= kept


def _ours(file: Path) -> bool:
    own = file.relative_to(ROOT).parts
    console = own[:2] == ("infra", "console") and own[2:3] != ("dist",)  # what was built of it comes along
    return file.is_file() and "__pycache__" not in own and not console
