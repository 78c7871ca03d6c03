"""The one reply: assembled from what a turn left behind, annotated, guarded, and committed."""
