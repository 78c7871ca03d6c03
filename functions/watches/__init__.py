"""What the clock calls for watches."""
