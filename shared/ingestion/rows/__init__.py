"""Rows that are no data, or are there twice: lines of printers, footers, totals, repeats."""
