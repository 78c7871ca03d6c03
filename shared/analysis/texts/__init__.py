"""Texts by what they mean: their different values, those that a mind has chosen among them, and those like a text."""
