"""Lambda handlers: each parses, calls one thing and returns. `functions.registry` finds them by their files."""
