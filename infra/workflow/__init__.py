"""The state machines: their definitions, what AWS punishes in them, and their worst case in time."""
