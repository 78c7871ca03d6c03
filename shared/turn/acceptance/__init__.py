"""Acceptance of a question: from the API or the bus to a stored turn, and a turn taken back."""
