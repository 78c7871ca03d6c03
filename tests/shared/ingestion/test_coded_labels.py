"""Codes beside the labels that they stand for: one label where nothing else can be meant, or a line says so."""

import pytest


def _birds(*labels: str, note: str = ""):
    rows = "".join(f"{at},{labels[at % len(labels)]},{at % 9}.5\n" for at in range(8 * len(labels)))
    return f"no,kind,weight\n{rows}{note}"


def _kinds(found) -> set[str]:
    return set(found.values("kind"))


@pytest.mark.parametrize(
    ("labels", "kinds"),
    [
        (["male", "female", "M", "m", "F"], {"male", "female"}),
        (["male", "female", "M", "F", "unknown"], {"male", "female", "unknown"}),
        (["Great tit", "Chiffchaff", "GRETI", "CHIFF", "Robin"], {"Great tit", "Chiffchaff", "Robin"}),
        (["white", "red", "sparkling", "W", "R", "Sp"], {"white", "red", "sparkling"}),
        (["small", "medium", "large", "S", "M", "L"], {"small", "medium", "large"}),
    ],
)
def test_codes_of_which_each_begins_one_label_are_read_as_these(read, labels, kinds):
    found = read(_birds(*labels))
    assert _kinds(found) == kinds
    (told,) = [one for one in found.profile.repairs if one.column == "kind"]
    assert told.doubt
    assert told.rows == 8 * sum(label not in kinds for label in labels)


@pytest.mark.parametrize(
    "labels",
    [
        ["male", "female", "M", "F", "X"],  # a code is left over
        ["North", "Noon", "South", "N", "S"],  # N may be either
        ["Denmark", "France", "Italy", "DE", "FR"],  # codes of countries
        ["Car", "Bus", "Cargo", "Business"],  # words of their own
        ["North", "South", "N"],  # one alone
        ["A1", "B2", "A", "B"],
        ["ALPHA", "BETA", "ALP", "BET"],
    ],
)
def test_what_may_be_another_label_is_left(read, labels):
    assert _kinds(read(_birds(*labels))) == set(labels)


def test_a_line_that_explains_codes_joins_them_with_their_labels(read):
    labels = ["Blackbird", "BLABI", "Robin", "ROB", "1", "2"]
    note = '"Codes: BLABI Blackbird, ROBIN/ROB Robin, GRETI Great tit; kind 1 Robin, 3 Blackbird"\n'
    assert _kinds(read(_birds(*labels, note=note))) == {"Blackbird", "Robin", "2"}
    assert _kinds(read(_birds(*labels))) == set(labels)
