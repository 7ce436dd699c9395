# One short command for each act; CI runs the same ones. `make run` and `make test` set up what they need.
PYTHON ?= python3
BIN := .venv/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps --no-compile
PORT ?= 8000
BIND ?= 127.0.0.1
DATA ?= data

# Programs that start a second time, and those that tests start, need not compile everything anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup run test test-sqlite test-postgres lint e2e faults bench lab demo requirements help

help:  ## list the commands
	@grep -E '^[a-z0-9-]+:.*##' Makefile | sed -E 's/:.*## /\t/' | expand -t 16

setup: .venv/.dev  ## make .venv with pinned, hash-checked packages

# pip comes first: the one a venv starts with takes twice as long for the rest.
.venv/.notebook .venv/.dev: .venv/.%: requirements/%.txt
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/python -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed"; exit 1; }
	$(INSTALL) -r requirements/pip.txt
	$(INSTALL) -r $<
	@touch $@

run: .venv/.notebook  ## start everything: PORT=8000 BIND=127.0.0.1 DATA=data
	@exec env PORT=$(PORT) BIND=$(BIND) DATA="$(DATA)" $(BIN)/python manage.py up

# One more than the usual two cores: many tests wait for servers and kernels of their own.
WORKERS ?= 3

test: setup test-sqlite test-postgres  ## all tests but the browser's, on SQLite and on PostgreSQL

# What the database itself decides: constraints, locks, versions, sums. Pages and reports ask it nothing more.
ON_POSTGRES := $(addprefix tests/scorekeeper/,accounts groups plays $(addprefix stats/test_,tasks.py results.py interleavings.py)) \
	tests/api/test_entries.py tests/api/test_many_writers.py::test_eight_devices_on_postgres \
	tests/scorekeeper/operations/test_up.py::test_it_runs_on_postgresql_and_redis

test-sqlite:
	$(BIN)/python -m pytest -m "not e2e and not faults" -n $(WORKERS) --dist worksteal $(PYTEST)

# Exit code 75: no server answers here, and none has to (CI=true makes it an error).
test-postgres:
	@$(BIN)/python -m tests.servers postgres; found=$$?; \
	if [ $$found = 75 ]; then exit 0; elif [ $$found != 0 ]; then exit $$found; fi; \
	TEST_DATABASE=postgres $(BIN)/python -m pytest -m "not e2e and not faults" -n $(WORKERS) --dist worksteal $(PYTEST) $(ON_POSTGRES)

lint: setup  ## style, types, import contracts, templates, wording
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tests.templates
	@if [ -x ../shared/tools/wording ]; then ../shared/tools/wording .; else echo "wording: not run, no rulebooks here"; fi

e2e: setup  ## the browser's tests, in Debian's Chromium
	@command -v chromium >/dev/null || { test "$$(id -u)" = 0 && apt-get update -qq && apt-get install -qq -y chromium; } \
		|| { echo "Chromium is needed: apt-get install chromium"; exit 1; }
	$(BIN)/python -m pytest -m e2e $(PYTEST) tests/e2e
	@$(MAKE) --no-print-directory faults

faults: setup  ## programs killed, databases restarted, many writers: nothing may be lost
	$(BIN)/python -m pytest -m faults $(PYTEST) --ignore=tests/faults/test_killed_tasks.py tests/faults
	$(BIN)/python -m pytest -m faults -n 2 $(PYTEST) tests/faults/test_killed_tasks.py tests/scorekeeper/operations

bench: setup .venv-bench/.installed  ## measure against quality targets; prints a table, writes bench.json
	$(BIN)/python -m tests.bench $(BENCH)

# The peers live apart: nothing of theirs may reach the product.
.venv-bench/.installed: requirements/bench.txt
	@test -x .venv-bench/bin/python || $(PYTHON) -m venv .venv-bench
	@.venv-bench/bin/python -m pip install --quiet --disable-pip-version-check -r $<
	@touch $@

lab: setup  ## JupyterLab on the guide's notebooks, signed in to the running site as its host
	@token=$$(DATA="$(DATA)" $(BIN)/python manage.py token --name JupyterLab) || exit 1; \
	SCOREKEEPER_URL="http://127.0.0.1:$(PORT)" SCOREKEEPER_TOKEN="$$token" \
	JUPYTERLAB_SETTINGS_DIR="$(CURDIR)/docs/guide/.lab" $(BIN)/jupyter lab --notebook-dir docs/guide \
		--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate --LabApp.extension_manager=readonly $(if $(filter 0,$(shell id -u)),--allow-root) $(LAB)

demo: .venv/.notebook  ## fill a running or new site with a group and its season
	@DATA="$(DATA)" $(BIN)/python manage.py demo

requirements:  ## compile requirements/*.txt from pyproject.toml
	@for part in base: notebook:--extra=notebook "dev:--extra=notebook --extra=dev"; do \
		$(BIN)/pip-compile --quiet --generate-hashes --no-header --strip-extras --allow-unsafe \
			--no-emit-index-url --no-emit-find-links --no-emit-trusted-host \
			$${part#*:} -o requirements/$${part%%:*}.txt pyproject.toml || exit 1; \
	done
	@sed -n '/^pip==/,/sha256:[0-9a-f]*$$/p' requirements/dev.txt >requirements/pip.txt
