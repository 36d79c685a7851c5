"""Values of parameters for which formulas give the counts that were measured."""

from __future__ import annotations

from collections.abc import Hashable
from time import process_time
from typing import TYPE_CHECKING, TypeVar

from sad.algebra.evaluate import compile_polys
from sad.evaluation.measuring.solving import solve_count
from sad.model.parameters import Kind

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from sad.algebra.evaluate import Number
    from sad.algebra.poly import Poly
    from sad.model.parameters import Parameter

_LONG = 1.0  # seconds

Place = TypeVar("Place", bound=Hashable)


def infer(
    counts: Mapping[Place, Poly],
    symbols: Mapping[Place, frozenset[str]],
    measured: Mapping[Place, int | Fraction],
    values: dict[str, Number],
    parameters: Mapping[str, Parameter],
) -> list[str]:
    """Add to ``values`` what makes formulas give the measured counts; return these symbols.

    ``counts`` are the formulas by place, ``symbols`` those in them. The simplest count with a single
    unknown comes first, unresolved parameters before sizes; places that are alike in the order of
    ``counts``.
    """
    found: list[str] = []
    tried: set[tuple[Place, str]] = set()
    given_up: set[str] = set()
    order = {place: number for number, place in enumerate(counts)}
    while True:
        best: tuple[tuple[bool, int, int], Place, str] | None = None
        for place, names in symbols.items():
            unknown = [symbol for symbol in names if symbol not in values]
            if len(unknown) != 1 or not measured.get(place) or (place, unknown[0]) in tried:
                continue
            if unknown[0] in given_up:
                continue
            size = is_size(unknown[0], parameters)
            effort = size, len(counts[place].terms), order[place]
            if best is None or effort < best[0]:
                best = effort, place, unknown[0]
        if best is None:
            return found
        _, place, symbol = best
        tried.add((place, symbol))
        count = compile_polys([counts[place]])

        def at(value: Number, symbol: str = symbol, count: object = count) -> Number:
            return count({**values, symbol: value})[0]  # type: ignore[operator]

        parameter = parameters.get(symbol)
        kind = Kind.SIZE if parameter is None else parameter.kind
        start = process_time()
        value = solve_count(at, measured[place], most=1 if kind is Kind.PROBABILITY else None)
        if value is None and process_time() - start > _LONG:
            given_up.add(symbol)  # other counts with it are walks, too
        if value is None or (is_size(symbol, parameters) and not isinstance(value, int)):
            continue
        if parameter is not None and not is_possible(float(value), parameter):
            continue
        values[symbol] = value
        found.append(symbol)


def is_size(symbol: str, parameters: Mapping[str, Parameter]) -> bool:
    """Whether counts do not show a symbol as a ratio: a size that is given, or unknown."""
    parameter = parameters.get(symbol)
    return parameter is None or not parameter.shows_in_counts


def is_possible(value: float, parameter: Parameter) -> bool:
    """Whether a parameter can have a value."""
    match parameter.kind:
        case Kind.PROBABILITY:
            return 0 <= value <= 1
        case Kind.TRIP_COUNT | Kind.SECONDS:
            return value >= parameter.least
        case _:
            return True
