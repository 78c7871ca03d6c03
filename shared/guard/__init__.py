"""What may not be shown: technical detail, secrets, personal data, active content."""
