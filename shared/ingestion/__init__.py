"""A messy file becomes clean Parquet and a profile that tells what was repaired, dropped or ambiguous."""
