"""The fields of analyses, filled from what a question was read as."""
