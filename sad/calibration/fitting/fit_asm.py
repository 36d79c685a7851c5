"""The parameters of the model that reads object code, from the same measurements as all others.

Kernels are compiled many to a file, as they were timed.

What to expect of parameters is as in ``parameters``: round figures of present-day out-of-order cores,
weak priors only (Agner Fog, Instruction tables, 2024; uops.info, 2019-2024).
"""

from __future__ import annotations

import os
import tempfile
from bisect import bisect_left
from concurrent.futures import ThreadPoolExecutor
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from frontends.registry import LANGUAGES
from sad.calibration.fitting.columns import Columns
from sad.calibration.fitting.features import Features, sums_of_region
from sad.calibration.fitting.fit import clock_of, in_core, report_of, throughput_of
from sad.calibration.fitting.parameters import Parameter, TermKind
from sad.calibration.fitting.solve import expected_values, residual_quantiles, solve
from sad.calibration.running.place import cpu_count
from sad.diagnostics import SadError
from sad.machine.schema import Machine, Toolchain
from sad.machine.values import MachineValue
from sad.mapping.regions import LoopEntries, misses_of, regions_of
from sad.objectcode.attach import ASM_VIEW, ObjectCode
from sad.objectcode.compiling import object_code
from sad.objectcode.instruction import Function, SourceLine
from sad.records import record, replace

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sad.calibration.fitting.columns import Mask
    from sad.calibration.fitting.features import Counted
    from sad.calibration.fitting.fit import Report
    from sad.calibration.kernel import Kernel
    from sad.calibration.measure import FlagSet
    from sad.machine.throughput import Throughput


_NOT_HERE = ("SAD460", "SAD461", "SAD463")
_PER_FILE = 25
_NORM = 12.0
"""Exponent of the norm: bounds of one size cost little more than one. Of kernels left out the mean
error of gcc -O2 was 13.5, 12.1 and 11.7 % with 4, 8 and 12, the median of gfortran -O2 7.8, 7.5 and
5.3 %."""
_ISSUED = (
    *("integer", "address", "select", "divide", "multiply", "sqrt", "add", "fma", "maximum"),
    *("round", "compare", "logic", "convert", "shuffle", "vector", "gather", "move", "push", "pop"),
    *("zero", "load", "store", "operand.store", "branch", "jump", "return", "other", "x87"),
)
_ARITHMETIC = ("add", "multiply", "fma", "maximum", "compare", "logic", "vector", "round")
_BOUNDS: dict[str, dict[tuple[str, ...], float]] = {
    "issue": {
        _ISSUED: 0.2,
        ("call",): 2.0,
        ("call.exp",): 10.0,
        ("call.expf",): 7.0,
        ("call.log", "call.logf"): 12.0,
        ("call.sin", "call.cos", "call.sincos", "call.sinf", "call.cosf", "call.sincosf"): 18.0,
        ("call.pow", "call.powf"): 30.0,
        ("call.lround", "call.lroundf"): 4.0,
        ("call.vector",): 12.0,
        ("string",): 30.0,
    },
    "fp": {_ARITHMETIC: 0.35, ("shuffle",): 0.5, ("multiply.integer",): 1.0},
    "load": {("load", "operand.load"): 0.35},
    "store": {("store", "operand.store"): 0.5},
    "divide": {
        ("divide.double",): 4.0,
        ("divide.real",): 3.0,
        ("sqrt.double",): 5.0,
        ("sqrt.real",): 3.0,
    },
    "integer_divide": {("divide.integer",): 6.0, ("divide.integer.long",): 10.0},
    "branch": {("branch", "jump"): 0.6},
    "convert": {("convert",): 0.8},
}
_LATENCIES: dict[tuple[str, ...], float] = {
    ("add",): 3.0,
    ("multiply", "fma"): 4.0,
    ("divide.double",): 14.0,
    ("divide.real",): 11.0,
    ("sqrt",): 18.0,
    ("maximum",): 4.0,
    ("compare",): 3.0,
    ("logic", "vector", "shuffle"): 1.0,
    ("shuffle.mask",): 3.0,
    ("convert",): 5.0,
    ("round",): 8.0,
    ("multiply.integer",): 3.0,
    ("multiply.vector",): 5.0,
    ("integer", "address"): 1.0,
    ("select",): 1.0,
    ("divide.integer",): 12.0,
    ("divide.integer.long",): 15.0,
    ("load",): 5.0,
    ("forward",): 5.0,
    ("call",): 5.0,
    ("call.exp", "call.expf", "call.log", "call.logf"): 40.0,
    ("call.sin", "call.cos", "call.sincos", "call.sinf", "call.cosf"): 50.0,
    ("call.pow", "call.powf"): 70.0,
    ("call.lround", "call.lroundf"): 12.0,
}
_EXTRAS: dict[tuple[str, ...], float] = {("call",): 2.0, ("loop.entry",): 1.0}
_NUMBERS = {"miss_s": 16.0, "window_s": 100.0}


@record
class FittedAsm:
    """The section ``asm`` of a toolchain, and how well it fits."""

    throughput: Throughput
    report: Report


def fit_asm(flags: FlagSet, features: Mapping[str, Features]) -> FittedAsm:
    """Return the parameters that fit one set of measurements best.

    ``features`` are those of the language's kernels, by name.

    The compiler that was measured compiles the kernels again. Raises as ``object_code``.
    """
    about = flags.provenance
    used = [item for item in flags.measured if in_core(item.kernel)]
    kernels = [item.kernel for item in used]
    clock = clock_of(flags)
    own = [features[kernel.name] for kernel in kernels]
    compiled = asm_features(own, about.compiler, about.flags, expected_latencies(clock))
    seconds = np.array([item.seconds for item in used])
    left_out: Mask = np.array([item.kernel.left_out for item in used], dtype=np.bool_)
    inside = [item for item, out in zip(compiled, left_out, strict=True) if not out]
    parameters = asm_parameters()
    columns = Columns(inside, ASM_VIEW, parameters, None, _NORM)
    solved = solve(columns, seconds[~left_out], expected_values(parameters, clock))
    throughput = _own_keys(throughput_of(ASM_VIEW, parameters, solved, columns, None), parameters)
    every = Columns(compiled, ASM_VIEW, parameters, None, _NORM)
    predicted = every.times(solved.values)
    quantiles = residual_quantiles(predicted[left_out].tolist(), seconds[left_out].tolist())
    throughput = replace(throughput, norm=_NORM, residual_quantiles=quantiles)
    return FittedAsm(throughput, report_of(kernels, every, solved, seconds, left_out))


def with_asm(toolchain: Toolchain, flags: FlagSet, features: Mapping[str, Features]) -> Toolchain:
    """Return a toolchain with its section ``asm``; without one where its compiler is not here.

    Measurements may be fitted on another computer than they were taken on.
    """
    try:
        return replace(toolchain, asm=fit_asm(flags, features).throughput)
    except SadError as error:
        if error.diagnostic.code not in _NOT_HERE:
            raise
        return toolchain


def _own_keys(item: Throughput, parameters: Sequence[Parameter]) -> Throughput:
    """The same without what stands in for operations of the source."""
    known = {key for parameter in parameters for key in parameter.keys}

    def own(table: Mapping[str, MachineValue]) -> dict[str, MachineValue]:
        return {key: value for key, value in table.items() if key in known}

    bounds = {name: own(table) for name, table in item.bounds.items()}
    return replace(item, bounds=bounds, latencies=own(item.latencies), extras=own(item.extras))


def asm_features(
    features: Sequence[Features], compiler: str, flags: str, latencies: Mapping[str, float]
) -> tuple[Features, ...]:
    """Return the features in object code of kernels of one language, given those of their source.

    ``latencies`` [s] decide which chain of a loop is its slowest. Raises as ``object_code``.
    """
    values = {key: MachineValue(seconds) for key, seconds in latencies.items()}
    functions = _compiled([item.kernel for item in features], compiler, flags)
    return tuple(
        _features(item.kernel, item.counted, functions.get(item.kernel.name, ()), values)
        for item in features
    )


def _compiled(kernels: Sequence[Kernel], compiler: str, flags: str) -> dict[str, list[Function]]:
    """The functions of all kernels by the kernel's name, each with lines of the kernel's own source."""
    suffix = LANGUAGES[kernels[0].language]
    toolchain = Toolchain("", compiler, flags, "additive", {})
    machine = Machine("calibration", "", "", "measured", "", 1.0, {"": toolchain})
    found: dict[str, list[Function]] = {}
    with tempfile.TemporaryDirectory() as made:

        def compiled(start: int) -> list[tuple[Kernel, Function]]:
            some = kernels[start : start + _PER_FILE]
            path = Path(made) / f"kernels{start}{suffix}"
            path.write_text("".join(kernel.source for kernel in some), encoding="utf-8")
            ends = list(accumulate(kernel.source.count("\n") for kernel in some))
            pairs: list[tuple[Kernel, Function]] = []
            for function in object_code([str(path)], machine, toolchain):
                line = next((i.place.line for i in function.instructions if i.place), 1)
                at = bisect_left(ends, line)
                before = ends[at - 1] if at else 0
                pairs.append((some[at], _moved(function, _file(some[at]), before)))
            return pairs

        with ThreadPoolExecutor(cpu_count()) as pool:
            for pairs in pool.map(compiled, range(0, len(kernels), _PER_FILE)):
                for kernel, function in pairs:
                    found.setdefault(kernel.name, []).append(function)
    return found


def _moved(function: Function, file: str, lines: int) -> Function:
    """A function as if its source were a file of its own, without the lines before."""
    instructions = tuple(
        item
        if item.place is None
        else replace(item, place=SourceLine(file, item.place.line - lines))
        for item in function.instructions
    )
    return Function(function.name, instructions)


def _file(kernel: Kernel) -> str:
    """The file a kernel's description names."""
    return os.path.realpath(f"{kernel.entry}{LANGUAGES[kernel.language]}")


def _features(
    kernel: Kernel,
    counted: Counted,
    functions: Sequence[Function],
    latencies: Mapping[str, MachineValue],
) -> Features:
    attached = ObjectCode(counted.expansion, functions, latencies).attached(counted.counts)
    expansion, counts = attached.expansion, counted.counts
    changed = replace(counted, expansion=expansion, regions=regions_of(expansion))
    entries = LoopEntries(expansion).at(counts)
    misses = misses_of(changed.regions, counts, entries, changed.rates, ASM_VIEW)
    sums = tuple(
        sums_of_region(region, ASM_VIEW, counts, entries, misses[region.unit.name, region.path])
        for region in changed.regions
    )
    return Features(kernel, changed, {ASM_VIEW: sums})


def asm_parameters() -> list[Parameter]:
    """Return the parameters of object code."""
    found = [
        Parameter(f"{bound}.{keys[0]}", TermKind.BOUND, keys, cycles, bound)
        for bound, table in _BOUNDS.items()
        for keys, cycles in table.items()
    ]
    found += [
        Parameter(f"extra.{keys[0]}", TermKind.EXTRA, keys, cycles)
        for keys, cycles in _EXTRAS.items()
    ]
    found += [
        Parameter(f"latency.{keys[0]}", TermKind.LATENCY, keys, cycles)
        for keys, cycles in _LATENCIES.items()
    ]
    found += [Parameter(name, TermKind.NUMBER, (name,), value) for name, value in _NUMBERS.items()]
    return found


def expected_latencies(clock_hz: float) -> dict[str, float]:
    """Return what is expected of each latency [s], by key."""
    return {key: cycles / clock_hz for keys, cycles in _LATENCIES.items() for key in keys}
