"""Single rows: found, named, ordered, listed and compared."""
