"""Columns of 0 and 1, years as numbers, and names that stand twice: figures against pandas, or no figure at all."""

from collections.abc import Callable, Iterator
from io import StringIO

import duckdb
import pandas as pd
import pytest

from shared.offline.reading.parse import read
from tests.shared.model.answering import figure, found, headline, planned
from tests.shared.offline.reading.ingested import Tables, ingested
from tests.shared.offline.reading.profiling import profile_table
from tests.shared.offline.reading.shops import NOW

STAYS = "sex,age,days,died,smoker,mean.cost,lit\n" + "".join(
    f"{['male', 'female'][i % 2]},{30 + i * 7 % 50},{1 + i * 5 % 17},{int(i % 3 == 0)},{'yes' if i % 4 else 'no'},"
    f"{i}.5,{'' if i % 11 == 0 else f'{i % 2}.0'}\n"
    for i in range(60)
)
PRICES = "Year,cost,output\n" + "".join(f"{1950 + i},{100 + i * 13 % 40},{7 + i * 5 % 23}\n" for i in range(60))
TWICE = "region,amount,Amount\n" + "".join(f"{'AB'[i % 2]},{i * 3},{100 - i}\n" for i in range(60))
BUILT = "light,keeper,established\n" + "".join(f"L{i},{'AB'[i % 2]},{1800 + i}\n" for i in range(60))
SPEAKERS = "language,males,females\nPolish,216,230\nYiddish,24,26\nGerman,17,18\nCzech,3,4\nKarelian,9,12\n"
PLOTS = "province,area\n" + "".join(f"{['Ash', 'Elm'][i % 2]},{7 + i * 3}\n" for i in range(60))
TEXTS = {"plots": PLOTS, "stays": STAYS, "prices": PRICES, "twice": TWICE, "built": BUILT, "speakers": SPEAKERS}
Expected = Callable[[pd.DataFrame], float]


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tables]:
    with ingested(TEXTS, tmp_path_factory.mktemp("coded")) as found:
        yield found


FIGURES: list[tuple[str, str, Expected]] = [
    ("stays", "What is the average died where days is over 9?", lambda d: d.died[d.days > 9].mean()),
    ("stays", "average died", lambda d: d.died.mean()),
    ("stays", "total died", lambda d: d.died.sum()),
    ("stays", "what is the minimum of died?", lambda d: d.died.min()),
    ("stays", "standard deviation of died", lambda d: d.died.std()),
    ("stays", "correlation between died and days", lambda d: d.died.corr(d.days)),
    ("stays", "how many died", lambda d: d.died.sum()),
    ("stays", "mean days", lambda d: d.days.mean()),
    ("prices", "correlation between cost and output", lambda d: d.cost.corr(d.output)),
    ("twice", "total amount 1", lambda d: d.iloc[:, 1].sum()),
    ("twice", "total amount_2", lambda d: d.iloc[:, 2].sum()),
    ("stays", "average days of stays without lit", lambda d: d.days[d.lit == 0].mean()),
    ("stays", "average lit", lambda d: d.lit.mean()),
    ("stays", "how many are lit", lambda d: d.lit.sum()),
    ("stays", "mean died", lambda d: d.died.mean()),
]


@pytest.mark.parametrize(("table", "question", "expected"), FIGURES, ids=[question for _, question, _ in FIGURES])
def test_a_figure_of_coded_columns_is_the_one_that_pandas_computes(
    tables: Tables, table: str, question: str, expected: Expected
) -> None:
    profile, connection = tables[table]
    assert figure(question, profile, connection, NOW) == pytest.approx(expected(pd.read_csv(StringIO(TEXTS[table]))))


@pytest.mark.parametrize(
    ("table", "question"),
    [
        ("prices", "correlation between year and cost"),
        ("stays", "average days lit vs not"),
        ("stays", "How many rows have died over 0?"),
        ("stays", "average days where died is below 1"),
    ],
)
def test_a_form_that_is_not_read_is_declined_and_not_answered_by_another_figure(
    tables: Tables, table: str, question: str
) -> None:
    assert planned(question, NOW, tables[table][0]).forfeit is not None


def test_of_two_kinds_each_is_counted(tables: Tables) -> None:
    profile, connection = tables["stays"]
    told = headline("how many men and women are there", profile, connection, NOW)
    assert told.count("30") == 2


def test_a_column_is_called_by_its_whole_name_before_others_are_by_a_part_of_theirs() -> None:
    connection = duckdb.connect()
    connection.execute("CREATE TABLE scores AS SELECT i AS epiE, 2 * i AS epiS, 3 * i AS epi_temp FROM range(60) t(i)")
    profile = profile_table(connection, "scores", "scores.csv")
    assert read("average epiE", profile, NOW)[0].metrics[0].column == "epiE"


FORFEITED = [
    ("built", "total established", "means nothing"),
    ("speakers", "how many male and female german speakers are there?", ""),
]


@pytest.mark.parametrize(("table", "question", "why"), FORFEITED, ids=[question for _, question, _ in FORFEITED])
def test_what_such_a_column_cannot_say_is_forfeited(tables: Tables, table: str, question: str, why: str) -> None:
    profile, _ = tables[table]
    forfeit = planned(question, NOW, profile).forfeit
    assert forfeit is not None
    assert why in forfeit.reason


@pytest.mark.parametrize("question", ["total amount", "average Amount by region"])
def test_a_name_that_two_columns_share_is_answered_by_both_side_by_side(tables: Tables, question: str) -> None:
    told = found(question, *tables["twice"], NOW)
    assert told.undecided
    assert {cell.column.rpartition("_")[-1] for fact in told.facts for cell in fact.cells} == {"1", "2"}


def test_districts_are_no_amount_of_a_column_called_area(tables: Tables) -> None:
    profile, _ = tables["plots"]
    reading = read("how many districts are in the province of Ash", profile, NOW)[0]
    assert reading.metrics == () or reading.metrics[0].column != "area"
    assert figure("total area of Ash", profile, tables["plots"][1], NOW) == sum(7 + i * 3 for i in range(0, 60, 2))


def test_capitals_with_an_s_are_several_of_a_value_in_capitals() -> None:
    connection = duckdb.connect()
    connection.execute(
        "CREATE TABLE cars AS SELECT i AS number, ['VW', 'MG', 'Kia'][1 + i % 3] AS make FROM range(30) t(i)"
    )
    profile = profile_table(connection, "cars", "cars.csv")
    (item,) = read("How many VWs are there?", profile, NOW)[0].filters
    assert item.values == ("VW",)
