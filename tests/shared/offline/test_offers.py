"""A question that is offered is answered when it is taken, and rightly: pandas has the key."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pandas as pd
import pytest

from shared.contracts import DatasetProfile
from shared.ingestion.pipeline import ingest
from shared.model.port import OfferQuestions
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
    r"(?P<how>total|average) (?:of )?(?P<measure>.+) where (?P<group>.+?) is (?P<value>.+)",
    r"(?P<how>total|average) (?:of )?(?P<measure>.+) by (?P<group>.+)",
    r"which (?P<group>.+) has the highest (?P<how>total|average) (?:of )?(?P<measure>.+)",
    r"number of rows by (?P<group>.+)",
    r"how many rows are there",
    r"(?P<how>total|average) (?:of )?(?P<measure>.+)",
)
"""Every form that an offer may have, read anew here; the first that fits holds."""


def _column(frame: pd.DataFrame, name: str) -> str:
    said = {re.sub(r"[\W_]+", "", one).lower(): one for one in frame.columns}
    return said[re.sub(r"[\W_]+", "", name).lower()]


def _key(question: str, frame: pd.DataFrame) -> list[float] | str:
    """The figures of the answer in the order of size, or the group that is named."""
    form = next(found for form in FORMS if (found := re.fullmatch(form, question)))
    said = form.groupdict()
    if not said.get("measure"):
        group = said.get("group")
        return sorted(frame.groupby(_column(frame, group)).size().tolist()) if group else [float(len(frame))]
    measure = _column(frame, said["measure"])
    how = {"total": "sum", "average": "mean"}[said["how"]]
    if not said.get("group"):
        return [float(frame[measure].agg(how))]
    if said["group"] == "month":
        dates = next(pd.to_datetime(frame[one]) for one in frame if "datetime" in str(frame[one].dtype))
        return sorted(frame.groupby(dates.dt.to_period("M"))[measure].agg(how).dropna().tolist())
    group = _column(frame, said["group"])
    if said.get("value"):
        return [float(frame[frame[group].astype(str) == said["value"]][measure].agg(how))]
    figures = frame.groupby(group)[measure].agg(how).dropna()
    return str(figures.idxmax()) if question.startswith("which") else sorted(figures.tolist())


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
    assert len(offers) >= 2
    for question in offers:
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
