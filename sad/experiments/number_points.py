"""Points of plain numbers: the values of a model without reading each as text again."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.codes import Coding
from sad.algebra.evaluate import compile_polys
from sad.evaluation.given import resolve, wrong_value
from sad.evaluation.model import is_decisive, kind_of
from sad.evaluation.open_values import names_in
from sad.profiles.distribution_text import distribution_name

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from sad.algebra.evaluate import Number
    from sad.algebra.poly import Poly
    from sad.evaluation.names import Names
    from sad.experiments.program import Program


def values_are_apart(program: Program) -> bool:
    """Return whether no value that stays the same is calculated from one that is varied.

    Nor does what parameters are called, or which counts there are, depend on a varied one.
    """
    names = program.names
    varied = {names.same(axis.name) for axis in program.axes}  # inputs without effect among them
    symbols = {names.find(axis.name) for axis in program.axes}
    if program.is_counted_anew:
        return False
    if not all(names.find(axis.name) or names.is_input(axis.name) for axis in program.axes):
        return False
    if any(names.coding_of(axis.name) is not Coding.INTEGER for axis in program.axes):
        return False
    for setting in program.settings({}).items.values():
        if varied & {names.same(name) for name in names_in(setting, names)}:
            return False
        own = names.parameters.get(names.find(setting.name) or "")
        random = setting.spread or distribution_name(setting.text)
        if own is None or own.limit is None or not random:
            continue
        if symbols & atoms.free_symbols(own.limit):
            return False  # what is possible, and so the mean, differs from point to point
    return True


class NumberPoints:
    """Values at points of a program whose varied values are apart from all others."""

    def __init__(self, program: Program) -> None:
        """Raises as ``resolve`` for the values that stay the same."""
        names = program.names
        settings = program.settings({axis.name: axis.values[0] for axis in program.axes})
        given = resolve(settings, names, only_numbers=True)
        self._symbols = [names.find(axis.name) or "" for axis in program.axes]
        self._parameters = [names.parameters.get(symbol) for symbol in self._symbols]
        self._kept = {n: v for n, v in given.values.items() if n not in self._symbols}
        self._decided = {
            (symbol, value)
            for symbol, value in self._kept.items()
            if symbol not in given.random and is_decisive(kind_of(names, symbol), value)
        }
        limited = limits_of(names, given.values, given.random)
        self._limited = [symbol for symbol, _ in limited]
        self._limits = compile_polys([limit for _, limit in limited])

    def at(self, numbers: Sequence[object]) -> tuple[object, Mapping[str, Number]] | None:
        """Return what tells the shape at a point, and the values of all symbols.

        ``numbers`` are those of the axes, in their order. None for what is no plain number, or not
        possible: read as text it gives the message.
        """
        values = dict(self._kept)
        decided = self._decided
        for symbol, parameter, number in zip(self._symbols, self._parameters, numbers, strict=True):
            value = number
            if type(value) is float and isfinite(value):
                value = int(value) if value.is_integer() else value  # as its text is read
            elif type(value) is not int:
                return None
            if wrong_value(value, parameter) is not None:
                return None
            values[symbol] = value
            if parameter is not None and is_decisive(parameter.kind, value):
                decided = decided | {(symbol, value)}
        if self._limited:
            mosts = self._limits.where_it_counts(values)
            for symbol, most in zip(self._limited, mosts, strict=True):
                if most is None or values[symbol] > most:
                    return None
        return frozenset(decided), values


def limits_of(
    names: Names, values: Collection[str], random: Collection[str]
) -> list[tuple[str, Poly]]:
    """Return symbols with values, and how often their loops run at most, where values tell it."""
    return [
        (symbol, parameter.limit)
        for symbol in values
        if (parameter := names.parameters.get(symbol)) is not None
        and parameter.limit is not None
        and symbol not in random
        and all(name in values for name in atoms.free_symbols(parameter.limit))
    ]
