"""Values of formulas: polynomials compiled to Python functions.

Integers stay exact integers of any size; a formula with a probability gives a float. Shared atoms
are computed once per call. Sums become loops, so their cost grows with their range.
"""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import TYPE_CHECKING

from sad.counting import atoms
from sad.counting.eliminate import INDEX_MARK

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sad.counting.poly import Poly

Number = int | float | Fraction

_MAX_TERMS = 40


class MissingValue(Exception):
    """A formula needs a value that was not given. ``names`` are the missing symbols."""

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__(", ".join(names))
        self.names = tuple(names)


def exact_quotient(numerator: Number, denominator: int) -> Number:
    """Return ``numerator / denominator``, an int where it comes out even."""
    if isinstance(numerator, int):
        quotient, rest = divmod(numerator, denominator)
        return Fraction(numerator, denominator) if rest else quotient
    return numerator / denominator


def truncated(numerator: Number, denominator: Number) -> int:
    """Return the quotient rounded toward zero."""
    if isinstance(numerator, int) and isinstance(denominator, int):
        quotient = abs(numerator) // abs(denominator)
        return quotient if (numerator < 0) == (denominator < 0) else -quotient
    return int(numerator / denominator)


def remainder(dividend: Number, divisor: Number) -> Number:
    """Return the remainder of the truncating division."""
    return dividend - divisor * truncated(dividend, divisor)


def power(base: Number, exponent: Number) -> Number:
    """Return an integer power as the languages compute it: 0 for most negative exponents."""
    if isinstance(base, int) and isinstance(exponent, int) and exponent < 0:
        return {1: 1, -1: 1 if exponent % 2 == 0 else -1}.get(base, 0)
    return base**exponent


def logarithm(base: Number, argument: Number) -> int:
    """Return the logarithm rounded down; -1 for arguments below 1."""
    return atoms.integer_log(int(base), floor(argument))


class _Emitter:
    """Writes the statements of one function. Symbols become local variables."""

    def __init__(self, argument: Callable[[str], str]) -> None:
        self._argument = argument
        self._names: dict[str, str] = {}
        self.lines: list[str] = []
        self._count = 0

    def poly(self, poly: Poly, indent: str = "    ") -> str:
        """Return Python source for ``poly``; atoms it needs are emitted as statements before it."""
        terms: list[str] = []
        for monomial, value in poly.terms.items():
            factors = [self._symbol(name, indent) for name in monomial]
            if value != 1 or not factors:
                factors.insert(0, repr(value))
            terms.append("*".join(factors))
        text = self._long_sum(terms, indent) if terms else "0"
        return text if poly.den == 1 else f"_quotient({text}, {poly.den})"

    def _long_sum(self, terms: list[str], indent: str) -> str:
        while len(terms) > _MAX_TERMS:
            name = self._fresh()
            self.lines.append(f"{indent}{name} = {' + '.join(terms[:_MAX_TERMS])}")
            terms = [name, *terms[_MAX_TERMS:]]
        return "(" + " + ".join(terms) + ")" if len(terms) > 1 else terms[0]

    def _fresh(self) -> str:
        self._count += 1
        return f"t{self._count}"

    def _symbol(self, symbol: str, indent: str) -> str:
        known = self._names.get(symbol)
        if known is not None:
            return known
        atom = atoms.definition(symbol)
        if atom is None:
            text = self._argument(symbol)
            self._names[symbol] = text
            return text
        if isinstance(atom, atoms.Sum):
            name = self._sum(atom, indent)
        else:
            text = self._atom(atom, indent)
            name = self._fresh()
            self.lines.append(f"{indent}{name} = {text}")
        self._names[symbol] = name
        return name

    def _atom(self, atom: atoms.Atom, indent: str) -> str:
        match atom:
            case atoms.Floor(numerator, denominator):
                return f"({self.poly(numerator, indent)}) // ({self.poly(denominator, indent)})"
            case atoms.Trunc(numerator, denominator):
                return f"_trunc({self.poly(numerator, indent)}, {self.poly(denominator, indent)})"
            case atoms.Mod(dividend, divisor):
                return f"_mod({self.poly(dividend, indent)}, {self.poly(divisor, indent)})"
            case atoms.Max(arguments):
                return f"max({', '.join(self.poly(item, indent) for item in arguments)})"
            case atoms.Min(arguments):
                return f"min({', '.join(self.poly(item, indent) for item in arguments)})"
            case atoms.Power(base, exponent):
                return f"_power({self.poly(base, indent)}, {self.poly(exponent, indent)})"
            case atoms.Log(base, argument):
                return f"_log({self.poly(base, indent)}, {self.poly(argument, indent)})"
            case atoms.Not(inner):
                return f"1 - ({self.poly(inner, indent)})"
            case (
                atoms.Guard(meaning=meaning)
                | atoms.Alias(meaning=meaning)
                | atoms.Group(inner=meaning)
            ):
                return self.poly(meaning, indent)
            case atoms.Pieces(pieces):
                parts = [
                    f"({self.poly(poly, indent)} if "
                    f"{' and '.join(f'{self.poly(guard, indent)} >= 0' for guard in guards)} else 0)"
                    for guards, poly in pieces
                ]
                return " + ".join(parts)
            case atoms.Sum():
                raise AssertionError("sums are statements")

    def _sum(self, atom: atoms.Sum, indent: str) -> str:
        """Emit a loop; what it computes inside must not be reused outside."""
        first, last = self.poly(atom.first, indent), self.poly(atom.last, indent)
        name, index = self._fresh(), self._fresh()
        self.lines.append(f"{indent}{name} = 0")
        self.lines.append(f"{indent}for {index} in range({first}, {last} + 1):")
        outside = dict(self._names)
        self._names[atom.index] = index
        body = self.poly(atom.body, indent + "    ")
        self.lines.append(f"{indent}    {name} += {body}")
        self._names = outside
        return name


def compile_polys(polys: Sequence[Poly]) -> Callable[[Mapping[str, Number]], list[Number]]:
    """Return a function from values by symbol to the values of all ``polys``.

    The function raises ``MissingValue`` naming every symbol that has none.
    """
    needed = sorted({name for poly in polys for name in atoms.free_symbols(poly)})
    position = {name: f"v[{index}]" for index, name in enumerate(needed)}

    def argument(symbol: str) -> str:
        if symbol.startswith(INDEX_MARK) and symbol not in position:
            raise AssertionError(f"index {symbol} outside its sum")
        return position[symbol]

    emitter = _Emitter(argument)
    results = [emitter.poly(poly) for poly in polys]
    lines = [f"    r{index} = {text}" for index, text in enumerate(results)]
    names = ", ".join(f"r{index}" for index in range(len(results)))
    source = "\n".join(["def function(v):", *emitter.lines, *lines, f"    return [{names}]"])
    scope: dict[str, object] = {
        "_quotient": exact_quotient,
        "_trunc": truncated,
        "_mod": remainder,
        "_power": power,
        "_log": logarithm,
    }
    exec(compile(source, "<formula>", "exec"), scope)
    function: Callable[[list[Number]], list[Number]] = scope["function"]  # type: ignore[assignment]

    def evaluate(values: Mapping[str, Number]) -> list[Number]:
        missing = [name for name in needed if name not in values]
        if missing:
            raise MissingValue(missing)
        return function([values[name] for name in needed])

    return evaluate


def evaluate(poly: Poly, values: Mapping[str, Number]) -> Number:
    """Return the value of one polynomial."""
    return compile_polys([poly])(values)[0]
