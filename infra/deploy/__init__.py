"""Around a deployment: checks before it, steps after it, and the way back from a restored table."""
