"""File to dataset."""
