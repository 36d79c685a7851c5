"""Formulas as people write them: one line of text, or LaTeX.

Terms come leading first (highest degree in the size parameters), common factors are taken out where
that is shorter, and symbols appear under the names the caller gives.

Over 400 lines: one printer with a case for every kind of atom.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.bind import single
from sad.algebra.cases import Comparison, Either, as_choice, comparisons
from sad.algebra.codes import Coding, shown_code
from sad.algebra.condition_text import AnyOf, Holds, OneOf, Wording, exclusive
from sad.algebra.measured import decimal, is_measured
from sad.algebra.poly import ONE, Poly, content, divide_monomial
from sad.symbols import INDEX_MARK

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from sad.algebra.cases import Piece
    from sad.algebra.condition_text import Condition
    from sad.algebra.kinds import Work
    from sad.algebra.poly import Monomial


LONGEST_FACTOR = 2_000


class Printer:
    """Prints formulas; ``name`` turns a symbol into what is shown.

    ``weight`` says which symbols count for the degree: probabilities do not make a term leading.
    ``coding`` says what symbols stand for: texts, truth values and real options are shown as such.
    A factor of more than ``longest`` characters is shown as ``(...)`` and ``has_cut`` is set: factors
    contain each other, and written out they could be longer than any memory.
    """

    times = "*"
    cut = "(...)"

    def __init__(
        self,
        name: Callable[[str], str],
        weight: Callable[[str], int] = lambda _symbol: 1,
        longest: int = LONGEST_FACTOR,
        coding: Callable[[str], Coding] = lambda _symbol: Coding.INTEGER,
    ) -> None:
        self.has_cut = False
        self._longest = longest
        self._name = name
        self._weight = weight
        self._coding = coding
        self._wording = Wording(coding)
        self._texts: dict[str, str] = {}
        self._products: dict[Monomial, list[str]] = {}
        self._degrees: dict[str, int] = {}
        self._inverses: set[str] = set()

    # --- pieces a subclass changes ----------------------------------------------------------------

    def symbol(self, symbol: str) -> str:
        """Return a parameter's shown name; of what has none its own, without the unit it is in."""
        name = self._name(symbol)
        return name.rpartition(":")[2] if name.startswith(INDEX_MARK) else name

    def power(self, base: str, exponent: int) -> str:
        """Return a power."""
        return f"{base}**{exponent}"

    def raised(self, base: str, exponent: str) -> str:
        """Return a power whose exponent is a formula."""
        return f"{base}**{self.group(exponent)}"

    def fraction(self, factors: Sequence[str], value: Fraction) -> str:
        """Return ``value`` (positive) times the factors."""
        parts = list(factors)
        if is_measured(value):
            return self._product([decimal(value), *parts])
        if value.numerator != 1 or not parts:
            parts.insert(0, str(value.numerator))
        text = self._product(parts)
        return text if value.denominator == 1 else f"{text}/{value.denominator}"

    def _product(self, parts: Sequence[str]) -> str:
        """Factors as a product: ``t/P`` for ``t`` and ``(1/P)``."""
        first, *others = parts
        return first + "".join(
            part[2:-1] if part in self._inverses else self.times + part for part in others
        )

    def number(self, value: float, digits: int) -> str:
        """Return a measured number with so many significant digits."""
        return f"{value:.{digits}g}"

    def group(self, text: str) -> str:
        """Return a sum made safe inside a product."""
        return f"({text})"

    def call(self, function: str, arguments: Sequence[str]) -> str:
        """Return a function of arguments."""
        return f"{function}({', '.join(arguments)})"

    def quotient(self, function: str, numerator: str, denominator: str, *, simple: bool) -> str:
        """Return a rounded quotient."""
        return f"{function}({numerator if simple else self.group(numerator)}/{denominator})"

    def inverse(self, divisor: str, *, simple: bool) -> str:
        """Return one over something, safe inside a product."""
        text = f"(1/{divisor if simple else self.group(divisor)})"
        self._inverses.add(text)
        return text

    def log(self, base: str, argument: str) -> str:
        """Return a logarithm rounded down."""
        return self.call("floor", [self.call(f"log{base}", [argument])])

    def root(self, argument: str) -> str:
        """Return a square root rounded down."""
        return self.call("floor", [self.call("sqrt", [argument])])

    def ranged(self, atom: atoms.Ranged) -> str:
        """Return a numeric sum, or a greatest of a range."""
        kind = "sum" if isinstance(atom, atoms.Sum) else "max"
        return (
            f"{kind}({self.poly(atom.body)}, {self.index(atom.index)}="
            f"{self.poly(atom.first)}..{self.poly(atom.last)})"
        )

    def recurrence(
        self, atom: atoms.Recurrence, number: int = 0, start: Sequence[Poly] | None = None
    ) -> str:
        """Return ``fib.calls(n)``, or ``fib.sum(n, TERM)``; of another function, with its name.

        ``number`` is which function of the atom is called, with ``start``.
        """
        given = [self.poly(item) for item in (atom.start if start is None else start)]
        first, names = atom.functions[number], [f.name for f in atom.functions if f.gives]
        terms = [item.gives for item in atom.functions if item.gives]
        what = "calls" if terms == [ONE] else "sum"
        others = names if names != [first.name] else []
        shown = [] if what == "calls" else [self.poly(item) for item in terms]
        return self.call(f"{first.name}.{what}", [*given, *others, *shown])

    def equations(self, atom: atoms.Recurrence) -> Iterator[str]:
        """Yield what each function of a recurrence is, in terms of calls with other inputs."""
        for number, function in enumerate(atom.functions):
            left = self.recurrence(atom, number, [Poly.symbol(item) for item in function.inputs])
            calls: dict[Poly, list[str]] = {}
            for call in function.calls:
                text = self.recurrence(atom, call.target, call.inputs)
                for name, first, last in reversed(call.ranges):
                    ends = f"{self.index(name)}={self.poly(first)}..{self.poly(last)}"
                    text = f"sum({text}, {ends})"
                calls.setdefault(call.weight, []).append(text)
            terms = [self.poly(function.gives)] if function.gives or not calls else []
            for weight, texts in calls.items():
                text = " + ".join(texts)
                if weight != ONE:
                    often = self.poly(weight)
                    often = self.group(often) if len(weight.terms) > 1 else often
                    text = f"{often}*{self.group(text) if len(texts) > 1 else text}"
                terms.append(text)
            yield f"{left} = {' + '.join(terms)}"

    def index(self, name: str) -> str:
        """Return what a sum counts with."""
        return self.symbol(name) or name.lstrip("@#")

    def bracket(self, conditions: Sequence[str]) -> str:
        """Return what is 1 where all conditions hold, else 0."""
        return f"[{' and '.join(conditions)}]"

    def choice(self, cases: Sequence[tuple[str, Sequence[str]]], otherwise: str) -> str:
        """Return the value of the first case whose conditions hold."""
        shown = [f"{text} if {' and '.join(conditions)} else " for text, conditions in cases]
        return f"({''.join(shown)}{otherwise})"

    def compare(self, left: str, relation: str, right: str) -> str:
        """Return a comparison; the relation is one of ``== != >= > <= <``."""
        return f"{left} {relation} {right}"

    def any_of(self, alternatives: Sequence[Sequence[str]], *, is_true: bool) -> str:
        """Return that at least one of several sets of conditions holds, or that none does."""
        text = " or ".join(" and ".join(conditions) for conditions in alternatives)
        return f"({text})" if is_true else f"not ({text})"

    def no(self, condition: str) -> str:
        """Return that a logical variable is false."""
        return f"not {condition}"

    def one_of(self, text: str, values: Sequence[str], *, is_in: bool) -> str:
        """Return that something is one of several values, or none of them."""
        return f"{text} {'in' if is_in else 'not in'} {{{', '.join(values)}}}"

    def literal(self, value: str) -> str:
        """Return a constant as a program writes it."""
        return value

    # --- the rest is shared ----------------------------------------------------------------------

    def poly(self, poly: Poly, most: int | None = None) -> str:
        """Return the text of a polynomial; after ``most`` terms only ``...``."""
        symbol = poly.as_symbol
        if symbol is not None and self._wording.of(symbol) is None:
            poly = single(poly)
        expanded = self._sum(poly, most)
        if len(poly.terms) < 2:
            return expanded
        number, monomial = content(poly)
        inner = divide_monomial(poly, number, monomial) if monomial else poly
        share = Fraction(number, poly.den)
        if monomial and is_measured(share):  # decimals stay at the terms: nobody reads thousandths
            inner, share = inner * Poly.constant(share), Fraction(1)
        cases = exclusive(inner)
        if cases is not None and (most is None or len(cases) <= most):
            factors = [*self._factors(monomial), self._cases(cases)]
            return self.fraction(factors, share if monomial else Fraction(1))
        if not monomial:
            return expanded
        group = self.group(self._sum(inner, most))
        factored = self.fraction([*self._factors(monomial), group], share)
        return factored if len(factored) < len(expanded) else expanded

    def product(self, monomial: Monomial) -> str:
        """Return the text of a product, safe inside another one."""
        return self.times.join(self._factors(monomial))

    def degree(self, monomial: Monomial) -> int:
        """Return how much a monomial counts when terms are ordered."""
        return sum([self._symbol_degree(symbol) for symbol in monomial])

    def _symbol_degree(self, symbol: str) -> int:
        if symbol not in self._degrees:
            self._degrees[symbol] = self._find_degree(symbol)
        return self._degrees[symbol]

    def _find_degree(self, symbol: str) -> int:
        atom = atoms.definition(symbol)
        if atom is None:
            return self._weight(symbol)
        if isinstance(
            atom,
            atoms.Not
            | atoms.Guard
            | atoms.Mod
            | atoms.Log
            | atoms.Root
            | atoms.Gcd
            | atoms.Inverse,
        ):
            return 0  # never more than a constant
        if self._wording.of(symbol) is not None:
            return 0
        inside = [self.degree(monomial) for item in atoms.operands(atom) for monomial in item.terms]
        if isinstance(atom, atoms.Sum | atoms.Busiest | atoms.Recurrence):
            return max(inside, default=0) + 1
        return max(inside, default=0)

    def ordered(self, monomials: Iterable[Monomial]) -> list[Monomial]:
        """Return monomials in the order they are shown: highest degree first."""

        def key(monomial: Monomial) -> tuple[int, int, list[str]]:
            degree = self.degree(monomial)
            length = -len(monomial) if degree else len(monomial)
            return -degree, length, self._factors(monomial)

        # Conditions get their names as they are met: not in the order in which a sum was made.
        return sorted(sorted(monomials), key=key)

    def _sum(self, poly: Poly, most: int | None = None) -> str:
        ordered = self.ordered(poly.terms) if len(poly.terms) > 1 else list(poly.terms)
        text = ""
        for monomial in ordered[:most]:
            value = poly.terms[monomial]
            term = self.fraction(self._factors(monomial), Fraction(abs(value), poly.den))
            if not text:
                text = f"-{term}" if value < 0 else term
            else:
                text += f" - {term}" if value < 0 else f" + {term}"
        if most is not None and len(ordered) > most:
            text += " + ..."
        return text or "0"

    def _one_minus(self, inner: Poly) -> str:
        if () in inner.terms:
            return self._sum(1 - inner)
        rest = self._sum(-inner)
        return f"1 - {rest[1:]}" if rest.startswith("-") else f"1 + {rest}"

    def _factors(self, monomial: Monomial) -> list[str]:
        if monomial not in self._products:
            self._products[monomial] = self._make_factors(monomial)
        return self._products[monomial]

    def _make_factors(self, monomial: Monomial) -> list[str]:
        shown: dict[str, int] = {}
        conditions: dict[str, None] = {}
        for symbol in monomial:
            tested = self._wording.of(symbol)
            if tested is None:
                shown[symbol] = shown.get(symbol, 0) + 1
            else:
                conditions.update(dict.fromkeys(map(self.condition, tested)))
        ordered = [
            (
                _is_late(symbol),
                self.factor(symbol) if count == 1 else self.power(self.factor(symbol), count),
            )
            for symbol, count in shown.items()
        ]
        factors = [text for _, text in sorted(ordered, key=_factor_order)]
        if conditions:
            factors.insert(0, self.bracket(sorted(conditions, key=_condition_order)))
        return factors

    def factor(self, symbol: str) -> str:
        """Return one symbol or atom, safe inside a product."""
        known = self._texts.get(symbol)
        if known is None:
            known = self._make_factor(symbol)
            if len(known) > self._longest:
                known, self.has_cut = self.cut, True
            self._texts[symbol] = known
        return known

    def _make_factor(self, symbol: str) -> str:
        tested = self._wording.of(symbol)
        if tested is not None:
            return self.bracket([self.condition(item) for item in tested])
        atom = atoms.definition(symbol)
        if atom is None:
            return self.symbol(symbol)
        match atom:
            case atoms.Floor(numerator, denominator):
                return self._rounded("floor", numerator, denominator)
            case atoms.Trunc(numerator, denominator):
                return self._rounded("trunc", numerator, denominator)
            case atoms.Mod(dividend, divisor):
                return self.call("mod", [self.poly(dividend), self.poly(divisor)])
            case atoms.Max(arguments):
                return self.call("max", [self.poly(item) for item in sorted(arguments, key=bool)])
            case atoms.Min(arguments):
                return self.call("min", [self.poly(item) for item in arguments])
            case atoms.Power(base, exponent):
                text = self.poly(base)
                shown = text if base.as_integer is not None else self.group(text)
                return self.raised(shown, self.poly(exponent))
            case atoms.Log(base, argument):
                return self.log(self.poly(base), self.poly(argument))
            case atoms.Root(argument):
                return self.root(self.poly(argument))
            case atoms.Not(inner):
                known = inner.as_symbol
                if known is not None and isinstance(atoms.definition(known), atoms.Not):
                    return self.factor(known)
                return self.group(self._one_minus(inner))
            case atoms.Group(inner):
                text = self.poly(inner)
                return text if exclusive(inner) is not None else self.group(text)
            case atoms.Guard(meaning=meaning):
                known = meaning.as_symbol
                return self.group(self.poly(meaning)) if known is None else self.factor(known)
            case atoms.Rows(mean=mean):
                return self.symbol(mean)
            case atoms.Alias(label):
                return self.symbol(label)
            case atoms.Sum() | atoms.Greatest():
                return self.ranged(atom)
            case atoms.Busiest(parts):
                return self.call("busiest", [text for part in parts for text in self._work(part)])
            case atoms.Recurrence():
                return self.recurrence(atom)
            case atoms.Gcd(first, second):
                return self.call("gcd", [self.poly(first), self.poly(second)])
            case atoms.Inverse(divisor):
                return self.inverse(self.poly(divisor), simple=divisor.as_symbol is not None)
            case atoms.Pieces(pieces):
                return self._pieces(pieces)

    def _work(self, part: Work) -> list[str]:
        """A nest: what is given, to which member, and where each index is."""
        ranges = (
            self.compare(
                self.compare(self.poly(first), "<=", self.index(name)), "<=", self.poly(last)
            )
            for name, first, last in part.ranges
        )
        return [self.poly(part.amount), self.poly(part.member), *ranges]

    def _pieces(self, pieces: Sequence[Piece]) -> str:
        if all(poly == ONE for _, poly in pieces):
            brackets = [self.bracket(self._conditions(guards)) for guards, _ in pieces]
            return self.group(" + ".join(brackets))
        choice = as_choice(pieces)
        if isinstance(choice, Either):
            return self._either(choice)
        parts = [
            self.times.join((self.bracket(self._conditions(guards)), self.group(self.poly(poly))))
            for guards, poly in pieces
        ]
        return self.group(" + ".join(parts))

    def _either(self, choice: Either) -> str:
        cases: list[tuple[str, list[str]]] = []
        left: Poly | Either = choice
        while isinstance(left, Either):
            then = left.then
            text = self._either(then) if isinstance(then, Either) else self.poly(then)
            cases.append((text, self._conditions(left.conditions)))
            left = left.otherwise
        return self.choice(cases, self.poly(left))

    def _conditions(self, guards: Sequence[Poly]) -> list[str]:
        return [self._comparison(item) for item in comparisons(guards)]

    def _cases(self, cases: Sequence[tuple[str, Poly]]) -> str:
        *first, (_, otherwise) = cases
        shown: list[tuple[str, list[str]]] = []
        for symbol, poly in first:
            tested = self._wording.of(symbol) or ()
            shown.append((self.poly(poly), [self.condition(item) for item in tested]))
        return self.choice(shown, self.poly(otherwise))

    def condition(self, item: Condition) -> str:
        """Return a condition as text."""
        match item:
            case Holds(symbol, is_true):
                return self.symbol(symbol) if is_true else self.no(self.symbol(symbol))
            case OneOf(form, points, is_in):
                coding = self._coding_of(form)
                values = [self._value(point, coding) for point in points]
                return self.one_of(self._sum(form), values, is_in=is_in)
            case AnyOf(alternatives, is_true):
                shown = [[self.condition(part) for part in item] for item in alternatives]
                return self.any_of(shown, is_true=is_true)
            case _:
                return self._comparison(item)

    def _comparison(self, item: Comparison) -> str:
        coding, value = self._coding_of(item.left), item.right.as_integer
        if value is None or coding is Coding.INTEGER:
            return self.compare(self._sum(item.left), item.relation, self._sum(item.right))
        if coding is Coding.TRUTH and (item.relation, value) in _TRUE | _FALSE:
            name = self.symbol(item.left.as_symbol or "")
            return name if (item.relation, value) in _TRUE else self.no(name)
        return self.compare(self._sum(item.left), item.relation, self._value(value, coding))

    def _coding_of(self, form: Poly) -> Coding:
        symbol = form.as_symbol
        if symbol is None or atoms.definition(symbol) is not None:
            return Coding.INTEGER
        return self._coding(symbol)

    def _value(self, value: int, coding: Coding) -> str:
        shown = shown_code(value, coding)
        return str(value) if shown is None else self.literal(shown)

    def _rounded(self, function: str, numerator: Poly, denominator: Poly) -> str:
        top, bottom = single(numerator), single(denominator)
        divisor = self.poly(bottom)
        if bottom.as_symbol is None and bottom.as_integer is None:
            divisor = self.group(divisor)
        return self.quotient(function, self.poly(top), divisor, simple=len(top.terms) == 1)


def _is_late(symbol: str) -> bool:
    """Whether something comes after names in a product: ``n*max(m, t)``, but ``max(0, m)*n``."""
    match atoms.definition(symbol):
        case atoms.Max(arguments):
            return all(arguments)
        case atoms.Greatest() | atoms.Busiest() | atoms.Gcd() | atoms.Recurrence():
            return True
        case _:
            return False


def _factor_order(item: tuple[bool, str]) -> tuple[bool, bool, str, str]:
    is_late, text = item
    return text.startswith("("), is_late, text.lower(), text


def _condition_order(text: str) -> tuple[bool, int, str]:
    return text.startswith("not ("), len(text), text


_TRUE = frozenset(((">=", 1), (">", 0), ("==", 1), ("!=", 0)))
_FALSE = frozenset((("<=", 0), ("<", 1), ("==", 0), ("!=", 1)))
"""Comparisons that say that a logical variable is true, and those that say it is false."""


def named(names: Mapping[str, str]) -> Callable[[str], str]:
    """Return a naming function from a table; unknown symbols keep their own name."""
    return lambda symbol: names.get(symbol, symbol)


def formula(poly: Poly, names: Mapping[str, str] | None = None) -> str:
    """Return ``poly`` as text, symbols renamed by ``names``."""
    return Printer(named(names or {})).poly(poly)
