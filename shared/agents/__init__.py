"""What stands behind every agent: the agent as a value, its run at a task, and what an agent's file is written with."""
