"""What a query may be: its syntax tree, what is allowed in it, and the names that it uses."""
