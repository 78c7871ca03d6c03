"""The conversation of an agent with a mind about one task, and its outcome: an answer with its facts, or a forfeit."""
