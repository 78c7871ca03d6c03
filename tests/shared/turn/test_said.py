"""What a text says in other words, Candor does not say once more below it."""

import pytest

from shared.turn.reply.restatement import says

OCTOBER = "October 2024 is not complete: the data ends on 9 October 2024."


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ("M4 rose.\n\nOctober 2024 is a part of a month: the log ends on 9 October. Why is not known.", "en"),
        ("Das Protokoll endet am 9. Oktober 2024, der Oktober ist unvollständig.", "de"),
    ],
)
def test_a_note_whose_figures_a_sentence_has_is_said(text: str, tag: str) -> None:
    assert says(text, OCTOBER, tag)


REPEATED = "26 rows of donations repeat another row in every column; each is taken once."


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ("Repeated entries: 26 of 1,571 rows repeat another exactly and count once.", "en"),
        ("26 Zeilen kommen doppelt vor und zählen einmal.", "de"),
    ],
)
def test_a_note_on_repeated_rows_is_said_by_their_number_and_that_they_repeat(text: str, tag: str) -> None:
    assert says(text, REPEATED, tag)
    assert not says(text.replace("26", "27"), REPEATED, tag)


@pytest.mark.parametrize(
    ("text", "note"),
    [
        (
            "1,400 of 1,930 rights have no entry for Renewed.",
            "1,400 of 1,930 ids have no entry: figures of it are of the other 530.",
        ),
        (
            "79 jobs: of 981 with a remark and 2,944 in all.",
            "1,963 of 2,944 rows have no entry: figures of it are of the other 981.",
        ),
        (
            "22 answers say 8, 55 “don't know”. Cells with 9 are left out.",
            "In column q1 fitting, 9 in 55 cells counts as empty: the sheet says so.",
        ),
        (
            "It was 7.79. 99 (don't know) is left out.",
            "In column q2 recommend, 99 in 60 cells counts as empty: the sheet says so.",
        ),
        (
            "13.2 % of all 2,944 jobs, but the type of 148 is unknown.",
            "5 % of rows have no match in the other table.",
        ),
        (
            "Answers of 88 and 99 are left out.",
            "In column q5, 88 and 99 in 60 cells count as empty: the sheet says so.",
        ),
        ("Of 2,006 calls 43 are of none.", "2.1 % of rows have no match in the other table."),
    ],
)
def test_a_note_is_said_by_what_its_figures_follow_from_and_by_its_codes(text: str, note: str) -> None:
    assert says(text, note)


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("9 branches answered.", "In column q1 fitting, 9 in 55 cells counts as empty: the sheet says so."),
        ("55 of 90 answered.", "In column q2 recommend, 99 in 55 cells counts as empty: the sheet says so."),
        ("| West | 99 |", "In column q2 recommend, 99 in 60 cells counts as empty: the sheet says so."),
        ("99 is left out.", "In column q5, 88 and 99 in 60 cells count as empty: the sheet says so."),
        ("8 and 9 are left out.", "In column q5, 8 and 9 in 60 cells count as empty: the sheet says so."),
        ("388 of 2,796 jobs were tankers.", "5 % of rows have no match in the other table."),
        ("78 calls, 1 of them late.", "2.1 % of rows have no match in the other table."),
        ("100 calls, 2 of them late.", "2.1 % of rows have no match in the other table."),
        ("| 7 | 140 Quay St |", "5 % of rows have no match in the other table."),
        ("1,400 were renewed. 1,930 in all.", "1,400 of 1,930 ids have no entry: figures of it are of the other 530."),
        ("The rate was 6.5 % in October 2024. It was 9 % before.", OCTOBER),
        ("20 shops were open.", "20 of 100 visits have no entry for tip."),
        ("7 orders were late.", "7 rows repeat another row in every column."),
        ("26 orders were late.", REPEATED),
        ("26 rows repeat another.", "26 rows repeat another row in every column; they are counted, too."),
        ("Sold 78.", "In Status, I read “Sold” as “sold” (78 rows)."),
    ],
)
def test_a_note_of_which_no_sentence_has_all_is_not(text: str, note: str) -> None:
    assert not says(text, note)
