"""An answer in German, French or Spanish has its figures and dates as that language writes them, and is checked so."""

import pytest

from shared.contracts import QueryResult
from shared.grounding.figures import figures
from shared.grounding.grounding import Grounding
from shared.grounding.languages import language_of
from shared.grounding.references import Resolved, resolve
from shared.grounding.sheets import Sheets, whole_results
from shared.grounding.sheets import shown as table_shown
from tests.shared.grounding.texts import ground


def _sheets() -> Sheets:
    sheets = Sheets()
    rows = (("West", 90076.85, 1530), ("East", 62887.65, 110))
    result = QueryResult(columns=("region", "revenue", "orders"), rows=rows, row_count=2, sql="SELECT")
    sheets.add(result, query=0, units={"revenue": "EUR"})
    months = (("2025-03-01", 100.0), ("2025-04-01", 65.6))
    sheets.add(QueryResult(columns=("month", "sum"), rows=months, row_count=2, sql="SELECT"), query=1)
    return sheets


def _told(text: str, tag: str) -> tuple[Resolved, Grounding]:
    sheets, language = _sheets(), language_of(tag)
    told, tables = resolve(text, sheets, language=language), whole_results(sheets)
    return told, ground(told.text, facts=told.facts, results=tables, resolved=told, tables=tables, language=language)


@pytest.mark.parametrize(
    ("tag", "written", "shown"),
    [
        ("de", "West: {r1.revenue}, {pct(r1.revenue, sum(t1.revenue)):1}.", "West: 90.076,85 €, 58,9 %."),
        ("de-AT", "{r1.revenue} €", "90.076,85 €"),
        ("de", "{r1.orders} Bestellungen", "1.530 Bestellungen"),
        ("fr-CA", "West : {r1.revenue}", "West : 90\u202f076,85 €"),
        ("es", "{r1.revenue} en {r3.month:month}", "90.076,85 € en marzo 2025"),
        (
            "de",
            "im {r3.month:month}, am {r3.month:day}, {r3.month:quarter}",
            "im März 2025, am 1. März 2025, 1. Quartal 2025",
        ),
        ("de", "Der Umsatz sank um {change(r4.sum, r3.sum):1}.", "Der Umsatz sank um 34,4 %."),
        ("de", "Der Umsatz ist um {change(r4.sum, r3.sum):1} gesunken.", "Der Umsatz ist um 34,4 % gesunken."),
        ("de", "Veränderung: {change(r4.sum, r3.sum):1}.", "Veränderung: -34,4 %."),
        ("fr", "Les ventes ont baissé de {change(r4.sum, r3.sum):1}.", "Les ventes ont baissé de 34,4 %."),
        ("de", "{diff(pct(r1.orders, sum(t1.orders)), pct(r2.orders, sum(t1.orders))):1}", "86,6 Prozentpunkte"),
        ("de-CH", "{r1.revenue}", "€90,076.85"),
        ("es-MX", "{r1.revenue}", "€90,076.85"),
        ("nl", "{r1.revenue}", "€90,076.85"),
        ("no language at all", "{r1.revenue}", "€90,076.85"),
    ],
)
def test_figures_and_dates_are_written_as_the_language_writes_them(tag: str, written: str, shown: str) -> None:
    told, grounding = _told(written, tag)
    assert told.text.replace("\u00a0", " ") == shown
    assert grounding.ok, grounding.wrong


@pytest.mark.parametrize(
    ("tag", "said"),
    [
        ("de", "West hatte 90.077 € Umsatz."),
        ("de", "West hatte 1.530 Bestellungen."),
        ("de", "Im März 2025 waren es {r3.sum:1}, im April 2025 {r4.sum:1}."),
        ("fr", "West : 90\u202f077 €."),
        ("es", "El 1 de marzo de 2025, West tenía 1.530 pedidos."),
    ],
)
def test_bare_figures_are_read_in_the_format_of_the_language(tag: str, said: str) -> None:
    assert _told(said, tag)[1].ok


@pytest.mark.parametrize(
    ("tag", "said"),
    [
        ("de", "West hatte 91.077 € Umsatz."),
        ("de", "West hatte 1.531.200 Bestellungen."),
        ("de", "West hatte 1,530 Bestellungen."),
        ("es", "West tenía 1.531 pedidos."),
    ],
)
def test_a_false_figure_is_refuted_in_every_language(tag: str, said: str) -> None:
    assert not _told(said, tag)[1].ok


def test_what_is_taken_out_and_what_stays_is_as_it_was_written() -> None:
    _, grounding = _told("West hatte {r1.revenue}. East hatte 91.077 € im März 2025. Es gibt zwei Regionen.", "de")
    assert grounding.text.replace("\u00a0", " ") == "West hatte 90.076,85 €. Es gibt zwei Regionen."
    assert grounding.removed == ("East hatte 91.077 € im März 2025.",)


def test_a_day_and_its_month_alone_are_a_date_and_no_decimal_number() -> None:
    for said in ("Vom 1.1. bis 31.12.2024 gilt es.", "Es gilt ab dem 15. 3. und bis zum 01.12."):
        assert ground(said, language=language_of("de")).ok
    assert ground("It is of 1.1. to 31.12.2024.").ok
    assert not ground("It rose by 1.1. That is little.").ok


@pytest.mark.parametrize(
    ("tag", "written", "shown"),
    [
        ("en", "It was EUR {r2.amount:2} and CHF {r1.amount:2}.", "It was EUR 191,436.00 and CHF 184,252.27."),
        ("en", "It was {r2.amount:2} and {r1.amount:2} CHF.", "It was €191,436.00 and 184,252.27 CHF."),
        ("en", "{r2.other:0} EUR of {r2.amount:0}", "€12 of €191,436"),
        ("de", "{r2.other:0} EUR von {r2.amount:0} EUR", "12 € von 191.436 €"),
        ("en", "{r2.other:0} orders", "12 orders"),
    ],
)
def test_a_currency_is_written_once_and_in_one_way(tag: str, written: str, shown: str) -> None:
    sheets = Sheets()
    rows = (("CHF", 184252.27, 7.0), ("EUR", 191436.0, 12.4))
    result = QueryResult(columns=("currency", "amount", "other"), rows=rows, row_count=2, sql="SELECT")
    sheets.add(result, query=0, units_by_row={"amount": "currency"})
    told, language = resolve(written, sheets, language=language_of(tag)), language_of(tag)
    assert told.text.replace("\u00a0", " ") == shown
    assert ground(told.text, facts=told.facts, results=whole_results(sheets), resolved=told, language=language).ok


def test_a_reader_of_a_result_is_told_that_each_row_has_its_own_currency() -> None:
    sheets = Sheets()
    result = QueryResult(columns=("currency", "amount"), rows=(("CHF", 1.5),), row_count=1, sql="SELECT")
    sheet = sheets.add(result, query=0, units_by_row={"amount": "currency"})
    assert table_shown(sheet, 1)["units"] == {"amount": "each row's own, as currency says"}


@pytest.mark.parametrize(
    ("tag", "written", "told"),
    [
        ("de", "Der Umsatz stieg um zwanzig Prozent.", [(20.0, "%")]),
        ("de", "Es waren zwei Komma fünf Prozent, dreiundzwanzig Prozentpunkte mehr.", [(2.5, "%"), (23.0, "pp")]),
        ("de", "Zwei Gründe, wenige Prozent und die meisten Prozente.", []),
        ("fr", "Une baisse de vingt et un pour cent, pour deux raisons.", [(21.0, "%")]),
        ("es", "Sube el treinta y uno por ciento, por dos razones.", [(31.0, "%")]),
        ("en", "It rose by twenty per cent.", [(20.0, "%")]),
    ],
)
def test_a_percentage_in_words_is_a_figure_in_every_language_whose_numerals_are_read(
    tag: str, written: str, told: list[tuple[float, str]]
) -> None:
    read = language_of(tag).read(written)
    assert len(read) == len(written)
    assert [(one.value, one.unit) for one in figures(read)] == told


def test_a_percentage_in_words_is_held_against_the_data_as_one_in_digits_is() -> None:
    _, right = _told("West hat {pct(r1.revenue, sum(t1.revenue)):0}, also neunundfünfzig Prozent.", "de")
    _, wrong = _told("West hat {pct(r1.revenue, sum(t1.revenue)):0}, also siebzig Prozent.", "de")
    assert (right.ok, wrong.ok) == (True, False)
