"""The pieces of English that a query is verbalised with."""
