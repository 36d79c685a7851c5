"""Values of formulas at one point: polynomials compiled to Python functions.

Integers stay exact integers of any size; a formula with a probability gives a float. Shared atoms
are computed once per call. Sums become loops, so their cost grows with their range.
"""

from __future__ import annotations

from functools import lru_cache
from math import inf, prod
from typing import TYPE_CHECKING, cast

from sad.algebra import atoms, runtime
from sad.algebra.emit import Emitter
from sad.algebra.poly import Poly
from sad.algebra.runtime import Number
from sad.algebra.targets import CAREFUL, PYTHON

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sad.algebra.targets import Target

    _Function = Callable[[Mapping[str, Number]], list[Number]]
    _Quotient = Callable[[Number, int], Number]

__all__ = ["Formulas", "MissingValue", "Number", "compile_polys", "evaluate", "real"]

_KEPT = 512  # compiled single formulas
_MOST_COMPILED = 20_000  # factors in all


def real(number: Number) -> float:
    """Return a number as a float, infinity where it is larger than any."""
    try:
        return float(number)
    except OverflowError:
        return inf if number > 0 else -inf


class MissingValue(Exception):
    """A formula needs a value that was not given. ``names`` are the missing symbols."""

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__(", ".join(names))
        self.names = tuple(names)


class Formulas:
    """Polynomials as one compiled function, to be called as often as one likes.

    ``symbols`` are all it needs, sorted. Of many long products only the factors are compiled: the
    compiler needs far more memory and time for the rest than multiplying takes.
    """

    __slots__ = ("_added", "_careful", "_function", "_polys", "symbols")

    def __init__(self, polys: Sequence[Poly]) -> None:
        self.symbols = tuple(sorted({name for poly in polys for name in atoms.free_symbols(poly)}))
        size = sum(len(monomial) for poly in polys for monomial in poly.terms)
        self._added = tuple(polys) if size > _MOST_COMPILED else ()
        if self._added:
            inside = dict.fromkeys(name for poly in polys for name in poly.symbols())
            polys = [Poly.symbol(name) for name in inside]
        scope: dict[str, object] = {name: getattr(runtime, name) for name in PYTHON.functions}
        self._function = _function(_source(self.symbols, polys, PYTHON), scope)
        self._polys = tuple(polys)
        self._careful: _Function | None = None

    @property
    def source(self) -> str:
        """The text of the compiled function."""
        return _source(self.symbols, self._polys, PYTHON)

    def __call__(self, values: Mapping[str, Number]) -> list[Number]:
        """Return the polynomials' values in order.

        Raises ``MissingValue`` naming every symbol that has none, ``ZeroDivisionError`` where a divisor
        or a logarithm's base does not allow a value.
        """
        try:
            return self._sums(self._function(values), runtime.quotient)
        except KeyError:
            missing = [name for name in self.symbols if name not in values]
            if not missing:
                raise
            raise MissingValue(missing) from None

    def where_it_counts(self, values: Mapping[str, Number]) -> list[Number | None]:
        """Return the values; parts without one do no harm where they are multiplied by zero.

        None for a polynomial that depends on such a part. Raises ``MissingValue``.
        """
        try:
            return list(self(values))
        except ZeroDivisionError:
            if self._careful is None:
                source = _source(self.symbols, self._polys, CAREFUL)
                self._careful = _function(source, dict(runtime.CAREFUL))
            over = cast("_Quotient", runtime.CAREFUL["quotient"])
            found = self._sums(self._careful(values), over)
            return [None if runtime.is_undefined(value) else value for value in found]

    def _sums(self, numbers: list[Number], over: _Quotient) -> list[Number]:
        """The polynomials' values from what was compiled: themselves or their factors."""
        if not self._added:
            return numbers
        known = {
            name: value
            for poly, value in zip(self._polys, numbers, strict=True)
            for name in poly.symbols()
        }
        found: list[Number] = []
        for poly in self._added:
            value: Number = 0
            for monomial, coefficient in poly.terms.items():
                value += prod([known[name] for name in monomial], start=coefficient)
            found.append(value if poly.den == 1 else over(value, poly.den))
        return found


def _function(source: str, scope: dict[str, object]) -> _Function:
    exec(compile(source, "<formula>", "exec"), scope)
    return cast("_Function", scope["function"])


def _source(symbols: Sequence[str], polys: Sequence[Poly], target: Target) -> str:
    arguments = {name: f"a{index}" for index, name in enumerate(symbols)}
    emitter = Emitter(target, arguments)
    results = [emitter.poly(poly) for poly in polys]
    lines = ["def function(v):"]
    lines.extend(f"    {local} = v[{name!r}]" for name, local in arguments.items())
    lines.extend(emitter.lines)
    if len(results) == 1:
        lines.append(f"    return [{results[0]}]")
    else:
        lines.append("    r = []")
        lines.extend(f"    r.append({text})" for text in results)
        lines.append("    return r")
    return "\n".join(lines)


def compile_polys(polys: Sequence[Poly]) -> Formulas:
    """Return a function from values by symbol to the values of all ``polys``."""
    return Formulas(polys)


@lru_cache(maxsize=_KEPT)
def _compiled(poly: Poly) -> Formulas:
    return Formulas([poly])


def evaluate(poly: Poly, values: Mapping[str, Number]) -> Number:
    """Return the value of one polynomial; raises as ``Formulas`` does.

    A part that is multiplied by zero needs no value.
    """
    value = _compiled(poly).where_it_counts(values)[0]
    if value is None:
        message = "a divisor or a logarithm's base"
        raise ZeroDivisionError(message)
    return value
