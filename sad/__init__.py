"""sad: symbolic cost of Fortran 77 and C programs and predicted time on a described machine.

The code, from the lowest floor up (imports point downward only, checked by import-linter):

    files                  digests of texts, stamps of files, and the files below a folder
    records                nodes and places: classes whose objects nothing changes
    late                   packages that are loaded when something of them is first used
    diagnostics, symbols   positions, messages, exit codes; how parameters are named
    messages               diagnostics as people read them: the same one at many places once
    progress               how far a long run has come, on a terminal
    gc_policy, large_stack when cyclic garbage is collected; room for deep recursion
    simulation             processes that share resources, event by event: the one event kernel
    document               YAML with line numbers, for machine and parameter files
    extras                 packages that are installed with an extra only
    parallel               what every kind of parallel program offers to scaling experiments
    workers                work done by other processes of this computer
    cluster                work on the workers of a Dask cluster that is there already
    ir                     frozen, language-neutral nodes, their dump and their validity rules
    algebra                exact polynomials with guards and floors; sums over loop nests
    model                  the machine-independent model, standing alone: nodes, walks over them, the
                           terms X*P*S, the saved form
    expr                   the arithmetic that users write: a grammar, a table of functions, and
                           its values as numbers, arrays, counts, dimensions, source code
    frontends (package)    source text to IR: Fortran and C
    analysis               facts about IR, in folders: cfg, loops, values, calls, branches, messages
    codemodel              what compiled code does, for models beyond the sum: operations left,
                           dependence chains, vector form, references to memory
    dependence             which loops may run their iterations at once, and what stands against it
    lowering               IR and facts about it to a model
    machine                machine files, strictly read; machine_db (package) holds the data
    slicing                the statements that decide control flow, run at given inputs: counts
                           that no formula tells
    stubs                  costs of procedures whose source is not there
    pamela                 models of parallel systems in files *.pam, to the model
    stochastic             Markov chains, Petri nets, queueing networks; chains: their solvers
    profiles               values for parameters: from users, files and profiles
    reading                what to read and how, and every reader that makes a model of it
    mapping                description + machine -> demands and seconds of each block: the sum of
                           operation times, bounds per loop, lines from each level of memory
    communication          machine -> seconds per message: primitives, collectives, distances
    objectcode             costs from the object code of the user's compiler
    evaluation             counts and seconds in numbers, shares, coverage; defaults, measuring,
                           uncertainty (folders)
    incremental            descriptions of programs most of which did not change, from a cache
    loading                source files, values and a machine to a prediction, in one go
    calibration            micro-kernels, timing them, and machine files from their times
    spmd                   message-passing source over its ranks: roles, matching, phases, time
    contention             parallel models: which resource bounds a run, estimates, simulation
    parallelism            work, span and profiles of sequential source, from verdicts of its loops
    distribution           sequential source as it would run with distributed arrays
    applications           PerPreT's application descriptions
    threads                OpenMP source over its threads: segments between barriers, bounds, time
    report                 text, Markdown, LaTeX and JSON; html: a report as one page that computes in
                           the browser; export: formulas as source code and data for other tools
    checks                 costs compared and limited, for CI
    experiments            predictions at many points, and where curves cross; times over processors,
                           sizes and grids; speed-up, fits, validation
    traces                 runs of MPI and OpenMP programs: recorder, format, text, counts
    extrapolation          recorded runs on other machines
    tuning                 the best values of parameters, predicted, simulated and measured
    generator              benchmarks generated from LOOP programs: built, run, sheets
    library                what ``import sad`` offers to Python programs and notebooks
    editor                 the language server
    cli                    one file per subcommand

Data flows one way: source -> IR -> analysis -> model -> bound model -> numbers -> report.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sad.diagnostics import Diagnostic, SadError
    from sad.library.api import analyze, compare, load
    from sad.library.count import Count
    from sad.library.model import Model
    from sad.library.predicted import Prediction
    from sad.version import tool_version

    __version__ = tool_version()

__all__ = [
    "Count",
    "Diagnostic",
    "Model",
    "Prediction",
    "SadError",
    "__version__",
    "analyze",
    "compare",
    "load",
]

_PLACES = {
    "Count": "sad.library.count",
    "Diagnostic": "sad.diagnostics",
    "Model": "sad.library.model",
    "Prediction": "sad.library.predicted",
    "SadError": "sad.diagnostics",
    "analyze": "sad.library.api",
    "compare": "sad.library.api",
    "load": "sad.library.api",
}


def __getattr__(name: str) -> object:
    """Load what is asked for, and only then: ``import sad`` stays instant."""
    from importlib import import_module  # noqa: PLC0415

    if name == "__version__":
        return import_module("sad.version").tool_version()
    if name not in _PLACES:
        message = f"module 'sad' has no attribute {name!r}"
        raise AttributeError(message)
    return getattr(import_module(_PLACES[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
