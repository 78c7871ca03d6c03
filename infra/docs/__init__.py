"""What writes the documents that are generated."""
