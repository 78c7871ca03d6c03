"""What a writer is told of a finding."""

from shared.grounding.findings import Objection, told_of


def test_a_long_statement_is_quoted_around_what_is_found_in_it():
    said = f"{'In the year before that, all of them had fallen, ' * 6}Morris was the best-yielding site of 1932 by far."
    (told,) = told_of([Objection("best-yielding site", said=said)])
    quoted = told[1 : told.index("”")]
    assert "best-yielding site of 1932" in quoted
    assert quoted.startswith("… ")
    assert len(quoted) < 180


def test_a_short_statement_is_quoted_whole():
    assert told_of([Objection("4", "why", said="It sold 4.")]) == ("“It sold 4.”: 4: why",)


def test_a_statement_is_quoted_once_with_all_figures_that_one_thing_is_found_of():
    said = "It sold 4 and 5 for 6 %."
    found = [Objection("4", "a", said=said), Objection("6 %", "b", said=said), Objection("5", "a", said=said)]
    other = Objection("7", "a", said="They sold 7.")
    assert told_of([*found, other]) == (f"“{said}”: 4, 5: a; 6 %: b", "“They sold 7.”: 7: a")
