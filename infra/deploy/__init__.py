"""Around a deployment: what is looked at before it, what is done after it, and the way back from a restored table."""
