"""How entities stand: against the average, their peers, the best in class and their own past."""
