"""The state machines: their definitions, the AWS limits they must respect, and their worst case in time."""
