# `make demo` and `make test` need only Python 3.11 or newer and make: the rest is set up in .venv/.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
SERVICES := $(VENV)/.services
CATALOGUES := $(patsubst %.po,%.mo,$(wildcard locale/*/LC_MESSAGES/referee.po))
CODE := templates/code/.built
BUILT := $(CATALOGUES) $(CODE)
JOBS ?= 2
TESTS ?= tests
# set by whoever changes one title: make test TITLE=attika
TITLE :=

# tests start many processes: what one has compiled, the next need not compile again
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test title test-fast proofs lint versions bench docs man site catalogue catalogues templates lock clean

demo: $(READY) $(BUILT)
	@$(BIN)/referee demo

# what takes long of the other folders, and is run by the proofs: random games and mails, work that is counted, terminals,
# hostile servers, installed packages
LONG := $(addprefix tests/, archive/test_archive_killed.py faults/test_every_command.py games/test_games.py \
  magna_grecia/test_planner.py magna_grecia/test_state_schema.py repair/test_any_mixture.py repair/test_drawn_again.py \
  repair/test_line.py repair/test_repaired_diffs.py report/test_last_turns.py report/test_moving.py post/test_sizes.py \
  post/test_unsent_reminders.py) \
  $(addprefix tests/contract/test_, adoption.py horizon.py one_number.py orders_and_hands_sample.py overrules.py \
  planted_faults.py rulings.py seat_facts.py verified.py) \
  $(addprefix tests/mail/test_, bombs.py hostile_imap.py loops.py made_mails.py mail_languages.py mail_limits.py \
  mail_work.py mixed_mails.py older_letters.py orders_secret.py serving.py) \
  $(addprefix tests/test_, clock_asides.py composer_effort.py decoding.py edition_shapes.py export.py export_rows.py \
  forged_moves.py forks.py move_shapes.py overrule_command.py plugin.py refusal_work.py rule_links.py rule_pages.py \
  ruling_command.py standard_yaml.py summaries.py terminal.py verifiers_agree.py verify_schemas.py wheel.py wrap_prose.py)

# all that a change must pass before the next: the proofs, which take longer, have a command of their own
test: $(READY) $(BUILT) $(if $(TITLE),title)
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal --ignore tests/proofs --ignore tests/pages \
	  $(if $(filter tests,$(TESTS)),$(LONG:%=--ignore %)) $(OF_TITLE) $(PYTEST) $(TESTS)

# the tests whose folder, file or name has the title, as `magna-grecia` or `magna_grecia`, or one of its sample games
GAMES = $(notdir $(patsubst %/,%,$(dir $(shell grep -lx 'title: $(TITLE)' games/*/log.yaml))))
KEYWORDS = $(TITLE) $(subst -,_,$(TITLE)) $(GAMES)
OF_TITLE = $(if $(TITLE),-k '$(subst $(SPACE), or ,$(strip $(KEYWORDS)))')
SPACE := $(subst ,, )

title:
	@test -d 'tests/conformance/$(TITLE)' || \
	  { echo 'There is no title $(TITLE). Write one of: $(notdir $(wildcard tests/conformance/*))'; exit 1; }

# under a minute on two cores: left out is what took longest when each file was measured:
# mail, the archive, whole games, other programs, and whatever else needs seconds without being a rule or a refusal
SLOW := $(addprefix tests/, archive contract editions faults games mail post repair report) \
  $(addprefix tests/attika/test_, attika_editions.py attika_view.py menu_attika.py menu_prices.py) \
  $(addprefix tests/magna_grecia/test_, menu_crossings.py menu_generated.py menu_magna_grecia.py \
  view.py) \
  $(addprefix tests/test_, absences.py all_at_once.py answers.py cli_hidden.py cli_learn.py cli_look.py cli_orders.py \
  cli_play.py cli_replay.py cli_trouble.py clock.py closed.py completion.py conformance.py deadlines.py docs.py \
  edition_command.py ends.py imports.py practice.py read_back.py \
  renamed_folders.py replay.py schemas.py size.py source_shape.py standing.py \
  suggested_moves.py typed_titles.py unread.py verifier.py writing.py)

test-fast: $(READY) $(BUILT)
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal $(SLOW:%=--ignore %) $(LONG:%=--ignore %) \
	  --ignore tests/proofs --ignore tests/pages $(PYTEST) tests
	@echo 'Left out, and run by make test or make proofs: $(SLOW) $(LONG)'

# letters by real servers, pages in a real browser, killed programs, mutated mails, an installed wheel, real chance, more
# random games; with PYTEST=--thorough in full size, which takes half an hour
proofs: $(READY) $(SERVICES) $(BUILT)
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal $(PYTEST) tests/proofs tests/pages $(LONG)

lint: $(READY) $(SERVICES)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python tools/prose.py

# the smoke tests with the lowest and the newest versions of libraries; the games on every other Python of this machine
versions: $(READY) $(BUILT)
	$(BIN)/python tools/versions.py dependencies
	$(BIN)/python tools/versions.py pythons

# what commands, mails and games cost; the table is in bench/README.md
bench: $(READY) $(BUILT)
	$(BIN)/python bench --tests

# the pictures of README and docs/, the answers of commands shown there, the pages that follow from the program; and the site
docs: $(READY) $(BUILT)
	PYTHONPATH=tests:tools $(BIN)/python docs/make.py
	$(MAKE) --no-print-directory site

# the pages of the reference that follow from the program, and the man page
man: $(READY) $(BUILT)
	@PYTHONPATH=tests:tools $(BIN)/python docs/reference_pages.py

# the pages as a site with search, which needs no network; below rules/ a page for each rule, in four languages
site: $(READY) $(BUILT)
	rm -rf build/site
	$(BIN)/sphinx-build -q -W -b html docs build/site
	for language in en de fr it; do for title in attika magna-grecia; do \
	  $(BIN)/referee --language $$language rules $$title --out build/site/rules/$$language/$$title || exit 1; done; done
	@echo 'Open build/site/index.html in a browser.'

# brings locale/*/LC_MESSAGES/referee.po up to date with the texts of the program, and says how many are not translated
catalogue: $(READY)
	PYTHONPATH=. $(BIN)/python tools/catalogue.py

# the translations as gettext reads them
catalogues: $(READY) $(CATALOGUES)

%.mo: %.po | $(READY)
	@$(BIN)/python tools/build_catalogues.py $<

# the templates of pages and pictures as Python code; without it Jinja compiles them each time that one is needed
templates: $(READY) $(CODE)

$(CODE): $(wildcard templates/*.html templates/*.svg templates/*.xml) tools/build_templates.py \
  referee/report/html/templates.py | $(READY)
	@$(BIN)/python tools/build_templates.py

$(READY): requirements/lock.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo 'referee needs Python 3.11 or newer; name one with: make PYTHON=python3.12'; exit 1; }
	@echo 'Setting up $(VENV), which takes a minute or two ...'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --require-hashes -r requirements/lock.txt
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

# what only proofs and checks need: a cluster, a database, files for data tools
$(SERVICES): $(READY) requirements/services.txt
	@echo 'Adding the libraries of the extras ...'
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --require-hashes -r requirements/services.txt
	@touch $@

# needs pip-tools; pins what pyproject.toml and requirements/dev.in ask for, with the hashes of every file of a release
lock:
	pip-compile --quiet --upgrade --generate-hashes --strip-extras --allow-unsafe --no-header --no-emit-index-url \
	  --no-emit-find-links --no-emit-trusted-host -o requirements/lock.txt pyproject.toml requirements/dev.in
	pip-compile --quiet --upgrade --generate-hashes --strip-extras --allow-unsafe --no-header --no-emit-index-url \
	  --no-emit-find-links --no-emit-trusted-host -o requirements/services.txt requirements/services.in

clean:
	rm -rf $(VENV) .demo .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache build dist
	rm -f locale/*/LC_MESSAGES/referee.mo
	rm -rf templates/code
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
