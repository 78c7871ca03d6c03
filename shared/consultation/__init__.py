"""A consultation within a turn: a phase's round and its words, the handoff to the next phase, and the brief. The reply
itself is made in `shared/turn/reply`."""
