"""Codes of missing values: what is one in a column of a file is one in its others, and true amounts stay."""

import random

import pytest

ROWS = 40


def _table(seed: int, **columns: tuple[float, float, dict[int, float]]) -> str:
    """A table with a column of random numbers between two for each, and these numbers in these rows."""
    rng = random.Random(seed)
    cells = {
        name: [coded.get(at, round(rng.uniform(low, high), 1)) for at in range(ROWS)]
        for name, (low, high, coded) in columns.items()
    }
    rows = (",".join(f"{cells[name][at]:g}" for name in cells) for at in range(ROWS))
    return f"id,{','.join(cells)}\n" + "".join(f"s{at},{row}\n" for at, row in enumerate(rows))


def _empty(found, *names: str) -> list[int]:
    return [sum(value is None for value in found.values(name)) for name in names]


@pytest.mark.parametrize("code", [-99, -999, -9999, -99.9, -999.9])
@pytest.mark.parametrize("seed", range(3))
def test_what_is_a_code_in_one_column_is_one_in_the_others(read, code, seed):
    text = _table(seed, wind=(0, 20, {3: code, 7: code}), temp=(-15, 38, {5: code}), air=(300, 900, {3: code}))
    found = read(text)
    assert _empty(found, "wind", "temp", "air") == [2, 1, 1]
    assert {one.column for one in found.profile.repairs if one.doubt} == {"wind", "temp", "air"}


def test_a_code_that_no_column_proves_alone_is_proved_by_two(read):
    both = read(_table(1, temp=(-15, 38, {5: -99}), rain=(30, 90, {8: -99})))
    assert _empty(both, "temp", "rain") == [1, 1]
    assert _empty(read(_table(1, temp=(-15, 38, {5: -99}), rain=(30, 90, {}))), "temp", "rain") == [0, 0]


def test_a_true_temperature_that_is_a_code_elsewhere_stays(read):
    found = read(_table(2, deep=(-120, 40, {5: -99}), wind=(0, 20, {3: -99, 7: -99})))
    assert _empty(found, "deep", "wind") == [0, 2]


def test_a_column_of_nothing_but_a_code_is_empty(read):
    found = read(_table(3, dead=(-999, -999, {}), wind=(0, 20, {3: -999, 7: -999})))
    assert _empty(found, "dead", "wind") == [ROWS, 2]
    assert "the column holds nothing else" in found.told()


@pytest.mark.parametrize("code", [99, 999, 9999])
def test_nines_above_zero_in_other_rows_of_two_columns_are_codes(read, code):
    found = read(_table(4, one=(1, 9, {3: code, 7: code}), other=(1, 20, {4: code, 7: code})))
    assert _empty(found, "one", "other") == [2, 2]


@pytest.mark.parametrize("code", [999, 9999])
def test_nines_above_zero_of_one_column_or_in_the_same_rows_are_kept_and_told(read, code):
    one = read(_table(5, one=(1, 9, {3: code, 7: code}), other=(1, 20, {})))
    assert _empty(one, "one") == [0]
    same = read(_table(5, price=(1, 9, {3: code, 7: code}), paid=(1, 20, {3: code, 7: code})))
    assert _empty(same, "price", "paid") == [0, 0]
    for found in (one, same):
        assert "may stand for missing values, and was kept" in found.told()


def test_two_amounts_of_99_are_none_and_say_nothing(read):
    found = read(_table(6, price=(1, 9, {3: 99, 7: 99}), paid=(1, 9, {})))
    assert _empty(found, "price") == [0]
    assert not found.told("null")


def test_two_codes_below_the_values_of_a_column_are_both_emptied(read):
    text = _table(7, wind=(0, 20, {3: -999, 7: -999, 8: -99, 9: -99}), rain=(30, 90, {8: -99}))
    assert _empty(read(text), "wind", "rain") == [4, 1]


@pytest.mark.parametrize("seed", range(12))
def test_no_numbers_of_chance_are_codes(read, seed):
    rng = random.Random(seed)
    low, high = sorted((rng.randint(-150, 0), rng.randint(0, 1_200)))
    nines = {at: rng.choice([-99, 99, 999]) for at in range(4)}
    nines = {at: value for at, value in nines.items() if low <= value <= high}
    text = _table(seed, one=(low, high, nines), other=(low, high, nines))
    assert _empty(read(text), "one", "other") == [0, 0]


MONTHS = [(year, month) for year in range(1750, 1760) for month in range(1, 13)]
MISSED = dict.fromkeys(range(3, 12), -1.0)


def test_minus_one_is_no_value_of_what_is_measured_in_tenths_and_else_never_negative(read):
    text = _table(4, flux=(0, 200, MISSED), spread=(0, 30, {}), gauge=(100, 900, dict.fromkeys(range(3, 9), -1)))
    found = read(text)
    assert _empty(found, "flux", "spread", "gauge") == [9, 0, 6]
    assert {one.column for one in found.profile.repairs if one.doubt} == {"flux", "gauge"}


@pytest.mark.parametrize(
    "columns",
    [
        {"frost": (-9, 20, MISSED)},  # others are negative, too
        {"rho": (-1, 1, MISSED)},
        {"rare": (0, 200, {3: -1.0, 7: -1.0})},
        {"small": (0, 5, MISSED)},
    ],
)
def test_minus_one_stays_where_it_may_be_a_value(read, columns):
    (name,) = columns
    assert _empty(read(_table(5, **columns)), name) == [0]


def test_whole_numbers_keep_minus_one_where_no_column_beside_proves_it(read):
    steps = "".join(f"s{at},{-1 if at % 4 == 0 else at * 3}\n" for at in range(ROWS))
    assert _empty(read("id,step\n" + steps), "step") == [0]


def test_a_record_of_months_without_a_header_keeps_its_years_and_counts_no_missing_month(read):
    rng = random.Random(8)
    months = [(year, month, -1 if year < 1752 and month % 3 == 0 else rng.random() * 90) for year, month in MONTHS]
    lines = [f"{year};{month:02d};{year + month / 12:8.3f};{seen:6.1f};1\n" for year, month, seen in months]
    found = read("".join(lines))
    assert len(found.rows) == 120
    assert _empty(found, "column_1", "column_3", "column_4") == [0, 0, 8]


def survey(*columns: str) -> str:
    """A table of the answers, a text of digits for each column."""
    head = ",".join(f"q{at}" for at in range(1, len(columns) + 1))
    return "no," + head + "\n" + "".join(f"{n},{','.join(row)}\n" for n, row in enumerate(zip(*columns, strict=True)))


@pytest.mark.parametrize(
    ("first", "second", "coded"),
    [
        ("123459123451234512345123", "543219543211234512345129", {"q1", "q2"}),
        ("123459123451234512345123", "543215543211234512345125", set()),  # one column alone may hold counts
        ("123459123451234512345123", "123123912312312312312319", set()),  # another scale
        ("123567912356712356712356", "123567912356712356712359", set()),  # 4 was never answered: no scale
        ("123456789123456789123456", "123456789123456789123456", set()),  # no gap
        ("012340912340123412340123", "012343210432104321040129", set()),  # counts begin with none
        (
            "1" * 40 + "2" * 20 + "3" * 10 + "4" * 3 + "9",
            "1" * 39 + "2" * 21 + "3" * 9 + "4" * 4 + "9",
            set(),
        ),  # rare ones
    ],
)
def test_a_number_beyond_the_scale_that_several_columns_share_is_no_answer(read, first, second, coded):
    profile = read(survey(first, second)).profile
    told = {one.column for one in profile.repairs if "stand for no answer" in one.detail}
    assert told == coded
    assert {name for name in ("q1", "q2") if profile.column(name).maximum != 9} >= coded


def test_of_a_code_that_was_emptied_it_is_not_told_too_that_it_was_kept(read):
    cells = [999 if at in (3, 9, 14) else 1 + at % 5 for at in range(60)]
    found = read("id,mark\n" + "".join(f"{at},{cell}\n" for at, cell in enumerate(cells)))
    assert sum(value is None for value in found.values("mark")) == 3
    assert len([one for one in found.profile.repairs if one.column == "mark" and "999" in one.detail]) == 1


@pytest.mark.parametrize(("code", "high"), [(999, 400), (9999, 4500), (99999, 30000)])
def test_the_commonest_number_that_lies_above_all_others_may_be_a_code_and_is_told(read, code, high):
    found = read(_table(7, sight=(20, high, dict.fromkeys(range(3, 40, 6), code)), wind=(0, 20, {})))
    assert _empty(found, "sight") == [0]
    told = next(one for one in found.profile.repairs if one.column == "sight")
    assert told.doubt
    assert told.detail.endswith("it may stand for missing values, and was kept.")


@pytest.mark.parametrize(
    ("low", "high", "coded"),
    [
        (20, 900, dict.fromkeys(range(3, 40, 6), 999)),  # within reach of the others
        (20, 400, {3: 999, 9: 999}),  # twice
        (20, 400, {**dict.fromkeys(range(3, 12, 3), 999), **dict.fromkeys(range(13, 22, 2), 250)}),  # 250 is commoner
    ],
)
def test_nines_that_a_measure_may_well_have_say_nothing(read, low, high, coded):
    assert not read(_table(8, sight=(low, high, coded), wind=(0, 20, {}))).told("null")
