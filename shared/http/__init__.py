"""The door's own library: who asks, how errors are told, what is forgotten."""
