"""Sessions, turns, events and datasets in DynamoDB and S3."""
