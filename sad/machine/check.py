"""Linting a machine file that can be read: what it lacks, and values that look like slips."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.diagnostics import Diagnostic, SadError, Severity, Span
from sad.machine.compute import OperationTimes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.machine.schema import Machine, Toolchain

_NUMERIC = ("integer", "real", "double", "complex", "double_complex")
_TYPES = (*_NUMERIC, "logical", "character")
_MATH = ("sqrt", "exp", "log", "sin", "cos")
_REAL_MATH = ("log10", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh")
_ROUNDING = ("int", "nint", "aint", "anint", "floor", "ceiling")
_BITS_OF_REALS = ("exponent", "fraction", "scale", "nearest", "isnan")
_STRINGS = ("len", "len_trim", "index", "ichar", "trim", "adjustl", "adjustr")
_LONGEST_OPERATION_S = 1e-3
_SHORTEST_OPERATION_S = 1e-12


def usual_operations() -> Iterator[str]:
    """Yield operations that ordinary Fortran programs perform; a machine should know them all."""
    for kind in _NUMERIC:
        for operation in ("add", "sub", "mul", "div", "neg", "power_int", "compare"):
            yield f"{operation}.{kind}"
    for kind in ("real", "double", "complex", "double_complex"):
        yield f"power_real.{kind}"
        for name in _MATH:
            yield f"intrinsic.{name}.{kind}"
    for kind in ("integer", "real", "double"):
        for name in ("abs", "mod", "modulo", "sign", "dim", "max", "min"):
            yield f"intrinsic.{name}.{kind}"
    for kind in ("real", "double"):
        for name in (*_REAL_MATH, *_ROUNDING, *_BITS_OF_REALS):
            yield f"intrinsic.{name}.{kind}"
    for kind in _TYPES:
        yield f"assign.{kind}"
        for place in ("scalar", "element1", "element2", "element3"):
            for storage in ("local", "dummy", "common"):
                yield f"load.{kind}.{place}.{storage}"
                yield f"store.{kind}.{place}.{storage}"
        yield f"io.item.{kind}"
    for first in _NUMERIC:
        for second in _NUMERIC:
            if first != second:
                yield f"convert.{first}.{second}"
    yield from ("logical.and", "logical.or", "logical.not", "logical.eqv", "logical.neqv")
    for name in _STRINGS:
        yield f"intrinsic.{name}.character"
    yield from ("compare.logical", "compare.character", "concat.character", "substring.character")
    yield from ("loop.entry", "loop.iteration", "goto", "call", "argument", "return")
    yield from ("branch.if", "branch.arithmetic", "branch.computed", "branch.select")
    yield from ("io.read", "io.write", "io.print", "io.open", "io.close", "io.other")


def check_machine(machine: Machine) -> list[Diagnostic]:
    """Return warnings about a machine: missing operations (SAD405), odd values (SAD408)."""
    findings: list[Diagnostic] = []
    place = Span.at(machine.file)
    for toolchain in machine.toolchains.values():
        missing = list(_missing(machine, toolchain))
        if missing:
            listed = ", ".join(missing[:5]) + (" ..." if len(missing) > 5 else "")
            message = f"toolchain {toolchain.name}: no time for {len(missing)} operations: {listed}"
            hint = "programs that use them cannot be predicted"
            findings.append(Diagnostic("SAD405", Severity.WARNING, message, place, hint))
        for operation, value in toolchain.operations.items():
            if value.value > _LONGEST_OPERATION_S and not operation.startswith("io."):
                message = f"toolchain {toolchain.name}: {operation} takes {value.value:g} s"
                hint = "a value in another unit? times are in seconds"
                findings.append(Diagnostic("SAD408", Severity.WARNING, message, place, hint))
            elif 0 < value.value < _SHORTEST_OPERATION_S:
                message = f"toolchain {toolchain.name}: {operation} takes {value.value:g} s"
                hint = "less than a picosecond cannot be"
                findings.append(Diagnostic("SAD408", Severity.WARNING, message, place, hint))
            if not value.source:
                message = f"toolchain {toolchain.name}: {operation} has no source"
                hint = "say where the number is from: {value: ..., source: ...}"
                findings.append(Diagnostic("SAD409", Severity.WARNING, message, place, hint))
    return findings


def _missing(machine: Machine, toolchain: Toolchain) -> Iterator[str]:
    times = OperationTimes(machine, toolchain)
    for operation in usual_operations():
        try:
            times.value(operation)
        except SadError:
            yield operation
