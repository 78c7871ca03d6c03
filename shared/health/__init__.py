"""The health of each dependency: its state, and the calls from which it is known."""
