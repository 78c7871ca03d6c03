"""What is no label: a figure that was kept as text, and a column of which only a part of the name was said."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from shared.offline.reading.parse import read
from shared.offline.reading.reading import Reading
from tests.shared.offline.reading.ingested import Tables, ingested

NOW = datetime(2024, 7, 15, 12, tzinfo=UTC)
RUNS = "\n".join(f"Runner {at},{11 + at % 7},{'dnf' if at % 4 == 0 else 40 + at},{10**19 + at % 5}" for at in range(24))
TEXTS = {
    "runs": f"Runner,Spring Sprint,Spring Relay,Sponsor Account\n{RUNS}\n",
    "budget": "Team,Fee band,Floor,Members\nIT,upper,2,300\nHR,lower,3,120\nLaw,middle,4,80\n",
}


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tables]:
    with ingested(TEXTS, tmp_path_factory.mktemp("labels")) as found:
        yield found


def reading(question: str, name: str, tables: Tables) -> Reading:
    return read(question, tables[name][0], NOW)[0]


@pytest.mark.parametrize(
    "question",
    ["Who has the highest relay result in spring sprint?", "average spring sprint by spring relay"],
)
def test_figures_kept_as_text_are_no_label_and_the_reason_is_that_of_the_profile(question: str, tables: Tables) -> None:
    asked = reading(question, "runs", tables)
    assert not asked.answerable
    assert any(gap.startswith("Column Spring Relay was kept as text") for gap in asked.gaps)


def test_long_numbers_kept_as_text_are_labels(tables: Tables) -> None:
    assert tables["runs"][0].column("Sponsor Account").type == "text"
    assert reading("average spring sprint by sponsor account", "runs", tables).answerable


def test_a_cell_of_text_is_told_only_by_the_whole_name_of_its_column(tables: Tables) -> None:
    assert reading("What is the fee band of HR?", "budget", tables).columns == ("Fee band",)
    assert not reading("What is the fee of HR?", "budget", tables).answerable
    assert not reading("What fee does HR pay in 2024?", "budget", tables).answerable
