"""What a turn stands on before anything is decided: its context, its files, the settings in force."""
