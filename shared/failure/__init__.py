"""When something fails: which kind of failure it is, how it is told, forfeits, and the last words."""
