"""The query language: what computes figures, as values that SQL, words and facts are all read from."""
