# `make play` plays, `make test` proves. Both set everything up first, and work offline the second time.
# The system's own Python where it is recent enough: distributions build theirs with the profile of real programs, and games
# are an eighth quicker on it than on one that was built by hand without.
OWN_PYTHON := import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell /usr/bin/python3 -c '$(OWN_PYTHON)' 2>/dev/null && echo /usr/bin/python3 || echo python3)
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
WEB := src/firelane/server/static/index.html
WARM := $(VENV)/.warm
WEB_READY := web/node_modules/.ready
RULESET ?= c1
N ?= 20
SEED ?= 0
GAMES ?= 2000
OPERATIONS ?= 5000
RAIDS ?= 500
DECIDED ?= 1000

.PHONY: play test setup system lint types contracts tests coverage coverage-update prove mutants mutants-sample fired sound bench bench-against balance leans lock clean \
  web web-check web-types golden golden-record golden-show

play: setup web
	@$(BIN)/firelane serve --open

setup: $(READY) $(WARM)

$(READY): pyproject.toml requirements/dev.txt scripts/hatch_build.py
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Firelane needs Python 3.11 or later")'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $@

# What is compiled on first use is compiled now, so that the first game does not wait for it.
$(WARM): $(READY) $(wildcard src/firelane/table/*.py src/firelane/odds/*.py src/firelane/players/*.py src/firelane/players/*/*.py)
	@$(BIN)/python -m firelane.server.warming
	@touch $@

# A browser and a database server, which the tests of the table and the store need.
system:
	@scripts/system-packages

# The browser table, built into the package; only what has changed is built anew.
web: $(WEB)

$(WEB_READY): web/package.json web/package-lock.json web/.npmrc
	node -e 'process.exit(+(process.versions.node.split(".")[0] < 20))' || (echo "Firelane's table needs Node.js 20.19 or later to be built"; exit 1)
	cd web && npm ci --silent
	touch $@

$(WEB): $(WEB_READY) web/index.html web/vite.config.ts web/svelte.config.js $(shell find web/src web/public -type f)
	cd web && npm run --silent build

web-check: $(WEB_READY)
	cd web && npm run --silent lint && npm run --silent check && npm run --silent test

# The types of the browser table from the structs that the server speaks in.
web-types: $(READY)
	$(BIN)/python web/scripts/protocol.py

test: setup system lint types contracts web-check tests coverage mutants-sample

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(READY)
	$(BIN)/mypy

contracts: $(READY)
	$(BIN)/lint-imports --no-logo

tests: setup web
	$(BIN)/pytest -q -n auto --proofs=build/proofs.json

# The golden games, with every decision of the commander.
golden: setup
	$(BIN)/pytest -q -n auto --all-decisions tests/golden_games

# Golden games recorded anew, all or in part: make golden-record PART="words choices". CONTRIBUTING.md says when.
golden-record: setup
	PYTHONPATH=tests $(BIN)/python -m golden_games record $(PART)

# One step of a golden game in full, as the code plays it now: make golden-show GAME=c1-017 STEP=34
golden-show: setup
	@PYTHONPATH=tests $(BIN)/python -m golden_games show $(GAME) $(STEP)

# The checked-in coverage must say what the last whole run of the tests has shown.
coverage: $(READY)
	$(BIN)/firelane rules coverage --check --proofs=build/proofs.json

coverage-update: tests
	$(BIN)/firelane rules coverage --update --proofs=build/proofs.json

# Random proven statements, each with its tests and the code that cites it: break the code, see the test fail.
prove: $(READY)
	$(BIN)/firelane rules prove $(RULESET) --number $(N) --seed $(SEED)

# Random proven statements, their code broken in small ways: what the tests that name them do not notice. Goes on where it
# was broken off.
mutants: $(READY)
	$(BIN)/firelane rules mutants $(RULESET) --number $(N) --seed $(SEED) $(if $(RECORD),--record)

# A few mutants that the tests notice, always the same ones, and must go on noticing: tests/mutants/sample.yaml.
mutants-sample: $(READY)
	$(BIN)/firelane rules mutants --sample

# Which statements random games fire, counted afresh: docs/fired.md.
fired: setup
	mkdir -p build
	$(BIN)/firelane simulate --ruleset $(RULESET) --vary --games $(GAMES) --processes 2 --json > build/fired.json
	$(BIN)/firelane fired build/fired.json --write docs/fired.md

# Red Earth by chance: nothing breaks, and every card and skill is played. A quarter of an hour on two cores.
sound: setup
	PYTHONPATH=tests:. $(BIN)/python -m benchmarks.sound $(OPERATIONS) $(RAIDS)

bench: setup
	PYTHONPATH=tests:. $(BIN)/python -m benchmarks $(PART)

# Old and new code in turn in the same minutes, as ratios: make bench-against BASE=HEAD~3
bench-against: setup
	PYTHONPATH=tests:. $(BIN)/python -m benchmarks.against $(BASE) $(if $(PARTS),--parts $(PARTS))

# How fair the Taskings of Red Earth are between veterans: docs/balance.md. Goes on where it was broken off.
balance: setup
	PYTHONPATH=. $(BIN)/python -m benchmarks.balance --games $(DECIDED) --write

# The same games with one figure of a Tasking Card changed: whether it is the card that leans.
leans: setup
	PYTHONPATH=. $(BIN)/python -m benchmarks.leans --write

lock:
	$(PYTHON) -m venv build/lock
	build/lock/bin/pip install --quiet pip-tools
	build/lock/bin/pip-compile --quiet --strip-extras --generate-hashes --extra dev --no-emit-index-url \
	  --no-emit-trusted-host --no-emit-find-links --output-file requirements/dev.txt pyproject.toml

clean:
	rm -rf build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache web/node_modules src/firelane/server/static
