"""How each dependency does: its state, and the calls that it is known from."""
