"""Pictures of results: Vega-Lite with its data inline, where a picture says more than the table."""
