"""Signs within the words that say what a result's columns mean and which rows they are of; no name holds them."""

from typing import Final

SAYS: Final = "\0"
"""In a condition, before the words that have to be said of it, and behind those that may be: "kwh", "above 10000"; in a
meaning, before the period that a time is cut to."""
OF_THOSE: Final = "\1"
"""In a meaning, before the words that have to be said of the rows that alone are in a figure."""
RAW: Final = "\2"
"""Begins a condition that is not in words, so that nothing that is said tells it."""
ANY: Final = "\3"
"""In a condition, between words of which one has to be said."""
ROLES: Final = "\4"
"""Behind RAW: which of two columns of one kind is meant, which words in any order do not say."""
