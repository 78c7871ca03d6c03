"""Statements of accounts, whose lines are measures and whose columns are periods: sales, costs, and what is left."""

import re
from collections.abc import Sequence
from itertools import pairwise

from shared.ingestion.cells.dates import read_dates
from shared.ingestion.cells.kinds import is_year
from shared.ingestion.cells.months import english_months
from shared.ingestion.cells.numbers import read_numbers

_RESULTS = re.compile(
    r"\b(?:profits?|loss|earnings|ebitd?a?|net income|result|gross margin|surplus|deficit|cash ?flow"
    r"|\w*(?:gewinn|verlust|ergebnis|überschuss|fehlbetrag|rohertrag|deckungsbeitrag)|bénéfice|résultat|perte"
    r"|utile|risultato|perdita|beneficio|ganancia|resultado|lucro|resultaat|winst)\b(?!\s+cent(?:er|re))",
    re.IGNORECASE,
)
_FLOWS = re.compile(
    r"\b(?:revenues?|sales|turnover|income|receipts|expens\w+|costs?|cogs|overheads?"
    r"|\w*(?:umsatz|umsätze|erlöse?|erträge|aufwand|aufwendungen|kosten|einnahmen|ausgaben)"
    r"|chiffre d['’]affaires|ventes|recettes|charges|coûts|ricavi|vendite|costi|ingresos|ventas|gastos|receitas?"
    r"|despesas|omzet|kosten)\b",
    re.IGNORECASE,
)
"""What results are made of. A result and what it is made of are never two things of one kind, as two regions are."""
_MONTHS = (
    "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    "|nov(?:ember)?|dec(?:ember)?"
)
_YEAR = r"(?:\d\d)?\d\d"
_PERIOD = re.compile(
    rf"(?:fy|h|q|t|kw|w)\s?-?\d{{1,4}}\s?[aefb]?|[hqt][1-4]\s?['’/.-]?\s?{_YEAR}|{_YEAR}\s?-?[qht][1-4]"
    rf"|(?:19|20)\d\d\s?(?:[aefb]|act\w*|est\w*|/{_YEAR})|(?:{_MONTHS})\.?(?:[\s/.-]?['’]?{_YEAR})?",
    re.IGNORECASE,
)
_LEAST_ROLLED, _LEAST_DIGITS = 2, 6
_BESIDE = 2
"""So many columns may be of no period: a total, a year to date."""


def is_statement(labels: Sequence[str], rows: Sequence[Sequence[str | None]], header: Sequence[str]) -> bool:
    """Whether lines of numbers are measures of the periods in the header: some are called what results are, and some
    what these are made of; or one line opens each period with what another closed the one before with."""
    periods = [at for at, cell in enumerate(header) if is_period(cell)]
    if len(periods) < 2 or len(header) - len(periods) > _BESIDE:
        return False
    results = [label for label in labels if _RESULTS.search(label)]
    flows = [label for label in labels if label not in results and _FLOWS.search(label)]
    return bool(results and flows) or _rolls_forward([[row[at] for at in periods] for row in rows])


def is_period(cell: str) -> bool:
    """Whether a cell names a period: March, Jan 24, Q2 2024, FY23, 2024."""
    cell = english_months(cell.strip())
    return is_year(cell) or bool(_PERIOD.fullmatch(cell)) or (bool(cell) and read_dates([cell], "").share == 1)


def _rolls_forward(rows: Sequence[Sequence[str | None]]) -> bool:
    figures = [[(cell or "").strip() for cell in row] for row in rows]
    return any(
        one is not other and _is_shifted(one, other) for at, one in enumerate(figures) for other in figures[at + 1 :]
    )


def _is_shifted(opening: Sequence[str], closing: Sequence[str]) -> bool:
    pairs = list(zip(opening[1:], closing[:-1], strict=True))
    same = [one for one, other in pairs if one == other and read_numbers([one or "-"]).share == 1]
    told = {one for one in same if any(here != there for here, there in pairwise([*opening, *closing]))}
    digits = sum(len(re.sub(r"\D", "", one).rstrip("0")) for one in told)
    return len(same) == len(pairs) and len(told) >= _LEAST_ROLLED and digits >= _LEAST_DIGITS
