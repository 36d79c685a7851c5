"""Whether a count is a formula, is never more, or has its leading term: proofs and counterexamples.

Sizes are 1 or more, as in all formulas that are shown. Conditions are decided case by case (``Cases``).
What is neither proved nor refuted is reported as open.
"""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.affine import constraint
from sad.algebra.codes import Coding, code_of_text, shown_code
from sad.algebra.decide import Decider
from sad.algebra.evaluate import evaluate
from sad.algebra.feasible import Constraints, infeasible
from sad.algebra.growth import Bounds, is_below
from sad.algebra.poly import ONE, ZERO, Poly
from sad.algebra.sign import Domain, Prover
from sad.algebra.simplify import Simplifier, product_facts
from sad.checks.contracts.assumed import assumed, is_possible, least_of, with_remainders
from sad.checks.contracts.names import free_symbols
from sad.checks.costs.canonical import multiplied_out
from sad.records import record
from sad.symbols import RANK

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from sad.algebra.evaluate import Number
    from sad.checks.contracts.names import UnitNames
    from sad.checks.contracts.order import Order

_TRIES = 300
_SIZES = (1, 2, 3, 4, 5, 7, 10, 16)
_LETTERS = tuple(map(code_of_text, "NTCUL"))
_SHARES = (0, 1, Fraction(1, 2))
_MOST_OPENED = 1_000
_MOST_TERMS, _LONGEST = 8, 200


@record
class Answer:
    """Whether something holds (None: not decided), with the text of the finding."""

    holds: bool | None
    text: str = ""


class Comparison:
    """A count compared with a formula."""

    def __init__(self, names: UnitNames, count: Poly, formula: Poly) -> None:
        self._names = names
        self._count = count
        self._formula = formula
        self._difference = self._simple.poly(count - formula)

    @cached_property
    def _sizes(self) -> list[str]:
        symbols = free_symbols((self._count, self._formula))
        return [name for name in sorted(symbols) if not self._names.is_small(name)]

    @cached_property
    def _simple(self) -> Simplifier:
        polys = [self._count, self._formula, self._count - self._formula]
        products = product_facts(polys) | {m for poly in polys for m in poly.terms}
        integers = [s for s in self._sizes if self._names.coding(s) is Coding.INTEGER]
        known = assumed(integers, products)
        return Simplifier(with_remainders(known, polys) if RANK in integers else known)

    def shown(self, poly: Poly) -> str:
        """Return a formula as text, under the assumption that sizes are 1 or more; in short if long."""
        simple = self._decider.poly(self._simple.poly(poly))
        for most in (_MOST_TERMS, 2, 1):
            text = self._names.printer.poly(simple, most)
            if len(text) <= _LONGEST:
                return text
        return f"a long formula of {len(simple.terms)} terms"

    @cached_property
    def _decider(self) -> Decider:
        symbols = free_symbols((self._count, self._formula))
        truths = [name for name in symbols if self._names.coding(name) is Coding.TRUTH]
        return Decider(self._simple.poly, self._simple.holds, truths)

    def exact(self) -> Answer:
        """Tell whether the count is the formula."""
        if not self._difference or self._in_all_cases(lambda case, _: not case):
            return Answer(True)
        return self._not(lambda value: value != 0, f"the difference is {self._shown_difference}")

    def at_most(self) -> Answer:
        """Tell whether the count is never more than the formula."""
        if self._in_all_cases(lambda case, _: self._is_positive(-case)) or self._is_proved():
            return Answer(True)
        answer = self._not(lambda value: value > 0, f"more by {self._shown_difference}")
        if answer.holds is None:
            return Answer(None, f"the difference is {self._shown_difference}")
        return answer

    def _is_proved(self) -> bool:
        """Whether the formula is never less, as differences of two versions are proved."""
        symbols = free_symbols((self._count, self._formula))
        chances = frozenset(name for name in symbols if self._names.is_small(name))
        sizes = [name for name in self._sizes if self._names.coding(name) is Coding.INTEGER]
        least = {**dict.fromkeys(chances, 0), **{s: least_of(s) for s in sizes}}
        return Prover(Domain(least, chances)).is_never_negative(self._formula - self._count)

    def leading(self, order: Order) -> Answer:
        """Tell whether the count is at most the formula, of this order, and what grows more slowly."""
        bounds = Bounds(self._names.is_small, self._simple.holds)
        top = Poly(
            {
                term: value
                for term, value in self._opened.terms.items()
                if not _is_lower(Poly({term: 1}), frozenset(), bounds, order)
            },
            self._opened.den,
        )  # what is lower in every case makes no cases of its own
        if self._in_all_cases(lambda case, at: _is_lower(case, at, bounds, order), top):
            return Answer(True)
        symbols = self._difference.symbols()
        plain = not any(atoms.definition(s) or self._names.is_small(s) for s in symbols)
        text = f"the difference is {self._shown_difference}"
        return Answer(False if plain else None, text)

    @cached_property
    def _shown_difference(self) -> str:
        return self.shown(self._count - self._formula)

    @cached_property
    def _opened(self) -> Poly:
        """The difference, its factors multiplied out."""
        return multiplied_out(self._difference, _MOST_OPENED)

    def _in_all_cases(
        self, holds: Callable[[Poly, Constraints], bool], difference: Poly | None = None
    ) -> bool:
        cases = Cases(frozenset(), self._names.is_small)
        decided = self._decider.poly(self._opened if difference is None else difference)
        try:
            return all(holds(self._simple.poly(case), known) for case, known in cases.of(decided))
        except TooManyCases:
            return False

    def _is_positive(self, poly: Poly) -> bool:
        """Whether a formula is never negative for sizes from 1: shown by reasoning, or by shifting."""
        if self._simple.holds(poly * poly.den):
            return True
        shifted = poly
        for symbol in poly.symbols():
            if atoms.definition(symbol) is not None:
                return False
            shifted = shifted.substitute(symbol, Poly.symbol(symbol) + least_of(symbol))
        return all(value >= 0 for value in shifted.terms.values())

    # --- counterexamples -------------------------------------------------------------------------

    def _not(self, wrong: Callable[[Number], bool], text: str) -> Answer:
        """The answer where there is no proof: refuted by an example, or open."""
        for point in filter(is_possible, self._points()):
            try:
                count, formula = evaluate(self._count, point), evaluate(self._formula, point)
            except (ZeroDivisionError, OverflowError):
                continue
            if wrong(count - formula):
                where = ", ".join(
                    f"{self._names.label(s)} = {self._value(s, point)}" for s in point
                )
                found = f"{_number(count)}, not {_number(formula)}"
                return Answer(False, f"{text} (at {where}: {found})" if where else text)
        return Answer(None, text)

    def _value(self, symbol: str, point: Mapping[str, Number]) -> str:
        value = point[symbol]
        coding = self._names.coding(symbol)
        return (shown_code(value, coding) if isinstance(value, int) else None) or _number(value)

    def _points(self) -> Iterator[dict[str, Number]]:
        """Values of all symbols: small sizes, and what conditions test for."""
        chance = random.Random(0)  # the same examples every time
        symbols = sorted(free_symbols((self._count, self._formula)))
        tested = _tested([self._count])
        choices: dict[str, list[Number]] = {}
        for symbol in symbols:
            choices[symbol] = self._choices(symbol, tested.get(symbol, []))
        for _ in range(_TRIES if symbols else 1):
            yield {symbol: chance.choice(choices[symbol]) for symbol in symbols}

    def _choices(self, symbol: str, tested: list[int]) -> list[Number]:
        """Values to try for a symbol: those it is tested for, and some others of its kind."""
        if self._names.is_small(symbol):
            return list(_SHARES)
        coding = self._names.coding(symbol)
        if coding is Coding.TEXT:
            shown = [value for value in tested if shown_code(value, coding) is not None]
            return [*shown, *_LETTERS]
        least = least_of(symbol) if coding is Coding.INTEGER else 0
        return [*(value for value in tested if value >= least), *_SIZES]


def _is_lower(poly: Poly, known: Constraints, bounds: Bounds, order: Order) -> bool:
    """Whether every term of a formula grows more slowly than an order."""
    return all(
        any(all(is_below(term, limit) for term in bound) for bound in alternatives)
        for limit in order
        for alternatives in bounds.of_terms(poly, known).values()
    )


def _tested(polys: list[Poly]) -> dict[str, list[int]]:
    """The numbers that conditions compare single symbols with."""
    found: dict[str, list[int]] = {}
    seen: set[str] = set()
    stack = list(polys)
    while stack:
        for symbol in stack.pop().symbols() - seen:
            seen.add(symbol)
            atom = atoms.definition(symbol)
            if atom is None:
                continue
            if isinstance(atom, atoms.Pieces):
                for guard in (guard for guards, _ in atom.pieces for guard in guards):
                    names = guard.symbols()
                    if len(names) == 1 and len(guard.terms) <= 2:
                        (name,) = names
                        slope = guard.terms.get((name,))
                        if slope and atoms.definition(name) is None:
                            found.setdefault(name, []).append(-guard.terms.get((), 0) // slope)
            stack.extend(atoms.operands(atom))
    return found


def _number(value: Number) -> str:
    return f"{float(value):g}" if isinstance(value, Fraction) else str(value)


_MOST_CASES, _MOST_CASE_TERMS = 2_000, 4_000


class TooManyCases(Exception):
    """The conditions cannot be gone through one by one."""


class Cases:
    """Goes through the cases of formulas; ``is_small`` tells symbols from 0 to 1.

    In such a symbol formulas are linear, so its ends are as good as all values between.
    """

    def __init__(self, known: Constraints, is_small: Callable[[str], bool]) -> None:
        self._known = known
        self._is_small = is_small
        self._switches: dict[str, Poly] = {}
        self._left = 0

    def of(self, poly: Poly) -> Iterator[tuple[Poly, Constraints]]:
        """Yield the formula of each case that may be, and what is known there.

        Raises ``TooManyCases``.
        """
        self._left = _MOST_CASES
        opened = self._open(poly)
        yield from self._chosen(opened, self._known)

    def _chosen(self, poly: Poly, known: Constraints) -> Iterator[tuple[Poly, Constraints]]:
        self._left -= 1
        if self._left < 0:
            raise TooManyCases
        switch = min((name for name in poly.symbols() if self._is_switch(name)), default=None)
        if switch is None:
            yield poly, known
            return
        meaning = self._switches.get(switch)
        for value, guard in ((ONE, meaning), (ZERO, None if meaning is None else -meaning - 1)):
            inside = known if guard is None else known | {constraint(guard.terms)}
            if not infeasible(inside):
                yield from self._chosen(_with_switch(poly, switch, value), inside)

    def _is_switch(self, symbol: str) -> bool:
        if symbol in self._switches:
            return True
        return atoms.definition(symbol) is None and self._is_small(symbol)

    def _open(self, poly: Poly) -> Poly:
        """The formula with its conditions as switches."""
        result = ZERO
        for monomial, value in poly.terms.items():
            product = Poly({(): value}, poly.den)
            for symbol in monomial:
                product = product * self._symbol(symbol)
                if len(product.terms) > _MOST_CASE_TERMS:
                    raise TooManyCases
            result = result + product
        return result

    def _symbol(self, symbol: str) -> Poly:
        match atoms.definition(symbol):
            case atoms.Guard(meaning=inner) | atoms.Group(inner) | atoms.Alias(meaning=inner):
                return self._open(inner)
            case atoms.Not(inner):
                return ONE - self._open(inner)
            case atoms.Pieces(pieces):
                found = ZERO
                for guards, poly in pieces:
                    part = self._open(poly)
                    for guard in guards:
                        part = part * self._switch(guard)
                    found = found + part
                return found
            case _:
                return Poly.symbol(symbol)

    def _switch(self, guard: Poly) -> Poly:
        """1 where a guard is not negative, else 0: one switch for a guard and its opposite."""
        guard = guard * guard.den
        opposite = -guard - 1
        first, second = _name(guard), _name(opposite)
        if second < first:
            self._switches.setdefault(second, opposite)
            return ONE - Poly.symbol(second)
        self._switches.setdefault(first, guard)
        return Poly.symbol(first)


def _name(guard: Poly) -> str:
    return f"[{sorted(guard.terms.items())} >= 0]"


def _with_switch(poly: Poly, switch: str, value: Poly) -> Poly:
    """A switch is 0 or 1, and so is each of its powers."""
    terms: dict[tuple[str, ...], int] = {}
    for monomial, number in poly.terms.items():
        if switch not in monomial:
            rest = monomial
        elif value:
            rest = tuple(name for name in monomial if name != switch)
        else:
            continue
        terms[rest] = terms.get(rest, 0) + number
    return Poly({m: c for m, c in terms.items() if c}, poly.den)
