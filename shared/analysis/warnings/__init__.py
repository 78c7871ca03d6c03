"""Who is at risk: declines, warning signs, scores of several factors, and what past losses looked like."""
