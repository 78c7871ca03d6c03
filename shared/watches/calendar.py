"""When a schedule is due: cron expressions by the clocks of a time zone, summer time and winter time included."""

from datetime import UTC, datetime, timedelta
from itertools import islice
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from cronsim import CronSim, CronSimError

from shared.contracts import CronSchedule
from shared.errors import BadRequest

FIELDS = 5
LOOKED_AT = 60
"""How many times of a schedule are looked at for the shortest time between two of them."""


def next_after(schedule: CronSchedule, moment: datetime) -> datetime:
    """The first time after `moment` at which the schedule is due, in UTC. Raises BadRequest where there is none.

    A time that the clocks skip is due right after the gap, and one that they show twice is due once.
    """
    try:
        local = moment.astimezone(ZoneInfo(schedule.timezone))
        return next(CronSim(schedule.expression, local)).astimezone(UTC)
    except StopIteration:
        raise BadRequest(f"The schedule {schedule.expression!r} is never due.") from None
    except CronSimError:
        raise BadRequest(_unreadable(schedule)) from None
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise BadRequest(f"There is no time zone {schedule.timezone!r}; write one such as Europe/Berlin.") from None


def latest_until(schedule: CronSchedule, first: datetime, now: datetime) -> datetime:
    """The last time from `first`, which is due, until `now`: after an outage a watch is asked once, for that one."""
    zone = ZoneInfo(schedule.timezone)
    found = next(CronSim(schedule.expression, (now + timedelta(seconds=1)).astimezone(zone), reverse=True))
    return max(first, found.astimezone(UTC))


def checked(schedule: CronSchedule, now: datetime, least_minutes: int) -> datetime:
    """When the schedule is due first. Raises BadRequest for one that cannot be meant, or is due too often."""
    if len(schedule.expression.split()) != FIELDS:
        raise BadRequest(_unreadable(schedule))
    first = next_after(schedule, now)
    times = CronSim(schedule.expression, first.astimezone(ZoneInfo(schedule.timezone)))
    before = first
    for moment in islice(times, LOOKED_AT):
        if moment.astimezone(UTC) - before < timedelta(minutes=least_minutes):
            raise BadRequest(
                f"This schedule runs more often than every {least_minutes} minutes; choose a longer interval."
            )
        before = moment.astimezone(UTC)
    return first


def _unreadable(schedule: CronSchedule) -> str:
    return (
        f"The schedule {schedule.expression!r} is no cron expression; write minute, hour, day, month and weekday, such "
        "as 0 8 * * MON."
    )
