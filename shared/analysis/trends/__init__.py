"""A measure over time: where it goes, what comes again, when it changed, where it may go."""
