"""Segments of rows: tiers, categories, profiles, and those that stand out."""
