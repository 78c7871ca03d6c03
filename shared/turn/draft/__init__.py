"""A draft on trial: guarded, assessed, and what is said in its place where it may not go out."""
