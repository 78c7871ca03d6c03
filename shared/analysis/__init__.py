"""Typed analyses: each compiles to SQL and turns what comes back into facts. One file per family."""
