"""The words of questions and of column names, as data."""
