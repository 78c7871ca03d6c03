"""The same system on one machine: moto's AWS in this process, the same definitions, the real handlers."""
