"""The agents: the folder is the registry."""
