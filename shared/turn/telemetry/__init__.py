"""Measurements of a turn that has ended: metrics and traces, both read from its committed log."""
