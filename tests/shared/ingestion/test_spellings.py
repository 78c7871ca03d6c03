"""Labels that differ in case and blanks only are one label, and every figure by them says so."""

import pytest

from shared.contracts import ColumnOverride, ExecutedQuery, Overrides
from shared.engine.doubts import doubts

SALES = "id,region,amount\n1,West,10\n2,west ,20\n3,East,5\n4,WEST,7\n5,West,1\n6,East,2\n"


def told_of(profile, sql: str) -> tuple[str, ...]:
    return doubts((ExecutedQuery(sql=sql, purpose="x"),), (profile,))


def test_a_label_has_its_commonest_spelling_on_every_row(read):
    found = read(SALES)
    assert found.values("region") == ["West", "West", "East", "West", "West", "East"]
    assert found.profile.column("region").distinct == 2


def test_figures_by_such_labels_say_what_was_counted_as_one_and_no_others_do(read):
    profile = read(SALES).profile
    (told,) = told_of(profile, "SELECT region, sum(amount) FROM data GROUP BY 1")
    assert told == "In region, I read “WEST” and “west” as “West” (2 rows)."
    assert not told_of(profile, "SELECT sum(amount) FROM data")


def test_blanks_inside_a_label_make_no_other_label(read):
    assert set(read("city,n\nNew York,1\nNew  York,2\nNew York,3\nBath,4\n").values("city")) == {"New York", "Bath"}


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ("cat cats CAT cat dog dog dog cats", "cat dog"),
        ("USA U.S.A. USA usa France France France", "USA France"),
        ("E-mail email Email phone phone e-mail phone phone", "E-mail phone"),
        ("Junior Jr. Junior Senior Senior Adult Adult Adult Adult", "Junior Senior Adult"),
        ("cancelled canceled cancelled ok ok ok ok", "cancelled ok"),
        ("A1 A-1 A1 B2 B2 B-2 B2 B2", "A1 A-1 B2 B-2"),
        ("North N. Noon N. North Noon North Noon N.", "North N. Noon"),
        ("N. N. North N. Noon N. North Noon N. N.", "North N. Noon"),
        ("Hall Hill Hall Hill Hall Hill", "Hall Hill"),
    ],
)
def test_labels_that_are_written_alike_are_one_where_labels_are_few_and_come_often(read, values, told):
    found = read("kind,n\n" + "".join(f"{value},{n}\n" for n, value in enumerate(values.split() * 3)))
    assert set(found.values("kind")) == set(told.split())


def test_behind_the_dot_of_a_shortened_word_there_may_be_no_blank(read):
    towns = ["St.Kilian", "St. Kilian", "Sankt Kilian", "Sankt Kilian", "Langenau", "St.Gallen", "Langenau"] * 4
    found = read("town,n\n" + "".join(f"{town},{n}\n" for n, town in enumerate(towns)))
    assert set(found.values("town")) == {"Sankt Kilian", "Langenau", "St.Gallen"}


def test_the_spelling_that_most_rows_have_is_kept(read):
    clinics = ["Clínica Sol"] * 16 + ["Clinica Sol"] * 8 + ["CLINICA SOL"] * 9 + ["Puerto"] * 20
    found = read("clinic,n\n" + "".join(f"{clinic},{n}\n" for n, clinic in enumerate(clinics)))
    assert set(found.values("clinic")) == {"Clínica Sol", "Puerto"}


def test_a_slip_among_many_names_is_no_other_spelling_of_one(read):
    names = ["Stephan", "Stephane", *(f"{letter * 3}son" for letter in "abcdefghijklm")] * 4
    found = read("name,n\n" + "".join(f"{name},{n}\n" for n, name in enumerate(names)))
    assert {"Stephan", "Stephane"} < set(found.values("name"))


@pytest.mark.parametrize("values", ["Co CO Co CO", "aB Ab aB Ab", "xYz XyZ xYz XyZ"])
def test_capitals_that_may_be_a_codes_own_are_kept_apart_and_told(read, values):
    found = read("code,n\n" + "".join(f"{value},{n}\n" for n, value in enumerate(values.split())))
    assert found.values("code") == values.split()
    (told,) = told_of(found.profile, "SELECT code, count(*) FROM data GROUP BY 1")
    assert "are counted separately: their capitals may matter" in told


def test_each_word_of_a_label_may_have_its_own_capitals(read):
    beers = ["Pale IPA", "pale IPA", "Pale Ipa", "PALE IPA", "Pale IPA"]
    found = read("beer,n\n" + "".join(f"{beer},{n}\n" for n, beer in enumerate(beers)))
    assert set(found.values("beer")) == {"Pale IPA"}


def test_texts_that_do_not_come_again_are_left_as_they_are(read):
    notes = ["Late", "late", "Broken box", "Fine", "Lost"]
    assert read("note,n\n" + "".join(f"{note},{n}\n" for n, note in enumerate(notes))).values("note") == notes


def test_a_column_that_is_said_to_be_text_is_left_as_it_is_written(read):
    kept = read(SALES, overrides=Overrides(columns={"region": ColumnOverride(type="text")}))
    assert kept.values("region").count("WEST") == 1
    assert not told_of(kept.profile, "SELECT region FROM data")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("r,q,v\nN,1,10\nS,2,20\nTotal,3,30\n", "1 total row below the data was left out."),
        ("i,a,b\nRent,100,90\nPower,20,25\nTotal costs,120,115\nIncome,500,510\n", "1 row of the file is the sum of"),
    ],
)
def test_rows_of_totals_that_were_left_out_are_told_with_every_figure(read, content, told):
    (found,) = told_of(read(content).profile, 'SELECT count(*) FROM "data"')
    assert told in found
