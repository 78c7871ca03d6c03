"""Rows as a spreadsheet opens them."""

import csv
from io import StringIO

from shared.contracts import Scalar, WholeResult

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""What a spreadsheet takes for the beginning of a formula, in full width too, as those of East Asia do."""


def as_csv(whole: WholeResult) -> str:
    """The rows as CSV (RFC 4180), the names of the columns first; no text in it begins a formula in a spreadsheet."""
    written = StringIO()
    writer = csv.writer(written)
    writer.writerow(map(_cell, whole.columns))
    writer.writerows([_cell(value) for value in row] for row in whole.rows)
    return written.getvalue()


def _cell(value: Scalar) -> Scalar:
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value
