"""Where moto differs from AWS or is slow, it is brought closer."""
