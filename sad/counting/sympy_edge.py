"""Formulas as sympy expressions, for users who want to go on with them there.

Translated structurally, never through text: to sympy ``I``, ``N`` and ``S`` are not variables. sympy is
imported here only, and only when asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from sad.counting import atoms
from sad.counting.poly import Poly
from sad.symbols import is_unresolved

if TYPE_CHECKING:
    from collections.abc import Callable


def to_sympy(
    poly: Poly,
    name: Callable[[str], str] = str,
    is_integer: Callable[[str], bool] = lambda symbol: not is_unresolved(symbol),
) -> Any:
    """Return ``poly`` as a ``sympy.Expr`` with the same value for all integers.

    ``name`` turns a symbol into what it is called there. Symbols for which ``is_integer`` holds are
    declared integers, the others (probabilities, mean trip counts) real.
    """
    return _Translator(name, is_integer).poly(poly)


class _Translator:
    """Translates atoms once each. sympy's objects have no useful static types: they are ``Any``."""

    def __init__(self, name: Callable[[str], str], is_integer: Callable[[str], bool]) -> None:
        self._sympy: Any = import_module("sympy")
        self._name = name
        self._is_integer = is_integer
        self._known: dict[str, Any] = {}

    def poly(self, poly: Poly) -> Any:
        sympy = self._sympy
        return sympy.Add(
            *(
                sympy.Mul(sympy.Rational(value, poly.den), *map(self._symbol, monomial))
                for monomial, value in poly.terms.items()
            )
        )

    def _symbol(self, symbol: str) -> Any:
        known = self._known.get(symbol)
        if known is None:
            atom = atoms.definition(symbol)
            if atom is not None:
                known = self._atom(atom)
            elif self._is_integer(symbol):
                known = self._sympy.Symbol(self._name(symbol), integer=True)
            else:
                known = self._sympy.Symbol(self._name(symbol), real=True)
            self._known[symbol] = known
        return known

    def _atom(self, atom: atoms.Atom) -> Any:
        sympy = self._sympy
        match atom:
            case atoms.Floor(numerator, denominator):
                return sympy.floor(self.poly(numerator) / self.poly(denominator))
            case atoms.Trunc(numerator, denominator):
                return self._truncated(self.poly(numerator), self.poly(denominator))
            case atoms.Mod(dividend, divisor):
                top, bottom = self.poly(dividend), self.poly(divisor)
                return top - bottom * self._truncated(top, bottom)
            case atoms.Max(arguments):
                return sympy.Max(*map(self.poly, arguments))
            case atoms.Min(arguments):
                return sympy.Min(*map(self.poly, arguments))
            case atoms.Power(base, exponent):
                return self._power(self.poly(base), self.poly(exponent))
            case atoms.Log(base, argument):
                value = self.poly(argument)
                return self._cases(
                    (sympy.floor(sympy.log(value, self.poly(base))), value >= 1), otherwise=-1
                )
            case atoms.Not(inner):
                return 1 - self.poly(inner)
            case atoms.Rows(mean=mean):
                return self.poly(Poly.symbol(mean))
            case atoms.Group(inner) | atoms.Guard(meaning=inner) | atoms.Alias(meaning=inner):
                return self.poly(inner)
            case atoms.Pieces(pieces):
                parts: list[Any] = []
                for guards, poly in pieces:
                    holds = sympy.And(*(self.poly(guard) >= 0 for guard in guards), evaluate=False)
                    parts.append(self._cases((self.poly(poly), holds), otherwise=0))
                return sympy.Add(*parts)
            case atoms.Sum(index, first, last, body):
                low, high = self.poly(first), self.poly(last)
                whole = sympy.Sum(self.poly(body), (self._symbol(index), low, high))
                # sympy's empty sums are negative where the range runs backwards
                return self._cases((whole, high >= low), otherwise=0)

    def _truncated(self, numerator: Any, denominator: Any) -> Any:
        """The quotient rounded toward zero."""
        quotient = numerator / denominator
        sympy = self._sympy
        return self._cases(
            (sympy.floor(quotient), quotient >= 0), otherwise=sympy.ceiling(quotient)
        )

    def _power(self, base: Any, exponent: Any) -> Any:
        """An integer power as the languages have it: 0 for most negative exponents."""
        sympy = self._sympy
        return self._cases(
            (base**exponent, exponent >= 0),
            (1, sympy.Eq(base, 1)),
            ((-1) ** exponent, sympy.Eq(base, -1)),
            otherwise=0,
        )

    def _cases(self, *cases: tuple[Any, Any], otherwise: Any) -> Any:
        """Cases without simplification, which can take sympy minutes."""
        return self._sympy.Piecewise(*cases, (otherwise, True), evaluate=False)
