"""HTTP: who calls, routes, bodies, streams, how errors are answered, and what is forgotten on request."""
