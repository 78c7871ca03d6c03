"""A question that is offered is answered when it is taken, and rightly: pandas has the key."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pandas as pd
import pytest

from shared.contracts import DatasetProfile
from shared.ingestion.pipeline import ingest
from shared.model.moves import OfferQuestions
from shared.offline.mind import DeterministicModel
from tests.evaluation.honesty.grade import Answer
from tests.evaluation.honesty.run import Tables, ask

EVALUATION = Path(__file__).parents[2] / "evaluation" / "honesty"
NOW = datetime(2026, 1, 15, tzinfo=UTC)
TABLES = (
    "tables/orders.csv", "tables/employees.csv", "tables/hospital_visits.csv", "tables/subscriptions.csv",
    "second_tables/tips.csv", "second_tables/cars.csv", "third_tables/penguins_raw.csv", "third_tables/mtcars.csv",
    "fourth_tables/superstore.csv", "fourth_tables/mpg.csv", "fourth_tables/unemployment.csv",
    "fourth_tables/sochi_medals.csv",
)  # fmt: skip
FORMS = (
    r"(?P<how>Total|Average) (?:of )?(?P<measure>.+) by (?P<group>.+) where (?P<of>.+?) is (?P<value>.+)",
    r"Number of (?P<rows>\w+(?: \w+)?) by (?P<group>.+) where (?P<of>.+?) is (?P<value>.+)",
    r"Number of (?P<rows>\w+(?: \w+)?) where (?P<group>.+?) is (?P<value>.+)",
    r"Number of (?P<rows>\w+(?: \w+)?) by (?P<group>.+)",
    r"Number of (?P<rows>\w+(?: \w+)?)",
    r"How many (?P<rows>.+) are there\?",
    r"Which (?P<group>.+) has the highest number of (?P<rows>.+)\?",
    r"Which (?P<group>.+) has the highest (?P<how>total|average) (?:of )?(?P<measure>.+)\?",
    r"(?P<how>Total|Average) (?:of )?(?P<measure>.+) where (?P<group>.+?) is (?P<value>.+)",
    r"(?P<how>Total|Average) (?:of )?(?P<measure>.+) by (?P<group>.+)",
    r"(?P<how>Total|Average) (?:of )?(?P<measure>.+)",
)
"""Every form that an offer may have, read anew here; the first that fits holds."""


def _column(frame: pd.DataFrame, name: str) -> str:
    said = {re.sub(r"[\W_]+", "", one).lower(): one for one in frame.columns}
    bare = re.sub(r"[\W_]+", "", name).lower()
    return said.get(bare) or next(one for key, one in said.items() if key.endswith(bare))  # "total of order total"


def _groups(frame: pd.DataFrame, name: str) -> "pd.Series[str]":
    """Each row's group."""
    if name in frame or name not in ("day", "month", "week", "quarter", "year"):
        return frame[_column(frame, name)]
    dates = next(pd.to_datetime(frame[one]) for one in frame if "datetime" in str(frame[one].dtype))
    return dates.dt.to_period(name[0].upper())


def _key(question: str, frame: pd.DataFrame) -> list[float] | str:
    """The figures of the answer in the order of size, or the group that is named."""
    form = next(found for form in FORMS if (found := re.fullmatch(form, question)))
    said = form.groupdict()
    group = said.get("group")
    if limited := said.get("of") or (group if said.get("value") else None):
        frame = frame[frame[_column(frame, limited)].astype(str) == said["value"]]
    if said.get("rows"):
        measure, how = frame.iloc[:, 0], "size"
    else:
        measure, how = frame[_column(frame, said["measure"])], {"total": "sum", "average": "mean"}[said["how"].lower()]
    if not group or group == limited:
        return [float(len(measure) if how == "size" else measure.agg(how))]
    figures = measure.groupby(_groups(frame, group)).agg(how).dropna()
    return str(figures.idxmax()) if question.startswith("Which") else sorted(figures.tolist())


def _told(answer: Answer) -> list[float]:
    column = answer.facts[0].cells[0].column
    cells = (record[column] for record in answer.results[0].records())
    return sorted(float(cell) for cell in cells if isinstance(cell, int | float))


def _offered(table: DatasetProfile, question: str) -> list[str]:
    request = OfferQuestions(question=question, datasets=(table,), now=NOW)
    return [one.question for one in DeterministicModel().ask(request, seconds=1).value.offers]


@pytest.mark.parametrize("path", TABLES)
def test_an_offer_is_answered_when_taken_and_pandas_finds_the_same(path: str, tmp_path: Path) -> None:
    folder, name = path.split("/")
    tables = Tables(tmp_path, EVALUATION / folder)
    table = tables.profile(name)
    frame = tables.connection.sql(f'SELECT * FROM "{table.relation}"').df()
    value = next((str(one.top_values[0].value) for one in table.having("dimension") if one.top_values), "")
    offers = list(dict.fromkeys((*_offered(table, "why is that"), *_offered(table, f"why {value}"))))
    figures = [one for one in offers if not one.startswith(("Show the ", "What is in "))]
    assert len(figures) >= 2
    for question in figures:
        answer = ask({"question": question, "table": name, "asked_at": NOW.isoformat()}, tables)
        assert not answer.forfeited, (question, answer.reason)
        key = _key(question, frame)
        if isinstance(key, str):
            assert key in answer.summary, question
        else:
            assert _told(answer) == pytest.approx(key, rel=1e-6), question


@pytest.mark.parametrize(("days", "step"), [(28, "day"), (80, "month")])
def test_what_lies_in_one_month_is_offered_by_day(days: int, step: str, tmp_path: Path) -> None:
    times = pd.date_range("2025-06-01", periods=days * 6, freq="4h")
    lines = [f"{time},T{at % 3},{at % 29}" for at, time in enumerate(times)]
    source = tmp_path / "turbines.csv"
    source.write_text("logged on,turbine,output\n" + "\n".join(lines) + "\n", encoding="utf-8")
    table = ingest(source, tmp_path / "turbines.parquet", dataset_id="d", file_name="turbines.csv")
    offered = _offered(table, "why is that")
    assert {one.rsplit(" ", 1)[1] for one in offered if one.endswith((" by day", " by month"))} == {step}


SHOP = """sold on,region,product,price,units
2024-01-05,West,Lamp,10,1
2024-03-07,East,Chair,20,2
2024-06-11,West,Chair,25,3
2024-12-30,North,Lamp,30,4
2025-02-01,East,Desk,60,5
2025-06-02,West,Desk,55,6
2025-12-31,North,Lamp,12,7
"""


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("total units in 2019", ["Total units in 2025", "Total units by year"]),
        ("how many rows were there in June 2031?", ["Number of rows in June 2025"]),
        ("compare West and East", ["Total units where region is West", "Total units where region is East"]),
        (
            "why West",
            [
                "Total units where region is West",
                "Total units by month where region is West",
                "Number of rows where region is West",
            ],
        ),
        ("total of the zest?", ["Total units", "Total units by region"]),
        ("how much did we sell last month?", ["Total units in December 2025"]),
        ("which month was the best?", ["Which month has the highest total units?"]),
        (
            "which region has the lowest units of things?",
            ["Total units by region", "Total units by product", "Which region has the lowest total units?"],
        ),
        ("units of the Lamp by quarter and thingummy", ["Total units by quarter where product is Lamp"]),
        ("who took the Lamp?", ["Show the rows where product is Lamp", "Total units where product is Lamp"]),
        ("which rows are in the West, then?", ["Show the rows where region is West"]),
        ("how are you all doing in there?", ["What is in this file?"]),
        ("why are units so low by product?", ["Total units by product"]),
        ("median price of oddments", ["Median price by region", "Median price by month"]),
        ("total units by product and quarter of thingummy", ["Total units by product", "Total units by quarter"]),
        ("what is the zest by product?", ["Total units by product", "Average price by product"]),
        ("average zest by product", ["Average price by product", "Average units by product"]),
    ],
)
def test_what_was_understood_of_a_question_is_offered_first(question: str, first: list[str], tmp_path: Path) -> None:
    source = tmp_path / "shop.csv"
    source.write_text(SHOP, encoding="utf-8")
    table = ingest(source, tmp_path / "shop.parquet", dataset_id="d", file_name="shop.csv")
    assert [re.sub("number of sales|shop", "number of rows", one) for one in _offered(table, question)][
        : len(first)
    ] == first


def _table(tmp_path: Path, header: str, lines: list[str]) -> DatasetProfile:
    source = tmp_path / "log.csv"
    source.write_text("\n".join((header, *lines)) + "\n", encoding="utf-8")
    return ingest(source, tmp_path / "log.parquet", dataset_id="d", file_name="log.csv")


def test_what_numbers_things_is_no_figure_and_groups_of_as_many_rows_are_not_counted(tmp_path: Path) -> None:
    teams = ["Ash", "Birch", "Cedar", "Elm", "Fir", "Gean"]
    lines = [
        f"{1 + at // 6},2024-0{1 + at // 12}-0{1 + at // 6 % 2 * 3},{teams[at % 6]},{at * 7 % 5}" for at in range(48)
    ]
    table = _table(tmp_path, "round,played,team,goals", lines)
    offered = _offered(table, "who is the top scorer?") + _offered(table, "how many draws by team?")
    assert "Total goals by team" in offered
    assert not [one for one in offered if re.search(r"\bround\b|[Nn]umber of \w+ by team|number of", one)]


def test_fractions_that_are_all_about_as_large_are_not_offered_to_be_added_up(tmp_path: Path) -> None:
    lines = [f"{['Red', 'Blue', 'Green'][at % 3]},{17 + at % 7}.{at % 10},{3 + at * 7 % 40}" for at in range(48)]
    table = _table(tmp_path, "crew,brix,crates", lines)
    assert _offered(table, "why is that?")[:2] == ["What is in this file?", "Total crates by crew"]
    assert not [one for one in _offered(table, "why is that?") if "brix" in one]


def test_of_things_at_times_no_rows_are_offered_to_be_counted(tmp_path: Path) -> None:
    lines = [f"m{at % 5},{'gas' if at % 5 < 2 else 'power'},2024-{1 + at // 5:02d},{at * 37 % 91}" for at in range(60)]
    table = _table(tmp_path, "meter,utility,month,cost", lines)
    assert _offered(table, "who burns gas?")[:2] == [
        "Show the rows where utility is gas",
        "Total cost where utility is gas",
    ]
    assert not [one for one in _offered(table, "burns gas") if "umber of" in one]


def test_a_date_that_not_every_row_has_dates_no_rows_unless_it_is_named(tmp_path: Path) -> None:
    lines = [
        f"P{at:03d},{'AB'[at % 2]},{at % 7},{'' if at % 8 == 0 else f'2024-{1 + at % 9:02d}-03'}" for at in range(80)
    ]
    table = _table(tmp_path, "part_no,supplier,stock,last_issued", lines)
    assert not [one for one in _offered(table, "what is it worth?") if one.endswith("by month")]
    assert [one for one in _offered(table, "why were they last issued so?") if one.endswith("by month")]


def test_no_year_and_no_yes_or_no_is_asked_for_as_a_thing(tmp_path: Path) -> None:
    lines = [f"{2009 + at % 8},{['yes', 'no', 'no'][at % 3]},{20 + at % 4 * 10}" for at in range(64)]
    table = _table(tmp_path, "joined,paid,dues", lines)
    assert not [one for one in _offered(table, "why did they join, and who paid?") if one.startswith("Which")]


def test_no_question_is_offered_twice_nor_the_one_that_was_asked(tmp_path: Path) -> None:
    source = tmp_path / "shop.csv"
    source.write_text(SHOP, encoding="utf-8")
    table = ingest(source, tmp_path / "shop.parquet", dataset_id="d", file_name="shop.csv")
    offered = _offered(table, "total units by region?")
    assert len(set(offered)) == len(offered)
    assert "Total units by region" not in offered


def test_a_number_that_only_names_rows_is_offered_as_no_amount(tmp_path: Path) -> None:
    source = tmp_path / "lines.csv"
    cells = "\n".join(f"{20000 + at // 2},{['Lamp', 'Desk', 'Chair'][at % 3]},{1 + at % 4}" for at in range(60))
    source.write_text(f"order_id,product,qty\n{cells}\n", encoding="utf-8")
    table = ingest(source, tmp_path / "lines.parquet", dataset_id="d", file_name="lines.csv")
    offered = _offered(table, "orders above 500 euros")
    assert offered
    assert not [one for one in offered if "order id is" in one]


BOOKS = """Belegnr,Tag,Kunde,Lage,Stück,Betrag,Q1 Plan,Q2 Plan
""" + "".join(
    f"B-{1000 + at},2025-{1 + at % 9:02}-11,{'ABCDEFGHIJ'[at % 10]} AG,{('offen', 'zu')[at % 2]},{1 + at % 7},"
    f"{at * 3.25 + 1:.2f},{at + 3},{at + 5}\n"
    for at in range(60)
)


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("how many slips are unpaid", ["Number of rows", "Number of rows by Lage"]),
        ("what share of the slips is void", ["Number of rows by Lage"]),
        ("who is the best buyer", ["Total Betrag by Kunde"]),
        ("total plan for Q2", ["Total Q2 Plan"]),
        ("which month was the strongest", ["Which month has the highest total Betrag?", "Total Betrag by month"]),
    ],
    ids=[
        "a state, and rows by no code",
        "a share of rows",
        "a thing, and an amount before numbers of things",
        "nearer name",
        "a time",
    ],
)
def test_what_an_unknown_word_may_mean_is_offered_in_the_names_of_the_file(question, first, tmp_path: Path) -> None:
    source = tmp_path / "belege_2025.csv"
    source.write_text(BOOKS, encoding="utf-8")
    table = ingest(source, tmp_path / "belege.parquet", dataset_id="d", file_name="belege_2025.csv")
    offered = _offered(table, question)
    assert offered[: len(first)] == first


def test_the_table_that_knows_a_whole_value_is_asked_and_not_one_that_knows_a_part_of_it(tmp_path: Path) -> None:
    tables = []
    for name, cells in (("places", "Hall Street,Town hall,{0}"), ("uses", "Market hall,Town,{0}")):
        source = tmp_path / f"{name}.csv"
        source.write_text("site,name,fee\n" + "\n".join(cells.format(at % 5) for at in range(30)), encoding="utf-8")
        tables.append(ingest(source, tmp_path / f"{name}.parquet", dataset_id=name, file_name=f"{name}.csv"))
    request = OfferQuestions(question="why the Market hall", datasets=tuple(tables), now=NOW)
    offered = DeterministicModel().ask(request, seconds=1).value.offers
    assert "site is Market hall" in offered[0].question


def test_a_figure_of_one_table_is_offered_by_what_another_says_of_its_codes(tmp_path: Path) -> None:
    """Also where the codes are called otherwise there, and its profile shows only some of them."""
    codes = [f"K{at}00" for at in range(1, 9)]
    costs = [f"{code},{kind},{at * 7 % 90 + 10}" for at, code in enumerate(codes) for kind in ("staff", "rent")]
    names = [f"{code},Centre {at},{('North', 'South')[at % 2]}" for at, code in enumerate(codes)]
    tables = []
    for file, lines in (("costs", ["cost centre,kind,units", *costs]), ("centres", ["code,title,division", *names])):
        source = tmp_path / f"{file}.csv"
        source.write_text("\n".join(lines) + "\n", encoding="utf-8")
        tables.append(ingest(source, tmp_path / f"{file}.parquet", dataset_id=file, file_name=f"{file}.csv"))
    tables = [one.model_copy(update={"relation": f"t{at}"}) for at, one in enumerate(tables)]
    request = OfferQuestions(question="what are the units of oddments by division", datasets=tuple(tables), now=NOW)
    assert DeterministicModel().ask(request, seconds=1).value.offers[0].question.endswith(" units by division")


def test_the_one_value_that_a_name_is_a_part_of_is_offered(tmp_path: Path) -> None:
    reps = ["Bo Reyes", "Ada Lund", "Max Ray"]
    lines = [f"2024-0{1 + at % 9}-03,{reps[at % 3]},{at * 7 % 23}.5" for at in range(60)]
    table = _table(tmp_path, "sold,rep,takings", lines)
    assert _offered(table, "total takings of Bo")[0] == "Total takings where rep is Bo Reyes"


QUARTERS = "branch,kind,Q1 Plan,Q1 Actual,Q4 Plan,Q4 Actual\n" + "".join(
    f"B{at % 6},{('staff', 'rent')[at % 2]},{at * 7 + 100},{at * 5 + 90},{at * 3 + 120},{at * 4 + 80}\n"
    for at in range(24)
)


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("compare Q1 and Q4 actuals", ["Total Q1 Actual", "Total Q4 Actual"]),
        ("total plan for Q4", ["Total Q4 Plan"]),
    ],
)
def test_columns_that_a_question_calls_by_as_many_words_are_each_offered(question, first, tmp_path: Path) -> None:
    source = tmp_path / "quarters.csv"
    source.write_text(QUARTERS, encoding="utf-8")
    table = ingest(source, tmp_path / "quarters.parquet", dataset_id="d", file_name="quarters.csv")
    assert _offered(table, question)[: len(first)] == first


def test_a_column_that_is_called_month_is_asked_for_by_its_name(tmp_path: Path) -> None:
    lines = [f"2024-{1 + at % 12:02d}-01,B{at % 4},{at * 37 % 91 + 30},{at % 9 + 2}" for at in range(48)]
    table = _table(tmp_path, "Month,branch,Hours,Helpers", lines)
    assert _offered(table, "which month had the most helper hours?")[0] == "Which month has the highest total Hours?"
