"""The one reply of a turn, in a consultation too: assembled from what the turn stored, annotated, guarded,
and committed."""
