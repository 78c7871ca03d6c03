"""Statistics by scipy, in a function of its own: requests, what computes them, and what comes back."""
