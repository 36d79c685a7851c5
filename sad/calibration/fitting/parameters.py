"""What a fit may turn: parameters of the cost model, where each applies, and what to expect of it.

Expectations are in cycles of a present-day out-of-order core and serve as weak priors only. They are
round figures within what instruction tables list (Agner Fog, Instruction tables, 2024; Arm Neoverse
Software Optimization Guides); reciprocal throughputs are shares of a cycle.
"""

from __future__ import annotations

from enum import StrEnum

from sad.machine.throughput import ANY, LIBRARY_BYTE, LIBRARY_CALL
from sad.records import record

FREE = ("assign", "return")
"""Operations of plain code whose time is part of others': the store's, the call's."""


class TermKind(StrEnum):
    """Where a parameter applies: in a bound, as a latency, beside the norm, or as a number."""

    BOUND = "bound"
    LATENCY = "latency"
    EXTRA = "extra"
    NUMBER = "number"


@record
class Parameter:
    """One number to fit. ``keys`` are dotted prefixes it covers, ``bound`` the bound it is part of.

    ``expected`` is in cycles, a pure number for those in ``PURE``.
    """

    name: str
    place: TermKind
    keys: tuple[str, ...]
    expected: float
    bound: str = ""


SHARES = frozenset({"efficiency"})
"""Parameters that are at most 1."""
PURE = SHARES | {"library"}
"""Parameters that are no times."""
_FLOATS = ("double", "real")
_COMPLEXES = ("double_complex", "complex")
_BITS = ("iand", "ior", "ieor", "not", "shiftl", "shifta", "shiftr", "ishft")


def _each(prefix: str, *kinds: str, behind: str = "") -> tuple[str, ...]:
    return tuple(f"{prefix}.{kind}{behind}" for kind in kinds)


def _work() -> dict[tuple[str, ...], float]:
    """Times of operations of plain code, by the prefixes that share one."""
    found: dict[tuple[str, ...], float] = {
        ("add.integer", "sub.integer", "neg.integer"): 0.5,
        ("mul.integer",): 0.7,
        ("div.integer",): 6.0,
        (*_each("add", *_FLOATS), *_each("sub", *_FLOATS), *_each("neg", *_FLOATS)): 0.5,
        _each("mul", *_FLOATS): 0.5,
        ("div.double",): 4.0,
        ("div.real",): 3.0,
        (*_each("add", *_COMPLEXES), *_each("sub", *_COMPLEXES), *_each("neg", *_COMPLEXES)): 2.0,
        _each("mul", *_COMPLEXES): 6.0,
        _each("div", *_COMPLEXES): 20.0,
        ("compare.integer",): 0.5,
        _each("compare", *_FLOATS): 1.0,
        ("logical",): 0.7,
        ("branch", "goto"): 0.7,
        ("loop.entry",): 3.0,
        ("loop.iteration",): 2.0,
        ("call",): 6.0,
        ("argument",): 1.0,
        ("convert", "intrinsic.dble", "intrinsic.float"): 1.0,
        ("convert.double.integer", "convert.real.integer", "intrinsic.int"): 1.5,
        (*_each("power_int", "integer", *_FLOATS),): 5.0,
        _each("power_real", *_FLOATS): 60.0,
        ("intrinsic.sqrt.double",): 5.0,
        ("intrinsic.sqrt.real",): 3.0,
        (*_each("intrinsic.max", *_FLOATS), *_each("intrinsic.min", *_FLOATS)): 1.5,
        ("intrinsic.max.integer", "intrinsic.min.integer"): 1.0,
        _each("intrinsic.abs", *_FLOATS): 0.7,
        ("intrinsic.abs.integer",): 1.0,
        ("intrinsic.sign",): 1.5,
        ("intrinsic.mod.integer",): 6.0,
        ("intrinsic.nint",): 8.0,
        ("intrinsic.exp.double",): 25.0,
        ("intrinsic.exp.real",): 15.0,
        ("intrinsic.log",): 25.0,
        ("intrinsic.sin", "intrinsic.cos", "intrinsic"): 35.0,
        tuple(f"intrinsic.{name}" for name in _BITS): 0.5,
        tuple(
            f"intrinsic.{name}"
            for name in ("conjg", "aimag", "real", "cmplx", "imag", "dconjg", "dcmplx")
        ): 1.0,
    }
    for kinds in (("integer", "logical"), _FLOATS, _COMPLEXES):
        wide = 2.0 if kinds is _COMPLEXES else 1.0
        found[_each("load", *kinds, behind=".scalar")] = 0.5 * wide
        found[_each("store", *kinds, behind=".scalar")] = 0.7 * wide
        found[_each("load", *kinds)] = 1.5 * wide
        found[_each("store", *kinds)] = 1.5 * wide
        for subscripts in (2, 3, 4, 5):
            for access in ("load", "store"):
                if kinds is not _COMPLEXES:
                    keys = _each(access, *kinds, behind=f".element{subscripts}")
                    found[keys] = 1.0 + subscripts
    found[_each("load", "integer", "logical", *_FLOATS, behind=".scalar.dummy")] = 1.0
    found[_each("store", "integer", "logical", *_FLOATS, behind=".scalar.dummy")] = 1.2
    return found


def _latencies() -> dict[tuple[str, ...], float]:
    """Latencies of steps of dependence chains, in both views."""
    floats = (*_each("add", *_FLOATS, *_COMPLEXES), *_each("sub", *_FLOATS, *_COMPLEXES))
    return {
        floats: 3.0,
        _each("mul", *_FLOATS): 4.0,
        _each("mul", *_COMPLEXES): 7.0,
        ("div.double",): 14.0,
        ("div.real",): 11.0,
        _each("neg", *_FLOATS): 1.0,
        ("add.integer", "sub.integer", "neg.integer", "logical", "address"): 1.0,
        ("mul.integer",): 3.0,
        ("div.integer", "intrinsic.mod.integer"): 12.0,
        ("div.integer.constant", "intrinsic.mod.integer.constant"): 5.0,
        ("div.integer.power2", "intrinsic.mod.integer.power2"): 2.0,
        ("compare",): 3.0,
        ("compare.integer", "compare.logical"): 1.0,
        ("select",): 2.0,
        ("select.integer", "select.logical", "intrinsic.max.integer", "intrinsic.min.integer"): 1.0,
        ("convert", "intrinsic.int", "intrinsic.dble", "intrinsic.float"): 5.0,
        ("load",): 5.0,
        ("forward.integer.scalar", "forward.logical.scalar"): 1.0,
        (*_each("forward", *_FLOATS, behind=".scalar"),): 5.0,
        _each("forward", *_COMPLEXES, behind=".scalar"): 5.0,
        _each("forward", "integer", "logical", behind=".element"): 5.0,
        _each("forward", *_FLOATS, *_COMPLEXES, behind=".element"): 5.0,
        ("call",): 5.0,
        ("call.chain",): 10.0,
        ("power_int",): 10.0,
        ("power_real",): 70.0,
        ("intrinsic.sqrt",): 18.0,
        (*_each("intrinsic.max", *_FLOATS), *_each("intrinsic.min", *_FLOATS)): 4.0,
        _each("intrinsic.abs", *_FLOATS): 1.0,
        ("intrinsic.abs.integer",): 2.0,
        ("intrinsic.sign",): 2.0,
        ("intrinsic.nint",): 12.0,
        ("intrinsic.exp",): 40.0,
        ("intrinsic.log",): 40.0,
        ("intrinsic.sin", "intrinsic.cos", "intrinsic"): 50.0,
        tuple(f"intrinsic.{name}" for name in _BITS): 1.0,
        ("return", "argument"): 1.0,
    }


_SLOTS = (
    *(
        "add",
        "sub",
        "mul",
        "div",
        "neg",
        "compare",
        "logical",
        "select",
        "convert",
        "load",
        "store",
    ),
    *("branch", "loop", "address", "argument"),
)
"""Operations that take a slot each; of what no table names, reports say that it is not covered."""

_OPTIMISED_BOUNDS: dict[str, dict[tuple[str, ...], float]] = {
    "issue": {
        (ANY, *_SLOTS): 0.2,
        ("call",): 4.0,
        ("intrinsic.mod.integer.constant", "div.integer.constant"): 1.2,
        ("intrinsic.mod.integer.power2", "div.integer.power2"): 0.8,
        ("intrinsic.nint",): 4.0,
        ("intrinsic.exp.double",): 10.0,
        ("intrinsic.exp.real",): 7.0,
        ("intrinsic.log",): 12.0,
        ("intrinsic.sin", "intrinsic.cos", "intrinsic"): 18.0,
        ("intrinsic.sqrt",): 0.2,
        ("intrinsic.max", "intrinsic.min"): 0.2,
        ("div.integer", "intrinsic.mod.integer"): 0.5,
        ("intrinsic.sign", "intrinsic.abs", *(f"intrinsic.{name}" for name in _BITS)): 0.2,
        ("power_real",): 50.0,
        ("power_int",): 6.0,
    },
    "fp": {
        (
            *_each("add", *_FLOATS),
            *_each("sub", *_FLOATS),
            *_each("mul", *_FLOATS),
            *_each("neg", *_FLOATS),
            *_each("compare", *_FLOATS),
            *_each("select", *_FLOATS),
            *_each("intrinsic.max", *_FLOATS),
            *_each("intrinsic.min", *_FLOATS),
        ): 0.3,
    },
    "load": {("load",): 0.3},
    "store": {("store",): 0.4},
    "divide": {
        ("div.double",): 4.0,
        ("div.real",): 3.0,
        ("intrinsic.sqrt.double",): 5.0,
        ("intrinsic.sqrt.real",): 3.0,
    },
    "integer_divide": {
        ("div.integer", "intrinsic.mod.integer"): 6.0,
        ("div.integer.constant", "intrinsic.mod.integer.constant"): 0.3,
        ("div.integer.power2", "intrinsic.mod.integer.power2"): 0.3,
    },
    "branch": {("branch", "loop.iteration"): 0.6},
    "convert": {("convert",): 0.8},
}

_OPTIMISED_EXTRAS: dict[tuple[str, ...], float] = {
    (LIBRARY_CALL,): 20.0,
    (LIBRARY_BYTE,): 0.03,
    ("loop.entry",): 2.0,
    ("call",): 4.0,
    ("argument",): 0.5,
}

_NUMBERS = {"miss_s": 16.0, "window_s": 100.0}
_VECTOR_NUMBERS = {"efficiency": 0.8, "entry_s": 8.0}


def plain_parameters() -> list[Parameter]:
    """Return the parameters of plain code."""
    found = [
        Parameter(f"work.{keys[0]}", TermKind.BOUND, keys, cycles, "work")
        for keys, cycles in _work().items()
    ]
    return [*found, *_common()]


def optimised_parameters(*, vectors: bool) -> list[Parameter]:
    """Return the parameters of optimised code; ``vectors`` is whether it uses vector instructions."""
    found = [
        Parameter(f"{bound}.{keys[0]}", TermKind.BOUND, keys, cycles, bound)
        for bound, table in _OPTIMISED_BOUNDS.items()
        for keys, cycles in table.items()
    ]
    found += [
        Parameter(f"extra.{keys[0]}", TermKind.EXTRA, keys, cycles)
        for keys, cycles in _OPTIMISED_EXTRAS.items()
    ]
    found += _common()
    if vectors:
        found += [
            Parameter(name, TermKind.NUMBER, (name,), value)
            for name, value in _VECTOR_NUMBERS.items()
        ]
    return found


def _common() -> list[Parameter]:
    found = [
        Parameter(f"latency.{keys[0]}", TermKind.LATENCY, keys, cycles)
        for keys, cycles in _latencies().items()
    ]
    numbers = [Parameter(name, TermKind.NUMBER, (name,), value) for name, value in _NUMBERS.items()]
    return [*found, *numbers]
