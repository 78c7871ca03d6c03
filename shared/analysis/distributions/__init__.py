"""How the values of a measure lie: shape, concentration, what is far off, who is first and last."""
