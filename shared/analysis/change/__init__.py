"""What changed and why: a figure's change between two stretches of time, in parts that add up."""
