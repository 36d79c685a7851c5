"""Formulas as sympy expressions, for users who want to go on with them there.

Translated structurally, never through text: to sympy ``I``, ``N`` and ``S`` are not variables. sympy is
imported here only, and only when asked for.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from sad.algebra import atoms
from sad.algebra.atoms import intern_atom
from sad.algebra.cases import Comparison, comparisons
from sad.algebra.codes import Coding
from sad.algebra.condition_text import AnyOf, Condition, Holds, OneOf, Wording
from sad.algebra.evaluate import evaluate
from sad.algebra.poly import Poly
from sad.symbols import is_unresolved

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sad.algebra.kinds import Work


def to_sympy(
    poly: Poly,
    name: Callable[[str], str] = str,
    is_integer: Callable[[str], bool] = lambda symbol: not is_unresolved(symbol),
    coding: Callable[[str], Coding] = lambda _symbol: Coding.INTEGER,
) -> Any:
    """Return ``poly`` as a ``sympy.Expr`` with the same value for all integers.

    Conditions are ``Eq``, ``Ne`` and the like, in one ``Piecewise`` for all terms that they guard.
    ``name`` turns a symbol into what it is called there. Symbols for which ``is_integer`` holds are
    declared integers, the others (probabilities, mean trip counts) real; ``coding`` tells what values
    stand for. Raises ``ImportError`` without sympy.
    """
    return _Translator(name, is_integer, coding).poly(poly)


_LONGEST_RANGE = 10_000


@cache
def own_functions() -> dict[str, Any]:
    """Return functions that sympy does not have.

    ``Gcd(a, b)`` is of integers, sympy's own of polynomials; ``Greatest(index, first, last, term)``;
    ``Busiest((member, amount, (index, first, last), ...), ...)``. They have a value once their
    arguments, or the ends, are numbers.
    """
    sympy: Any = import_module("sympy")

    class Gcd(sympy.Function):
        nargs = 2

        @classmethod
        def eval(cls, first: Any, second: Any) -> Any:
            known = first.is_Integer and second.is_Integer
            return sympy.Integer(sympy.igcd(first, second)) if known else None

    class Greatest(sympy.Function):
        nargs = 4

        @classmethod
        def eval(cls, index: Any, first: Any, last: Any, term: Any) -> Any:
            if not (first.is_Integer and last.is_Integer) or last - first >= _LONGEST_RANGE:
                return None
            values = range(int(first), int(last) + 1)
            return sympy.Max(0, *(term.xreplace({index: sympy.Integer(v)}) for v in values))

    class Busiest(sympy.Function):
        @classmethod
        def eval(cls, *parts: Any) -> Any:
            found: dict[Any, Any] = {}
            for member, amount, *ranges in parts:
                known = {index for index, _, _ in ranges}
                if (member + amount).free_symbols - known or any(
                    (first + last).free_symbols - known for _, first, last in ranges
                ):
                    return None
                for values in _iterations(sympy, ranges, {}):
                    key = member.xreplace(values)
                    found[key] = found.get(key, 0) + amount.xreplace(values)
                    if len(found) > _LONGEST_RANGE:
                        return None
            return sympy.Max(0, *found.values())

    return {"Gcd": Gcd, "Greatest": Greatest, "Busiest": Busiest}


def _iterations(sympy: Any, ranges: list[Any], values: dict[Any, Any]) -> Iterator[dict[Any, Any]]:
    """Yield the values of the indices of a nest."""
    if not ranges:
        yield values
        return
    (index, first, last), *inner = ranges
    for place in range(int(first.xreplace(values)), int(last.xreplace(values)) + 1):
        yield from _iterations(sympy, inner, {**values, index: sympy.Integer(place)})


class _Translator:
    """Translates atoms once each. sympy's objects have no useful static types: they are ``Any``."""

    def __init__(
        self,
        name: Callable[[str], str],
        is_integer: Callable[[str], bool],
        coding: Callable[[str], Coding],
    ) -> None:
        self._sympy: Any = import_module("sympy")
        self._name = name
        self._is_integer = is_integer
        self._wording = Wording(coding)
        self._known: dict[str, Any] = {}

    def poly(self, poly: Poly) -> Any:
        """A sum: terms that the same conditions guard are guarded together."""
        sympy = self._sympy
        guarded: dict[tuple[str, ...], list[Any]] = {}
        for monomial, value in poly.in_order():
            tested = tuple(dict.fromkeys(item for item in monomial if self._is_condition(item)))
            rest = [item for item in monomial if item not in tested]
            term = sympy.Mul(sympy.Rational(value, poly.den), *map(self._symbol, rest))
            guarded.setdefault(tested, []).append(term)
        parts = guarded.pop((), [])
        while guarded:
            tested, terms = guarded.popitem()
            conditions = [item for symbol in tested for item in self._conditions(symbol)]
            opposite = self._opposite(tested)
            otherwise = guarded.pop(opposite, [0]) if opposite else [0]
            case = sympy.Add(*terms), self._all(conditions)
            parts.append(self._cases(case, otherwise=sympy.Add(*otherwise)))
        return sympy.Add(*parts)

    # --- conditions ----------------------------------------------------------------------------------

    def _is_condition(self, symbol: str) -> bool:
        """Whether an atom is 1 where conditions hold, else 0."""
        return atoms.definition(symbol) is not None and self._wording.of(symbol) is not None

    def _opposite(self, tested: tuple[str, ...]) -> tuple[str, ...]:
        """The condition that holds where a single one does not; none for several."""
        if len(tested) != 1:
            return ()
        symbol = atoms.not_of(Poly.symbol(tested[0])).as_symbol
        return () if symbol is None else (symbol,)

    def _conditions(self, symbol: str) -> list[Any]:
        return [self._condition(item) for item in self._wording.of(symbol) or ()]

    def _condition(self, item: Condition) -> Any:
        sympy = self._sympy
        match item:
            case Holds(symbol, is_true):
                relation = sympy.Ne if is_true else sympy.Eq
                return relation(self._symbol(symbol), 0, evaluate=False)
            case OneOf(form, points, is_in):
                left = self.poly(form)
                if is_in:
                    return self._any([sympy.Eq(left, each, evaluate=False) for each in points])
                return self._all([sympy.Ne(left, each, evaluate=False) for each in points])
            case AnyOf(alternatives, is_true):
                parts = [self._all(list(map(self._condition, each))) for each in alternatives]
                return self._any(parts) if is_true else sympy.Not(self._any(parts), evaluate=False)
            case Comparison(left, relation, right):
                name = {"==": "Eq", "!=": "Ne", ">=": "Ge", ">": "Gt", "<=": "Le", "<": "Lt"}
                compare = getattr(sympy, name[relation])
                return compare(self._side(left, right), self.poly(right), evaluate=False)

    def _side(self, left: Poly, right: Poly) -> Any:
        """What is compared; a remainder that is compared with 0 may have any sign."""
        atom = atoms.atom_of(left)
        if isinstance(atom, atoms.Mod) and not right:
            return self._sympy.Mod(self.poly(atom.dividend), self.poly(atom.divisor))
        return self.poly(left)

    def _all(self, conditions: list[Any]) -> Any:
        found = list(dict.fromkeys(conditions))
        return found[0] if len(found) == 1 else self._sympy.And(*found, evaluate=False)

    def _any(self, conditions: list[Any]) -> Any:
        found = list(dict.fromkeys(conditions))
        return found[0] if len(found) == 1 else self._sympy.Or(*found, evaluate=False)

    # --- symbols and atoms ---------------------------------------------------------------------------

    def _symbol(self, symbol: str) -> Any:
        known = self._known.get(symbol)
        if known is None:
            atom = atoms.definition(symbol)
            if atom is not None:
                known = self._atom(symbol, atom)
            elif self._is_integer(symbol):
                known = self._sympy.Symbol(self._name(symbol), integer=True)
            else:
                known = self._sympy.Symbol(self._name(symbol), real=True)
            self._known[symbol] = known
        return known

    def _atom(self, symbol: str, atom: atoms.Atom) -> Any:
        sympy = self._sympy
        if self._is_condition(symbol):
            return self._cases((1, self._all(self._conditions(symbol))), otherwise=0)
        match atom:
            case atoms.Floor(numerator, denominator):
                return sympy.floor(self.poly(numerator) / self.poly(denominator))
            case atoms.Trunc(numerator, denominator):
                return self._truncated(self.poly(numerator), self.poly(denominator))
            case atoms.Mod(dividend, divisor):
                return self._remainder(dividend, divisor)
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
            case atoms.Root(argument):
                value = self.poly(argument)
                return self._cases((sympy.floor(sympy.sqrt(value)), value >= 0), otherwise=-1)
            case atoms.Not(inner):
                return 1 - self.poly(inner)
            case atoms.Rows(mean=mean):
                return self.poly(Poly.symbol(mean))
            case atoms.Group(inner) | atoms.Guard(meaning=inner) | atoms.Alias(meaning=inner):
                return self.poly(inner)
            case atoms.Pieces(pieces):
                parts: list[Any] = []
                for guards, poly in pieces:
                    holds = self._all([self._condition(item) for item in comparisons(guards)])
                    parts.append(self._cases((self.poly(poly), holds), otherwise=0))
                return sympy.Add(*parts)
            case atoms.Busiest(works):
                return own_functions()["Busiest"](*map(self._work, works))
            case atoms.Recurrence():
                return self._recurrence(atom)
            case atoms.Gcd(first, second):
                return own_functions()["Gcd"](self.poly(first), self.poly(second))
            case atoms.Inverse(divisor):
                return 1 / self.poly(divisor)
            case atoms.Greatest(index, first, last, body):
                ends = self.poly(first), self.poly(last)
                return own_functions()["Greatest"](self._symbol(index), *ends, self.poly(body))
            case atoms.Sum(index, first, last, body):
                low, high = self.poly(first), self.poly(last)
                whole = sympy.Sum(self.poly(body), (self._symbol(index), low, high))
                # sympy's empty sums are negative where the range runs backwards
                return self._cases((whole, high >= low), otherwise=0)

    def _recurrence(self, atom: atoms.Recurrence) -> Any:
        """A function of where it starts and its other symbols; it has a value once they are numbers."""
        others = sorted(
            atoms.free_symbols(atoms.intern_atom(atom)).difference(
                *map(atoms.free_symbols, atom.start)
            )
        )
        started = len(atom.start)

        class Calls(self._sympy.Function):
            @classmethod
            def eval(cls, *arguments: Any) -> Any:
                if not all(item.is_Integer for item in arguments):
                    return None
                numbers = [int(item) for item in arguments]
                start = tuple(map(Poly.constant, numbers[:started]))
                values = dict(zip(others, numbers[started:], strict=True))
                found = intern_atom(atoms.Recurrence(atom.functions, start))
                return self._sympy.Rational(evaluate(found, values))

        Calls.__name__ = f"{atom.functions[0].name}.calls"
        return Calls(*map(self.poly, atom.start), *map(self._symbol, others))

    def _work(self, part: Work) -> Any:
        sympy = self._sympy
        ranges = [
            sympy.Tuple(self._symbol(index), self.poly(first), self.poly(last))
            for index, first, last in part.ranges
        ]
        return sympy.Tuple(self.poly(part.member), self.poly(part.amount), *ranges)

    def _remainder(self, dividend: Poly, divisor: Poly) -> Any:
        """The remainder with the sign of the dividend, which sympy's has of the divisor."""
        sympy = self._sympy
        top, bottom = self.poly(dividend), self.poly(divisor)
        if (divisor.as_integer or 0) <= 0:
            return top - bottom * self._truncated(top, bottom)
        return self._cases(
            (sympy.Mod(top, bottom), sympy.Ge(top, 0, evaluate=False)),
            otherwise=-sympy.Mod(-top, bottom),
        )

    def _truncated(self, numerator: Any, denominator: Any) -> Any:
        """The quotient rounded toward zero."""
        quotient = numerator / denominator
        sympy = self._sympy
        case = sympy.floor(quotient), sympy.Ge(quotient, 0, evaluate=False)
        return self._cases(case, otherwise=sympy.ceiling(quotient))

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
