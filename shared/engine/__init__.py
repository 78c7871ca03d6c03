"""SQL that may run: the guard, names and their repair, why a result is empty, the one function that runs a SELECT, and
the files that it keeps between visits."""
