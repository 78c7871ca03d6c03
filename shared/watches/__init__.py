"""Watches: questions that are asked again by the clock or on new data, and what is told of their answers."""
