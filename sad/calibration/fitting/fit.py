"""One compiler and its flags: from measured kernels to a toolchain of a machine file."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from sad.calibration.fitting.additive import TYPES, add_stand_ins, additive_table
from sad.calibration.fitting.columns import Columns
from sad.calibration.fitting.features import COPIES
from sad.calibration.fitting.memory import MEMORY, waits_of
from sad.calibration.fitting.parameters import (
    FREE,
    PURE,
    TermKind,
    optimised_parameters,
    plain_parameters,
)
from sad.calibration.fitting.solve import Score, expected_values, residual_quantiles, score, solve
from sad.machine.provenance import Provenance
from sad.machine.schema import Toolchain
from sad.machine.throughput import ANY, Throughput, VectorUnit
from sad.machine.values import MachineValue
from sad.mapping.overlapping import THROUGHPUT
from sad.mapping.prices import WORK
from sad.mapping.regions import OPTIMISED, PLAIN
from sad.records import record, replace
from sad.version import tool_version

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sad.calibration.fitting.columns import Array, Mask
    from sad.calibration.fitting.features import Features
    from sad.calibration.fitting.memory import Wait
    from sad.calibration.fitting.parameters import Parameter
    from sad.calibration.fitting.solve import Solved
    from sad.calibration.kernel import Kernel
    from sad.calibration.measure import FlagSet


NORM = 6.0
"""Exponent of the norm. Fits with 4 to 12 differ little; it cannot be told from a calibration."""
_MULTIPLICATION_CYCLES = 3.0  # of integers, on most cores of the last twenty years
_WIDE = ("-march=native", "-mavx")
_WIDEST = 64
_PLAIN_BYTES = 16  # SSE2 of every x86-64, Advanced SIMD of every AArch64
CHOICES = ("masked", "strided", "mathematical")
"""What else compilers may make vector code of: tried one after the other."""


@record
class Residual:
    """A kernel, predicted/measured, and whether the fit saw and kept it."""

    kernel: str
    ratio: float
    left_out: bool
    dropped: bool


@record
class Report:
    """How well a fit does: on the kernels it saw, on those left out, and kernel by kernel.

    ``lost`` are operations of kernels that no parameter covers.
    """

    fitted: Score
    left_out: Score
    residuals: tuple[Residual, ...]
    lost: tuple[str, ...]


@record
class Fitted:
    """A toolchain, how it came about, and what its memory kernels tell."""

    toolchain: Toolchain
    report: Report
    waits: tuple[Wait, ...]


def in_core(kernel: Kernel) -> bool:
    """Whether a kernel's time is the core's alone: everything it touches is in the first cache."""
    return kernel.memory == "l1"


def clock_of(flags: FlagSet) -> float:
    """Return the clock rate of the core [Hz]; told from the canary where nothing else tells it."""
    return flags.provenance.clock_hz or _MULTIPLICATION_CYCLES / flags.canary.chain_s


def fit(flags: FlagSet, features: Mapping[str, Features], name: str = "") -> Fitted:
    """Return the toolchain that fits one set of measurements best.

    ``features`` are those of the language's kernels, by name.
    """
    about = flags.provenance
    view = PLAIN if level_of(about.flags) == "0" else OPTIMISED
    used = [item for item in flags.measured if in_core(item.kernel)]
    seconds = np.array([item.seconds for item in used])
    left_out: Mask = np.array([item.kernel.left_out for item in used], dtype=np.bool_)
    chosen = [features[item.kernel.name] for item in used]
    inside = [item for item, out in zip(chosen, left_out, strict=True) if not out]
    problem = _Problem(inside, view, seconds[~left_out], clock_of(flags))
    best = min(map(problem.solved, vector_units(about.flags)), key=_cost)
    for choice in CHOICES if best.unit is not None else ():
        assert best.unit is not None
        best = min(best, problem.solved(replace(best.unit, **{choice: True})), key=_cost)
    for copies in COPIES if view == OPTIMISED else ():
        best = min(best, problem.solved(best.unit, copies), key=_cost)
    copies = best.copies
    solved, unit, parameters, columns = best.solved, best.unit, best.parameters, best.columns
    throughput = replace(throughput_of(view, parameters, solved, columns, unit), most_copies=copies)
    every = Columns(chosen, view, parameters, unit, NORM, copies)
    report = report_of([item.kernel for item in used], every, solved, seconds, left_out)
    predicted = every.times(solved.values)
    provenance = Provenance(
        date=about.date,
        tool=f"sad {tool_version()}",
        cpu=about.cpu_model,
        compiler_version=about.compiler_version,
        microcode=about.microcode,
        flags=about.flags,
        canary_s=flags.canary.chain_s,
        noise=about.noise,
        kernels=int(solved.used.sum()),
        rejected=int((~solved.used).sum()),
        residual_quantiles=residual_quantiles(
            predicted[left_out].tolist(), seconds[left_out].tolist()
        ),
        covered=_covered(inside, view),
    )
    times = additive_table(inside, seconds[~left_out].tolist())
    toolchain = Toolchain(
        name or toolchain_name(about.compiler, about.flags),
        about.compiler,
        about.flags,
        THROUGHPUT.name,
        times,
        TYPES,
        calibration=provenance,
        throughput=throughput,
        language=about.language,
    )
    far = [item for item in flags.measured if item.kernel.family == MEMORY]
    if not far:
        return Fitted(toolchain, report, ())
    away = [features[item.kernel.name] for item in far]
    columns = Columns(away, view, parameters, unit, NORM, copies)
    return Fitted(toolchain, report, waits_of(far, away, columns, solved.values))


@record
class _Attempt:
    """A fit with one kind of vector code, and with the bodies of short loops copied or not."""

    solved: Solved
    copies: float
    unit: VectorUnit | None
    parameters: list[Parameter]
    columns: Columns


@record
class _Problem:
    """Kernels to fit: their times [s], the view of their code."""

    features: Sequence[Features]
    view: str
    seconds: Array
    clock_hz: float

    def solved(self, unit: VectorUnit | None, copies: float = 0) -> _Attempt:
        parameters = (
            plain_parameters()
            if self.view == PLAIN
            else optimised_parameters(vectors=unit is not None)
        )
        columns = Columns(self.features, self.view, parameters, unit, NORM, copies)
        found = solve(columns, self.seconds, expected_values(parameters, self.clock_hz))
        return _Attempt(found, copies, unit, parameters, columns)


def _cost(attempt: _Attempt) -> float:
    return attempt.solved.cost


def toolchain_name(compiler: str, flags: str) -> str:
    """Return a toolchain's name: ``gfortran-O2``."""
    text = f"{compiler.rpartition('/')[2]} {flags}"
    return re.sub(r"[^\w.+=]+", "-", text).strip("-")


def throughput_of(
    view: str,
    parameters: Sequence[Parameter],
    solved: Solved,
    columns: Columns,
    unit: VectorUnit | None,
) -> Throughput:
    """Return the parameters some kernel depends on, as a machine file has them."""
    bounds: dict[str, dict[str, MachineValue]] = {}
    latencies: dict[str, MachineValue] = {}
    extras: dict[str, MachineValue] = {}
    numbers: dict[str, float] = {}
    for position, item in enumerate(parameters):
        if not columns.known[position]:
            continue
        value = MachineValue(
            float(solved.values[position]), "", float(solved.uncertainty[position])
        )
        entries = {key: replace(value) for key in item.keys}
        match item.place:
            case TermKind.BOUND:
                bounds.setdefault(item.bound, {}).update(entries)
            case TermKind.LATENCY:
                latencies.update(entries)
            case TermKind.EXTRA:
                extras.update(entries)
            case TermKind.NUMBER:
                numbers[item.name] = value.value
    for table in (*bounds.values(), latencies, extras):
        if ANY not in table:
            add_stand_ins(table)
    if view == PLAIN:
        bounds[WORK].update(dict.fromkeys(FREE, MachineValue(0.0)))
    if unit is not None:
        sizes = {key: numbers.pop(key) for key in (*PURE, "entry_s") if key in numbers}
        unit = replace(unit, **sizes)
    return Throughput(
        *(view, NORM, bounds, latencies, extras), vector=unit, residual_quantiles={}, **numbers
    )


def _covered(features: Sequence[Features], view: str) -> tuple[str, ...]:
    """Operations that kernels perform; of accesses without the storage."""
    found: set[str] = set()
    for item in features:
        for key in item.operations(view):
            found.add(".".join(key.split(".")[:3]) if view == PLAIN else key)
    return tuple(sorted(found))


def report_of(
    kernels: Sequence[Kernel],
    columns: Columns,
    solved: Solved,
    seconds: Array,
    left_out: Mask,
) -> Report:
    """Return how well a fit does; ``left_out`` tells which kernels it did not see."""
    predicted = columns.times(solved.values)
    kept = iter(solved.used.tolist())
    residuals = tuple(
        Residual(
            kernel.name,
            float(predicted[at] / seconds[at]),
            kernel.left_out,
            not kernel.left_out and not next(kept),
        )
        for at, kernel in enumerate(kernels)
    )
    return Report(
        score(predicted[~left_out].tolist(), seconds[~left_out].tolist()),
        score(predicted[left_out].tolist(), seconds[left_out].tolist()),
        residuals,
        tuple(sorted(columns.lost)),
    )


def report_lines(name: str, report: Report, worst: int = 10) -> list[str]:
    """Return the report as text."""
    dropped = sum(item.dropped for item in report.residuals)
    lines = [f"{name}: {report.fitted.number} kernels fitted, {dropped} of them dropped"]
    for what, item in (("fitted", report.fitted), ("left out", report.left_out)):
        lines.append(
            f"  {what:<9} mean {item.mape:6.1%}  median {item.median:6.1%}  factor {item.factor:.3f}"
            f"  within 20 % {item.within:4.0%}  within 2x {item.twice:4.0%}  rank {item.rank:.3f}"
        )
    lines.append("  predicted/measured, worst kernels:")
    order = sorted(report.residuals, key=lambda item: -abs(np.log(item.ratio)))
    for item in order[:worst]:
        mark = " (left out)" if item.left_out else " (dropped)" if item.dropped else ""
        lines.append(f"  {item.ratio:7.2f}  {item.kernel}{mark}")
    if report.lost:
        lines.append(f"  no parameter for: {', '.join(report.lost)}")
    return lines


def level_of(flags: str) -> str:
    """Return the optimisation level that flags ask for: the last of them counts."""
    level = "0"
    for word in flags.split():
        if word.startswith("-O"):
            level = word[2:] or "1"
    return level


def vector_units(flags: str) -> tuple[VectorUnit | None, ...]:
    """Return what to start from: no vector code, or units of each width the flags allow.

    GCC vectorises fully at -O3, and at -O2 (since version 12) loops that need no test at run time.
    """
    words = flags.split()
    level = level_of(flags)
    if level in ("0", "1", "g", "s", "z") or "-fno-tree-vectorize" in words:
        return (None,)
    reductions = level == "fast" or "-ffast-math" in words or "-fassociative-math" in words
    widths = [_PLAIN_BYTES]
    if any(word.startswith(_WIDE) for word in words):
        widths += [32, _WIDEST]
    cheap = level == "2" and "-ftree-vectorize" not in words
    return (None, *(VectorUnit(width, reductions=reductions, cheap=cheap) for width in widths))
