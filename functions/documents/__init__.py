"""The only function that draws documents."""
