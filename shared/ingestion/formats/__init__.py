"""What kinds of files there are, each made a grid of text: by content, never by name."""
