"""What is told of a task while it is worked on."""

from threading import Event

import pytest

from shared.clock import Clock
from shared.contracts import DerivedName, Fact
from shared.errors import StoreUnavailable
from shared.model.port import Detour
from shared.turn.progress import Progress


class Log:
    """A turn's log that keeps what it is told, or is not there."""

    def __init__(self, *, down: bool = False) -> None:
        self.entries: list[tuple[str, dict]] = []
        self.written_twice = Event()
        self._down = down

    def append(self, kind, title, *, at, agent, step_number, data, soon=False):
        self.entries.append((title, data))
        self.step = step_number
        if len(self.entries) >= 2:
            self.written_twice.set()
        if self._down:
            raise StoreUnavailable("down")


def _progress(log, **given):
    return Progress(log, Clock(), "sql_analytics", task_id="1", **given)


OVERLOADED = Detour(model="m", provider="p", error_type="rate_limit", reason="is overloaded")


@pytest.mark.parametrize("down", [False, True])
def test_signs_of_life_are_given_while_a_model_is_asked_and_no_longer(down):
    log = Log(down=down)
    with _progress(log, every=0.001).asking(5):
        assert log.written_twice.wait(60)
    told = list(log.entries)
    assert [title for title, _ in told[:2]] == ["Waiting for the language model"] * 2
    assert log.step == 5
    assert [data["seconds"] for _, data in told[:2]] == [0.001, 0.002]
    assert log.entries == told


def test_signs_of_life_are_given_while_something_is_computed():
    log = Log()
    with _progress(log, every=0.001).working():
        assert log.written_twice.wait(60)
    assert {title for title, _ in log.entries} == {"Still computing"}


def test_a_model_that_answers_at_once_is_not_waited_for():
    log = Log()
    with _progress(log).asking():
        pass
    assert log.entries == []


def test_each_query_is_told_by_what_it_is_for_and_nothing_where_none_runs():
    log = Log()
    progress = _progress(log)
    progress.computing([])
    progress.computing(["Total revenue", "Revenue by region"])
    purposes = ["Total revenue", "Revenue by region"]
    assert log.entries == [("Executing queries", {"task_id": "1", "count": 2, "purposes": purposes})]


def test_the_first_figures_are_told_once():
    log = Log()
    progress = _progress(log)
    for number in (1, 2):
        progress.computed([Fact(id="f", name="n", value=number, text=f"There are {number}.")])
    assert log.entries == [("First figures", {"task_id": "1", "figures": ["There are 1."]})]


def test_first_figures_go_by_what_they_are_computed_from_and_by_no_name_that_a_model_gave():
    log = Log()
    progress = _progress(log)
    named = Fact(id="f", name="profit", value=5, text="What was asked: profit is 5.", derived=DerivedName())
    progress.computed([named])
    own = DerivedName(name="total revenue", text="Total revenue: 5.")
    progress.computed([named.model_copy(update={"derived": own})])
    assert log.entries == [("First figures", {"task_id": "1", "figures": ["Total revenue: 5."]})]


@pytest.mark.parametrize(("following", "told"), [(True, "another one is asked"), (False, "I go on without one")])
def test_a_change_of_model_is_told_with_its_reason(following, told):
    log = Log()
    _progress(log).changed(OVERLOADED, following)
    assert log.entries[0][0] == f"The language model is overloaded; {told}"


def test_a_log_that_is_down_is_no_reason_to_lose_an_answer():
    _progress(Log(down=True)).changed(OVERLOADED, True)
