"""The HTTP API: one function, its routes by noun."""
