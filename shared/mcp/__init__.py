"""Candor for assistants: three tools over the Model Context Protocol, with the rights of the user who asks."""

PATH = "/mcp"
