"""The same system on one machine: moto's AWS in this process, the same definitions, the real handlers."""

from infra.local.moto import batch as moto_batch

moto_batch.install()
