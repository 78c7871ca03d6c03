"""Classes of ordinary questions that were once answered beside the point, each on a small table of its own."""

from datetime import datetime

import pytest

from shared.analysis.quality.missing import Missing
from shared.analysis.rows.shown_rows import ShownRows
from shared.analysis.trends.trend import Trend
from shared.contracts import DatasetProfile
from shared.offline.linking import LinkedQuestion
from shared.offline.matching import matched
from shared.offline.reading.parse import read
from shared.offline.reading.reading import Reading
from tests.shared.offline.reading.ingested import Tables, ingested

NOW = datetime(2025, 1, 15)
FIRMS = "name,trade,country,value\n" + "".join(
    f"Firm {n},{('Trading companies', 'Banking', 'Retail')[n % 3]},{('Germany', 'Spain')[n % 2]},{n}.5\n"
    for n in range(1, 61)
)
POWER = "year,source,output\n" + "".join(
    f"{year}-01-01,{source},{size + year - 2000}\n"
    for year in range(2001, 2013)
    for source, size in (("Wind", 100), ("Coal", 700), ("Gas", 300))
)
DEGREES = "kind,sex,count,count11\n" + "".join(
    f"{kind},{sex},{n + 3 * m},{n + 4 * m}\n"
    for n, kind in enumerate(("A", "B", "C", "D"), start=4)
    for m, sex in enumerate(("m", "f"), start=1)
)
MEMBERS = "id,newsletter,visits\n" + "".join(
    f"{n},{('Yes', 'yes', 'Y', 'no', 'No', 'N')[n % 6]},{n % 9}\n" for n in range(1, 61)
)
RECIPES = "recipe,minutes,ingredients\n" + "".join(
    f"Dish {n},{n},{('egg; rice', 'rice; salt', 'egg; salt; oil', 'oil; rice')[n % 4]}\n" for n in range(1, 41)
)
STOCK = "product,stock_level\n" + "".join(f"Thing {n},{n * 3 % 40 + 1}\n" for n in range(1, 61))
DAYS = "day,visits,note\n" + "".join(
    f"2024-{m:02d}-{d:02d},{m * 20 + d},x\n" for m in range(1, 7) for d in range(1, 28)
)
SHIPS = "ship,side,crew\n" + "".join(f"S{n},{'port' if n % 2 else 'starboard'},{n}\n" for n in range(1, 21))
TAKINGS = "shop,revenue\n" + "".join(f"Shop {n},{n}\n" for n in range(1, 31))
MATCHES = "team,score,score,points\n" + "".join(f"Team {n},{n % 7},{n % 5},{n}\n" for n in range(1, 31))
HOMES = "home,price,sold\n" + "".join(f"Home {n},{n}000.5,{'yes' if n % 3 else 'no'}\n" for n in range(1, 31))
GUILD = "name,city,joined\n" + "".join(
    f"Ann{n} Lee{n},{('Leeds', 'York')[n % 2]},{2023 + n % 2}-0{1 + n % 9}-1{n % 10}\n" for n in range(1, 41)
)
TEXTS = {
    "guild": GUILD,
    "matches": MATCHES, "homes": HOMES,
    "firms": FIRMS, "power": POWER, "degrees": DEGREES, "members": MEMBERS, "recipes": RECIPES, "stock": STOCK,
    "days": DAYS, "ships": SHIPS, "takings": TAKINGS,
}  # fmt: skip


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory):
    with ingested(TEXTS, tmp_path_factory.mktemp("ordinary")) as tables:
        yield tables


def reading(tables: Tables, name: str, question: str) -> Reading:
    return read(question, tables[name][0], NOW)[0]


def test_a_counted_thing_is_no_condition_though_a_cell_ends_on_its_name(tables: Tables) -> None:
    assert not [
        one for one in reading(tables, "firms", "how many companies are from Germany").filters if one.column == "trade"
    ]


def test_where_rows_are_things_at_times_a_share_is_of_what_the_table_is_about(tables: Tables) -> None:
    found = reading(tables, "power", "share of wind in 2012")
    assert [(one.function, one.column) for one in found.metrics] == [("sum", "output")]


def test_a_year_that_is_one_row_of_each_thing_is_whole(tables: Tables) -> None:
    assert not [line for line in reading(tables, "power", "total output in 2012").assumptions if "not whole" in line]


def test_of_two_columns_of_counts_both_are_added_up(tables: Tables) -> None:
    found = reading(tables, "degrees", "how many degrees")
    assert [one.column for one in (*found.metrics, *found.rivals)] == ["count", "count11"]


def test_yes_and_no_are_known_however_they_are_written(tables: Tables) -> None:
    assert tables["members"][0].column("newsletter").type == "boolean"
    assert reading(tables, "members", "how many members get the newsletter").filters[0].values == (True,)


def test_cells_that_list_several_things_are_not_ranked_whole(tables: Tables) -> None:
    assert "list several things" in " ".join(reading(tables, "recipes", "most common ingredients").gaps)


def test_a_thing_that_cells_list_is_looked_for_in_the_list(tables: Tables) -> None:
    one = reading(tables, "recipes", "how many recipes with egg").filters
    both = reading(tables, "recipes", "how many recipes with egg and salt").filters
    assert [(item.operator, item.values) for item in one] == [("lists", ("egg",))]
    assert [(item.operator, item.values) for item in both] == [("lists", ("egg",)), ("lists", ("salt",))]
    assert not reading(tables, "recipes", "how many recipes with only egg").answerable


def test_a_name_that_two_columns_share_but_for_a_number_is_no_synonym_of_a_third(tables: Tables) -> None:
    found = reading(tables, "matches", "average score")
    assert "points" not in [metric.column for metric in found.metrics]
    assert not found.answerable


def test_a_word_that_names_a_column_is_not_swallowed_by_a_synonym(tables: Tables) -> None:
    (condition,) = reading(tables, "homes", "total price of sold homes").filters
    assert (condition.column, condition.values) == ("sold", (True,))


def test_the_first_rows_are_shown(tables: Tables) -> None:
    members = tables["members"][0]
    for question in ("first 5 rows", "show me the first 5 members"):
        found = matched([ShownRows], LinkedQuestion.of(question, members, NOW), members, NOW)
        assert found is not None
        assert found.analysis == ShownRows(first=5)


def test_an_average_is_no_total(tables: Tables) -> None:
    found = reading(tables, "stock", "stock level in total")
    assert not found.answerable or found.metrics[0].function == "sum"


def test_amounts_of_money_number_no_rows_though_they_follow_one_another(tables: Tables) -> None:
    assert reading(tables, "takings", "total revenue").metrics[0].function == "sum"
    assert reading(tables, "takings", "total revenue").answerable


def test_a_word_for_a_direction_is_not_passed_over(tables: Tables) -> None:
    assert reading(tables, "days", "are visits growing?").unexplained == ("growing",)


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Are visits growing?", Trend),
        ("Is anything missing in this table?", Missing),
        ("Are there gaps in the visits column?", Missing),
    ],
)
def test_an_analysis_answers_what_its_examples_ask(tables: Tables, question: str, kind: type) -> None:
    table: DatasetProfile = tables["days"][0]
    found = matched((Trend, Missing), LinkedQuestion.of(question, table, NOW), table, NOW)
    assert found is not None
    assert isinstance(found.analysis, kind)


@pytest.mark.parametrize(
    ("question", "conditions"),
    [
        ("who joined in 2024", {"joined"}),
        ("show everybody in Leeds", {"city"}),
        ("which members are from Leeds", {"city"}),
    ],
)
def test_where_conditions_are_all_that_is_said_the_rows_are_asked_for(tables: Tables, question, conditions) -> None:
    found = reading(tables, "guild", question)
    assert (found.shape, found.answerable) == ("rows", True)
    assert {one.column for one in found.filters} == conditions


@pytest.mark.parametrize("question", ["who zogged in 2024", "is it Leeds"])
def test_rows_are_shown_neither_for_a_word_that_was_not_read_nor_unasked(tables: Tables, question: str) -> None:
    assert not reading(tables, "guild", question).answerable
