"""Conditions in formulas put into words: what a factor that is 0 or 1 says."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.cases import Comparison, comparisons, negation
from sad.algebra.codes import Coding
from sad.algebra.diagrams import Interval, outside
from sad.algebra.poly import ONE, Poly
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sad.algebra.poly import Monomial

_MOST_POINTS = 8


@record
class OneOf:
    """``form`` is one of the points, or none of them."""

    form: Poly
    points: tuple[int, ...]
    is_in: bool


@record
class Holds:
    """A logical variable is true, or false."""

    symbol: str
    is_true: bool


@record
class AnyOf:
    """At least one alternative holds, or none; in an alternative all conditions hold."""

    alternatives: tuple[tuple[Condition, ...], ...]
    is_true: bool


Condition = Comparison | OneOf | Holds | AnyOf


class Wording:
    """Conditions of symbols; ``coding`` tells which parameters are logical, and which real options:
    these have no order, so they can only be equal or not.
    """

    def __init__(self, coding: Callable[[str], Coding]) -> None:
        self._coding = coding
        self._known: dict[str, tuple[Condition, ...] | None] = {}

    def of(self, symbol: str) -> tuple[Condition, ...] | None:
        """Return the conditions that together make a symbol 1; None if it is no truth value."""
        if symbol not in self._known:
            self._known[symbol] = self._find(symbol)
        return self._known[symbol]

    def product(self, monomial: Monomial) -> tuple[Condition, ...] | None:
        """Return the conditions under which a product is 1; None if it has other values than 0, 1."""
        found: list[Condition] = []
        for symbol in dict.fromkeys(monomial):
            conditions = self.of(symbol)
            if conditions is None:
                return None
            found.extend(conditions)
        return tuple(found)

    def _find(self, symbol: str) -> tuple[Condition, ...] | None:
        match atoms.definition(symbol):
            case None:
                return (
                    (Holds(symbol, is_true=True),) if self._coding(symbol) is Coding.TRUTH else None
                )
            case atoms.Guard(meaning=meaning):
                return self._sum(meaning)
            case atoms.Group(inner):
                return self._sum(inner)
            case atoms.Pieces(pieces):
                return self._pieces(pieces)
            case atoms.Not(inner):
                inside = self._sum(inner)
                return None if inside is None else (_opposite(inside, inner),)
            case _:
                return None

    def _sum(self, poly: Poly) -> tuple[Condition, ...] | None:
        """A sum of products of conditions that exclude each other."""
        if poly.den != 1 or any(number != 1 for number in poly.terms.values()):
            return None
        monomials = [monomial for monomial, _ in poly.in_order()]
        products = [self.product(monomial) for monomial in monomials]
        known = [item for item in products if item]
        if len(known) != len(products) or not known:
            return None
        if len(known) == 1:
            return known[0]
        cases = _common_cases(monomials)
        if cases is None or len(set(cases)) < len(cases):
            return None
        found = sorted(zip(cases, known, strict=True), key=lambda item: _first_value(item[0]))
        return (AnyOf(tuple(item for _, item in found), is_true=True),)

    def _pieces(
        self, pieces: Sequence[tuple[tuple[Poly, ...], Poly]]
    ) -> tuple[Condition, ...] | None:
        if any(poly != ONE for _, poly in pieces):
            return None
        span = _span_of_pieces(pieces)
        if span is not None:
            found = self._one_of(*span)
            if found is not None:
                return (found,)
        if len(pieces) == 1:
            return tuple(comparisons(pieces[0][0]))
        if span is None:
            return None
        return (AnyOf(tuple(tuple(comparisons(guards)) for guards, _ in pieces), is_true=True),)

    def _one_of(self, form: Poly, intervals: list[Interval]) -> Condition | None:
        symbol = form.as_symbol
        strict = symbol is not None and self._coding(symbol) is Coding.REAL
        for is_in, ranges in ((True, intervals), (False, outside(intervals))):
            points = _points(ranges)
            if points is None:
                continue
            if len(points) == 1:
                guards = (form - points[0], -form + points[0])
                return comparisons(guards)[0] if is_in else negation(guards)
            if strict or len(ranges) > 1 or len(points) == 2:
                return OneOf(form, points, is_in)
        return None


def _opposite(inside: tuple[Condition, ...], inner: Poly) -> Condition:
    """What holds where conditions do not all hold."""
    if len(inside) == 1:
        match inside[0]:
            case OneOf(form, points, is_in):
                return OneOf(form, points, not is_in)
            case Holds(symbol, is_true):
                return Holds(symbol, not is_true)
            case AnyOf(alternatives, is_true):
                return AnyOf(alternatives, not is_true)
            case Comparison(left, "==", right):
                return Comparison(left, "!=", right)
            case Comparison(left, "!=", right):
                return Comparison(left, "==", right)
            case Comparison():
                pass
    atom = atoms.atom_of(inner)
    if isinstance(atom, atoms.Guard):
        return _opposite(inside, atom.meaning)
    if isinstance(atom, atoms.Pieces) and len(atom.pieces) == 1:
        single = negation(atom.pieces[0][0])
        if single is not None:
            return single
    return AnyOf((inside,), is_true=False)


# --- which values of one form ------------------------------------------------------------------------


def span_of(symbol: str) -> tuple[Poly, list[Interval]] | None:
    """Return the form that alone decides a condition, and the intervals where it is 1."""
    match atoms.definition(symbol):
        case atoms.Guard(meaning=meaning):
            name = meaning.as_symbol
            return None if name is None else span_of(name)
        case atoms.Pieces(pieces) if all(poly == ONE for _, poly in pieces):
            return _span_of_pieces(pieces)
        case atoms.Not(inner):
            name = inner.as_symbol
            span = None if name is None else span_of(name)
            return None if span is None else (span[0], outside(span[1]))
        case _:
            return None


def _span_of_pieces(
    pieces: Sequence[tuple[tuple[Poly, ...], Poly]],
) -> tuple[Poly, list[Interval]] | None:
    """One form, and ascending intervals that do not overlap."""
    form: Poly | None = None
    found: list[Interval] = []
    for guards, _ in pieces:
        low: int | None = None
        high: int | None = None
        for guard in guards:
            constant = guard.terms.get((), 0)
            own = guard - constant
            if guard.den != 1 or form not in (None, own, -own):
                return None
            if form is None:
                form = own if own.terms[min(own.terms)] > 0 else -own
            if own == form:
                low = -constant if low is None else max(low, -constant)
            else:
                high = constant if high is None else min(high, constant)
        if low is not None and high is not None and low > high:
            return None
        found.append((low, high))
    found.sort(key=lambda item: (item[0] is not None, item[0] or 0))
    for (_, last), (first, _) in pairwise(found):
        if last is None or first is None or first <= last:
            return None
    return None if form is None else (form, found)


def _points(intervals: Sequence[Interval]) -> tuple[int, ...] | None:
    """The integers in some intervals if they are few."""
    found: list[int] = []
    for low, high in intervals:
        if low is None or high is None or len(found) + high - low >= _MOST_POINTS:
            return None
        found.extend(range(low, high + 1))
    return tuple(found)


def _common_cases(monomials: Sequence[Monomial]) -> list[str] | None:
    """One factor of each product, such that one form tells them apart: at most one is 1."""
    common = {form: [span] for form, span in _spans(monomials[0]).items()}
    for monomial in monomials[1:]:
        if not common:  # as of most sums, after a term or two
            return None
        spans = _spans(monomial)
        common = {form: [*each, spans[form]] for form, each in common.items() if form in spans}
    for chosen in common.values():
        different = dict(chosen)
        every = sorted(
            (item for intervals in different.values() for item in intervals),
            key=lambda item: (item[0] is not None, item[0] or 0),
        )
        if all(a[1] is not None and b[0] is not None and a[1] < b[0] for a, b in pairwise(every)):
            return [symbol for symbol, _ in chosen]
    return None


def _spans(monomial: Monomial) -> dict[Poly, tuple[str, list[Interval]]]:
    found: dict[Poly, tuple[str, list[Interval]]] = {}
    for symbol in monomial:
        span = span_of(symbol)
        if span is not None:
            found[span[0]] = symbol, span[1]
    return found


def exclusive(poly: Poly) -> list[tuple[str, Poly]] | None:
    """Return a sum as cases of which one holds at any time: a condition's symbol, and the rest.

    None if no form tells its terms apart, or if the cases leave some values of it out.
    """
    if len(poly.terms) < 2:
        return None
    monomials = [monomial for monomial, _ in poly.in_order()]
    chosen = _common_cases(monomials)
    if chosen is None:
        return None
    rest: dict[str, Poly] = {}
    covered: list[Interval] = []
    for monomial, symbol in zip(monomials, chosen, strict=True):
        if symbol not in rest:
            span = span_of(symbol)
            assert span is not None
            covered.extend(span[1])
        kept = tuple(item for item in monomial if item != symbol)
        term = Poly({kept: poly.terms[monomial]}, poly.den)
        rest[symbol] = rest[symbol] + term if symbol in rest else term
    covered.sort(key=lambda item: (item[0] is not None, item[0] or 0))
    whole = covered[0][0] is None and covered[-1][1] is None
    ends = [last for _, last in covered[:-1]]
    starts = [first for first, _ in covered[1:]]
    steps = zip(ends, starts, strict=True)
    if not whole or len(rest) < 2 or any(a is None or b is None or a + 1 != b for a, b in steps):
        return None
    return sorted(rest.items(), key=lambda case: (*_is_wide(case[0]), _first_value(case[0])))


def _is_wide(symbol: str) -> tuple[bool, int]:
    """Whether a case has most of the values: these are the rest of a choice."""
    open_ends = [item for item in _intervals(symbol) if None in item]
    return len(open_ends) > 1, len(open_ends)


def _first_value(symbol: str) -> tuple[bool, int]:
    """The least value for which the condition of a case holds."""
    least = _intervals(symbol)[0][0]
    return least is not None, least or 0


def _intervals(symbol: str) -> list[Interval]:
    span = span_of(symbol)
    assert span is not None
    return span[1]
