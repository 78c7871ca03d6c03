"""Changes that make moto behave like AWS, or faster."""
