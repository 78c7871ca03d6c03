"""Right figures as people write them: a list's dash, a share without its unit, counts of rows, declared arithmetic."""

import pytest

from shared.agents.execution.preview import preview
from shared.analysis.written_query import Written
from shared.contracts import ColumnProfile, DatasetProfile, Fact, QueryResult
from shared.grounding.evidence import data_labels
from shared.grounding.figures import figures
from shared.grounding.removal import without
from shared.grounding.statements import statements
from tests.shared.grounding.texts import ground

NO_TABLE = DatasetProfile(dataset_id="d1", file_name="t.csv", row_count=1, columns=())
REGIONS = (
    'SELECT region, sum(revenue) AS revenue, count(*) AS orders FROM "data" GROUP BY region',
    ("region", "revenue", "orders"),
    (("West", 90076.85, 153), ("East", 62887.65, 110), ("South", 47689.05, 78), ("North", 46002.5, 79)),
)
MONTHS = (
    'SELECT month, sum(revenue) AS revenue FROM "data" GROUP BY month',
    ("month", "revenue"),
    (("2025-10", 17294.3), ("2025-11", 29664.05), ("2025-12", 19473.6)),
)
LINES = (
    'SELECT line, round(100.0 * sum(bad) / sum(n), 2) AS portion, avg(minutes) AS minutes FROM "data" GROUP BY line',
    ("line", "portion", "minutes"),
    (("Red", 0.15, 47.3), ("Blue", 0.45, 21.6)),
)
TEAMS = (
    "SELECT team, points, games FROM league",
    ("team", "points", "games"),
    (("Team Alpha", 34, 18), ("Team Beta", 27, 18), ("no team known", 6, 4)),
)
PRICES = (
    "SELECT product, price_2023, price_2024 FROM prices",
    ("product", "price_2023", "price_2024"),
    (("kettle", 29.9, 34.5), ("mixer", 80.0, 76.0)),
)


def _told(text, told, question="What came out?"):
    sql, columns, rows = told
    result = QueryResult(columns=columns, rows=rows, row_count=len(rows), sql=sql)
    facts = Written(sql=sql, purpose="Figures").findings(NO_TABLE, (result,)).facts
    return ground(text, facts=facts, results=(preview("Figures", result),), question=question, judged=True)


@pytest.mark.parametrize(
    ("text", "signs"),
    [
        ("- 5 empty", [0]),
        ("– 5 empty", [0]),
        ("phone – 118", [0]),
        ("10-20 and 10 – 20", [0, 0, 0, 0]),
        ("Oulu – −9.6", [-1]),
        ("- -5", [-1]),
        ("it was –4 (−3, -2)", [-1, -1, -1]),
    ],
)
def test_a_dash_is_a_minus_only_where_it_hugs_its_number(text, signs):
    assert [figure.sign for figure in figures(text)] == signs


def test_tiny_figures_are_not_all_alike():
    (figure,) = figures("p = 1.5e-70")
    assert figure.tells(1.5e-70)
    assert not figure.tells(1.5e-60)
    assert not figure.tells(2.5e-70)


@pytest.mark.parametrize(
    ("told", "right"),
    [
        (LINES, "Red is at 0.15 %."),
        (LINES, "Blue, at 0.45 %, is three times Red."),
        (REGIONS, "West leads East with 90,076.85. It has 153 orders."),
        (REGIONS, "Two regions are below 50,000."),
        (REGIONS, "West has 153 of the 420 orders."),
        (REGIONS, "West made about 589 an order."),
        (REGIONS, "Revenue lies between 46,002.50 and 90,076.85."),
        (MONTHS, "Revenue fell by 34.4 % in December."),
        (MONTHS, "November was 1.5 times December."),
        (TEAMS, "No team known: 6 points."),
        (TEAMS, "Team Alpha averages 1.9 points a game."),
        (PRICES, "The kettle went up by 15.4 % from 29.90 to 34.50."),
        (PRICES, "Kettle +4.60, mixer −4.00."),
    ],
)
def test_what_the_rows_give_or_come_to_is_not_made_up(told, right):
    assert _told(right, told).ok


@pytest.mark.parametrize(
    ("told", "wrong"),
    [
        (LINES, "Red is at 0.25 %."),
        (LINES, "Red takes 57.3 %."),
        (REGIONS, "West has 153 of the 9,430 orders."),
        (MONTHS, "November was 2.5 times December."),
        (TEAMS, "Team Alpha averages 97.9 points a game."),
        (PRICES, "Mixer +904.00."),
    ],
)
def test_what_they_do_not_give_is(told, wrong):
    assert _told(wrong, told).removed == (wrong,)


def test_what_candor_stated_itself_is_a_fact():
    facts = (Fact(id="1", name="total revenue of West", value=90076.85, text="the total revenue of West is 90,076.85"),)
    stated = ("West has the highest total revenue: 90,076.85. It covers 153 orders in 4 regions.",)
    assert ground("West leads with 90,076.85, on 153 orders.", facts=facts, stated=stated).ok
    assert not ground("West leads with 90,076.85, on 163 orders.", facts=facts, stated=stated).ok
    assert not ground("West leads with 90,076.85, on 153 orders.", facts=facts).ok


def test_the_end_of_a_columns_range_is_the_scale_of_its_figures_and_no_made_up_number():
    rating = ColumnProfile(name="rating", type="number", role="measure", minimum=1.0, maximum=5.0)
    rated = data_labels([DatasetProfile(dataset_id="d1", file_name="t.csv", row_count=90, columns=(rating,))])
    facts = (Fact(id="1", name="average rating", value=3.89, text="The average rating is 3.89."),)
    assert ground("The average rating is 3.89 out of 5.", facts=facts, labels=rated).ok
    assert not ground("The average rating is 3.89 out of 7.", facts=facts, labels=rated).ok


def test_a_sentence_does_not_end_at_somebodys_initials():
    told = ground("West leads. D. Novak sold 7 of them.", facts=())
    assert told.removed == ("D. Novak sold 7 of them.",)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("West took 90,076.85.", "14 days were lost."),
        ("West took 90,076.85.", "22.6% is a lot."),
        ("West took 90,076.85.", "A typical month has 14 of them."),
        ("West leads since 2024.", "14 days were lost."),
        ("Its share is 5.5 %.", "A typical month has 14 of them."),
        ("West took 90,076.85.", "WH1 has 14 of them."),
        ("It was 8.8 °C.", "Four more had 14."),
    ],
)
def test_a_sentence_ends_behind_its_figure_whatever_the_next_begins_with(first, second):
    facts = (
        Fact(id="1", name="x", value=90076.85, text="x"),
        Fact(id="2", name="share", value=5.5, unit="%", text="y"),
        Fact(id="3", name="heat", value=8.8, unit="°C", text="z"),
    )
    assert ground(f"{first} {second}", facts=facts, question="since 2024?").removed == (second,)


@pytest.mark.parametrize("text", ["It ended on 31. 12. 2024.", "On 3. 14 people came.", "1. 14 days were lost."])
def test_an_ordinal_ends_no_sentence(text):
    assert len(tuple(statements(text))) == 1


@pytest.mark.parametrize(
    ("tag", "text", "told"),
    [
        ("de", "Davon kam z. B. Berlin auf 5 Mio. EUR, Nr. 5 auf ca. 3 Mio. €. Im 1. Quartal lag B. vorn. Es fiel.", 3),
        ("fr", "M. Dupont mène avec 5 M€, p. ex. à Lyon. Soit 3 %.", 2),
        ("es", "La Sra. García lidera en EE. UU. con el 5 %. Es poco.", 2),
        ("en", "J. R. Smith of St. Louis leads Jones Inc. with No. 5. Approx. 5 kg went to product B. It sold 12.", 3),
        ("en", "**West leads.** East (62 %) follows. *It fell.* “It rose.” So did North.", 5),
        ("en", "2. West leads. It has 5.", 2),
        ("en", "**Dr. Abara** leads with 245.\n- **Mr. Cole** has 30. Ms. Dee has 20.", 3),
        (
            "en",
            "It fell by 0.07 mg/l. It is 5 l. In 2024 J. Smith led at 21 °C. At 5 p.m. it was 3 kg. Then it rose.",
            5,
        ),
    ],
)
def test_an_abbreviation_ends_no_sentence_in_any_language(tag, text, told):
    assert len(tuple(statements(text, tag))) == told


def test_a_paragraph_that_loses_its_last_sentence_ends_with_the_one_before():
    assert without("West leads. It fell.\n\nMore.", {"It fell."})[0] == "West leads.\n\nMore."


def test_two_columns_that_a_number_tells_apart_are_two_facts_and_their_numbers_are_no_figures():
    told = (
        'SELECT fund, return_450, return_730 FROM "data"',
        ("fund", "return_450", "return_730"),
        (("Alpha", 12.25, 9.5), ("Beta", 3.75, 1.5)),
    )
    sql, columns, rows = told
    result = QueryResult(columns=columns, rows=rows, row_count=2, sql=sql)
    facts = Written(sql=sql, purpose="Returns").findings(NO_TABLE, (result,)).facts
    assert [fact.name for fact in facts[:2]] == ["return 450 (Alpha)", "return 730 (Alpha)"]
    assert ground("Alpha returned 12.25.", facts=facts).ok
    assert not ground("Alpha has 450 owners.", facts=facts).ok
