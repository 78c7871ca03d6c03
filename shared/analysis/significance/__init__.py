"""Whether a difference or a connection is more than chance."""
