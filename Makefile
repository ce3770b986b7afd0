# The one list of commands. Works with GNU make 3.81 (macOS) and newer.

PY := .venv/bin/python
ARGS ?=
SHELVES_NEEDING_A_MACHINE := real or container or ssh or agent_cli

.PHONY: help setup up test test-fast test-real test-agents check static format format-check lint types directions sizes \
        bench conformance beds lock hooks clean

help: ## print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' Makefile

setup: .venv/installed ## install into .venv (uv, hashes checked); again costs nothing until a lock changes

.venv/installed: pyproject.toml requirements/bootstrap.txt requirements/dev.txt scripts/setup.sh
	@sh scripts/setup.sh
	@touch $@

up: setup ## install what is missing, tmux included, and start cotty (ARGS="…")
	@sh scripts/need.sh tmux
	@.venv/bin/cotty up $(ARGS)

test: setup ## install what is missing and run every test this machine can run (ARGS="-k name")
	@sh scripts/test.sh $(ARGS)

test-fast: setup ## the tests that need no tmux and no other machine
	@$(PY) -m pytest --ignore=tests/real --hypothesis-profile=quick -m "not ($(SHELVES_NEEDING_A_MACHINE)) and not slow" $(ARGS)

test-real: setup ## the tests on real tmux, containers and sshd
	@sh scripts/test.sh -m "$(SHELVES_NEEDING_A_MACHINE)" $(ARGS)

test-agents: setup ## the tests on real agent CLIs, which it installs, with a scripted model
	@BEDS=--agents sh scripts/test.sh -m agent_cli $(ARGS)

check: static test ## everything a change has to pass: format, lint, types, directions, sizes, tests

static: format-check lint types directions sizes ## the gates of check that only read

format: setup ## write every file the way the formatter wants it
	@$(PY) -m ruff format .
	@$(PY) -m ruff check --fix .

format-check: setup ## fail when the formatter would change a file
	@$(PY) -m ruff format --check .

lint: setup ## ruff and codespell
	@$(PY) -m ruff check .
	@.venv/bin/codespell

types: setup ## mypy, strict
	@$(PY) -m mypy

directions: setup ## which room may import which
	@.venv/bin/lint-imports --no-logo

sizes: setup ## how long files and functions may be, and the other habits a file shows
	@$(PY) -m pytest -q tests/architecture $(ARGS)

bench: setup ## cotty beside libtmux, plain subprocesses and a bare C client (ARGS="--quick")
	@sh scripts/need.sh tmux
	@$(PY) -m compileall -q src/cotty
	@$(PY) -m benchmarks $(ARGS)

conformance: setup ## cotty's delivery against fake CLIs that set traps (ARGS="--sends 200 --seed 7")
	@sh scripts/need.sh tmux
	@.venv/bin/cotty conformance --out benchmarks/out/conformance.json $(ARGS)

beds: setup ## prepare containers, tmux versions and sshd for the real tests
	@sh scripts/beds.sh --all

lock: setup ## lock the dependencies again, with hashes (ARGS="--upgrade" takes newer versions)
	@sh scripts/lock.sh $(ARGS)

hooks: setup ## run the quick gates before each commit
	@.venv/bin/pre-commit install

clean: ## remove what the commands above made in this folder
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache benchmarks/out
	find src tests scripts benchmarks examples -name __pycache__ -type d -prune -exec rm -rf {} +
