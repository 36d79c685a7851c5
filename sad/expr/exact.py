"""Expressions as exact counts: polynomials over names that have no value yet, conditions as 1 or 0."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.codes import code_of_text
from sad.algebra.conditions import both, compared, either, not_negative, opposite
from sad.algebra.domains import Index
from sad.algebra.nest import sum_nest
from sad.algebra.poly import ONE, ZERO, Poly, divide_exactly
from sad.expr.evaluator import Evaluator
from sad.expr.functions import ALL, FUNCTIONS, Kind
from sad.expr.parse import parse
from sad.expr.tree import Call, ExpressionError, Number, Text
from sad.records import record
from sad.symbols import index_name

if TYPE_CHECKING:
    from collections.abc import Callable

    from sad.expr.tree import Expr

HIGHEST_POWER = 64


class NotExact(ExpressionError):
    """The text is an expression, and its value is no polynomial in the names."""


@record
class Exact:
    """A number, a condition (``is_truth``: 1 or 0) or the code of a text of ``length`` characters.

    ``is_real`` is set for what can only be compared.
    """

    poly: Poly
    is_truth: bool = False
    length: int | None = None
    is_real: bool = False


def count_of(
    text: str, lookup: Callable[[str], Poly], is_whole: Callable[[str], bool] | None = None
) -> Poly:
    """Return the value of ``text`` as a polynomial; ``lookup`` gives that of a name.

    With ``is_whole``, which tells of symbols, it has the same value as the text everywhere; without,
    all symbols are taken for whole numbers for which the text has a value. Decimal numbers are taken as
    they are written. Raises ``NotExact`` and ``ExpressionError``; what ``lookup`` raises passes
    through.
    """
    counts = Counts(lambda name: Exact(lookup(name)), is_whole)
    return counts.number_of(parse(text, elements=True))


class Counts(Evaluator[Exact]):
    """Evaluates trees to counts. ``owner`` is what the symbols that sums count with belong to."""

    def __init__(
        self,
        lookup: Callable[[str], Exact],
        is_whole: Callable[[str], bool] | None = None,
        owner: str = "",
    ) -> None:
        super().__init__(lookup)
        self._is_whole = is_whole
        self._owner = owner

    def number_of(self, node: Expr) -> Poly:
        """Return a number; a condition is 1 or 0."""
        return self._number(node, self.value(node))

    def _number(self, node: Expr, value: Exact) -> Poly:
        if value.is_truth:
            return self.weight(node, value.poly)
        if value.length is not None or value.is_real:
            raise ExpressionError(f"{node.text} is no whole number", "it can only be compared")
        return value.poly

    def weight(self, node: Expr, meaning: Poly) -> Poly:
        """Return a condition as a factor."""
        del node
        return meaning

    def number(self, node: Number) -> Exact:
        """Return a literal as it is written."""
        return Exact(Poly.constant(Fraction(node.text)))

    def characters(self, node: Text) -> Exact:
        """Return the code of a text."""
        code = Poly.constant(code_of_text(node.characters))
        return Exact(code, length=len(node.characters))

    forms = frozenset(("sum", "floor", "ceil"))

    def form(self, node: Call) -> Exact:
        """Return a sum, or a number rounded: a quotient that is rounded need not come out even."""
        if node.name == "sum":
            return self._sum(node)
        sign = 1 if node.name == "floor" else -1
        match node.arguments[0]:
            case Call("/", (top, bottom)):
                found = self._floor(sign * self.number_of(top), self.number_of(bottom))
            case inside:
                found = self._floor(sign * self.number_of(inside), ONE)
        return Exact(sign * found)

    def _sum(self, node: Call) -> Exact:
        """Return a sum; a sum in a sum is counted as one nest."""
        before, nest, term = self.bound, list[Index](), node
        try:
            while isinstance(term, Call) and term.name == "sum":
                index, first, last, inner = term.arguments
                self.check_index(index.text)
                start, end = self.number_of(first), self.number_of(last)
                if self._is_whole is not None and start.den != 1:
                    raise NotExact("a sum starts at a whole number")
                name = index_name(self._owner, self.index(index.text))
                nest.append(Index(name, self._checked(start, start), self._floor(end, ONE)))
                self.bound = {**self.bound, self.index(index.text): Exact(Poly.symbol(name))}
                term = inner
            return Exact(sum_nest(nest, without_repeats(self.number_of(term))))
        finally:
            self.bound = before

    def check_index(self, name: str) -> None:
        """Raise ``ExpressionError`` if what a sum counts with means something else."""
        if self.index(name) in self.bound:
            message = f"the index {name} means something else already"
            raise ExpressionError(message, "choose another name")

    def apply(self, node: Call, values: list[Exact]) -> Exact:
        """Return what a function or an operator gives: a condition, or a number."""
        name, parts = node.name, node.arguments
        match ALL[name].kind if name in ALL else None:
            case None:
                return self.other(node, values)
            case Kind.COMPARISON:
                return Exact(self._compared(name, *values), is_truth=True)
            case Kind.TEXTS:
                return Exact(_same_text(node, values), is_truth=True)
            case Kind.CONDITION if not values:
                return Exact(ONE if name == "True" else ZERO, is_truth=True)
            case Kind.CONDITION:
                truths = list(map(_truth, parts, values))
                if name == "not":
                    return Exact(opposite(truths[0]), is_truth=True)
                return Exact((either if name == "or" else both)(*truths), is_truth=True)
            case _ if name == "if":
                test = _truth(parts[0], values[0])
                if values[1].is_truth:
                    yes = both(test, values[1].poly)
                    no = both(opposite(test), _truth(parts[2], values[2]))
                    return Exact(either(yes, no), is_truth=True)
                numbers = map(self._number, parts[1:], values[1:])
                return Exact(self._either(self.weight(parts[0], test), *numbers))
            case _:
                return Exact(self._function(node, *map(self._number, parts, values)))

    def _function(self, node: Call, first: Poly, *others: Poly) -> Poly:
        match node.name:
            case "neg":
                return -first
            case "+":
                return first + others[0]
            case "-":
                return first - others[0]
            case "*":
                return first * others[0]
            case "/":
                return self._quotient(first, *others)
            case "//":
                return self._floor(first, *others)
            case "%":
                return first - others[0] * self._floor(first, *others)
            case "**":
                return self._power(first, *others)
            case "max":
                return self._checked(atoms.max_of((first, *others)), first, *others)
            case "gcd":
                whole = (self._floor(part, ONE) for part in (first, *others))
                return atoms.gcd_of(*whole)
            case "min":
                return self._checked(atoms.min_of((first, *others)), first, *others)
            case "abs":
                return self._checked(atoms.absolute(first), first)
            case "trunc":
                whole = atoms.trunc_quotient(first * first.den, Poly.constant(first.den))
                return self._checked(whole, first)
            case "log2" if self._is_whole is None:
                return atoms.log_of(Poly.constant(2), first)
            case "steps":
                return self._steps(node, first, *others)
            case _:
                hint = f"{FUNCTIONS['steps'].form} is one" if node.name == "table" else ""
                raise NotExact(f"{node.text} is no exact count", hint)

    def _steps(self, node: Call, place: Poly, *pairs: Poly) -> Poly:
        value = pairs[1]
        for limit, behind in zip(pairs[::2], pairs[1::2], strict=True):
            self._checked(limit, place, limit)
            difference = place - limit
            reached = not_negative(difference * difference.den)
            value = self._either(self.weight(node, reached), behind, value)
        return value

    def _either(self, weight: Poly, yes: Poly, no: Poly) -> Poly:
        return weight * yes + opposite(weight) * no

    def _compared(self, sign: str, left: Exact, right: Exact) -> Poly:
        """A comparison of whole numbers, or of texts as if blanks were behind the shorter one."""
        if left.is_truth or right.is_truth:
            hint = "compare numbers or texts"
            raise ExpressionError("conditions are joined with and, or, not", hint)
        if (left.length is None) != (right.length is None):
            raise ExpressionError("a text is compared with a number")
        if left.length is not None and right.length is not None:
            longest = max(left.length, right.length)
            difference = _padded(left, longest) - _padded(right, longest)
            return compared(_RELATIONS[sign], difference)
        if left.is_real or right.is_real:
            constant = right.poly.as_integer if left.is_real else left.poly.as_integer
            if sign not in ("==", "!=") or constant is None:
                hint = "for instance ALPHA == 0"
                message = "real arguments can only be == or != to a whole number"
                raise ExpressionError(message, hint)
        difference = left.poly - right.poly
        result = compared(_RELATIONS[sign], difference * difference.den)
        return self._checked(result, difference)

    def _floor(self, top: Poly, bottom: Poly) -> Poly:
        """The quotient rounded down; divided out as if all symbols were whole, so they must be."""
        if self._is_whole is None:
            if not bottom:
                raise ExpressionError("division by zero")
            scale = top.den * bottom.den
            return atoms.floor_quotient(top * scale, bottom * scale)
        divisor = bottom.as_constant
        if not divisor:
            raise NotExact("only numbers divide")  # what a name stands for may be negative, or 0
        scaled = top * Poly.constant(Fraction(1) / divisor)
        return self._checked(atoms.floor_of(scaled, 1), top)

    def _quotient(self, top: Poly, bottom: Poly) -> Poly:
        divisor = bottom.as_constant
        if divisor:
            return top * Poly.constant(1 / divisor)
        if divisor is not None:
            raise ExpressionError("division by zero")
        if self._is_whole is None:
            quotient, rest = divide_exactly(top, bottom)
            if not rest:
                return quotient
        raise NotExact("/ that does not come out even", "// divides and rounds down")

    def _power(self, base: Poly, exponent: Poly) -> Poly:
        power = exponent.as_constant
        if power is not None and power.denominator == 1 and 0 <= power <= HIGHEST_POWER:
            return base ** int(power)
        if power is not None or self._is_whole is not None:
            raise NotExact(f"a power is a whole number from 0 to {HIGHEST_POWER}, not {power}")
        return atoms.power_of(base, exponent)

    def _checked(self, result: Poly, *inside: Poly) -> Poly:
        """What has its value where all symbols inside it are whole."""
        symbols = frozenset[str]().union(*map(atoms.free_symbols, inside))
        if self._is_whole is not None and not all(map(self._is_whole, symbols)):
            raise NotExact("it has values between whole numbers")
        return result


_RELATIONS = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
"""What the IR calls comparisons."""
CASE_OFFSET = ord("a") - ord("A")


def letters_of(node: Call) -> list[str]:
    """Return the letters of ``option``, in both cases."""
    letters = [item.characters for item in node.arguments[1:] if isinstance(item, Text)]
    if len(letters) != len(node.arguments) - 1 or any(len(letter) != 1 for letter in letters):
        message = "option() takes an argument and letters"
        raise ExpressionError(message, "for instance option(TRANS, 'N')")
    return list(dict.fromkeys(x for letter in letters for x in (letter.upper(), letter.lower())))


def _truth(node: Expr, value: Exact) -> Poly:
    if not value.is_truth:
        raise ExpressionError(f"{node.text} is no condition", "compare it, for instance N > 0")
    return value.poly


def _same_text(node: Call, values: list[Exact]) -> Poly:
    letters = letters_of(node) if node.name == "option" else []
    for part, value in zip(node.arguments, values, strict=True):
        if value.length != 1:
            raise ExpressionError(f"{part.text} is no single character")
    if node.name == "same_letter":
        return _same_letter(values[0].poly, values[1].poly)
    same = [compared("eq", values[0].poly - code_of_text(letter)) for letter in letters]
    return reduce(either, same)


def _same_letter(first: Poly, second: Poly) -> Poly:
    """Two characters equal, or a letter in upper and in lower case."""
    result = compared("eq", first - second)
    for lower, upper in ((first, second), (second, first)):
        letter = both(compared("ge", upper - ord("A")), compared("le", upper - ord("Z")))
        shifted = both(compared("eq", lower - upper - CASE_OFFSET), letter)
        result = either(result, shifted)
    return result


def _padded(text: Exact, length: int) -> Poly:
    assert text.length is not None
    missing = length - text.length
    return text.poly * 256**missing + int.from_bytes(b" " * missing, "big")


def without_repeats(poly: Poly) -> Poly:
    """Return the same where conditions are squared or exclude each other: no probability is squared."""
    terms: dict[tuple[str, ...], int] = {}
    for monomial, value in poly.terms.items():
        kept: list[str] = []
        opposites: set[str] = set()
        for symbol in monomial:
            atom = atoms.definition(symbol)
            if isinstance(atom, atoms.Guard | atoms.Not) and symbol in kept:
                continue
            if isinstance(atom, atoms.Not):
                opposites.add(atom.inner.as_symbol or "")
            kept.append(symbol)
        if opposites.isdisjoint(kept):
            key = tuple(kept)
            terms[key] = terms.get(key, 0) + value
    return Poly({monomial: value for monomial, value in terms.items() if value}, poly.den)
