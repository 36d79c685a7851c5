"""Values of parameters from a trace: what the source says of its calls, solved for what was recorded.

Each call site of the source has formulas for its calls, messages and bytes, of each rank. Where one of
them depends on a single parameter without a value, the value follows from the trace. With it other
formulas may have a single one left. What the trace says once more is compared.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from sad.algebra.atoms import free_symbols
from sad.algebra.evaluate import compile_polys
from sad.diagnostics import Diagnostics, Span
from sad.evaluation.measuring.solving import solve_count
from sad.loading.describe import load_description
from sad.model.parameters import Kind
from sad.parallel import GRID
from sad.profiles.settings import Origin, Setting
from sad.records import record, replace
from sad.spmd.program import spmd_of
from sad.symbols import NPROCS, RANK
from sad.traces.format import BOTH, CODE, NOBODY, PART, WAITS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sad.algebra.evaluate import Number
    from sad.algebra.poly import Poly
    from sad.reading.options import Choice, Reading
    from sad.spmd.program import Spmd
    from sad.traces.format import Trace

    Key = tuple[str, int, str, bool]
    """Name of a file without folders, line, routine, whether it is the second half of a call."""

WHAT = ("calls", "messages", "bytes")


@record
class Solved:
    """A parameter's value: its symbol, its shown name, and the call that it follows from."""

    symbol: str
    name: str
    value: Number
    where: str


@record
class Equation:
    """A formula of a rank at a call site, with its value in the trace; ``what`` is one of ``WHAT``."""

    formula: Poly
    rank: int
    recorded: int
    what: str
    key: Key

    def __str__(self) -> str:
        """Return what the equation is about."""
        return f"{self.what} at {self.key[0]}:{self.key[1]}"


def params_of(
    trace: Trace, reading: Reading, choice: Choice, diagnostics: Diagnostics
) -> tuple[list[Solved], list[str]]:
    """Return the values that follow from a trace, and the names of parameters that have none still.

    Warns (SAD644) of what the trace contradicts. Raises as ``spmd_of``.
    """
    program = spmd_of(load_description(reading), choice)
    equations = _equations(program, trace)
    values: dict[str, Number] = program.point(trace.ranks)
    found: list[Solved] = []
    known = {*values, RANK, NPROCS, *GRID}
    open_ = {name for item in equations for name in free_symbols(item.formula)} - known
    progress = True
    while open_ and progress:
        progress = False
        for item in equations:
            left = free_symbols(item.formula) & open_
            if len(left) != 1:
                continue
            (symbol,) = left
            value = _solved(program, item, symbol, values)
            if value is None:
                continue
            values[symbol], progress = value, True
            open_.discard(symbol)
            found.append(Solved(symbol, program.names.label(symbol), value, str(item)))
    _compare(trace, equations, values, open_, diagnostics)
    return found, [program.names.label(symbol) for symbol in program.ordered(open_)]


def with_params(trace: Trace, reading: Reading, choice: Choice, diagnostics: Diagnostics) -> Choice:
    """Return the choice with the values that follow from a trace of MPI; a note (SAD645) tells them."""
    if not trace.is_mpi:
        return choice
    found, _ = params_of(trace, reading, choice, Diagnostics())
    if not found:
        return choice
    settings = choice.settings.copy()
    place = Span.at(trace.file)
    for item in found:
        settings.add(Setting(item.symbol, str(item.value), Origin.PROFILE, place))
    shown = ", ".join(f"{item.name}={item.value}" for item in found)
    diagnostics.note("SAD645", f"from the trace: {shown}", place, "--set gives others")
    return replace(choice, settings=settings)


def _solved(program: Spmd, item: Equation, symbol: str, values: dict[str, Number]) -> Number | None:
    """The only value of a symbol at which an equation holds."""
    formula = compile_polys([item.formula])
    parameter = program.names.parameters.get(symbol)
    is_share = parameter is not None and parameter.kind is Kind.PROBABILITY

    def count(value: Number) -> Number:
        return formula({**values, RANK: item.rank, symbol: value})[0]

    return solve_count(count, item.recorded, most=1 if is_share else None)


def _equations(program: Spmd, trace: Trace) -> list[Equation]:
    first = _first_lines(program)
    recorded = [_recorded(trace, rank, first) for rank in range(trace.ranks)]
    lines = {key for counts in recorded for key, _ in counts}
    sums: dict[Key, list[Poly]] = {}
    for site in program.sites:
        span, message = site.message.span, site.message
        key = Path(span.file).name, span.line, message.routine, bool(message.part)
        if key not in lines:
            continue
        is_one = site.sends or site.receives
        formulas = (site.calls, site.number if is_one else site.calls, site.nbytes)
        if key in sums:
            sums[key] = [one + other for one, other in zip(sums[key], formulas, strict=True)]
        else:
            sums[key] = list(formulas)
    return [
        Equation(formula, rank, recorded[rank].get((key, what), 0), what, key)
        for key, formulas in sums.items()
        for what, formula in zip(WHAT, formulas, strict=True)
        for rank in range(trace.ranks)
        if free_symbols(formula)
    ]


def _first_lines(program: Spmd) -> dict[tuple[str, int], int]:
    """The first line of calls that go on over several, by the others: compilers name the last."""
    return {
        (Path(span.file).name, line): span.line
        for span in (site.message.span for site in program.sites)
        for line in range(span.line + 1, span.end_line + 1)
    }


def _recorded(
    trace: Trace, rank: int, first: Mapping[tuple[str, int], int]
) -> Counter[tuple[Key, str]]:
    """Calls, messages with a partner that there is, and their bytes, by call site."""
    rows = trace.rows[rank]
    found: Counter[tuple[Key, str]] = Counter()
    pairs = rows["routine"].astype(np.int64) * len(trace.sites) + rows["site"]
    used: list[int] = np.unique(pairs).tolist()
    for pair in used:
        here = pairs == pair
        code, place = divmod(pair, len(trace.sites))
        site, routine = trace.sites[place], trace.routines[code & CODE]
        if not site.line or (code >= PART and routine not in BOTH):
            continue
        name = Path(site.file).name
        key: Key = name, first.get((name, site.line), site.line), routine, code >= PART
        # a wait for a message with nobody is a call as any other
        real = here if routine in WAITS else here & (rows["partner"] != NOBODY)
        found[key, "calls"] += int(here.sum())
        found[key, "messages"] += int(real.sum())
        found[key, "bytes"] += int(rows["bytes"][real].sum())
    return found


def _compare(
    trace: Trace,
    equations: Sequence[Equation],
    values: dict[str, Number],
    open_: set[str],
    diagnostics: Diagnostics,
) -> None:
    """Warn (SAD644) of the first call of which the source says something else than the trace."""
    different = 0
    first = ""
    for item in equations:
        if free_symbols(item.formula) & open_:
            continue
        said = compile_polys([item.formula])({**values, RANK: item.rank})[0]
        if abs(float(said) - item.recorded) > 1e-6 * max(item.recorded, 1):
            different += 1
            first = first or f"{float(said):g} {item} of rank {item.rank}, {item.recorded} recorded"
    if different:
        more = f", and {different - 1} more differ" if different > 1 else ""
        message = f"the source says {first}{more}"
        hint = "is it the same source, with the same macros? a value given with --set may be wrong"
        diagnostics.warning("SAD644", message, Span.at(trace.file), hint)
