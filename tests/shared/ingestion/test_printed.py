"""Reports as they are printed: pages with titles, columns aligned by spaces, frames of box drawing."""

import random
import time

import pytest

NAMES = ("Item", "Code", "Qty", "Price")


def _rows(seed: int, count: int) -> list[tuple[str, str, int | None, float]]:
    rng = random.Random(seed)
    items = ("Steel bolt M8", "Hex nut", "Washer, flat", "Long threaded rod", "Tee")
    return [
        (rng.choice(items), f"{rng.choice('BNWR')}-{100 + at}", rng.choice([None, rng.randint(1, 2_000)]), at + 0.25)
        for at in range(count)
    ]


def _aligned(rows: list[tuple[str, str, int | None, float]], widths: tuple[int, int, int, int]) -> list[str]:
    a, b, c, d = widths
    head = f"{NAMES[0]:<{a}}{NAMES[1]:<{b}}{NAMES[2]:>{c}}{NAMES[3]:>{d}}"
    return [head, *(f"{i:<{a}}{k:<{b}}{'' if q is None else f'{q:,}':>{c}}{p:>{d}.2f}" for i, k, q, p in rows)]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("foot", ["", "\n            Page {page} of 3"])
def test_pages_of_a_report_are_one_table_and_their_titles_no_rows(read, seed, foot):
    rows, text = _rows(seed, 30), ""
    for page in range(3):
        table = "\n".join(_aligned(rows[10 * page : 10 * page + 10], (22, 9, 8, 9)))
        text += f"Stock of the depot            run 2024-03-0{page + 1}\n\n{table}\n{foot.format(page=page + 1)}\n\f"
    found = read(text, name="stock.txt")
    assert found.rows == rows
    assert "that the pages of the report repeat were left out" in found.told()


def test_a_title_above_aligned_columns_with_empty_cells_is_no_header(read):
    rows = _rows(9, 12)
    found = read("Stock of the depot, all of it\n\n" + "\n".join(_aligned(rows, (20, 9, 8, 9))) + "\n", name="s.txt")
    assert found.rows == rows


def test_a_form_feed_alone_takes_no_row_away(read):
    rows = [f"{at},{at * 3}" for at in range(12)]
    found = read("a,b\n" + "\n".join(rows[:6]) + "\n\f" + "\n".join(rows[6:]) + "\n")
    assert found.values("b") == [3 * at for at in range(12)]


def test_rows_that_are_alike_on_all_pages_stay(read):
    page = "Code  Name      Qty\nA1    Bolt       12\nA2    Nut         7\n"
    found = read(page + "\f" + page, name="r.txt")
    assert found.values("Qty") == [12, 7, 12, 7]


FRAMES = {
    "light": ("┌──────┬─────┐", "│ {} │ {} │", "├──────┼─────┤", "", "└──────┴─────┘"),
    "double": ("╔══════╦═════╗", "║ {} ║ {} ║", "╠══════╬═════╣", "", "╚══════╩═════╝"),
    "around each row": ("┌──────┬─────┐", "│ {} │ {} │", "╞══════╪═════╡", "├──────┼─────┤\n", "└──────┴─────┘"),
}


@pytest.mark.parametrize("frame", FRAMES.values(), ids=list(FRAMES))
def test_a_table_in_a_frame_of_box_drawing_is_one(read, frame):
    top, row, below, between, bottom = frame
    rows = f"\n{between}".join(row.format(*cells) for cells in (("Bolt", " 12"), ("Nut ", "  7"), ("Pin ", "  9")))
    text = "\n".join((top, row.format("Name", "Qty"), below, rows, bottom, ""))
    assert read(text, name="out.txt").rows == [("Bolt", 12), ("Nut", 7), ("Pin", 9)]


def test_a_sign_of_box_drawing_in_a_cell_stays(read):
    assert read("a,b\nx│y,1\nz,2\nu─v,3\n").values("a") == ["x│y", "z", "u─v"]


def test_words_in_lines_with_gaps_are_no_columns(read):
    text = "To do     today    soon\n\nbuy   milk\ncall  Ann   about   it\nwrite\n"
    assert "aligned" not in read(text, name="n.txt").told()


def test_pages_whose_lines_all_have_other_numbers_of_cells_are_read(read):
    text = "\n".join("a b  c   d".replace(" ", "  ")[:at] + "x  y" * at for at in range(1, 25))
    assert read(f"{text}\n\f{text}\n", name="odd.txt").profile.row_count


def test_a_report_of_many_pages_is_read_once(read):
    page = "STOCK LIST\nitem      kg      shop\n" + "".join(f"bolt      {at}      west\n" for at in range(40))
    started = time.process_time()
    assert len(read("\f".join([page] * 300), "stock.txt").rows) == 12_000
    assert time.process_time() - started < 15


def test_a_comment_above_aligned_columns_is_no_row_whatever_blanks_it_has(read):
    days = [
        f"  2022{at // 28 + 1:02}{at % 28 + 1:02}    {at % 30 - 4:4.1f}    {at % 5:4.1f}    {at % 31:2}"
        for at in range(60)
    ]
    names = ["  YYYYMMDD    TMAX    RAIN  WIND", "                 C      mm   m/s"]
    found = read("\n".join(["# station 12  lat 51.2 lon 6.8  height = 38", *names, *days]), name="station.dat")
    assert [column.name for column in found.profile.columns] == ["YYYYMMDD", "TMAX", "RAIN", "WIND"]
    assert len(found.rows) == 60
    assert "1 line(s) above the header" in found.told("preamble")


TITLE = "{day:02}.03.2024{gap}Stock list{gap}Sheet{gap}{page}"


@pytest.mark.parametrize("rows_a_page", [3, 12])
@pytest.mark.parametrize("rule", ["", "-" * 30 + "\n"])
def test_pages_that_a_line_counts_are_one_table_without_form_feeds_too(read, rows_a_page, rule):
    rows = [(f"{at:05}", f"Part {at % 7}", at + 0.125) for at in range(4 * rows_a_page - 1)]
    text = ""
    for page in range(4):
        part = rows[page * rows_a_page : (page + 1) * rows_a_page]
        head = f"{rule}|Code |Name    |       Tons|\n{rule}"
        body = "".join(f"|{code}|{name:<8}|{tons:>11.3f}|\n".replace(".", ",") for code, name, tons in part)
        text += TITLE.format(day=7, gap=" " * 10, page=page + 1) + "\n" + head + body + rule + "\n"
    found = read(text, name="stock.txt")
    assert found.rows == rows
    assert "that the pages of the report repeat were left out" in found.told()


@pytest.mark.parametrize("title", ["Week {}", "Team    {}"])
def test_titles_of_blocks_of_another_table_each_are_no_page_numbers(read, title):
    blocks = [
        title.format(number) + "\nDay,Tons,Cars\n" + "".join(f"D{day},{day * number},{day}\n" for day in range(1, 6))
        for number in (1, 2, 3)
    ]
    assert "pages of the report" not in read("\n".join(blocks)).told()
