"""Lines that would be read as rows, or shift them, without a word: blocks, comments, other signs, doubled bars, totals
carried forward; and text that holds no table at all."""

import pytest

from shared.errors import UnreadableData


@pytest.mark.parametrize("width", [2, 3])
@pytest.mark.parametrize("gap", ["", "\n"])
def test_a_line_above_each_repeated_header_names_its_rows(read, width, gap):
    header = ",".join(["day", "sales", "crew"][:width])
    blocks = []
    for at, name in enumerate(("Depot: North", "Depot: South", "Depot: West")):
        rows = [",".join([f"2024-05-0{day}", str(100 * at + day), "7"][:width]) for day in (1, 2)]
        blocks.append("\n".join([name, header, *rows]) + "\n")
    found = read(gap.join(blocks))
    assert found.values("section") == [name for name in ("Depot: North", "Depot: South", "Depot: West") for _ in "ab"]
    assert found.values("sales") == [1, 2, 101, 102, 201, 202]
    assert found.types()[0] == "date"
    assert found.profile.rows_dropped == 4


def test_a_title_above_a_header_that_comes_again_by_itself_names_no_rows(read):
    found = read("Depots\nday,sales\n2024-05-01,1\n2024-05-02,2\nday,sales\n2024-05-03,3\n")
    assert [column.name for column in found.profile.columns] == ["day", "sales"]
    assert len(found.rows) == 3


def test_a_comment_between_rows_is_none_and_a_number_sign_is(read):
    assert read("name,v\nA,1\n# closed for a week\nB,2\nC,3\n").values("v") == [1, 2, 3]
    assert read("name,v\n#1,\n#2,5\n#3,6\n#4,7\n").values("name") == ["#1", "#2", "#3", "#4"]
    assert len(read("tag,v\n#red,1\n#blue,2\n#green,3\n").rows) == 3


@pytest.mark.parametrize("sign", [";", "\t", "|"])
def test_rows_with_another_sign_between_their_cells_are_cut_by_it(read, sign):
    rows = [f"2024-05-{day:02d},{day},x{day}" for day in range(1, 13)]
    rows[3] = rows[3].replace(",", sign)
    found = read("day,count,code\n" + "\n".join(rows) + "\n")
    assert found.values("count") == list(range(1, 13))
    assert "another sign" in found.told("ragged")


def test_a_note_with_other_signs_is_not_cut_into_a_row(read):
    found = read("day,count,code\n2024-05-01,1,x\nas said; yes; no\n2024-05-02,2,y\n2024-05-03,3,z\n")
    assert "another sign" not in found.told()


def test_doubled_bars_around_names_shift_none_of_them(read):
    found = read("||Part||Count||Price||\n|Bolt|12|1.25|\n|Nut|7|0.30|\n|Pin|31|2.10|\n")
    assert [column.name for column in found.profile.columns] == ["Part", "Count", "Price"]
    assert found.rows[1] == ("Nut", 7, 0.3)


OTHERS = {
    "contacts": "BEGIN:VCARD\nFN:Ann Lee\nTEL:1\nEND:VCARD\nBEGIN:VCARD\nFN:Bob Ray\nTEL:2\nEND:VCARD\n",
    "calendar": "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Retro\nEND:VEVENT\nEND:VCALENDAR\n",
    "LaTeX": "% a table\n\\begin{tabular}{lr}\nBolt & 12 \\\\\nNut & 7 \\\\\n\\end{tabular}\n",
    "SQL": "-- dump\nINSERT INTO parts (id, size) VALUES (1, 2.5), (2, 3.5);\n",
    "ARFF": "@relation parts\n@attribute size numeric\n@data\n2.5\n3.5\n",
    "EDIFACT": "UNH+1+INVOIC:D:96A:UN'\nBGM+380+123+9'\nLIN+1++4711:SA'\n",
    "wiki": '{| class="wikitable"\n! Name !! Count\n|-\n| Bolt || 12\n|-\n| Nut || 7\n|}\n',
}


@pytest.mark.parametrize(("what", "text"), OTHERS.items(), ids=list(OTHERS))
def test_text_of_another_kind_is_refused_by_its_name(read, what, text):
    with pytest.raises(UnreadableData, match=what):
        read(text)


@pytest.mark.parametrize("first", ["begin,end\n", "insert,count\n", "relation,size\n", "un,h\n"])
def test_a_table_that_only_begins_with_such_a_word_is_read(read, first):
    assert len(read(first + "a,1\nb,2\nc,3\n").rows) == 3
