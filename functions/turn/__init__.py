"""The states of a turn."""
