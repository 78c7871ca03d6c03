"""The only function that computes statistics."""
