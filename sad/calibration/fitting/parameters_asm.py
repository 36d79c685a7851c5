"""Parameters of the model that reads object code: kinds of instructions (docs/asm.md), in cycles.

As in ``parameters``: round figures of present-day out-of-order cores, weak priors only (Agner Fog,
Instruction tables, 2024; uops.info, 2019-2024).
"""

from __future__ import annotations

from sad.calibration.fitting.parameters import Parameter, Place

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


def asm_parameters() -> list[Parameter]:
    """Return the parameters of object code."""
    found = [
        Parameter(f"{bound}.{keys[0]}", Place.BOUND, keys, cycles, bound)
        for bound, table in _BOUNDS.items()
        for keys, cycles in table.items()
    ]
    found += [
        Parameter(f"extra.{keys[0]}", Place.EXTRA, keys, cycles) for keys, cycles in _EXTRAS.items()
    ]
    found += [
        Parameter(f"latency.{keys[0]}", Place.LATENCY, keys, cycles)
        for keys, cycles in _LATENCIES.items()
    ]
    found += [Parameter(name, Place.NUMBER, (name,), value) for name, value in _NUMBERS.items()]
    return found


def expected_latencies(clock_hz: float) -> dict[str, float]:
    """Return what is expected of each latency [s], by key."""
    return {key: cycles / clock_hz for keys, cycles in _LATENCIES.items() for key in keys}
