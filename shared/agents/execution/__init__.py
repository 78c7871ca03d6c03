"""Execution of an agent's queries, and what is found out about their results: completeness, emptiness, values."""
