# From a fresh clone: `make test` makes its own .venv and installs what requirements.lock pins.
PY ?= python3
BIN := .venv/bin

.PHONY: help demo test check fmt bench lock
.DEFAULT_GOAL := help

help: ## show this list
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/'

.venv/installed: requirements.lock pyproject.toml
	test -x $(BIN)/python || $(PY) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch .venv/installed

demo: .venv/installed ## bots play into a store; then look at it, judge it, and open a game as a page
	$(BIN)/protokol selfplay dual_powers --games 4 --seed 1917 --bots sound --store sqlite:///demo/protokol.db
	$(BIN)/protokol selfplay revolution --games 1 --seed 2009 --bots sound --store sqlite:///demo/protokol.db
	$(BIN)/replay list sqlite:///demo/protokol.db
	$(BIN)/replay show sqlite:///demo/protokol.db --game 9482 --at r1.t4 --as red --no-pager
	$(BIN)/replay verify --all sqlite:///demo/protokol.db
	$(BIN)/replay export sqlite:///demo/protokol.db html --game 9482 --as red --force -o demo/game.html
	@echo "Open demo/game.html in a browser; or: $(BIN)/replay step sqlite:///demo/protokol.db --game 9482"

check: .venv/installed ## format, lint and types
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

test: check ## the whole suite: check, then all tests
	@command -v chromium >/dev/null || echo "chromium is not installed: the browser tests are skipped"
	$(BIN)/python -m pytest -n auto

fmt: .venv/installed ## format and sort imports
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: .venv/installed ## measure ourselves beside the anchors, one table, one run
	$(BIN)/python -m tests.bench

lock: .venv/installed ## choose versions anew and write requirements.lock
	$(BIN)/uv pip compile --quiet --upgrade --universal --generate-hashes --no-header --extra dev -o requirements.lock pyproject.toml
