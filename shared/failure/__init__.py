"""When something fails: the kind of failure, its description, forfeits, and the last words."""
