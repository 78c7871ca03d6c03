"""Each objection, by a question that it keeps from a wrong answer; and questions beside them that are answered."""

import duckdb
import pytest

from shared.offline.reading.objections import OBJECTIONS
from shared.offline.reading.parse import read
from shared.offline.reading.reading import Reading
from tests.shared.offline.reading.profiling import profile_table
from tests.shared.offline.reading.shops import NOW

TABLES = {
    "airports": """
        'Place' || i || CASE WHEN i = 7 THEN ' International' ELSE ' Field' END AS name,
        i * 1.5 AS latitude FROM range(60)
    """,
    "bookings": """
        'B' || i AS booking_id, ['Single', 'Double', 'Suite'][1 + i % 3] AS room_type,
        ['Stayed', 'Cancelled'][1 + i % 5 // 4] AS booking_status, 50.0 + i AS rate_per_night,
        DATE '2024-01-01' + CAST(i AS INTEGER) AS booked_on, ['Savings', 'Joint'][1 + i % 2] AS account,
        10.0 * i AS charge, i % 7 AS review_score, ['Manager', 'Clerk'][1 + i % 2] AS job_title FROM range(60)
    """,
    "bills": """
        ['Mon', 'Tue', 'Wed'][1 + i % 3] AS day, 10.0 + i AS total_bill, 1.0 + i % 7 AS tip FROM range(60)
    """,
    "calls": """
        'C' || i AS reference, 1.0 + i % 17 AS minutes, ['Tech', 'Sales'][1 + i % 2] AS queue, i % 7 = 0 AS abandoned,
        'Phone' AS type, ['new', 'old'][1 + i % 3 // 2] AS "caller species",
        ['yes', 'no'][1 + i % 2] AS "would come back" FROM range(60)
    """,
    "cars": """
        'car ' || i AS car, 10.0 + i AS price, 1 + i AS rank, ['Ford', 'Fiat', 'Saab'][1 + i % 3] AS maker,
        1970 + i % 9 AS year FROM range(60)
    """,
    "census": """
        1900 + i AS year, 70000000 + 1000 * i AS population FROM range(60)
    """,
    "counties": """
        'C' || i AS county, 40.0 + i % 30 AS "turnout %", 100 * i AS voters FROM range(40)
    """,
    "crops": """
        ['oats', 'rye'][1 + i % 2] AS crop, ['Ash', 'Elm', 'Oak'][1 + i % 3] AS county,
        2000 + i // 6 AS harvest_year, 10.0 + i AS area_ha FROM range(60)
    """,
    "figures": """
        'N' || i AS name, ['blue', 'fair', 'green'][1 + i % 3] AS skin_color,
        ['brown', 'blue'][1 + i % 2] AS eye_color FROM range(60)
    """,
    "gdp": """
        1960 + i // 4 AS year, 1 + i % 4 AS quarter, 2000.0 + i AS real_gdp FROM range(80)
    """,
    "homes": """
        ['Condo', 'House'][1 + i % 2] AS type, 100000.0 + 500 * i AS price FROM range(60)
    """,
    "league": """
        'Club ' || i AS club, (20 + i) || ':' || (60 - 2 * i) AS goals, 72 - 3 * i AS points FROM range(20)
    """,
    "medals": """
        ['Peru', 'Chad', 'Fiji', 'Total'][i] AS nation, [5, 4, 3, 12][i] AS gold,
        ['Lima', 'Sarh', 'Suva', NULL][i] AS capital FROM range(1, 5)
    """,
    "meters": """
        ['Hall', 'Pool', 'Farm'][1 + i % 3] AS site, DATE '2023-01-01' + CAST(30 * (i // 3) AS INTEGER) AS period,
        100.0 + i AS kwh FROM range(60)
    """,
    "ministers": """
        ['Minister of Defence', 'Minister of Health', 'Appointment secretary'][1 + i % 3] AS office,
        DATE '2024-01-01' + CAST(i AS INTEGER) AS day FROM range(60)
    """,
    "nations": """
        ['Peru', 'Chad', 'Fiji', 'Oman'][1 + i % 4] AS country, 1990 + i // 4 AS year,
        1000.0 + i AS gdpPercap FROM range(40)
    """,
    "nps": """
        'A' || i AS account, i % 11 AS nps_score FROM range(60)
    """,
    "prizes": """
        ['Lynx', 'Critics', 'Lynx', 'Lynx', 'National'][i] AS prize, 2004 AS year,
        ['A', 'B', 'C', 'D', 'E'][i] AS work FROM range(1, 6)
    """,
    "races": """
        ['Ann', 'Bo', 'Cy', 'Di', 'Ed', 'Flo'][i] AS runner, [10, 6, 4, 3, NULL, NULL][i] AS points,
        [80, 80, 79, 78, 51, 33][i] AS laps,
        ['1:45:12', '+4.2', '+9.9', '+1 lap', 'Injury', 'Fall'][i] AS "time/retired" FROM range(1, 7)
    """,
    "sales": """
        'S' || i AS line_id, DATE '2024-01-01' + CAST(i AS INTEGER) AS date, 5.0 + i AS price FROM range(60)
    """,
    "ships": """
        ['Alba', 'Berta', 'Cora', 'Dora', 'Elsa'][i] AS ship,
        ['Active', 'Active', 'Decommissioned', 'Not active', 'Sold'][i] AS status,
        [1990, 2001, 2004, 2004, 2006][i] AS year, 10 * i AS injuries FROM range(1, 6)
    """,
    "squad": """
        ['Ann', 'Bo', 'Cy', 'Di', 'Ed'][i] AS player, ['Elks', 'Owls', 'Elks', 'Rams', 'Owls'][i] AS former_team,
        [70, 81, 66, 90, 75][i] AS weight FROM range(1, 6)
    """,
    "staff_of": """
        ['Kell', 'Orr', 'Vey', 'Lunt', 'Pax'][i] AS firm, ['Ash', 'Elm', 'Ash', 'Oak', 'Elm'][i] AS seat,
        [70, 81, 66, 90, 75][i] AS staff, [1.5, 3.5, 2.5, 4.5, 2.0][i] AS rated FROM range(1, 6)
    """,
    "episodes": """
        ['Resan', 'Hem', 'Bort', 'Natt', 'Dag'][i] AS title, ['Trip', 'Home', 'Away', 'Night', 'Day'][i] AS meaning,
        [7.1, 8.2, 6.5, 9.0, 7.7][i] AS rated FROM range(1, 6)
    """,
    "islands": """
        ['Rask', 'Vill', 'Holm', 'Sand'][i] AS island, [10.5, 20.5, 31.0, 12.0][i] AS "area (km²)",
        [4.1, 7.9, 12.0, 4.6][i] AS "area (sq miles)" FROM range(1, 5)
    """,
    "stock": """
        'm' || i AS share, 20.0 + i % 9 AS price, DATE '2024-01-01' + CAST(i AS INTEGER) AS day FROM range(60)
    """,
    "stops": """
        ['Norrby', 'Hallen', 'Kvarn', 'Docks'][i] AS stop, [2, 3, 1, 6][i] AS platforms,
        ['Bus, Tram', 'Bus', NULL, 'Ferry'][i] AS connections FROM range(1, 5)
    """,
    "tickets": """
        'T' || i AS ticket_id, TIMESTAMP '2024-01-01' + i * INTERVAL 1 HOUR AS opened_at FROM range(60)
    """,
    "tours": """
        'T' || i AS tour, ['Rome', 'Oslo'][1 + i % 2] AS office_city, ['Single', 'Double'][1 + i % 2] AS room,
        ['Not cancelled', 'Shipped'][1 + i % 2] AS state, DATE '2024-01-01' + CAST(i AS INTEGER) AS day,
        10.0 + i AS sales, 1 + i % 9 AS people FROM range(60)
    """,
    "unemployment": """
        1950 + i AS year, 4.0 + i % 5 AS jan, 5.0 + i % 4 AS feb FROM range(60)
    """,
    "viewers": """
        ['Return', 'Cold Water', 'Winter'][i] AS show,
        [9.14, 8.72, 10.02][i] AS "viewers (millions)" FROM range(1, 4)
    """,
    "visits": """
        'B' || i AS booking_id, ['Spain', 'Italy'][1 + i % 2] AS guest_country,
        10.0 * i AS total_charge FROM range(60)
    """,
}

CASES: dict[str, tuple[str, str, str]] = {
    "over_several": ("races", "average points of the 3 runners with the most laps", "a ranking would tell each"),
    "another_unit": ("viewers", "how many shows had more than 9 million viewers", "another unit"),
    "ratio_of_values": (
        "bookings",
        "proportion ratio of single or double bookings",
        "a ratio of two groups is no share",
    ),
    "combined": ("bookings", "total charge and rate per night combined", "several columns together"),
    "counted_in_unit": ("bookings", "how many bookings are in euros", "“in euros”"),
    "named_again": ("bookings", "average charge of bookings with a charge", "could say which rows are meant"),
    "added_up": ("counties", "sum of turnout", "means nothing"),
    "priced": ("stock", "how much money in february", "an average of price is not “how much money”"),
    "lone_share": ("medals", "what percentage did Peru get", "always the same share"),
    "average_noun": ("visits", "average stay of guests from Spain", "to compute"),
    "count_and_figure": ("bookings", "number of bookings and average charge of clerks", "a count and another figure"),
    "two_things": ("bookings", "what share of stayed and what share of cancelled", "two things at once"),
    "who_or_which": ("bookings", "who has bookings with charge over 100", "it asks which"),
    "figure_for_thing": ("cars", "which maker had how many cars the most", "it asks how many"),
    "without_measure": ("unemployment", "which year had the highest unemployment", "by a measure"),
    "rows_or_values": ("prizes", "how many prizes in 2004", "rows or different values"),
    "beside_others": ("stops", "average platforms of stops with bus connections", "beside something else"),
    "fast": ("races", "what was the fastest laps", "is about a time or a speed"),
    "bad": ("bookings", "which job title has the worst charge", "could be its lowest or its highest"),
    "sold": ("homes", "how many homes were sold", "were sold"),
    "lines_of_orders": ("sales", "how many orders were there", "need not be one"),
    "loose": ("ministers", "how many with defence", "not sure that this is meant"),
    "singled": ("airports", "how many international airports are there", "part of the name"),
    "of_another_column": ("figures", "how many different blue eyes are there", "is a value of"),
    "unread_count": ("ships", "how many statuses are there", "only count rows"),
    "figure_of_which": ("staff_of", "which company had the most staff", "it asks which company"),
    "stocks": ("census", "what is the total population", "again and again"),
    "figure_of_top": ("episodes", "what was the top rated episode", "it asks for one episode"),
}
"""An objection, a table and question that it is about, and words of its reason."""

MORE = [
    ("staff_of", "what do they have the most staff of", "it asks for a name"),
    ("tours", "total sales, and what is it for Rome", "two things at once"),
    ("tours", "total sales overall and in Rome", "two things at once"),
    ("tours", "total sales? And in Rome?", "two things at once"),
    ("bookings", "number of bookings, and the number with charge over 100", "two things at once"),
    ("bookings", "how many bookings are there, and how many by clerks", "two things at once"),
    ("bookings", "total charge of clerks and then the total", "two things at once"),
    ("calls", "what % would come back", "it asks for a percentage"),
    ("calls", "what share of tech calls got abandoned", "or what share of abandoned is tech"),
    ("league", "which club scored the most goals", "and no numbers to rank by"),
]
"""Other questions for the same objections."""

ANSWERED = [
    ("bookings", "total charge of clerks and managers"),
    ("bookings", "average charge of singles and of doubles"),
    ("bookings", "total and average charge by room type and job title"),
    ("bookings", "bookings with a charge over 100, how many?"),
    ("bookings", "how many bookings were by clerks and how many by managers?"),
    ("bookings", "charge between 1 January 2024 and 31 January 2024, summed"),
    ("bookings", "find bookings with charge over 100"),
    ("bookings", "select rows where charge is over 100"),
    ("tours", "show the total sales of Rome"),
    ("nps", "average nps score"),
    ("bills", "which day had the highest total bill"),
    ("bookings", "which job title has the worst review score"),
    ("crops", "total area"),
    ("sales", "how many sales were there"),
    ("meters", "which month had the highest kwh"),
    ("census", "population in 1920"),
    ("nations", "average gdp percap in 1995"),
    ("counties", "average turnout"),
    ("gdp", "average real gdp in 1975"),
    ("tours", "how many tours"),
    ("medals", "gold of Peru"),
    ("stops", "how many stops are there"),
    ("races", "how many runners are there"),
    ("tours", "total sales in Rome"),
    ("airports", "how many airports are there"),
    ("ships", "number of ships sold or active"),
    ("ships", "how many ships have more than 20 injuries"),
    ("ships", "the ship with the most injuries"),
    ("squad", "who weighs the most"),
    ("staff_of", "which firm had the most staff"),
    ("staff_of", "which is the highest staff"),
    ("islands", "what is the total area sq miles"),
    ("calls", "what % of tech calls were abandoned"),
    ("calls", "what share of tech calls were abandoned"),
    ("calls", "average minutes by species"),
    ("league", "which club scored the most points"),
]


def reading_of(question: str, name: str) -> Reading:
    connection = duckdb.connect()
    connection.execute(f"CREATE TABLE {name} AS SELECT {TABLES[name]} AS t(i)")
    return read(question, profile_table(connection, name, f"{name}.csv"), NOW)[0]


def test_every_objection_has_a_case_here() -> None:
    elsewhere = {"kept"}  # it needs a table that was really ingested: test_labels.py
    assert {*CASES, *elsewhere} == {objection.__name__.lstrip("_") for objection in OBJECTIONS}


@pytest.mark.parametrize(("name", "question", "reason"), [*CASES.values(), *MORE])
def test_what_a_reading_would_answer_wrongly_it_says_and_does_not_answer(name: str, question: str, reason: str) -> None:
    assert reason in "; ".join(reading_of(question, name).gaps)


@pytest.mark.parametrize(("name", "question"), ANSWERED)
def test_what_only_resembles_such_a_question_is_answered(name: str, question: str) -> None:
    reading = reading_of(question, name)
    assert reading.answerable, (reading.gaps, reading.unexplained)


@pytest.mark.parametrize(
    ("name", "question"),
    [("census", "what is the total population"), ("gdp", "total real gdp in 1980")],
)
def test_a_state_that_is_noted_again_and_again_is_not_added_up(name: str, question: str) -> None:
    assert any("several times" in gap for gap in reading_of(question, name).gaps)


def test_a_prefix_makes_another_word() -> None:
    assert "reopened" in reading_of("how many tickets were reopened", "tickets").unexplained
