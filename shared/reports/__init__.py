"""Documents of what was found: composed from a committed reply, written as Markdown, HTML or PDF."""
