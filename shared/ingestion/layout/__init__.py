"""Where in a grid the table is: its dialect, its header, its blocks, and which way it lies."""
