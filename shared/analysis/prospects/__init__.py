"""Where there is more to gain: growth, gaps between engagement and spend, likeness to the best, segments."""
