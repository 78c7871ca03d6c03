"""When a schedule is due, across the days on which clocks are changed."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from shared.contracts import CronSchedule
from shared.errors import BadRequest
from shared.watches.calendar import checked, latest_until, next_after

BERLIN = ZoneInfo("Europe/Berlin")


def due(expression: str, start: datetime, count: int, zone: str = "Europe/Berlin") -> list[datetime]:
    """The next times, by the clocks of the zone."""
    schedule, found = CronSchedule(expression=expression, timezone=zone), []
    for _ in range(count):
        start = next_after(schedule, start)
        found.append(start.astimezone(ZoneInfo(zone)))
    return found


def test_eight_o_clock_is_eight_o_clock_in_summer_and_in_winter() -> None:
    times = due("0 8 * * *", datetime(2026, 10, 23, 12, tzinfo=UTC), 4)
    assert [(one.day, one.hour) for one in times] == [(24, 8), (25, 8), (26, 8), (27, 8)]
    assert [one.utcoffset() for one in times] == [timedelta(hours=2)] + [timedelta(hours=1)] * 3


def test_a_time_that_clocks_skip_is_due_once_right_after() -> None:
    times = due("30 2 * * *", datetime(2026, 3, 28, 12, tzinfo=UTC), 2)
    assert [(one.day, one.hour, one.minute) for one in times] == [(29, 3, 0), (30, 2, 30)]


def test_a_time_that_clocks_show_twice_is_due_once() -> None:
    times = due("30 2 * * *", datetime(2026, 10, 24, 12, tzinfo=UTC), 2)
    assert [(one.day, one.hour, one.minute) for one in times] == [(25, 2, 30), (26, 2, 30)]


def test_every_monday_is_a_monday() -> None:
    assert {one.weekday() for one in due("0 8 * * MON", datetime(2026, 1, 1, tzinfo=UTC), 60)} == {0}


def test_after_an_outage_the_latest_time_counts() -> None:
    schedule = CronSchedule(expression="0 8 * * *", timezone="Europe/Berlin")
    first, now = datetime(2026, 1, 5, 7, tzinfo=UTC), datetime(2026, 1, 9, 6, tzinfo=UTC)
    assert latest_until(schedule, first, now) == datetime(2026, 1, 8, 7, tzinfo=UTC)
    assert latest_until(schedule, first, first) == first


@pytest.mark.parametrize(
    ("expression", "zone", "says"),
    [
        ("0 8 * *", "UTC", "no cron expression"),
        ("0 0 8 * * *", "UTC", "no cron expression"),
        ("0 25 * * *", "UTC", "no cron expression"),
        ("*/5 * * * *", "UTC", "more often than every 15 minutes"),
        ("0,5 8 * * *", "UTC", "more often than every 15 minutes"),
        ("0 8 * * *", "../../etc/passwd", "no time zone"),
        ("0 8 * * *", "Mars/Olympus", "no time zone"),
    ],
)
def test_what_cannot_be_meant_is_refused_in_a_sentence(expression: str, zone: str, says: str) -> None:
    with pytest.raises(BadRequest, match=says):
        checked(CronSchedule(expression=expression, timezone=zone), datetime(2026, 1, 5, tzinfo=UTC), 15)
