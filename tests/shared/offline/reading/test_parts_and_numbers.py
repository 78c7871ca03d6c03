"""What a share is the share of, what a number is the number of, and why rows are not ranked by a name."""

from collections.abc import Iterator

import pytest

from shared.offline.reading.parse import read
from shared.offline.reading.reading import Reading
from tests.shared.offline.reading.ingested import Tables, ingested
from tests.shared.offline.reading.shops import NOW, reading_of

BIRDS = "Date,Species,Count,Site\n" + "".join(
    f"2024-03-{1 + i % 28:02},{['Lapwing', 'Mallard', 'Wren'][i % 3]},{1 + i * 7 % 40},{['Marsh', 'Pond'][i % 2]}\n"
    for i in range(60)
)
MACHINES = "Name,Weight,Origin\n" + "".join(
    f"{'abcdefghijklmnopqrst'[i % 20]} {i % 40},{900 + i * 13 % 700},{['USA', 'Japan'][i % 2]}\n" for i in range(60)
)


SEEN = BIRDS.replace("Site", "Observer")
STAYS = "Booking Ref,Nightly Rate,Channel,Cancelled\n" + "".join(
    f"B{i},{80 + i * 7 % 50}.5,{['Direct', 'Phone'][i % 2]},{['yes', 'no', 'no'][i % 3]}\n" for i in range(60)
)
SAILINGS = "Vessel,Passengers,Cancelled\n" + "".join(
    f"{['Skua', 'Tern'][i % 2]},{0 if i % 9 == 0 else 80 + i * 7 % 50},{'Y' if i % 9 == 0 else ''}\n" for i in range(60)
)

STAFF = "Name,Department,Title,Salary\n" + "".join(
    f"{'abcdefghijklmnopqrst'[i % 20]}{i},{('Engineering', 'Sales')[i % 2]},"
    f"{'Head of Engineering' if not i else ('Engineer', 'Seller')[i % 2]},{40000 + i * 37}\n"
    for i in range(60)
)


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tables]:
    texts = {
        "bird_observations": BIRDS,
        "machines": MACHINES,
        "sightings": SEEN,
        "stays": STAYS,
        "sailings": SAILINGS,
        "staff": STAFF,
    }
    with ingested(texts, tmp_path_factory.mktemp("parts")) as found:
        yield found


def reading(tables: Tables, name: str, question: str) -> Reading:
    return read(question, tables[name][0], NOW)[0]


def test_a_value_is_meant_before_a_longer_one_that_ends_in_it_behind_a_word_that_says_nothing(tables: Tables) -> None:
    (condition,) = reading(tables, "staff", "What is the total salary of Engineering?").filters
    assert (condition.column, condition.values) == ("Department", ("Engineering",))


@pytest.mark.parametrize(
    "question", ["employees by department for Analyst as a percentage", "employees by department in Sales in percent"]
)
def test_groups_told_as_a_percentage_are_parts_of_the_rows_that_the_conditions_leave(question: str) -> None:
    found = reading_of(question, "employees")
    assert found.answerable
    assert (found.shape, found.part, len(found.filters)) == ("share", (), 1)


@pytest.mark.parametrize(
    "question",
    ["share of Analyst employees by department", "what percentage of Analyst employees are in each department"],
)
def test_a_condition_that_may_be_the_part_or_its_base_is_asked_back(question: str) -> None:
    found = reading_of(question, "employees")
    assert not found.answerable
    assert "what share of each department is Analyst, or what share of Analyst each is" in " ".join(found.gaps)


def test_a_percentage_by_group_that_is_then_narrowed_is_asked_back() -> None:
    assert not reading_of("employees by department as a percentage for Analyst", "employees").answerable
    assert reading_of("per department, the share of Analyst employees", "employees").answerable


@pytest.mark.parametrize("verb", ["came by", "reached", "began in", "did"])
def test_what_stands_behind_a_verb_is_no_base_without_doubt(verb: str) -> None:
    found = reading_of(f"what percentage of cancelled orders {verb} West")
    assert found.gaps[0] == "it could ask what share of cancelled is West, or what share of West is cancelled"
    assert reading_of("percentage of cancelled orders in the West").answerable
    assert reading_of("what percentage of 2023 orders reached West").part


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("what percentage of orders were cancelled by region", "status"),
        ("West's share of revenue by status", "region"),
        ("share of revenue from the West by month", "region"),
        ("share of West revenue by month", "region"),
        ("proportion of orders with revenue over 50 by region", "revenue"),
    ],
)
def test_a_part_that_is_named_stays_the_part_in_each_group(question: str, part: str) -> None:
    found = reading_of(question)
    assert found.answerable
    assert [item.column for item in found.part] == [part]


def test_a_yes_or_no_is_the_part_in_each_group() -> None:
    found = reading_of("what percentage of orders were returned by region")
    assert [(metric.function, metric.column) for metric in found.metrics] == [("rate", "returned")]


@pytest.mark.parametrize("question", ["how many lapwings were seen", "how many Wren were recorded at Marsh in 2024"])
def test_things_that_a_column_counts_in_each_row_are_told_beside_the_number_of_rows(
    tables: Tables, question: str
) -> None:
    found = reading(tables, "bird_observations", question)
    assert found.answerable
    told = [(metric.function, metric.column) for metric in (*found.metrics, *found.rivals)]
    assert told == [("count", None), ("sum", "Count")]


@pytest.mark.parametrize(
    "question", ["how many observations of lapwings", "how many rows are there", "how many species"]
)
def test_rows_and_values_that_are_named_are_counted_alone(tables: Tables, question: str) -> None:
    found = reading(tables, "bird_observations", question)
    assert len(found.metrics) == 1
    assert not found.rivals


def test_a_share_of_such_things_is_told_beside_that_of_the_rows(tables: Tables) -> None:
    found = reading(tables, "bird_observations", "what percentage of lapwings were seen at Marsh")
    told = [(metric.function, metric.column) for metric in (*found.metrics, *found.rivals)]
    assert (found.answerable, found.shape, told) == (True, "share", [("count", None), ("sum", "Count")])
    assert not reading(tables, "bird_observations", "what percentage of observations were of lapwings").rivals


def test_what_only_shares_its_stem_with_a_column_is_not_counted_as_its_values(tables: Tables) -> None:
    assert reading(tables, "sightings", "how many observers").answerable
    gaps = reading(tables, "sightings", "how many observations in March 2024").gaps
    assert gaps[0] == "different values of Observer may be something else than “observations”"


def test_the_rate_of_a_yes_or_no_is_no_part_of_the_name_of_another_column(tables: Tables) -> None:
    found = reading(tables, "stays", "cancellation rate by channel")
    assert [(metric.function, metric.column) for metric in found.metrics] == [("rate", "Cancelled")]
    assert not found.filters
    assert not reading(tables, "stays", "average rate of cancelled stays").answerable
    nightly = reading(tables, "stays", "average nightly rate by channel")
    assert [metric.column for metric in nightly.metrics] == ["Nightly Rate"]


def test_a_name_that_rows_share_is_why_they_are_not_listed_by_it(tables: Tables) -> None:
    assert reading(tables, "machines", "top 5 heaviest machines").gaps == (
        "several rows have the same Name, so that it does not tell them apart",
    )


def test_rows_without_the_only_value_of_a_flag_are_those_that_have_none(tables: Tables) -> None:
    found = reading(tables, "sailings", "average passengers by vessel, leaving out cancelled sailings")
    assert [(item.column, item.operator, item.values) for item in found.filters] == [("Cancelled", "is null", ())]
