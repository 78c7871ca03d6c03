"""What arrives on the bus and in the bucket."""
