"""Generators of the pages that `make docs` writes."""
