"""A consultation within a turn: a phase's round, what it says, the handoff to the next one, and the brief of it all."""
