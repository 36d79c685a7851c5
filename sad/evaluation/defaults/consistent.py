"""Default values that do not contradict given ones: nothing runs a negative number of times.

A loop that is left early ends at its head with what is left, ``1 - X*P``; with a given X and a
default P that may be negative. Then a default in it is moved by as little as it takes, the trip count
of the outermost loop if that helps. If nothing does, the defaults of the formula are withheld.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.evaluate import compile_polys, evaluate
from sad.algebra.poly import Poly
from sad.model.parameters import Kind
from sad.model.walks.formulas import weights
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sad.algebra.evaluate import Number
    from sad.evaluation.model import Model

DIGITS = 10**6
"""Defaults have six digits after the point."""
_NEGLIGIBLE = 1e-9
_PASSES = 4
_HALVINGS = 40


@record
class Consistent:
    """Defaults that fit together and to what is given; symbols of those moved and withheld."""

    values: Mapping[str, Number]
    moved: frozenset[str] = frozenset()
    withheld: tuple[str, ...] = ()


def made_consistent(model: Model, defaults: Mapping[str, Number]) -> Consistent:
    """Return the defaults, changed as little as it takes for no weight or count to be negative."""
    if not defaults:
        return Consistent({})
    given = {symbol: value for symbol, value in model.values.items() if symbol not in defaults}
    chosen = dict(defaults)
    found = (weight for unit in model.description.units for weight in weights(unit.tree))
    checked = _checkable(found, given.keys() | chosen.keys(), chosen.keys())
    for _ in range(_PASSES):
        negative = _negative(checked, {**given, **chosen})
        if not negative:
            break
        for poly in negative:
            _repair(model, poly, given, chosen)
    withheld: list[str] = []
    counts = [
        *(block.count for block in model.expansion.blocks),
        *model.expansion.externals.values(),
    ]
    while chosen:
        checked = _checkable(counts, given.keys() | chosen.keys(), chosen.keys())
        negative = _negative(checked, {**given, **chosen})
        if not negative:
            break
        involved = {s for poly in negative for s in atoms.free_symbols(poly)} & chosen.keys()
        if _made_whole(model, involved, chosen):
            continue
        for symbol in involved:
            withheld.append(symbol)
            del chosen[symbol]
    moved = frozenset(symbol for symbol, value in chosen.items() if value != defaults[symbol])
    return Consistent(chosen, moved, tuple(sorted(withheld)))


def _made_whole(model: Model, symbols: Iterable[str], chosen: dict[str, Number]) -> bool:
    """Round trip counts down to whole numbers; False if they are.

    The count of a nest of triangular loops, ``X*(X - 1)*(X - 2)/6``, is negative between whole numbers.
    """
    parameters = model.names.parameters
    broken = [
        symbol
        for symbol in symbols
        if parameters[symbol].kind is Kind.TRIP_COUNT and chosen[symbol] % 1
    ]
    for symbol in broken:
        chosen[symbol] = math.floor(chosen[symbol])
    return bool(broken)


def _checkable(polys: Iterable[Poly], known: Iterable[str], defaults: Iterable[str]) -> list[Poly]:
    """The formulas that have a value and depend on a default."""
    have, wanted = frozenset(known), frozenset(defaults)
    found: list[Poly] = []
    for poly in dict.fromkeys(polys):
        symbols = atoms.free_symbols(poly)
        if symbols <= have and not wanted.isdisjoint(symbols):
            found.append(poly)
    return found


def _negative(polys: Sequence[Poly], values: Mapping[str, Number]) -> list[Poly]:
    """The formulas that are negative; sums of products of what is not are not, however long."""
    factors = sorted(set[str]().union(*(poly.symbols() for poly in polys)))
    try:
        found = compile_polys([Poly.symbol(name) for name in factors])(values)
        below = {name for name, value in zip(factors, found, strict=True) if value < 0}
        unclear = [
            poly
            for poly in polys
            if min(poly.terms.values(), default=0) < 0 or not below.isdisjoint(poly.symbols())
        ]
        results = compile_polys(unclear)(values)
    except (ArithmeticError, ValueError):
        return []
    return [poly for poly, value in zip(unclear, results, strict=True) if value < -_NEGLIGIBLE]


def _repair(
    model: Model, poly: Poly, given: Mapping[str, Number], chosen: dict[str, Number]
) -> None:
    """Move defaults until a formula is no longer negative: trip counts of outer loops first."""
    parameters = model.names.parameters

    def order(symbol: str) -> tuple[bool, int, str]:
        return parameters[symbol].kind is not Kind.TRIP_COUNT, symbol.count("."), symbol

    for symbol in sorted(atoms.free_symbols(poly) & chosen.keys(), key=order):
        item = parameters[symbol]
        top = 1 if item.kind is Kind.PROBABILITY else chosen[symbol]
        for bound in (item.least, top):
            moved = _moved(poly, symbol, bound, {**given, **chosen})
            if moved is not None:
                chosen[symbol] = moved
                return


def _moved(poly: Poly, symbol: str, bound: Number, values: dict[str, Number]) -> Number | None:
    """The nearest value to a symbol's own, on the way to ``bound``, that makes no formula negative.

    None if even the bound does.
    """
    bad, good = Fraction(values[symbol]), Fraction(bound)
    if evaluate(poly, {**values, symbol: good}) < 0:
        return None
    for _ in range(_HALVINGS):
        middle = (bad + good) / 2
        if evaluate(poly, {**values, symbol: middle}) < 0:
            bad = middle
        else:
            good = middle
    step = -1 if bound < values[symbol] else 1
    nearest = round(good * DIGITS)
    for digits in (nearest, nearest + step):
        rounded = Fraction(digits, DIGITS)
        if evaluate(poly, {**values, symbol: rounded}) >= 0:
            return rounded
    return Fraction(bound)
