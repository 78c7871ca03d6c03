"""Webhooks: signed announcements to addresses that users name."""
