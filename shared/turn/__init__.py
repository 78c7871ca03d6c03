"""The one reply of a turn: from acceptance, through what the agents found, to the commit and what follows from it."""
