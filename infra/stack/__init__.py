"""The AWS stack, one construct a file."""
