"""Linting a machine file that can be read: what it lacks, and values that look like slips."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from sad.diagnostics import Diagnostic, SadError, Severity, Span
from sad.expr.dimensions import BYTES, SECONDS, Dimension, dimension_of_name
from sad.expr.tree import ExpressionError
from sad.machine.architecture import is_foreign, this_architecture
from sad.machine.check_times import (
    FilePlaces,
    check_clock,
    check_order,
    check_throughput,
    check_times,
)
from sad.machine.networks.primitives import PrimitiveTimes
from sad.machine.operation_times import OperationTimes
from sad.machine.schema import LINE_TIMES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.document import Item
    from sad.machine.schema import Machine, Toolchain


_LARGEST_UNCERTAINTY = 2.0
_RANGES: dict[Dimension, tuple[float, float, str, str]] = {
    SECONDS: (1e-10, 1.0, "shorter than any message", "microseconds? 45 us is 45.0e-6"),
    BYTES * SECONDS**-1: (
        1e4,
        1e12,
        "MB/s? 40 MB/s is 4.0e+7",
        "in bits? eight bits are a byte",
    ),
    SECONDS * BYTES**-1: (1e-12, 1e-4, "in bits?", "us a byte? 0.118 us is 1.18e-7"),
}
"""Smallest and largest value of a parameter by dimension, and what a value outside may be."""
_NUMERIC = ("integer", "real", "double", "complex", "double_complex")
_COMPLEX = ("complex", "double_complex")
_TYPES = (*_NUMERIC, "logical", "character", "derived")
_MATH = ("sqrt", "exp", "log", "sin", "cos")
_REAL_MATH = ("log10", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh")
_ROUNDING = ("int", "nint", "aint", "anint", "floor", "ceiling")
_BITS_OF_REALS = ("exponent", "fraction", "scale", "nearest", "isnan")
_BITS = ("iand", "ior", "ieor", "not", "shiftl", "shifta", "ishft", "btest", "ibset", "ibclr")
_STRINGS = ("len", "len_trim", "index", "ichar", "trim", "adjustl", "adjustr", "repeat", "scan")
_COLLATION = ("lge", "lgt", "lle", "llt")
_PLACES = ("scalar", "element1", "element2", "element3")
_STORAGE = ("local", "dummy", "common")


__all__ = ["check_machine", "usual_operations"]


def check_machine(machine: Machine) -> list[Diagnostic]:
    """Return warnings and notes about a machine, each at its place in the file.

    SAD405 missing operations, SAD408 odd times, SAD409 numbers without a source, SAD412 odd
    parameters of a network, SAD413 an odd clock, SAD414 memory that does not grow outwards, SAD415
    times in an odd order, SAD416 odd primitives, SAD417 a calibration for another architecture,
    SAD419 uncertainties that look like percent, SAD423 operations of all without a message to make
    them of, SAD428 what cores cannot share. What is inherited is checked in the file that says it.
    """
    places = FilePlaces(machine.file)
    findings = [
        *_missing(machine, places),
        *_sources(machine, places),
        *_uncertainties(places),
    ]
    clock = check_clock(machine, places)
    if clock is not None:
        findings.append(clock)
    for toolchain in machine.toolchains.values():
        # with an odd clock, times in cycles are odd as well: one finding says it
        findings.extend(check_times(toolchain, machine, places, seconds_only=clock is not None))
        findings.extend(check_throughput(toolchain, machine.clock_hz, places))
        if clock is None:
            findings.extend(check_order(machine, toolchain, places))
        findings.extend(_foreign(machine, toolchain, places))
    findings.extend(check_memory(machine, places))
    findings.extend(check_shared(machine))
    findings.extend(check_network(places))
    findings.extend(check_primitives(machine, places))
    findings.extend(check_collectives(machine, places))
    return sorted(findings, key=lambda finding: finding.span.line)


def _missing(machine: Machine, places: FilePlaces) -> Iterator[Diagnostic]:
    for toolchain in machine.toolchains.values():
        times = OperationTimes(machine, toolchain)
        missing: list[str] = []
        for operation in usual_operations():
            try:
                times.value(operation)
            except SadError:
                missing.append(operation)
        if missing:
            listed = ", ".join(missing[:5]) + (" ..." if len(missing) > 5 else "")
            message = f"no time for {len(missing)} operations: {listed}"
            item = places.find("processor", "toolchains", toolchain.name)
            hint = "programs that use them cannot be predicted"
            yield places.warning("SAD405", item, message, hint)


def _sources(machine: Machine, places: FilePlaces) -> Iterator[Diagnostic]:
    """One finding for each section: its first number without a source, and how many there are.

    What was calibrated has its source in ``calibration``; a memory level needs one for all it says.
    """
    calibrated = [f".{name}." for name, chain in machine.toolchains.items() if chain.calibration]
    found: dict[str, list[Diagnostic]] = {}
    sourced: set[str] = set()
    for section, entry in places.values():
        source = entry.mapping().get("source") if entry.is_mapping else None
        if source is not None and source.text().strip():
            sourced.add(section)
            continue
        hint = "say where the number is from: {value: ..., source: ...}"
        finding = places.warning("SAD409", entry, "no source", hint)
        found.setdefault(section, []).append(finding)
    for section, findings in found.items():
        if section.startswith("$.memory") and (calibrated or section in sourced):
            continue
        if any(name in section for name in calibrated):
            continue
        first, more = findings[0], len(findings) - 1
        message = first.message + (f" (nor have {more} more here)" if more else "")
        yield Diagnostic(first.code, first.severity, message, first.span, first.hint)


def _uncertainties(places: FilePlaces) -> Iterator[Diagnostic]:
    for _, entry in places.values():
        item = entry.mapping().get("uncertainty") if entry.is_mapping else None
        if item is not None and item.number() > _LARGEST_UNCERTAINTY:
            value = item.number()
            hint = f"relative, one standard deviation: {value:g} % is {value / 100:g}"
            yield places.warning("SAD419", item, f"{value:g} times the value itself", hint)


def _foreign(machine: Machine, toolchain: Toolchain, places: FilePlaces) -> Iterator[Diagnostic]:
    if toolchain.calibration is not None and is_foreign(machine):
        item = places.find("processor", "toolchains", toolchain.name, "calibration")
        message = f"calibrated on {machine.architecture}, which this computer is not"
        hint = f"predictions are for that machine; this one is {this_architecture()}"
        yield places.note("SAD417", item, message, hint)


# Lints of memory levels, of networks' parameters and of primitives: units, ranges, growth.


def check_memory(machine: Machine, places: FilePlaces) -> Iterator[Diagnostic]:
    """Yield SAD414 where caches do not grow or slow down outwards; SAD412 for latencies in ns."""
    items = places.levels()
    if len(items) != len(machine.memory):
        return  # inherited
    for item, level in zip(items, machine.memory, strict=True):
        for key in ("latency_s", *LINE_TIMES):
            time = getattr(level, key)
            if time is not None and time.value > 1e-3:
                hint = "nanoseconds? 5 ns is 5.0e-9"
                yield places.warning("SAD412", item.mapping()[key], f"{time.value:g} s", hint)
        if level.line_bytes.value > level.size_bytes.value:
            hint = "exchanged? a level holds at least one line"
            yield places.warning("SAD414", item, "the line is larger than the level", hint)
    caches = [
        (item, level) for item, level in zip(items, machine.memory, strict=True) if not level.is_tlb
    ]
    for (_, inner), (item, outer) in pairwise(caches):
        for what in ("size_bytes", "latency_s", "line_bytes"):
            small, large = getattr(inner, what).value, getattr(outer, what).value
            if large < small:
                message = f"{what} {large:g} is less than the {small:g} of {inner.name}"
                hint = "levels are listed from the processor outwards, each larger and slower"
                yield places.warning("SAD414", item, message, hint)


def check_shared(machine: Machine) -> Iterator[Diagnostic]:
    """Yield SAD428 for what cores share that no level is, or that one core gets more of than all."""
    names = [level.name for level in machine.memory if not level.is_tlb]
    multicore = machine.multicore

    def warning(span: Span, message: str, hint: str) -> Diagnostic:
        return Diagnostic("SAD428", Severity.WARNING, message, span, hint)

    for item in multicore.shared:
        if item.span.file != machine.file:
            continue  # inherited
        if item.level not in names:
            message = f"$.shared.{item.name}: no level of memory is called {item.level}"
            yield warning(item.span, message, f"there are: {', '.join(names) or 'none'}")
        if item.one_core is not None and item.one_core.value > item.bytes_per_s.value:
            message = (
                f"$.shared.{item.name}: one core gets {item.one_core.value / 1e9:g} GB/s, "
                f"all together {item.bytes_per_s.value / 1e9:g}"
            )
            yield warning(item.span, message, "exchanged?")
        if not 1e7 <= item.bytes_per_s.value <= 1e14:
            message = f"$.shared.{item.name}: {item.bytes_per_s.value:g} bytes/s"
            yield warning(item.span, message, "GB/s? 87 GB/s is 8.7e+10")
        if not item.bytes_per_s.source.strip():
            message = f"$.shared.{item.name}: no source"
            yield warning(item.span, message, "say where the number is from: source: ...")
    for name, cost in multicore.costs.items():
        if cost.span.file != machine.file:
            continue
        try:
            times = [cost.seconds(threads) for threads in (2, 64)]
        except ExpressionError as error:
            yield warning(
                cost.span, f"$.threading.{name}: no value: {error}", "tried with 2 and 64 threads"
            )
            continue
        if not all(0 <= time <= 1e-2 for time in times):
            message = f"$.threading.{name}: {times[0]:g} s for 2 threads, {times[1]:g} s for 64"
            yield warning(cost.span, message, "microseconds? 3 us is 3.0e-6")
        if not cost.source.strip():
            message = f"$.threading.{name}: no source"
            yield warning(cost.span, message, "say where the number is from: source: ...")
    if multicore.cores and multicore.cores % multicore.sockets:
        message = f"$.processor: {multicore.cores} cores on {multicore.sockets} sockets"
        hint = "cores counts those of all sockets"
        yield warning(Span.at(machine.file), message, hint)


def check_network(places: FilePlaces) -> Iterator[Diagnostic]:
    """Yield SAD412 for parameters outside what their unit allows."""
    sections = [("network", "parameters")]
    sections += [(*("programming_models", name), "parameters") for name in _models(places)]
    for keys in sections:
        for name, item in places.entries(*keys).items():
            yield from _range(places, name, item)
    for model in _models(places):
        for name, item in places.messages(model):
            yield from _range(places, name, item)


def _models(places: FilePlaces) -> Iterator[str]:
    yield from places.entries("programming_models")


def _range(places: FilePlaces, name: str, item: Item) -> Iterator[Diagnostic]:
    dimension = dimension_of_name(name)
    if dimension not in _RANGES:
        return
    low, high, below, above = _RANGES[dimension]
    number = item.mapping()["value"] if item.is_mapping else item
    value = number.number()
    if value and not low <= value <= high:
        hint = below if value < low else above
        yield places.warning("SAD412", item, f"{value:g} {dimension}", hint)


def check_collectives(machine: Machine, places: FilePlaces) -> Iterator[Diagnostic]:
    """Yield SAD409 for algorithms without a source, SAD423 for those that have no message to send."""
    for name, model in machine.programming_models.items():
        item = places.find("programming_models", name, "collectives")
        if item is None or model.collectives is None:
            continue
        if not model.collectives.source.strip():
            hint = "say where the choice is from: source: ..."
            yield places.warning("SAD409", item, "no source", hint)
        if not {"communicate", "send"} & set(model.primitives):
            message = f"the programming model {name} has no message to make operations of"
            hint = "give it point_to_point, or a primitive send or communicate"
            yield places.warning("SAD423", item, message, hint)


def check_primitives(machine: Machine, places: FilePlaces) -> Iterator[Diagnostic]:
    """Yield SAD416 for a primitive that takes no time, or less for a longer message."""
    for name, model in machine.programming_models.items():
        times = PrimitiveTimes(machine.clock_hz, machine.network, model)
        written = places.entries("programming_models", name, "primitives")
        standard = places.find("programming_models", name, "point_to_point")
        if standard is not None and "communicate" not in written:
            written = {"communicate": standard, **written}
        for key, item in written.items():
            try:
                short, long = (
                    times.seconds(key, nbytes=size, nprocs=16, hops=2) for size in (8.0, 1e6)
                )
            except ExpressionError as error:
                hint = "tried with 8 bytes and 10^6 bytes, 16 processors, 2 hops"
                yield places.warning("SAD416", item, f"no value: {error}", hint)
                continue
            if short <= 0:
                message = f"{short:g} s for 8 bytes"
                yield places.warning("SAD416", item, message, "a message takes some time")
            elif long < short:
                message = f"{long:g} s for 10^6 bytes, {short:g} s for 8 bytes"
                yield places.warning("SAD416", item, message, "divided by the wrong side?")


def usual_operations() -> Iterator[str]:
    """Yield operations that ordinary programs perform (docs/operations.md has all there are)."""
    yield from _arithmetic()
    yield from _intrinsics()
    yield from _variables()
    yield from ("logical.and", "logical.or", "logical.not", "logical.eqv", "logical.neqv")
    yield from ("compare.logical", "compare.character", "concat.character", "substring.character")
    yield from ("loop.entry", "loop.iteration", "goto", "call", "argument", "return")
    yield from ("branch.if", "branch.arithmetic", "branch.computed", "branch.select")
    yield from ("io.read", "io.write", "io.print", "io.open", "io.close", "io.other")


def _arithmetic() -> Iterator[str]:
    for kind in _NUMERIC:
        for operation in ("add", "sub", "mul", "div", "neg", "power_int", "compare"):
            yield f"{operation}.{kind}"
    for operation in ("div.integer", "intrinsic.mod.integer", "intrinsic.modulo.integer"):
        yield f"{operation}.constant"
        yield f"{operation}.power2"
    for kind in ("real", "double", *_COMPLEX):
        yield f"power_real.{kind}"
    for first in _NUMERIC:
        for second in _NUMERIC:
            if first != second:
                yield f"convert.{first}.{second}"


def _intrinsics() -> Iterator[str]:
    for kind in ("real", "double", *_COMPLEX):
        for name in (*_MATH, "abs", "real", "dble"):
            yield f"intrinsic.{name}.{kind}"
    for kind in ("integer", "real", "double"):
        for name in ("abs", "mod", "modulo", "sign", "dim", "max", "min", "merge"):
            yield f"intrinsic.{name}.{kind}"
        for name in ("real", "dble", "cmplx", "dcmplx"):
            yield f"intrinsic.{name}.{kind}"
    for kind in ("real", "double"):
        for name in (*_REAL_MATH, *_ROUNDING, *_BITS_OF_REALS):
            yield f"intrinsic.{name}.{kind}"
    for kind in _COMPLEX:
        for name in ("aimag", "conjg", "cmplx", "dcmplx"):
            yield f"intrinsic.{name}.{kind}"
    for name in (*_BITS, "char"):
        yield f"intrinsic.{name}.integer"
    for name in (*_STRINGS, *_COLLATION):
        yield f"intrinsic.{name}.character"


def _variables() -> Iterator[str]:
    for kind in _TYPES:
        yield f"assign.{kind}"
        for place in _PLACES:
            for storage in _STORAGE:
                yield f"load.{kind}.{place}.{storage}"
                yield f"store.{kind}.{place}.{storage}"
        if kind != "derived":
            yield f"io.item.{kind}"
