"""Replies from outside the workflow, made of what the turn has stored."""
