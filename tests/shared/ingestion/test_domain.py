"""What a table is about where none of its words is one that is listed."""

import pytest

from shared.embeddings.embedder import Embedder
from shared.ingestion.meaning.domain import likest
from shared.table.semantics import DOMAINS, UNDECIDED, domain_of

LIKE = [
    ("sales", "client purchase_total item qty cashier"),
    ("healthcare", "nurse allergy vaccine cholesterol heart_rate"),
    ("hr", "worker wage division seniority leave_days"),
    ("education", "pupil marks semester lecturer attendance"),
    ("real estate", "apartment sqm balcony landlord deposit"),
    ("energy", "turbine megawatts outage substation"),
    ("transport", "tram stop passengers line platform"),
]
UNLIKE = (
    "sepal_length sepal_width petal_length petal_width species",
    "carat cut color clarity depth table price",
    "alcohol malic_acid ash magnesium phenols hue proline",
    "white black opening moves winner rating",
    "recipe ingredients minutes servings calories",
    "crop hectares yield_tonnes fertilizer rainfall",
    "respondent q1 q2 q3 agree comment",
    "x1 x2 x3 target",
)


@pytest.mark.parametrize(("domain", "header"), LIKE)
def test_a_header_that_says_none_of_the_listed_words_twice_is_of_the_domain_whose_words_it_is_like(domain, header):
    assert domain_of(header.split(), "table.csv") == UNDECIDED
    assert likest(header.split(), Embedder()) == domain


@pytest.mark.parametrize("header", UNLIKE)
def test_a_header_that_is_like_no_listed_domain_is_of_none(header):
    assert likest(header.split(), Embedder()) == UNDECIDED


def test_the_words_of_every_domain_are_like_itself():
    assert {domain: likest(sorted(words), Embedder()) for domain, words in DOMAINS.items()} == {
        domain: domain for domain in DOMAINS
    }


@pytest.mark.parametrize(
    ("columns", "domain"),
    [("pupil,semester,lecturer", "education"), ("score,answer", "general"), ("patient,diagnosis,pupil", "healthcare")],
)
def test_an_uploaded_table_has_the_domain_that_its_words_say_else_the_one_that_they_are_like(candor, columns, domain):
    cells = ",".join(["1"] * (columns.count(",") + 1))
    found = candor.dataset(f"{columns}\n{cells}\n{cells}\n", name="table.csv")
    assert candor.cloud.deps.datasets.profile(found).semantic.domain == domain
