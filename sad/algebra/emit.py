"""Formulas as source code in any language that a ``Dialect`` describes.

Atoms become local variables, computed once; polynomials are nested (Horner form); statements stay
short, because compilers recurse over long ones; numeric sums become loops.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.nested import Part, nested, no_rank
from sad.algebra.poly import Poly

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from sad.algebra.dialect import Dialect

LONGEST_STATEMENT = 50
"""Terms in one statement: CPython's compiler gives up at some thousand."""
_LONGEST_PRODUCT = 8  # factors of a power that is written as a product


class Emitter:
    """Writes the statements of one function.

    ``arguments`` says how each parameter is written; ``taken`` are names no local variable may have.
    ``lines`` are the statements so far. ``rank`` is that of ``nested``.
    """

    def __init__(
        self,
        dialect: Dialect,
        arguments: Mapping[str, str],
        taken: Collection[str] = (),
        rank: Callable[[str], int] = no_rank,
        depth: int = 1,
    ) -> None:
        self._dialect = dialect
        self._names = dict(arguments)
        self._taken = {*taken, *dialect.words, *arguments.values()}
        self._rank = rank
        self._depth = depth
        self._count = 0
        self._failing: dict[str, bool] = {}
        self.lines: list[str] = []

    # --- polynomials -----------------------------------------------------------------------------

    def poly(self, poly: Poly) -> str:
        """Return the expression for a polynomial; statements it needs go before it."""
        return self._text(poly)[0]

    def operand(self, poly: Poly) -> str:
        """Return the expression for a polynomial, safe as part of any other."""
        text, is_operand = self._text(poly)
        return text if is_operand else f"({text})"

    def weighted(self, parts: Sequence[tuple[Poly, float]]) -> str:
        """Return the expression for the sum of ``poly * weight``."""
        summands: list[tuple[str, int]] = []
        for poly, weight in parts:
            if len(poly.terms) == 1:
                ((monomial, value),) = poly.terms.items()
                number, factor = weight * value / poly.den, "*".join(self._powers(monomial))
            else:
                number, factor = weight, self.variable(self.poly(poly))
            summands.append((self._signed(abs(number), factor, negative=number < 0), 1))
        return self._joined(summands)[0]

    def variable(self, text: str) -> str:
        """Give an expression a name of its own."""
        name = self._fresh()
        self._line(self._dialect.assign(name, text))
        return name

    def _text(self, poly: Poly) -> tuple[str, bool]:
        """The expression, and whether it is safe as an operand."""
        if not poly.terms:
            return self._dialect.number(0), True
        self._prepare(poly)
        parts = nested(poly.terms, self._rank)
        if poly.den == 1:
            if len(parts) == 1 and parts[0].coefficient > 0 and not parts[0].inner:
                text, _ = self._sum(parts)
                return text, len(parts[0].factors) + (parts[0].coefficient != 1) <= 1
            return self._sum(parts)[0], False
        is_sum = len(parts) > 1
        return self._dialect.over(self._sum(parts)[0], poly.den, is_sum=is_sum), False

    def _sum(self, parts: Sequence[Part[int]]) -> tuple[str, int]:
        """The text of a sum and how many terms it has."""
        return self._joined([self._part(part) for part in parts])

    def _joined(self, summands: Sequence[tuple[str, int]]) -> tuple[str, int]:
        """Join summands that carry their signs; a long sum is split into statements."""
        text, size = "", 0
        for summand, terms in summands:
            if text and size + terms > LONGEST_STATEMENT:
                text, size = self.variable(text), 1
            if not text:
                text = summand
            elif summand.startswith("-"):
                text += f" - {summand[1:]}"
            else:
                text += f" + {summand}"
            size += terms
        return text or self._dialect.number(0), size

    def _part(self, part: Part[int]) -> tuple[str, int]:
        negative, size = part.coefficient < 0, 1
        factors: list[str] = []
        if part.inner:
            inner, size = self._sum(part.inner)
            if size > LONGEST_STATEMENT // 2:
                inner, size = self.variable(inner), 1
                factors.append(inner)
            else:
                factors.append(f"({inner})")
        factors.extend(self._powers(part.factors))
        return self._signed(abs(part.coefficient), "*".join(factors), negative=negative), size

    def _signed(self, coefficient: float, factors: str, *, negative: bool) -> str:
        if not factors:
            text = self._dialect.number(coefficient)
        elif coefficient == 1:
            text = factors
        else:
            text = f"{self._dialect.number(coefficient)}*{factors}"
        return f"-{text}" if negative else text

    def _powers(self, factors: Sequence[str]) -> list[str]:
        texts: list[str] = []
        for symbol in dict.fromkeys(factors):
            text, power = self._symbol(symbol), factors.count(symbol)
            if power > _LONGEST_PRODUCT:
                texts.append(self._dialect.fixed_power(text, power))
            else:
                texts.extend([text] * power)
        return texts

    # --- atoms -----------------------------------------------------------------------------------

    def _prepare(self, poly: Poly) -> None:
        """Emit the atoms of a polynomial, inner ones first: they nest deeper than Python recurses."""
        stack = sorted(self._unknown(poly), reverse=True)
        while stack:
            atom = atoms.definition(stack[-1])
            if atom is None or stack[-1] in self._names:
                self._symbol(stack.pop())
                continue
            operands = atoms.operands(atom)
            needed = operands[:2] if isinstance(atom, atoms.Sum) else operands
            inner = {symbol for operand in needed for symbol in self._unknown(operand)}
            if inner:
                stack.extend(sorted(inner, reverse=True))
            else:
                self._symbol(stack.pop())

    def _unknown(self, poly: Poly) -> list[str]:
        return [symbol for symbol in poly.symbols() if symbol not in self._names]

    def _symbol(self, symbol: str) -> str:
        known = self._names.get(symbol)
        if known is None:
            atom = atoms.definition(symbol)
            if atom is None:
                message = f"{symbol} has no place in this function"
                raise AssertionError(message)
            known = self._sum_loop(atom) if isinstance(atom, atoms.Sum) else self._atom(atom)
            self._names[symbol] = known
        return known

    def _atom(self, atom: atoms.Atom) -> str:
        dialect = self._dialect
        match atom:
            case atoms.Floor(numerator, denominator):
                fixed = (denominator.as_integer or 0) > 0
                top, bottom = self.operand(numerator), self.operand(denominator)
                text = dialect.floor(top, bottom, fixed=fixed)
            case atoms.Trunc(numerator, denominator):
                fixed = (denominator.as_integer or 0) > 0
                top, bottom = self.operand(numerator), self.operand(denominator)
                text = dialect.truncated(top, bottom, fixed=fixed)
            case atoms.Mod(dividend, divisor):
                fixed = (divisor.as_integer or 0) > 0
                top, bottom = self.operand(dividend), self.operand(divisor)
                text = dialect.remainder(top, bottom, fixed=fixed)
            case atoms.Max(arguments):
                text = dialect.greatest([self.poly(item) for item in arguments])
            case atoms.Min(arguments):
                text = dialect.least([self.poly(item) for item in arguments])
            case atoms.Power(base, exponent):
                text = dialect.power(self.operand(base), self.operand(exponent))
            case atoms.Log(base, argument):
                text = dialect.logarithm(self.operand(base), self.operand(argument))
            case atoms.Not(inner):
                text = f"{dialect.number(1)} - {self.operand(inner)}"
            case atoms.Rows(mean=mean):
                text = self.poly(Poly.symbol(mean))
            case (
                atoms.Guard(meaning=meaning)
                | atoms.Alias(meaning=meaning)
                | atoms.Group(inner=meaning)
            ):
                text = self.poly(meaning)
            case atoms.Pieces(pieces):
                text = self._joined(
                    [
                        (self._piece(guards, poly), max(1, len(poly.terms)))
                        for guards, poly in pieces
                    ]
                )[0]
            case atoms.Sum():
                raise AssertionError("sums are loops")
        return self.variable(text)

    def _piece(self, guards: Sequence[Poly], poly: Poly) -> str:
        value, tests = self.poly(poly), [self.poly(guard) for guard in guards]
        safe = not any(self.may_fail(guard) for guard in guards)
        return self._dialect.piece(value, tests, safe=safe)

    def _sum_loop(self, atom: atoms.Sum) -> str:
        """Emit a loop; what is computed inside must not be used outside."""
        first, last = self.variable(self.poly(atom.first)), self.variable(self.poly(atom.last))
        self._hoist(atom.body, {atom.index})
        total, index, spare = self._fresh(), self._fresh(), self._fresh()
        for line in self._dialect.open_sum(total, index, first, last, spare):
            self._line(line)
        outside = self._names
        self._names = {  # the index may have had another meaning outside
            symbol: name
            for symbol, name in outside.items()
            if atom.index not in atoms.free_symbols(Poly.symbol(symbol))
        }
        self._names[atom.index] = index
        self._depth += 1
        for line in self._dialect.in_sum(index, first, spare):
            self._line(line)
        self._line(self._dialect.add(total, index, last, self.poly(atom.body)))
        self._depth -= 1
        self._names = outside
        for line in self._dialect.close_sum():
            self._line(line)
        return total

    def _hoist(self, body: Poly, bound: set[str]) -> None:
        """Compute before a loop what does not change in it, unless it could fail where an empty
        loop would not.
        """
        for symbol in sorted(body.symbols()):
            atom = atoms.definition(symbol)
            if atom is None or symbol in self._names:
                continue
            one = Poly.symbol(symbol)
            if not atoms.free_symbols(one) & bound:
                if self._dialect.lazy or not self.may_fail(one):
                    self._symbol(symbol)
                continue
            inner = {*bound, atom.index} if isinstance(atom, atoms.Sum) else bound
            for operand in atoms.operands(atom):
                self._hoist(operand, inner)

    def may_fail(self, poly: Poly) -> bool:
        """Whether an operation inside may have no value at some points."""
        return any(self._symbol_may_fail(symbol) for symbol in poly.symbols())

    def _symbol_may_fail(self, symbol: str) -> bool:
        known = self._failing.get(symbol)
        if known is None:
            atom = atoms.definition(symbol)
            match atom:
                case None:
                    known = False
                case atoms.Floor(denominator=divisor) | atoms.Trunc(denominator=divisor):
                    known = not divisor.as_integer
                case atoms.Mod(divisor=divisor):
                    known = not divisor.as_integer
                case atoms.Log(base=base):
                    known = (base.as_integer or 0) < 2
                case atoms.Power():
                    known = True
                case _:
                    known = False
            if atom is not None and not known:
                known = any(self.may_fail(operand) for operand in atoms.operands(atom))
            self._failing[symbol] = known
        return known

    # --- statements --------------------------------------------------------------------------------

    def _fresh(self) -> str:
        while True:
            self._count += 1
            name = f"t{self._count}"
            if name not in self._taken:
                return name

    def _line(self, text: str) -> None:
        self.lines.append(self._dialect.margin * self._depth + text)
