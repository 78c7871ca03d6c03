"""What forty files of a stranger showed: rows that are no data, headers with gaps, flags in many spellings."""

import pytest

RULED = (
    "02.06.2024  List  1\n\n-----------------\n|Customer |Doc |Amount  |\n-----------------\n"
    "|A        |1   |  10,50-|\n|B        |2   |  20,00 |\n|A        |3   |   5,25 |\n-----------------\n{last}"
)


def test_a_total_between_two_rules_is_no_row_of_data(read):
    found = read(RULED.format(last="|*        |    |  14,75 |\n-----------------\n"))
    assert found.values("Amount") == [-10.5, 20.0, 5.25]
    assert any("total row" in one.detail for one in found.profile.repairs)


def test_a_full_row_between_two_rules_is_data(read):
    assert len(read(RULED.format(last="|C        |4   |  14,75 |\n-----------------\n")).rows) == 4


def test_a_header_with_gaps_names_its_columns_and_swallows_no_row(read):
    rows = "".join(f"{n},{'Lab' if n % 2 else 'Store'},{20 + n / 4},{'ok' if n % 3 else ''}\n" for n in range(30))
    found = read(f",Room,Temp,\n{rows}")
    assert found.values("Temp")[:2] == [20.0, 20.25]
    assert set(found.values("Room")) == {"Lab", "Store"}
    assert len(found.rows) == 30


def test_a_header_above_which_names_span_is_still_one_of_two_rows(read):
    found = read(",North,,South,\nItem,Q1,Q2,Q1,Q2\nBolt,1,2,3,4\nNut,5,6,7,8\n")
    assert [column.name for column in found.profile.columns][1:] == ["North Q1", "North Q2", "South Q1", "South Q2"]


@pytest.mark.parametrize(
    ("cells", "values"),
    [
        ("Yes Y TRUE 1 no N 0", [True] * 4 + [False] * 3),
        ("yes y n no", [True, True, False, False]),
        ("1 0 y 2", None),
        ("1 0 t", None),
    ],
)
def test_yes_and_no_in_many_spellings_are_one_flag(read, cells, values):
    found = read("news,n\n" + "".join(f"{cell},{n}\n" for n, cell in enumerate(cells.split())))
    if values is None:
        assert found.profile.column("news").type != "boolean"
    else:
        assert found.values("news") == values


def test_columns_are_cut_by_a_ruler_and_titles_and_notes_stay_whole(read):
    found = read(
        "CALL LOG\nrun today\n\nID     Agent    Queue       Secs Result\n------ -------- --------- ------ ---------\n"
        "000001 Mary Ann Tech         638 Lost\n000002          New Sales  1,628 Solved\n"
        "000003 Tom Roy  Billing       51 Call back\n\n3 rows selected.\n"
    )
    assert found.rows[1] == ("000002", None, "New Sales", 1628, "Solved")
    assert len(found.rows) == 3


def test_an_apostrophe_before_a_number_is_a_spreadsheets(read):
    assert read("a,debit\nx,'1261.68\ny,12.50\nz,'3.25\n").values("debit") == [1261.68, 12.5, 3.25]


def test_francs_are_written_in_two_ways(read):
    found = read("nr|betrag\n1|CHF 1'112.–\n2|Fr. 9'578.63\n3|151.-\n")
    assert (found.values("betrag"), found.profile.column("betrag").unit) == ([1112.0, 9578.63, 151.0], "CHF")


def test_a_first_column_that_counts_the_rows_is_no_measure(read):
    found = read("response,score\n" + "".join(f"{n},{n % 7}\n" for n in range(1, 40)))
    assert (found.profile.column("response").role, found.profile.column("score").role) == ("id", "measure")


def test_nines_far_above_all_other_values_are_kept_and_told_and_hide_no_others(read):
    temps = [20 + n / 8 for n in range(30)] + [-999, -999, 9999, 9999]
    found = read("room,temp\n" + "".join(f"r{n},{temp}\n" for n, temp in enumerate(temps)))
    assert found.values("temp")[-4:] == [None, None, 9999.0, 9999.0]
    assert sum("missing values" in one.detail for one in found.profile.repairs if one.doubt) == 2


def test_a_header_that_a_page_repeats_with_blanks_behind_its_names_is_left_out(read):
    found = read("|Name   |Qty |\n|A      |1   |\n|B      |2   |\n|Name   |Qty |\n|C      |3   |\n")
    assert found.values("Qty") == [1, 2, 3]


def test_a_mark_of_inches_that_begins_a_cell_swallows_no_rows(read):
    rows = ["1\tPTFE tape\t5", '2\t"1/2 ball valve\t7', "3\tTee\t9", '4\tElbow 3/4"\t11', "5\tOlive\t13"]
    found = read("item\twhat\tqty\n" + "\n".join(rows) + "\n", name="items.tsv")
    assert found.values("qty") == [5, 7, 9, 11, 13]
    assert found.values("what")[1] == '"1/2 ball valve'


def test_a_cell_in_marks_may_hold_lines_and_signs_between_cells(read):
    found = read('a,note,qty\n1,"one, two\nthree, four",5\n2,"five",6\n')
    assert (found.values("qty"), found.values("note")[0]) == ([5, 6], "one, two\nthree, four")


def test_questions_below_the_codes_of_a_survey_are_no_rows_and_make_no_code_of_missing_values_pass(read):
    names = "Start,End,Age,How satisfied?,Likely?\n" + ",".join(f'"{{""id"":{n}}}"' for n in range(5)) + "\n"
    rows = "".join(f"2024-04-{n:02},2024-05-{n:02},{n + 20},{n % 5},{n % 9}\n" for n in range(1, 29))
    found = read("S,E,Q1,Q2,Q3\n" + names + rows)
    assert (len(found.rows), found.values("Q1")[0]) == (28, 21)
    assert any("names, units or kinds" in one.detail for one in found.profile.repairs)


def test_words_for_missing_values_in_two_columns_are_no_names(read):
    found = read("who,heat,final\na,DNS,DNF\n" + "".join(f"r{n},{n},{n + 1}\n" for n in range(9)))
    assert len(found.rows) == 10


def test_notes_below_columns_cut_by_a_ruler_are_no_rows(read):
    table = " Pos  Name       Time\n ---  ---------  ----\n" + "".join(
        f" {n:3}  Kate Bell  {n + 30}\n" for n in range(1, 9)
    )
    found = read(f"Results of May\n\n{table}\n8 finishers, none stopped\nTiming by hand\n", name="race.txt")
    assert (len(found.rows), found.values("Time")[-1]) == (8, 38)
    assert [one.rows for one in found.profile.repairs if one.kind == "footer"] == [2]


@pytest.mark.parametrize("last", ["y", "thanks, Bob"])
def test_lines_of_a_text_are_no_rows_though_they_are_as_wide(read, last):
    found = read(f'a,b\n1,"Dear Sir\n{last}"\n2,z\n')
    assert (found.values("a"), found.values("b")) == ([1, 2], [f"Dear Sir\n{last}", "z"])


def test_a_long_cell_behind_one_of_several_lines_is_read(read):
    found = read('a,b\n1,"x\n,y"\n2,' + "z" * 200_000 + "\n")
    assert (found.values("a"), found.values("b")[0]) == ([1, 2], "x\n,y")
