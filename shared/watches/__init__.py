"""Watches: questions that are asked again on a schedule or when data changes, and the messages about their answers."""
