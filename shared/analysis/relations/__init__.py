"""How measures move together."""
