"""No-model mode, one wing: the requests to a model answered by reading the question with rules and embeddings."""
