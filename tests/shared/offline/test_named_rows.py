"""Codes that tell rows apart give the rows their name: what is asked of these is no question about codes."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from shared.analysis.texts.meaning_match import MeaningMatch
from shared.analysis.texts.playbook import MEANINGS
from shared.analysis.texts.similar_rows import SimilarRows
from shared.contracts import DatasetProfile
from shared.ingestion.pipeline import ingest
from shared.offline.linking import LinkedQuestion
from shared.offline.matching import Match, matched
from shared.offline.reading.parse import read

NOW = datetime(2026, 1, 5, tzinfo=UTC)
SAID = ("The parcel came ten days later than it was promised to me", "I cannot sign in to my account since the update")


@pytest.fixture(scope="module")
def tickets(tmp_path_factory: pytest.TempPathFactory) -> DatasetProfile:
    folder = tmp_path_factory.mktemp("tickets")
    file: Path = folder / "tickets.csv"
    rows = [f"T-{at:04d},2025-{1 + at % 12:02d}-11,Firm {at % 9},{at % 7},{SAID[at % 2]} {at}" for at in range(80)]
    file.write_text("\n".join(["ticket,opened,company,hours,comment", *rows]), "utf-8")
    return ingest(file, folder / "tickets.parquet", dataset_id="tickets", file_name="tickets.csv")


def found(question: str, table: DatasetProfile) -> Match | None:
    return matched((SimilarRows, *MEANINGS), LinkedQuestion.of(question, table, NOW), table, NOW)


def test_one_of_them_is_still_who_has_the_highest_figure(tickets: DatasetProfile) -> None:
    reading = read("Which ticket has the highest hours?", tickets, NOW)[0]
    assert [group.column for group in reading.groups] == ["ticket"]


def test_they_are_found_by_their_free_text_and_not_by_their_codes(tickets: DatasetProfile) -> None:
    match = found("Find tickets about parcels that came late", tickets)
    assert match is not None
    assert match.analysis == SimilarRows(words="parcels that came late")


def test_what_codes_mean_is_not_compared(tickets: DatasetProfile) -> None:
    question = LinkedQuestion.of("Which tickets have to do with parcels?", tickets, NOW)
    match = matched(MEANINGS, question, tickets, NOW)
    assert match is not None
    assert match.analysis == MeaningMatch(words="parcels")
    assert "ticket" not in match.analysis.queries(tickets)[0].sql


def test_names_beside_a_free_text_are_not_searched(tickets: DatasetProfile) -> None:
    match = found("Which companies are similar to Firm 3?", tickets)
    assert match is None or not isinstance(match.analysis, SimilarRows)
