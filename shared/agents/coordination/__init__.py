"""Coordination: a question becomes a plan of tasks for agents, or a forfeit."""
