"""A query in English, part by part (`verbalise.py` puts the parts together), and how figures are shown everywhere."""
