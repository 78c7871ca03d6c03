"""What a report begins with, and puts together."""
