"""The minds: one port of typed requests, answered by Claude or by rules and embeddings."""
