"""Replies from outside the workflow, from what a turn left behind."""
