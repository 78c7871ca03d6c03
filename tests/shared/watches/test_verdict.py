"""What is told of a firing, by what was found and what was told before."""

from datetime import timedelta
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.clock import MovableClock
from shared.contracts import (
    AboveLimit,
    AgentResponse,
    AgentResult,
    AnyChange,
    BelowLimit,
    Cell,
    ChangedBy,
    CronSchedule,
    ExecutedQuery,
    Fact,
    FiringRef,
    Forfeit,
    Receipt,
    Reply,
    ResultPreview,
    Watch,
    WatchMessage,
)
from shared.watches.calendar import next_after
from shared.watches.verdict import begun, judged, standing

SQL = "SELECT AVG(returned) AS share FROM data"
CLOCK = MovableClock()
VALUES = st.lists(st.floats(-1e6, 1e6, allow_nan=False), min_size=1, max_size=40)


def reply(*values: float, name: str = "share of returns", unit: str | None = "%", data: str = "v1") -> Reply:
    """An answer with these figures; the second one and those after it have numbers in their names."""
    facts = tuple(
        Fact(
            id=f"f{at}",
            name=name if not at else f"{name} {at}",
            value=value,
            unit=unit,
            decimals=1,
            text=f"It is {value}.",
            cells=(Cell(query=0, row=0, column="share"),),
        )
        for at, value in enumerate(values)
    )
    preview = ResultPreview(purpose="p", data=({"share": 1},), row_count=1)
    result = AgentResult(results=(preview,), queries_executed=(ExecutedQuery(sql=SQL, purpose="p"),))
    receipt = Receipt(task_id="t", sql=SQL, dataset_id="d", fingerprint=data, model="m", prompt_version="1")
    response = AgentResponse(agent="a", task_id="t", task="q", status="completed", result=result, facts=facts)
    return Reply(
        turn_id="turn_1", session_id="s", status="answered", text="Told.", responses=(response,), receipts=(receipt,)
    )


GIVEN_UP = Reply(turn_id="turn_1", session_id="s", status="forfeited", forfeit=Forfeit(reason="No such column"))


def watch(condition: Any, first: Reply | None = None, **more: Any) -> Watch:
    """A watch after its first answer."""
    now = CLOCK.now()
    new = Watch(
        watch_id="watch_1",
        user_id="u",
        question="What share was returned?",
        dataset_ids=("d",),
        when=CronSchedule(expression="0 8 * * *", timezone="Europe/Berlin"),
        condition=condition,
        created_at=now,
        **more,
    )
    return begun(new, first or reply(3.0), now)


def told(seen: Watch, *replies: Reply) -> list[WatchMessage]:
    """What these answers have it tell."""
    found = []
    for one in replies:
        seen, message = judged(seen, one, CLOCK.now())
        found += [message] if message else []
    return found


def test_nothing_is_told_on_unchanged_data_in_a_thousand_days() -> None:
    clock = MovableClock()
    schedule = CronSchedule(expression="0 8 * * *", timezone="Europe/Berlin")
    conditions = (AboveLimit(limit=2), BelowLimit(limit=5), ChangedBy(amount=0.1), AnyChange(), AboveLimit(limit=9))
    seen = {number: watch(condition) for number, condition in enumerate(conditions)}
    begin, days = clock.now(), 0
    while clock.now() < begin + timedelta(days=1000):
        instant = next_after(schedule, clock.now())
        clock.advance(clock.seconds_until(instant))
        days += 1
        for number, one in seen.items():
            firing = one.model_copy(update={"firing": FiringRef(watch_id=one.watch_id, scheduled_at=instant)})
            # the last digits of a sum depend on the order in which it was added up
            seen[number], message = judged(firing, reply(3.0 + (days % 3) * 1e-15), clock.now())
            assert message is None
    assert days >= 999


@given(VALUES, st.floats(-1e5, 1e5), st.floats(0, 1e5))
def test_a_limit_is_told_once_until_the_figure_has_left_the_band(
    values: list[float], limit: float, band: float
) -> None:
    condition = AboveLimit(limit=limit, band=band)
    first, *later = values
    messages = told(watch(condition, reply(first)), *(reply(value) for value in later))
    armed, expected = not float(f"{first:.12g}") > limit, 0
    for value in (float(f"{one:.12g}") for one in later):
        if armed and value > limit:
            armed, expected = False, expected + 1
        elif not armed and value <= limit - band:
            armed = True
    assert len(messages) == expected
    assert [one.sequence for one in messages] == list(range(1, expected + 1))


@given(VALUES, st.floats(0.1, 1e5))
def test_each_change_told_is_as_large_as_was_asked_for(values: list[float], amount: float) -> None:
    first, *later = values
    messages = told(watch(ChangedBy(amount=amount), reply(first)), *(reply(value) for value in later))
    known = [float(f"{first:.12g}"), *(one.value for one in messages)]
    assert all(abs(after - before) >= amount for before, after in pairwise(known))
    assert all(one.before == before for one, before in zip(messages, known, strict=False))


def test_a_change_in_percent_is_measured_by_what_was_told_last() -> None:
    seen = watch(ChangedBy(amount=10, percent=True), reply(100.0))
    assert [one.value for one in told(seen, reply(109.0), reply(111.0), reply(121.0), reply(123.0))] == [111, 123]


def test_what_falls_below_is_told_with_what_it_was_before() -> None:
    (message,) = told(watch(BelowLimit(limit=2, band=1), reply(3.0)), reply(1.5), reply(2.5), reply(1.0))
    assert (message.kind, message.value, message.before) == ("crossed", 1.5, 3.0)
    assert message.text == "The share of returns is 1.5 %: it has fallen below 2 %."


def test_the_same_figures_of_other_data_are_no_change_and_swapped_ones_are() -> None:
    seen = watch(AnyChange(), reply(1.0, 2.0))
    assert told(seen, reply(1.0, 2.0, data="v2")) == []
    assert told(seen, reply(1.0, 2.0, name="returned share", data="v2")) == []
    assert len(told(seen, reply(2.0, 1.0, data="v2"))) == 1


def by_region(*rows: tuple[str, float], data: str = "v2") -> Reply:
    """An answer with a figure of each region."""
    told = reply(*(value for _, value in rows), data=data)
    (response,) = told.responses
    facts = tuple(
        fact.model_copy(update={"name": f"revenue of {region}", "cells": (Cell(query=0, row=at, column="revenue"),)})
        for at, ((region, _), fact) in enumerate(zip(rows, response.facts, strict=True))
    )
    preview = ResultPreview(purpose="p", data=tuple({"region": r, "revenue": v} for r, v in rows), row_count=len(rows))
    result = response.result.model_copy(update={"results": (preview,)})
    return told.model_copy(update={"responses": (response.model_copy(update={"facts": facts, "result": result}),)})


@pytest.mark.parametrize(
    ("rows", "news"),
    [
        ([("West", 20.0), ("East", 30.0)], 0),
        ([("East", 30.0), ("West", 20.0)], 0),
        ([("East", 20.0), ("North", 30.0)], 1),
        ([("North", 20.0), ("South", 30.0)], 1),
    ],
)
def test_as_many_equal_figures_of_other_groups_are_a_change(rows: list[tuple[str, float]], news: int) -> None:
    seen = watch(AnyChange(), by_region(("West", 20.0), ("East", 30.0), data="v1"))
    assert len(told(seen, by_region(*rows))) == news


def test_other_figures_of_the_same_data_are_another_wording_and_no_change() -> None:
    assert told(watch(AnyChange(), reply(1.0)), reply(1.0, 5.0)) == []


def test_trouble_is_told_once_until_the_watch_works_again() -> None:
    seen = watch(AboveLimit(limit=50))
    messages = told(seen, GIVEN_UP, GIVEN_UP, reply(3.0), GIVEN_UP, GIVEN_UP)
    assert [one.kind for one in messages] == ["trouble", "trouble"]
    assert "No such column." in messages[0].text


def test_a_figure_that_is_gone_or_in_another_unit_is_trouble_and_no_number() -> None:
    seen = watch(AboveLimit(limit=2), reply(1.0))
    for other in (reply(9.0, 9.0, name="profit", unit=None), reply(9.0, unit="EUR")):
        (message,) = told(seen, other)
        assert (message.kind, message.value) == ("trouble", None)


def test_a_figure_under_another_name_is_known_by_the_cell_it_is_read_from() -> None:
    (message,) = told(watch(AboveLimit(limit=5)), reply(6.0, name="returned orders in percent"))
    assert (message.kind, message.value) == ("crossed", 6.0)


@pytest.mark.parametrize(
    ("condition", "first", "says"),
    [
        (AboveLimit(limit=1), reply(1.0, 2.0), "several figures"),
        (AboveLimit(limit=1, figure="profit"), reply(1.0), "no figure 'profit'"),
        (AboveLimit(limit=1), reply(), "no figure that could be compared"),
        (None, GIVEN_UP, "No such column"),
    ],
)
def test_what_cannot_be_bound_is_refused_with_the_reason(condition: Any, first: Reply, says: str) -> None:
    seen = watch(condition, first)
    assert seen.state == "refused"
    assert says in standing(seen)


def test_a_figure_is_named_in_full_or_by_what_only_its_name_holds() -> None:
    bound = watch(AboveLimit(limit=1, figure="returns 1"), reply(1.0, 2.0)).figure
    assert bound is not None
    assert bound.name == "share of returns 1"


def test_a_limit_that_is_passed_already_is_said_so_and_not_told() -> None:
    seen = watch(AboveLimit(limit=2), reply(3.0))
    assert "past the limit already" in standing(seen)
    assert told(seen, reply(4.0)) == []
