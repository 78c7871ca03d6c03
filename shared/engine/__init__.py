"""SQL that may run: the guard, names and their repair, zero-row forensics, and the one function that runs a SELECT."""
