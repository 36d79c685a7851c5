# The targets everybody uses. `make demo` and `make test` work on a fresh checkout.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CORES ?= 2

.PHONY: demo test proofs lint install-check ci-steps fuzz oracle random-programs random-spmd profile-oracle kernel-oracle branch-heuristics profile-proof edit-proof incremental-proof mpi-oracle mpi-times extrapolation-proof contention-proof contention-curves openmp-times openmp-curves scale-proof real-code bench md1 validate picture vendor docs clean

# The values of this example stand beside it: corpus/md1/sad.toml, md1.in and md1.params.yaml.
demo: $(VENV)/installed
	$(BIN)/sad analyze corpus/md1/md1.f --machine sparc2
	$(BIN)/sad sweep corpus/md1/md1.f --machine sparc2 --vary NSTEP=500:2000:500

# The real code is downloaded when it can be had; its tests skip visibly when it cannot.
test: $(VENV)/developer
	-$(BIN)/python -m tests.support.realcode
	$(BIN)/pytest -n $(CORES) --dist worksteal -q -rs --durations=20 --durations-min=1 -m "not proof"

# The tests that `make test` leaves out because they take long together: before a release, and after a change of much.
proofs: $(VENV)/developer
	-$(BIN)/python -m tests.support.realcode
	$(BIN)/pytest -n $(CORES) --dist worksteal -q -rs --durations=20 --durations-min=1 -m proof

lint: $(VENV)/developer
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright --pythonpath $(BIN)/python
	$(BIN)/lint-imports

# The hook, the action and the template with the steps that install sad, on a small repository.
ci-steps: $(VENV)/developer
	SAD_CI_INSTALL=1 $(BIN)/pytest -q -rs tests/checks/test_check_ci.py

# Fresh random loop nests against brute force.
fuzz: $(VENV)/developer
	$(BIN)/python -m tests.algebra.fuzz --nests 20000

# All of the real code, of which `make test` takes a part; the expression parser against fparser2 on its
# statements; exact counts against gcov.
oracle: $(VENV)/developer
	$(BIN)/python -m tests.support.realcode --oracle --scale
	$(BIN)/pytest -n $(CORES) --dist worksteal -q -rs tests/realcode --whole-real-code
	$(BIN)/python -m tests.oracle.expressions --processes $(CORES) --also build/real/nwchem/src/nwpw
	$(BIN)/python -m tests.realruns --processes $(CORES) --write docs/exactness.md

# Counts of random programs in Fortran and C: sad's against the interpreter's, and both against gcov.
# make random-programs PROGRAMS=5000 FIRST_SEED=10000 LANGUAGES="fortran f90 c"
PROGRAMS ?= 2000
FIRST_SEED ?= 0
LANGUAGES ?= fortran f90 c
random-programs: $(VENV)/developer
	for language in $(LANGUAGES); do $(BIN)/python -m tests.oracle.random_programs --language $$language \
		--programs $(PROGRAMS) --first-seed $(FIRST_SEED) --processes $(CORES) || exit 1; done

# What ranks of random programs pass to MPI, counted, against what is said of it.
# make random-spmd SPMD_PROGRAMS=2000 FIRST_SEED=10000
SPMD_PROGRAMS ?= 500
random-spmd: $(VENV)/developer
	$(BIN)/python -m tests.oracle.random_spmd --programs $(SPMD_PROGRAMS) --first-seed $(FIRST_SEED)

# What profiles of random programs say (gcov, lcov, LLVM, tables) against the interpreter.
# make profile-oracle PROFILED=1000 FIRST_SEED=10000
PROFILED ?= 200
profile-oracle: $(VENV)/developer
	$(BIN)/python -m tests.oracle.profiles --programs $(PROFILED) --first-seed $(FIRST_SEED) --processes $(CORES)

# What is said of the calibration's kernels against gcov's counts of them.
kernel-oracle: $(VENV)/developer
	$(BIN)/python -m tests.calibration.kernel_counts

# What --defaults heuristics takes, against branch counts of real programs.
branch-heuristics: real-code
	$(BIN)/python -m tests.realruns.branches --write docs/heuristics.md

# Profiles at some sizes against real runs at others, written to docs/profile-proof.md. SEEDS=20 for more.
SEEDS ?= 12
profile-proof: $(VENV)/developer
	$(BIN)/python -m tests.proofs.unseen_sizes --seeds $(SEEDS) --processes $(CORES) --write docs/profile-proof.md
	-$(BIN)/python -m tests.support.realcode --oracle
	$(BIN)/python -m tests.proofs.real_programs --processes $(CORES) --write docs/profile-proof.md

# Predicted times of message-passing programs against runs on two processes, written to
# docs/scale-proof.md. The machine is calibrated first, for minutes: MACHINE=here.yaml takes a file.
MACHINE ?=
scale-proof: $(VENV)/developer
	$(BIN)/python -m tests.spmd.time_proof $(if $(MACHINE),--machine $(MACHINE)) --write docs/scale-proof.md

# What is said of messages against what ranks pass to Open MPI, written to docs/mpi-proof.md.
mpi-oracle: $(VENV)/developer
	$(BIN)/python -m tests.spmd.mpi_oracle --write docs/mpi-proof.md

# Programs with two processes against predictions for a machine file made here, written to docs/mpi-times.md.
MPIRUN ?= mpirun -n 2
mpi-times: $(VENV)/developer
	mkdir -p build/mpi
	$(BIN)/sad machine calibrate --compiler gfortran --compiler gcc --flags=-O2 --mpi '$(MPIRUN)' -o build/mpi/here.yaml
	$(BIN)/python -m tests.spmd.mpi_times --machine build/mpi/here.yaml --write docs/mpi-times.md

# Recorded runs against runs on this computer, and what ExtraP found; written to docs/extrapolation-proof.md. Minutes.
extrapolation-proof: $(VENV)/developer
	$(BIN)/python -m tests.extrapolation.proof $(ARGUMENTS) --write docs/extrapolation-proof.md

# Bounds and estimates of parallel models against runs of real processes, written to docs/contention-proof.md.
contention-proof: $(VENV)/developer
	$(BIN)/python -m tests.contention.real_runs --write docs/contention-proof.md

# The same against published curves of memory bandwidth, written to docs/contention-curves.md.
contention-curves: $(VENV)/developer
	$(BIN)/python -m tests.contention.published --write docs/contention-curves.md

# Times of threads against the published curves of one Xeon, written to docs/openmp-curves.md with pictures.
openmp-curves: $(VENV)/developer
	$(BIN)/python -m tests.threads.published --write

# Results by way of the cache of unchanged files against results from scratch, after random edits.
EDITS ?= 300
incremental-proof: real-code
	$(BIN)/python -m tests.incremental --edits $(EDITS)

# Generated edits of LAPACK routines as git revisions against what sad diff says of each, written to
# docs/edit-proof.md. make edit-proof NEUTRAL=1000 EDIT_SEED=2
NEUTRAL ?= 200
COSTLY ?= 40
EDIT_SEED ?= 1
edit-proof: real-code
	$(BIN)/python -m tests.proofs.edits --neutral $(NEUTRAL) --real $(COSTLY) --seed $(EDIT_SEED) \
		--processes $(CORES) --write docs/edit-proof.md

# The wheel in bare environments, one for each version of Python here, and every command there.
install-check: $(VENV)/developer
	$(BIN)/python -m tests.install

real-code: $(VENV)/developer
	$(BIN)/python -m tests.support.realcode

bench: real-code
	$(BIN)/python -m benchmarks

# md1 from source to measured times: the figures and pictures of docs/md1.md.
md1: $(VENV)/developer
	$(BIN)/pip install --quiet --group docs
	$(BIN)/python -m benchmarks.md1

# The site of the documentation, in build/site; a link that leads nowhere is an error.
docs: $(VENV)/developer
	$(BIN)/pip install --quiet --group docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

# Calibrates, measures the programs of validation/, predicts them; writes docs/accuracy.md. About 15 minutes
# of one quiet computer.
validate: $(VENV)/developer
	$(BIN)/pip install --quiet --group docs
	mkdir -p build/validation
	$(BIN)/sad machine calibrate --compiler gfortran --compiler gcc --flags=-O0 --flags=-O2 --flags=-O3 \
		--measure-only build/validation/raw.json
	$(BIN)/python -m validation measure --half all
	$(BIN)/python -m validation fit
	$(BIN)/python -m validation page --half all

# Calibrates for threads, measures the OpenMP kernels with one thread and two, writes docs/openmp-times.md. About
# five minutes of one quiet computer.
openmp-times: $(VENV)/developer
	mkdir -p build/validation
	$(BIN)/sad machine calibrate --compiler gcc --compiler gfortran --flags=-O2 -o build/validation/o2.yaml
	$(BIN)/sad machine calibrate --threads 1,2 --extends build/validation/o2.yaml -o build/validation/threads.yaml
	rm -f build/validation/openmp.json
	$(BIN)/python -m validation openmp --machine build/validation/threads.yaml

# The picture of the page in the README, by headless Chromium.
picture: $(VENV)/developer
	$(BIN)/python -m tests.report.html.picture

# The chart library of HTML reports, as vendor/package-lock.json has it, copied into the package with its licences.
vendor:
	cd vendor && npm ci --ignore-scripts --no-audit --no-fund
	node vendor/copy.mjs

$(VENV)/installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --upgrade "pip>=25.1"
	$(BIN)/pip install --quiet --editable .
	touch $@

$(VENV)/developer: $(VENV)/installed
	$(BIN)/pip install --quiet --group dev
	touch $@

clean:
	rm -rf $(VENV) build dist .pytest_cache .ruff_cache .import_linter_cache .hypothesis
