"""Rows that are no data, or are there twice: totals, notes, repeats."""
