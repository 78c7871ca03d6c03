"""Names as a file writes them, what stands beside them, and what may not be guessed from them."""

from collections.abc import Iterator

import pytest

from shared.offline.reading.parse import read
from shared.offline.reading.reading import Reading
from tests.shared.offline.reading.ingested import Tables, ingested
from tests.shared.offline.reading.shops import NOW

VISITS = "Ward,Wait (min),Doctor\n" + "".join(
    f"{['North', 'South'][i % 2]},{3 + i * 7 % 50},{['Abel', 'Birk', 'Cole'][i % 3]}\n" for i in range(60)
)
BUDGET = "Office,Planned (EUR),Spent (EUR)\n" + "".join(
    f"{['Roads', 'Parks'][i % 2]},{9000 + i * 130 % 700},{8000 + i * 90 % 800}\n" for i in range(60)
)
LOANS = "Borrower,Desk,Fine (EUR)\n" + "".join(
    f"{['Ada', 'Ben', 'Cy', 'Di'][i % 4]},{['East', 'West'][i % 2]},{i % 5}.5\n" for i in range(60)
)
PLANS = "Plan,Town,Monthly fee (EUR)\n" + "".join(
    f"{['Basic', 'Gold'][i % 2]},{['Ulm', 'Bonn'][i % 2]},{20 + i % 7}.5\n" for i in range(60)
)
CELLAR = "Wine,Vintage,Bottles\n" + "".join(f"w{i},{2009 + i % 15},{i % 12}\n" for i in range(60))


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tables]:
    texts = {"visits": VISITS, "budget": BUDGET, "loans": LOANS, "plans": PLANS, "cellar": CELLAR}
    with ingested(texts, tmp_path_factory.mktemp("names")) as found:
        yield found


def reading(tables: Tables, name: str, question: str) -> Reading:
    return read(question, tables[name][0], NOW)[0]


@pytest.mark.parametrize("end", ["", "?", "."])
def test_a_unit_in_brackets_is_a_part_of_the_name_and_no_minimum(tables: Tables, end: str) -> None:
    by_ward = reading(tables, "visits", f"average Wait (min) by Ward{end}")
    assert by_ward.answerable
    assert [(one.function, one.column) for one in by_ward.metrics] == [("mean", "Wait (min)")]
    assert [one.column for one in by_ward.groups] == ["Ward"]
    ranked = reading(tables, "visits", f"Which Ward has the highest average Wait (min){end}")
    assert [(one.function, one.column) for one in ranked.metrics] == [("mean", "Wait (min)")]
    assert ranked.ordering is not None
    assert ranked.ordering.descending


@pytest.mark.parametrize("question", ["Planned (EUR) and Spent (EUR) for Roads", "planned and spent for Roads"])
def test_a_second_measure_that_is_a_verb_too_is_not_lost(tables: Tables, question: str) -> None:
    found = reading(tables, "budget", question)
    assert [one.column for one in found.metrics] == ["Planned (EUR)", "Spent (EUR)"]


def test_the_oldest_of_years_is_the_earliest(tables: Tables) -> None:
    assert [one.function for one in reading(tables, "cellar", "oldest vintage?").metrics] == ["min"]
    assert [one.function for one in reading(tables, "cellar", "newest vintage?").metrics] == ["max"]


@pytest.mark.parametrize(
    ("table", "question"), [("loans", "who borrows the most?"), ("plans", "which plan is the best one?")]
)
def test_what_a_verb_or_a_price_would_rank_is_not_guessed(tables: Tables, table: str, question: str) -> None:
    assert not reading(tables, table, question).answerable
