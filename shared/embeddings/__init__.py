"""Sentence embeddings that need no network, of the weights that ship in a wheel."""
