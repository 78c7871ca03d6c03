"""Lines that are quoted as a whole are rows; quoted text is text; a first line that states the delimiter is none."""

import datetime as dt

import pytest

LINES = ("name,amount,day", "Ann,1.5,2024-01-02", 'Bob,2.25,""')
ROWS = [("Ann", 1.5, dt.date(2024, 1, 2)), ("Bob", 2.25, None)]


def quoted(line: str) -> str:
    return '"' + line.replace('"', '""') + '"'


@pytest.mark.parametrize(
    "lines",
    [
        map(quoted, LINES),
        (LINES[0], *map(quoted, LINES[1:])),
        (quoted(line.replace(",", ";")) for line in LINES),
        (quoted(line.replace(",", "\t")) + " " for line in LINES),
    ],
    ids=["all", "all but the header", "semicolons", "tabs"],
)
def test_lines_that_are_quoted_as_a_whole_are_rows(read, lines):
    ingested = read("\n".join(lines))
    assert ingested.rows == ROWS
    assert "Each line is quoted as a whole" in ingested.told("delimiter")


def test_cells_inside_of_such_lines_keep_their_own_quotation_marks(read):
    ingested = read('"name,note,amount"\n"Ann,""a, b"",1"\n"Bob,""c"",2"\n')
    assert ingested.rows == [("Ann", "a, b", 1), ("Bob", "c", 2)]


@pytest.mark.parametrize(
    "content",
    ['"name"\n"Smith, Ann"\n"Jones, Bob"\n', '"note"\n"good, fast, cheap"\n"one, two"\n"three"\n'],
)
def test_a_single_column_of_text_with_commas_stays_one(read, content):
    assert read(content).rows == [(line.strip('"'),) for line in content.split("\n")[1:-1]]


@pytest.mark.parametrize("first", ["sep=;", "SEP=;", '"sep=;"', "sep=,", "sep=|"])
def test_a_line_that_states_the_delimiter_is_no_row_and_is_believed_where_it_cuts(read, first):
    ingested = read(f"{first}\nname;amount;day\nAnn;1.5;2024-01-02\nBob;2.25;\n")
    assert ingested.rows == ROWS
    assert ingested.told("preamble") == ""
