"""Questions about single rows of a small table, as people copy them from the web: who came next, which of two."""
