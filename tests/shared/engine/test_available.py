"""What a model is told that a query may use, and may not, is what the guard lets pass, and refuses."""

import pytest

from shared.engine.results.origins import invented
from shared.engine.sql.available import AVAILABLE, LIMITS, UNAVAILABLE
from shared.engine.sql.guard import check
from shared.errors import QueryFailed
from shared.model.prompts.sql import QUERY_RULES

TABLES = {"data": ("region", "revenue", "sold", "tags")}


@pytest.mark.parametrize("feature", AVAILABLE, ids=lambda one: one.told)
def test_what_a_model_is_told_of_passes_and_counts_as_read(feature):
    assert check(feature.example, TABLES).relations == ("data",)
    assert invented(feature.example) == ()
    assert feature.told in QUERY_RULES


@pytest.mark.parametrize("feature", UNAVAILABLE, ids=lambda one: one.told)
def test_what_a_model_is_told_to_leave_is_refused(feature):
    with pytest.raises(QueryFailed) as refused:
        check(feature.example, TABLES)
    assert refused.value.failure.kind in ("rejected", "syntax")
    assert feature.told in QUERY_RULES


@pytest.mark.parametrize("limit", LIMITS, ids=lambda one: one.told)
def test_what_a_query_may_have_at_most_is_told_and_more_of_it_is_refused(limit):
    with pytest.raises(QueryFailed) as refused:
        check(limit.example, TABLES)
    assert refused.value.failure.kind == "rejected"
    assert limit.told in QUERY_RULES
