.DEFAULT_GOAL := help
PYTHON ?= python3
UV := .tools/bin/uv
BIN := .venv/bin
LOCKS := requirements-dev.lock

.PHONY: help setup lock demo test check synth docs ci clean

help: ## what each target does
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F':.*## ' '{printf "  %-8s %s\n", $$1, $$2}'

.tools/.stamp: requirements-tools.lock
	$(PYTHON) -m venv .tools
	.tools/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-tools.lock
	@touch $@

.venv/.stamp: .tools/.stamp requirements-dev.lock pyproject.toml
	$(UV) venv --quiet --allow-existing --python $(PYTHON) .venv
	$(UV) pip sync --quiet --python .venv --require-hashes requirements-dev.lock
	$(UV) pip install --quiet --python .venv --no-deps --no-build-isolation --editable .
	@touch $@

setup: .venv/.stamp ## prepare the environment, inside the project

lock: ## renew the locks (names and hashes only)
	$(UV) pip compile --quiet --universal --generate-hashes --no-header --python-version 3.11 pyproject.toml --group local --group dev -o requirements-dev.lock
	$(UV) pip compile --quiet --universal --generate-hashes --no-header --python-version 3.11 pyproject.toml --group local --group dev --group synth -c requirements-dev.lock -o requirements-synth.lock
	$(UV) pip compile --quiet --universal --generate-hashes --no-header --python-version 3.11 --group tools -o requirements-tools.lock
