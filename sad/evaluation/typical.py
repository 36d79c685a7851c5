"""Example values for everything that has none, so that parts of a program can be compared.

They serve to order what is not known, and for examples that are named as such; no prediction rests
on them. Inputs get round numbers, what only a run can tell gets its value by published heuristics.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sad.algebra.codes import Coding, code_of_text
from sad.evaluation.defaults.fill import heuristic_values
from sad.model.parameters import Class, Kind
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.algebra.evaluate import Number
    from sad.evaluation.model import Model

_ONE_SIZE, _SIZES, _TRIPS, _MOST = 1000, 100, 10, 10**6
OPTIONS = {
    Coding.TEXT: tuple(map(code_of_text, "NTLRUVBEA")),
    Coding.TRUTH: (1, 0),
    Coding.REAL: (2, 0, 1),
}
"""Values of options that are tried, the most usual first: letters that numerical libraries use."""


@record
class Typical:
    """Values by symbol for all that counts depend on, those given included.

    ``inputs`` are the example values among them, ``guessed`` the symbols with a value by heuristics.
    """

    values: Mapping[str, Number]
    inputs: Mapping[str, Number]
    guessed: frozenset[str]

    def at(self, symbol: str, value: Number) -> Typical:
        """Return these values with another example value for one input."""
        inputs = {**self.inputs, symbol: value}
        return Typical({**self.values, symbol: value}, inputs, self.guessed)


def typical_values(model: Model, most: int | None = None, *, by_heuristics: bool = True) -> Typical:
    """Return values for everything, made from the model's; sizes are ``most`` at most.

    Not ``by_heuristics``, what only a run can tell gets a plain guess; no count is evaluated for that.
    """
    missing = model.missing
    inputs: dict[str, Number] = {}
    open_inputs = [symbol for symbol in missing if not _is_indeterminate(model, symbol)]
    size = _ONE_SIZE if len(open_inputs) == 1 else _SIZES
    size = max(size, _largest_given(model))  # so that leading dimensions and the like fit
    size = size if most is None else min(size, most)
    for symbol in open_inputs:
        coding = model.names.coding(symbol)
        inputs[symbol] = size if coding is Coding.INTEGER else OPTIONS[coding][0]
    known = {**model.values, **inputs}
    values = dict(heuristic_values(replace(model, values=known)) if by_heuristics else known)
    guessed = frozenset(symbol for symbol in missing if symbol not in inputs)
    for symbol in guessed - values.keys():
        values[symbol] = _without_heuristics(model, symbol, size)
    for symbol in model.used - values.keys():  # without effect at the values given
        values[symbol] = 1
    for symbol in model.derived:
        value = model.open[symbol].at(values)
        values[symbol] = _without_heuristics(model, symbol, size) if value is None else value
    return Typical(values, inputs, guessed)


def _largest_given(model: Model) -> int:
    """The largest size that is given; 0 without one."""
    sizes = (
        value
        for symbol, value in model.values.items()
        if isinstance(value, int)
        and not _is_indeterminate(model, symbol)
        and model.names.coding(symbol) is Coding.INTEGER
    )
    return min(max(sizes, default=0), _MOST)


def _is_indeterminate(model: Model, symbol: str) -> bool:
    parameter = model.names.parameters.get(symbol)
    return parameter is not None and parameter.cls is Class.INDETERMINATE


def _without_heuristics(model: Model, symbol: str, size: int) -> Number:
    parameter = model.names.parameters.get(symbol)
    match parameter.kind if parameter is not None else Kind.VALUE:
        case Kind.PROBABILITY:
            return 0 if parameter is not None and parameter.without_errors == 0 else 0.5
        case Kind.TRIP_COUNT:
            return _TRIPS * size if ".total@" in symbol else _TRIPS
        case _:
            return size
