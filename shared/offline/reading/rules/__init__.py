"""What each part of a question adds to its reading: conditions, measures, groups, extremes, shapes."""
