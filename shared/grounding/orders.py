"""The words with which a statement calls a figure the first or the last of its column."""

import re
from typing import Final

from shared.pattern import LazyPattern

_HIGH: Final = "highest|largest|biggest|greatest|maximum|longest|oldest|strongest"
_LOW: Final = "lowest|smallest|least|fewest|minimum|shortest|youngest|weakest"
SUPERLATIVE: Final = LazyPattern(
    rf"\b(?:(?P<high>{_HIGH}|(?<!at )(?<!at the )most(?= [a-z]))|(?P<low>{_LOW}))\b"
    r"(?! (?:of(?! all\b)|likely|recent|common|important|likely|notable|interesting)\b)",
    re.IGNORECASE,
)
