"""Exports of loggers, whose first line is about the file, and logs of web servers, as tables."""

import datetime as dt
import random

import pytest

INFO = '"TOA5","CR1000_Met","CR1000","12345","CR1000.Std.31","CPU:met.CR1","4567","Table10"\n'
NAMES = ["TIMESTAMP", "RECORD", "AirTC_Avg", "RH", "Rain_Tot", "WS", "WD", "Batt"]
UNITS = ["TS", "RN", "Deg C", "%", "mm", "m/s", "deg", "V"]
KINDS = ["", "", "Avg", "Smp", "Tot", "Avg", "Avg", "Min"]


def _line(cells: list[str]) -> str:
    return ",".join(f'"{cell}"' for cell in cells) + "\n"


@pytest.mark.parametrize("width", [4, 5, 8])
@pytest.mark.parametrize("rows", [4, 40])
def test_the_line_of_a_logger_about_itself_is_no_header_whatever_its_width(read, width, rows):
    rng = random.Random(width)
    body = "".join(
        f'"2024-01-01 {at // 6:02}:{at % 6}0:00",{at},'
        + ",".join(f"{rng.uniform(-5, 9):.2f}" for _ in range(width - 2))
        + "\n"
        for at in range(rows)
    )
    head = "".join(_line(cells[:width]) for cells in (NAMES, UNITS, KINDS))
    found = read(INFO + head + body)
    assert [column.name for column in found.profile.columns] == NAMES[:width]
    assert (len(found.rows), found.rows[0][0]) == (rows, dt.datetime(2024, 1, 1))
    assert found.profile.column("RH").unit == "%"
    assert found.types()[2:] == ["number"] * (width - 2)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("a,b,c,d\nx,1,2\ny,3,4\nz,5,6\nu,7,8\nv,9,1\n", ("a", "b", "c", "d")),
        ("site,2020,2021\nmain,km,kg\nx,1,2\ny,3,4\nz,5,6\nu,7,8\n", ("site", "2020", "2021")),
        ("name,town,note\nAnn,Rome\nBob,Oslo\nKim,Bonn\nJoe,Ulm\nEve,Kiel\n", ("name", "town", "note")),
    ],
)
def test_a_header_that_is_wider_or_has_years_stays_the_header(read, text, names):
    assert tuple(column.name for column in read(text).profile.columns) == names


def _logged(at: int, rng: random.Random, *, combined: bool) -> str:
    size, user = rng.choice(["-", str(rng.randint(100, 9_000))]), rng.choice(["-", "ann"])
    request = f"{rng.choice(['GET', 'POST'])} /page{at}?q=a,b HTTP/1.1"
    line = f'10.0.0.{at} - {user} [0{1 + at % 9}/May/2024:23:00:{at:02} +0200] "{request}" 404 {size}'
    return line + (' "https://ex.org/a b" "Mozilla/5.0 (X11; \\"L\\") (KHTML, like Gecko)"\n' if combined else "\n")


@pytest.mark.parametrize("combined", [False, True])
def test_the_log_of_a_web_server_is_a_table_of_its_fields(read, combined):
    rng = random.Random(1)
    found = read("".join(_logged(at, rng, combined=combined) for at in range(30)), name="access.log")
    names = [column.name for column in found.profile.columns]
    assert names[:9] == ["host", "identity", "user", "time", "method", "path", "protocol", "status", "bytes"]
    assert names[9:] == (["referrer", "user agent"] if combined else [])
    assert found.values("time")[0] == dt.datetime(2024, 5, 1, 21)
    assert (found.values("path")[3], found.values("status")[0]) == ("/page3?q=a,b", 404)
    assert set(found.values("method")) == {"GET", "POST"}


def test_a_broken_request_stays_and_a_line_that_is_none_is_told(read):
    rng = random.Random(2)
    lines = [_logged(at, rng, combined=False) for at in range(40)]
    lines[5] = '10.0.0.9 - - [01/May/2024:23:00:05 +0200] "\\x16\\x03" 400 226\n'
    lines[9] = "Segmentation fault (core dumped)\n"
    found = read("".join(lines))
    assert len(found.rows) == 39
    assert found.values("path")[5] == "\\x16\\x03"
    (told,) = (one for one in found.profile.repairs if one.kind == "dropped")
    assert (told.rows, told.doubt) == (1, True)


@pytest.mark.parametrize(
    "line",
    [
        '10.0.0.1 - - [yesterday] "GET / HTTP/1.1" 200 5\n',
        '10.0.0.1 - - [01/May/2024:23:00:05 +0200] "GET / HTTP/1.1" ok 5\n',
        'Mar  3 10:00:01 host sshd[17]: Failed "password" for root\n',
    ],
)
def test_lines_that_only_resemble_such_a_log_are_not_cut(read, line):
    found = read("".join(line.replace("10.0.0.1", f"10.0.0.{at}") for at in range(6)))
    assert "web server" not in found.told()


LINES = [f"2024-01-02 00:00:0{at} 10.0.0.1 GET /a{at} {at * 7}\n" for at in range(9)]
FIELDS = "#Software: X 10.0\n#Version: 1.0\n#Fields: date time s-ip cs-method cs-uri-stem time-taken\n"


@pytest.mark.parametrize("restarts", [0, 4])
def test_names_in_a_line_of_comment_are_the_header_of_columns_between_blanks(read, restarts):
    again = FIELDS if restarts else ""
    found = read(FIELDS + "".join(LINES[:restarts]) + again + "".join(LINES[restarts:]), name="iis.log")
    assert [column.name for column in found.profile.columns][1:4] == ["time", "s-ip", "cs-method"]
    assert found.values("time-taken") == [at * 7 for at in range(9)]
    assert "from a line of comment" in found.told("header")


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("# time flux err\n0.5 3.25 0.1\n1.5 6.25 0.2\n2.5 9.25 0.3\n", "time"),
        ("# a b\n0.5 3.25 0.1\n1.5 6.25 0.2\n2.5 9.25 0.3\n", None),
        ("#id,name,v\n1,a,3\n2,b,4\n3,c,5\n", "#id"),
        ("# Shopping list\nbuy milk\nsee Ann\neat well\n", None),
    ],
)
def test_a_comment_names_columns_only_where_it_has_as_many_words_as_each_row(read, text, first):
    found = read(text, name="data.txt")
    assert ("line of comment" in found.told()) == (first == "time")
    assert first is None or found.profile.columns[0].name == first


def _message(at: int, *, dated: bool, named: bool) -> str:
    when = f"2024-03-0{at % 9 + 1}T10:02:1{at % 10}Z" if dated else f"Mar {at % 28 + 1:2d} 10:02:1{at % 10}"
    source = f"web{at % 3} " if named else ""
    return f'{when} {source}{"cron[17]" if at % 2 else "kernel"}: took {at} s, "all" fine\n'


@pytest.mark.parametrize("dated", [True, False])
@pytest.mark.parametrize("named", [True, False])
def test_the_log_of_a_system_is_a_table_of_messages(read, dated, named):
    found = read("".join(_message(at, dated=dated, named=named) for at in range(30)), name="syslog")
    names = [column.name for column in found.profile.columns]
    assert names == [*([] if dated else ["day"]), "time", *(["host"] if named else []), "process", "pid", "message"]
    assert found.values("message")[7] == 'took 7 s, "all" fine'
    assert found.values("pid")[:2] == [None, 17]
    assert ("no year" in found.told("header")) == (not dated)
    assert len(found.rows) == 30


def test_a_line_that_is_no_message_goes_on_with_the_one_above(read):
    lines = [_message(at, dated=False, named=True) for at in range(30)]
    lines[4] += '  File "x.py", line 3\n'
    found = read("".join(lines))
    assert len(found.rows) == 30
    assert found.values("message")[4].endswith('fine File "x.py", line 3')
    assert "went to the one above" in found.told("ragged")


def test_notes_that_begin_with_a_date_are_no_log_of_a_system(read):
    notes = "".join(f"Mar  {at} 10:02:00 we met in town and spoke, at length\n" for at in range(1, 9))
    assert "log of a system" not in read(notes).told()
