"""What keeps the promise from outside the workflow."""
