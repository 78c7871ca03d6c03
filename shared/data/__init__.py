"""Data at rest and in motion: files to datasets, the SQL guard, the worker that runs queries."""
