"""What a turn needs before anything is decided: its context, its files, the settings in force."""
