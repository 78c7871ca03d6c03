"""Totals, averages, shares, comparisons and courses over time."""
