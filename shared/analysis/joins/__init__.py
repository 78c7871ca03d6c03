"""Several tables: how they belong together, and figures of one by columns of another."""
