"""docs/exactness.md: the tables that ``make oracle`` writes."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING

from tests.realruns.compare import Basis
from tests.realruns.control import Decider

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.realruns.measure import Outcome

_NEARLY_ALL = 0.95
_TEXT = """\
# How much of a real program is exact

```
make oracle                                      # everything; writes this page
python -m tests.realruns --only dgemm,dgetrf     # some programs; prints their tables
python -m tests.realruns --why                   # what stands in the way of exact counts
```

builds real programs with gfortran and gcc, -O0 and gcov's counters, runs each with up to three
inputs, small to large, and sets gcov's figure for every line beside the count of `sad`. A line that
is called exact and differs makes the command fail. The programs are

* those of [corpus/](../corpus/README.md), and its kernels in both languages with the C programs
  that call both;
* LAPACK's and the BLAS's own tests with small data files, and routines of LAPACK {lapack} and
  SciPy {scipy};
* the own tests of gsl {gsl} (linalg, fft, integration, sort), zlib {zlib} (`example`, `minigzip`)
  and lz4 {lz4}, and routines of all three;
* demonstrations of SuiteSparse {suitesparse} (AMD in both languages, COLAMD, CSparse, LDL), quadprog
  {quadprog} and liblbfgs {liblbfgs};
* routines in free form of WSJT-X {wsjtx} and HEALPix {healpix} (the group *modern*);
* examples of cminpack {cminpack}, which were not looked at until the end: the first run found two
  kinds of wrong counts in three of the six, which are mended here.

The 30 programs of `tests/realruns/further.py` (LAPACK, SciPy, NCL) were kept out until the rest was
done, and run once, with the middle one of their inputs: no count called exact or evaluated was
wrong; one run broke off with an internal error (SAVE without a list in a unit with arguments), which is
mended here. Then at least 95 % were exact or evaluated in 28 of them. Of the others one
keeps integers in memory of real numbers, one tests a variable that nothing has set.

Routines are called from drivers in `tests/realruns/drivers` that read their sizes. `sad` is given
the driver, the source files of all procedures it needs, and the values the input gives to the
driver's variables.

Compared are the lines on which gcov's figure is the number of times the line's statement starts
(`tests/realruns/lines.py`, `c_lines.py`). What the shares say, of all executions of these lines at
the largest input:

* **exact**: the count follows from the source and the program's input, without any run;
* **evaluated**: there is no formula, but running the program's slice at this input gave the count;
* **no error exits**: exact, and right, if no error exit is taken (`--assume no-error-exits`);
* **probabilities**: the count contains probabilities of branches and nothing else unknown;
* **unknown**: it contains trip counts or values that only a run can tell;
* **after setting**: the value is known and right once the parameters in the last table are set. They
  are the one to three that settle most; their values are taken from the run. No error exit is taken
  here either, unless the run contradicts that.

In *lines exact* each executed line counts once. *Checked* is how many comparisons were made of lines
called exact, at all inputs.
"""


def page(outcomes: Sequence[Outcome], versions: dict[str, str]) -> str:
    """Return the page: text, table by program, medians, parameters set, programs without figures."""
    parts = [_TEXT.format(**versions), *tables(outcomes)]
    return "\n".join(parts) + "\n"


def tables(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """Yield the lines of all tables."""
    measured = [outcome for outcome in outcomes if not outcome.failed]
    yield from _shares(measured)
    yield from _medians(measured)
    yield from _obstacles(measured)
    yield from _deciders(measured)
    yield from _settings(measured)
    failed = [outcome for outcome in outcomes if outcome.failed]
    if failed:
        yield "\nWithout figures:\n"
        yield from (f"* {outcome.name}: {outcome.failed}" for outcome in failed)
    false = [text for outcome in measured for text in outcome.false]
    checked = sum(outcome.compared for outcome in measured)
    yield f"\nChecked: {checked:,} counts called exact; **different: {len(false)}**."
    yield from (f"* {text}" for text in false)
    not_so = [text for outcome in measured for text in outcome.not_so]
    yield f"\nExact only if no error exit is taken, and different in the runs: {len(not_so)}."
    yield from (f"* {text}" for text in not_so)


def _shares(measured: Sequence[Outcome]) -> Iterator[str]:
    yield (
        "| program | from | files | executed | checked | exact | evaluated | lines exact"
        " | no error exits | probabilities | unknown | after setting |"
    )
    yield "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|"
    for outcome in measured:
        yield (
            f"| {outcome.name} | {outcome.group} | {outcome.files} | {outcome.executed:,}"
            f" | {outcome.compared:,} | {_figures(outcome)} |"
        )


def _figures(outcome: Outcome) -> str:
    shares = outcome.by_basis
    columns = [
        shares[Basis.EXACT],
        shares[Basis.EVALUATED],
        outcome.lines_by_basis[Basis.EXACT],
        outcome.without_errors,
        shares[Basis.PROBABILITY],
        shares[Basis.UNKNOWN],
        outcome.after,
    ]
    return " | ".join(map(_percent, columns))


def _certain(outcome: Outcome) -> float:
    return outcome.by_basis[Basis.EXACT] + outcome.by_basis[Basis.EVALUATED]


def _obstacles(measured: Sequence[Outcome]) -> Iterator[str]:
    """What stands in the way where less than 95 % of the executions are exact or evaluated."""
    whole = [each.name for each in measured if _certain(each) >= _NEARLY_ALL]
    yield (
        f"\nIn {len(whole)} of {len(measured)} programs at least 95 % of the executions are exact or"
        f" evaluated: {', '.join(whole)}. In the others most executions wait for this first:"
    )
    yield "\n| program | exact or evaluated | what is not known | where | source |"
    yield "|---|--:|---|---|---|"
    for outcome in measured:
        if outcome.name not in whole and outcome.causes:
            first = outcome.causes[0]
            source = first.source.replace("|", "\\|").replace("`", "'")[:70]
            yield (
                f"| {outcome.name} | {_percent(_certain(outcome))} | {first.kind or first.reason}"
                f" | {first.file}:{first.line} | `{source}` |"
            )


def _deciders(measured: Sequence[Outcome]) -> Iterator[str]:
    """What decides the control of each program: integers alone, or what else."""
    yield (
        "\nWhat decides how a program runs at its largest input, told by a run of its slice in which no"
        " real number is followed (`tests/realruns/control.py`): if no branch or loop waits for one,"
        " integers, logicals and texts decide alone."
    )
    yield "\n| decided by | programs | of these 95 % exact or evaluated | median | which |"
    yield "|---|--:|--:|--:|---|"
    for decider in Decider:
        of = [each for each in measured if each.control and each.control.decider is decider]
        if of:
            whole = sum(_certain(each) >= _NEARLY_ALL for each in of)
            yield (
                f"| {decider} | {len(of)} | {whole} | {_percent(median(map(_certain, of)))}"
                f" | {', '.join(each.name for each in of)} |"
            )
    rest = [each.name for each in measured if each.control is None]
    if rest:
        yield f"\nNot looked at: {', '.join(rest)}."
    yield "\n| program | exact or evaluated | not integers alone because of | where |"
    yield "|---|--:|---|---|"
    for outcome in measured:
        control = outcome.control
        if control is not None and control.why:
            yield (
                f"| {outcome.name} | {_percent(_certain(outcome))} | {control.why}"
                f" | {control.place} |"
            )


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _medians(measured: Sequence[Outcome]) -> Iterator[str]:
    yield (
        "\n| median of | programs | exact | exact or evaluated | lines exact | no error exits"
        " | after setting |"
    )
    yield "|---|--:|--:|--:|--:|--:|--:|"
    groups: dict[str, list[Outcome]] = {"all": list(measured)}
    for outcome in measured:
        groups.setdefault(outcome.group, []).append(outcome)
    for name, members in groups.items():
        if not members:
            continue
        columns = [
            median(each.by_basis[Basis.EXACT] for each in members),
            median(map(_certain, members)),
            median(each.lines_by_basis[Basis.EXACT] for each in members),
            median(each.without_errors for each in members),
            median(each.after for each in members),
        ]
        yield f"| {name} | {len(members)} | {' | '.join(map(_percent, columns))} |"


def _settings(measured: Sequence[Outcome]) -> Iterator[str]:
    yield "\n| program | parameters set |"
    yield "|---|---|"
    for outcome in measured:
        if outcome.settings:
            items = ", ".join(f"`{name}={value}`" for name, value in outcome.settings.items())
            yield f"| {outcome.name} | {items} |"
