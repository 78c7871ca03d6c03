"""The only function that runs SQL."""
