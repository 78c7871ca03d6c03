"""What a table is made of and what is wrong in it: columns, empty cells, duplicates, outliers."""
