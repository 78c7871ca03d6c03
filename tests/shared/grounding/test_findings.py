"""What a writer is told of a finding."""

from shared.grounding.findings import Objection


def test_a_long_statement_is_quoted_around_what_is_found_in_it():
    said = f"{'In the year before that, all of them had fallen, ' * 6}Morris was the best-yielding site of 1932 by far."
    told = str(Objection("best-yielding site", said=said))
    quoted = told[1 : told.index("”")]
    assert "best-yielding site of 1932" in quoted
    assert quoted.startswith("… ")
    assert len(quoted) < 180


def test_a_short_statement_is_quoted_whole():
    assert str(Objection("4", "why", said="It sold 4.")) == "“It sold 4.”: 4: why"
