"""What a table is: the role of each column, its unit, what a row stands for, and what of it is in doubt."""
