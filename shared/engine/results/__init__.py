"""What a query's result is: what its columns mean, count and are measured in, read from the query's tree."""
