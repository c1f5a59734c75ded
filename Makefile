# From a fresh clone: `make test` makes its own .venv and installs what requirements.lock pins.
PY ?= python3
BIN := .venv/bin

.PHONY: help demo test check fmt bench soak lock
.DEFAULT_GOAL := help

help: ## show this list
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/'

.venv/installed: requirements.lock pyproject.toml
	test -x $(BIN)/python || $(PY) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch .venv/installed

demo: .venv/installed ## a server with bots playing every ruleset, and where to look (Ctrl-C ends it)
	$(BIN)/protokol demo demo

check: .venv/installed ## format, lint and types
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

test: check ## the whole suite: check, then all tests
	@command -v chromium >/dev/null || echo "chromium is not installed: the browser tests are skipped"
	$(BIN)/python -m pytest -n auto --dist worksteal

fmt: .venv/installed ## format and sort imports
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: .venv/installed ## measure ourselves beside the anchors, one table, one run
	$(BIN)/python -m tests.bench

soak: .venv/installed ## the tests that are the better the longer they run
	PROTOKOL_TEST_TIMES=20 $(BIN)/python -m pytest -s tests/e2e/test_schema.py tests/services/store/test_kill.py \
		tests/services/store/test_postgres_crash.py tests/e2e/test_many.py

lock: .venv/installed ## choose versions anew and write requirements.lock
	$(BIN)/uv pip compile --quiet --upgrade --universal --generate-hashes --no-header --extra dev -o requirements.lock pyproject.toml
