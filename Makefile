# Every target sets up what it needs. A second run repeats no work.
# For an interpreter other than python3: make setup PYTHON=python3.13

PYTHON ?= python3
export PYTHON

# Write bytecode files even if the environment forbids it: otherwise every process that a test starts compiles its imports.
unexport PYTHONDONTWRITEBYTECODE

# Every Python file in scripts/ writes a file of the repository, or checks with --check that it is up to date.
GENERATORS := $(wildcard scripts/*.py)

# Tests of the rules; they run with the compiled rules too.
RULE_TESTS := tests/rules tests/contract tests/coverme tests/playthroughs

# Two processes more than there are cores: many tests wait for a clock, a browser or a server.
PARALLEL = -n $$(( $$(nproc 2>/dev/null || echo 2) + 2 )) --dist worksteal

# An environment whose folder was moved is set up again, as is one whose lock has changed.
moved = $(shell [ "$$(cat $(1)/ready 2>/dev/null)" = "$$(pwd)" ] || echo moved-environment)

.PHONY: help setup compiled web web-check web-test chromium screenshots walk-through play test fast check bench mutants prove fuzz coverage docs puzzles site deploy-check network-tools lock clean moved-environment

help:
	@echo 'make play      both games in the browser; ARGS="--host 0.0.0.0" lets friends on the same network in'
	@echo 'make test      all tests, with a sample of each proof by quantity; make fast: without the slow ones'
	@echo 'make prove     the proofs by quantity; SCALE=10 for ten times as much'
	@echo 'make fuzz      new random examples for the Hypothesis tests, for SECONDS=600'
	@echo 'make check     format, lint, types, spelling, generated files'
	@echo 'make bench     speed, beside other libraries (installs them in .venv-bench)'
	@echo 'make mutants   do the tests notice when a rule is broken?'
	@echo 'make coverage  which lines do the quick tests not run?'
	@echo 'make web       build the browser client'
	@echo 'make screenshots  pictures of all its screens, in web/screenshots'
	@echo 'make walk-through  pictures of the first games, step by step, at every size: web/screenshots/walk-through'
	@echo 'make docs      write the generated files'
	@echo 'make puzzles   search for the daily positions of Cover Me; minutes'
	@echo 'make site      the documentation as a site, with the API reference: build/site/html'
	@echo 'make deploy-check  validate the files for systemd, containers, Kubernetes and Prometheus'
	@echo 'make setup     only the environment, .venv'
	@echo 'make lock      write requirements/*.txt from pyproject.toml'
	@echo 'make clean     remove everything that make has created'

setup: .venv/ready compiled
	@:

.venv/ready: pyproject.toml requirements/uv.txt requirements/dev.txt scripts/setup $(call moved,.venv)
	@scripts/setup .venv requirements/dev.txt

.venv-bench/ready: pyproject.toml requirements/uv.txt requirements/bench.txt scripts/setup $(call moved,.venv-bench)
	@scripts/setup .venv-bench requirements/bench.txt

.venv-deploy/ready: pyproject.toml requirements/uv.txt requirements/deploy.txt scripts/setup $(call moved,.venv-deploy)
	@scripts/setup .venv-deploy requirements/deploy.txt

.venv-docs/ready: pyproject.toml requirements/uv.txt requirements/docs.txt scripts/setup $(call moved,.venv-docs)
	@scripts/setup .venv-docs requirements/docs.txt

# The inner loops, compiled in place where there is a compiler; nothing happens if they are up to date.
compiled: .venv/ready
	@.venv/bin/python scripts/compile

# A copy of the package with compiled rules, for tests and benchmarks.
build/compiled/ready: .venv/ready | compiled
build/compiled/ready: scripts/compile $(wildcard compilation/*.py) $(shell find src -name '*.py' -o -name '*.json')
	@.venv/bin/python scripts/compile --copy build/compiled

# The browser client, built into the package, where the server finds it; nothing happens if it is up to date. scripts/node
# uses the machine's Node.js if it is recent enough, and otherwise installs one from PyPI in .venv-node.
WEB := src/covergames/server/web/index.html
WEB_SOURCES := $(shell find web/src web/build web/index.html web/*.ts web/*.js src/covergames/locales src/covergames/coverme/pattern_colours.json -type f)

web: $(WEB)
	@:

$(WEB): web/node_modules/ready $(WEB_SOURCES)
	@scripts/node npm --prefix web run --silent build

web/node_modules/ready: web/package-lock.json web/.npmrc scripts/node
	@scripts/node npm --prefix web ci --silent
	@touch $@

web-check: web/node_modules/ready
	@scripts/node npm --prefix web run --silent check

web-test: web/node_modules/ready
	@scripts/node npm --prefix web run --silent test

# The browser for the tests of the client: the machine's, or one that scripts/chromium installs.
chromium: .venv/ready
	@scripts/chromium >/dev/null

# Programs for the tests with several machines, on a machine where they can be installed.
network-tools:
	@scripts/network-tools

screenshots: web/node_modules/ready chromium
	@scripts/node npm --prefix web run --silent screenshots

# SIZES: only these, such as SIZES="390x844 1366x650".
walk-through: compiled web chromium
	@.venv/bin/python -m tests.browser.walk_through $(SIZES)

# ARGS: more options, such as ARGS="--host 0.0.0.0" for friends on the same network.
play: .venv/ready web
	@.venv/bin/python scripts/compile --quick
	@.venv/bin/covergames play $(ARGS)

test: compiled build/compiled/ready web-test web chromium
	@.venv/bin/python -m pytest -q $(PARALLEL)
	@PYTHONPATH=build/compiled .venv/bin/python -m pytest -q $(PARALLEL) --compiled -m 'not slow' $(RULE_TESTS)

# These tests wait for nothing, so that more processes than cores would only collect the tests once more.
fast: compiled
	@.venv/bin/python -m pytest -q -n $$(nproc 2>/dev/null || echo 2) --dist worksteal -m 'not slow'

# SCALE: the factor for the number of examples in the proofs by quantity.
SCALE ?= 1

prove: compiled web chromium network-tools
	@.venv/bin/python -m pytest -q $(PARALLEL) --scale $(SCALE)

# SECONDS: how long to look for failing examples.
SECONDS ?= 600

fuzz: compiled
	@scripts/fuzz $(SECONDS) $(PARALLEL)

check: compiled web/node_modules/ready
	@scripts/check $(GENERATORS)

bench: .venv-bench/ready build/compiled/ready compiled
	@PYTHONPATH=build/compiled .venv-bench/bin/python -m benchmarks
	@PYTHONPATH=build/compiled .venv-bench/bin/python -m benchmarks.solver
	@.venv-bench/bin/python -m benchmarks.kernel
	@.venv-bench/bin/python -m benchmarks.envs
	@.venv-bench/bin/python -m benchmarks.startup || echo "not within the goals"
	@.venv/bin/python -m benchmarks.bots
	@PYTHONPATH=build/compiled .venv/bin/python -m benchmarks.server --tables 100 --seconds 5 --peers

mutants: compiled
	@.venv/bin/python -m mutmut run
	@.venv/bin/python -m mutmut results

# The tests in all processes write their data to build/coverage.
coverage: compiled
	@mkdir -p build/coverage
	@.venv/bin/python -m coverage erase
	@.venv/bin/python -m coverage run -m pytest -q $(PARALLEL) -m 'not slow'
	@.venv/bin/python -m coverage combine -q
	@.venv/bin/python -m coverage report

docs: compiled
	@for generator in $(GENERATORS); do .venv/bin/python $$generator || exit; done

# The daily positions of Cover Me: searched for, which takes minutes.
puzzles: compiled
	@.venv/bin/python scripts/cover_puzzles.py --search

# The documentation as a site; fails on a broken link.
site: .venv-docs/ready
	@.venv-docs/bin/python -m docs.site.build

# The files in deploy/, validated by the programs that read them or against their schemas.
deploy-check: .venv-deploy/ready
	@.venv-deploy/bin/python -m deploy.validate

lock: .venv/ready
	@scripts/lock

clean:
	@rm -rf .venv .venv-bench .venv-deploy .venv-docs .venv-node web/node_modules web/screenshots src/covergames/server/web build dist mutants .mypy_cache .pytest_cache .ruff_cache .hypothesis
	@find src tests scripts benchmarks \( -name __pycache__ -o -name '*.so' \) -prune -exec rm -rf {} +
