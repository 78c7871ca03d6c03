"""What the schedule calls for watches."""
