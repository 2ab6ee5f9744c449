# make demo | test | lint | bench: each works alone on a clean clone; the environment is built on first use.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.ready

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "hakem needs Python 3.11 or newer; set PYTHON=python3.12, say" >&2; exit 2; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -q --disable-pip-version-check -e '.[test,lint]'
	@touch $@

.PHONY: setup demo test agree counts lint bench bench-write wheel clean
setup: $(STAMP)

demo: $(STAMP)
	@command -v node >/dev/null || { echo "the demo runs an engine in JavaScript: install Node.js 18 or newer" >&2; exit 2; }
	@echo "1. An engine that plays by the rules: conformance/evaluator, plain JavaScript"
	$(BIN)/hakem test -- node conformance/evaluator/main.js
	@echo
	@echo "2. The same engine with one mistake: a trump that nobody has asked for wins the trick"
	$(BIN)/hakem test --fail-fast -- node conformance/zoo/zoo.mjs unrevealed-trump-wins; test $$? -eq 1
	@echo
	@echo "Red, as it should be. Now your own: $(BIN)/hakem test -- COMMAND"

test: $(STAMP)
	$(BIN)/python -m pytest -n auto

# Deals and matches through both evaluators, DEALS of each rule set; `make test` plays as many.
DEALS ?= 2000
agree: $(STAMP)
	$(BIN)/python -m hakem_conformance.agree --deals $(DEALS)

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/mypy

# Every measure beside its peers; bench-write puts the tables into docs/performance.md.
BENCH := .venv-bench
$(BENCH)/.ready: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "hakem needs Python 3.11 or newer; set PYTHON=python3.12, say" >&2; exit 2; }
	$(PYTHON) -m venv $(BENCH)
	$(BENCH)/bin/python -m pip install -q --disable-pip-version-check -e '.[bench]'
	@touch $@

bench: $(BENCH)/.ready
	$(BENCH)/bin/python bench/run.py

bench-write: $(BENCH)/.ready
	$(BENCH)/bin/python bench/run.py --write

# The distributions in dist/, the wheel built from the other; tests/packaging installs and uses it.
wheel: $(STAMP)
	$(BIN)/python -m build

clean:
	rm -rf $(VENV) $(BENCH) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
