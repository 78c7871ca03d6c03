"""Webhooks: what Candor announces, sent to addresses that users name, signed."""
