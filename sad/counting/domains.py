"""A loop nest as linear constraints: bounds opened, guarded and clamped factors turned into more.

``min`` and ``max`` in bounds become several constraints or cases, divisions by numbers become
coefficients, a factor ``max(0, e)`` becomes one more variable, guarded pieces their guards.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sad.counting import atoms
from sad.counting.affine import Constraint, Form, combine, constraint
from sad.counting.eliminate import INDEX_MARK, Budget, OutOfReach
from sad.counting.feasible import Constraints, implied
from sad.counting.poly import Poly, total

if TYPE_CHECKING:
    from collections.abc import Sequence

_MAX_CASES = 8


@dataclass(frozen=True, slots=True)
class Index:
    """A loop variable: ``name`` runs ``first, first + 1, ..., last`` (possibly not at all).

    Index names start with ``INDEX_MARK``, which no parameter's name does. ``count`` is how often
    the loop runs where that is known otherwise than by the range.
    """

    name: str
    first: Poly
    last: Poly
    count: Poly | None = None

    @property
    def trips(self) -> Poly:
        """How often the loop runs."""
        return atoms.clamp(self.last - self.first + 1) if self.count is None else self.count


@dataclass(frozen=True, slots=True)
class Domain:
    """Constraints and variables of one case of the nest, outermost variable first."""

    constraints: frozenset[Constraint]
    variables: tuple[str, ...]
    body: Poly


def domains(indices: Sequence[Index], body: Poly, budget: Budget) -> list[Domain]:
    """Return disjoint cases: bounds made linear, guarded and clamped factors of the body opened."""
    cases: list[tuple[frozenset[Constraint], tuple[str, ...]]] = [(frozenset(), ())]
    for index in indices:
        grown: list[tuple[frozenset[Constraint], tuple[str, ...]]] = []
        for known, variables in cases:
            for lower in _bound_cases(index.first, -1, known):
                for upper in _bound_cases(index.last, 1, known | lower.extra):
                    items = {_compare(index.name, form, -1) for form in lower.forms}
                    items |= {_compare(index.name, form, 1) for form in upper.forms}
                    grown.append(
                        (known | lower.extra | upper.extra | items, (*variables, index.name))
                    )
        cases = grown
        if len(cases) > _MAX_CASES:
            raise OutOfReach("too many cases of min and max bounds")
    names = {index.name for index in indices}
    domains: list[Domain] = []
    for monomial, value in body.terms.items():
        opened = _open_factors(monomial, names, budget)
        for known, variables in cases:
            domains.extend(
                Domain(
                    known | extra.constraints,
                    (*variables, *extra.variables),
                    extra.body * Poly({(): value}, body.den),
                )
                for extra in opened
            )
    return domains


@dataclass(frozen=True, slots=True)
class _BoundCase:
    """One case of a bound: its conditions, and (divisor, form) pairs that all bind."""

    extra: frozenset[Constraint]
    forms: tuple[tuple[int, Form], ...]


def _compare(name: str, bound: tuple[int, Form], sign: int) -> Constraint:
    """``divisor*name <= form`` (sign 1) or ``>=`` (sign -1)."""
    divisor, form = bound
    return constraint(combine(form, sign, {(name,): 1}, -sign * divisor))


def _bound_cases(bound: Poly, sign: int, known: Constraints) -> list[_BoundCase]:
    """Make a loop bound linear. ``sign`` is 1 for an upper, -1 for a lower bound.

    ``min`` of an upper (``max`` of a lower) bound gives several bounds that hold together; the other
    way round gives cases. A division by a number becomes a bound with that divisor.
    """
    if bound.den != 1:
        raise OutOfReach("a bound with fractions")
    for symbol in sorted(bound.symbols()):
        atom = atoms.definition(symbol)
        if not isinstance(atom, atoms.Min | atoms.Max | atoms.Floor | atoms.Trunc):
            continue
        if not _index_inside(symbol) or bound.terms.get((symbol,), 0) not in (1, -1):
            continue
        if sum(symbol in monomial for monomial in bound.terms) != 1:
            continue
        return _open_bound(bound, symbol, atom, sign, known)
    if _has_index_atom(bound):
        raise OutOfReach("a bound that is not linear")
    return [_BoundCase(frozenset(), ((1, bound.terms),))]


def _index_inside(symbol: str) -> bool:
    """Opening an atom is only needed if a loop index is inside; parameters alone stay folded."""
    return any(name.startswith(INDEX_MARK) for name in atoms.free_symbols(Poly.symbol(symbol)))


def _open_bound(
    bound: Poly, symbol: str, atom: atoms.Atom, sign: int, known: Constraints
) -> list[_BoundCase]:
    positive = bound.terms[(symbol,)] == 1
    rest = bound - Poly({(symbol,): bound.terms[(symbol,)]})
    match atom:
        case atoms.Min(arguments) | atoms.Max(arguments):
            options = [rest + (item if positive else -item) for item in arguments]
            together = isinstance(atom, atoms.Min) == positive
            if together == (sign == 1):
                return _all_bind(options, sign, known)
            return _one_binds(options, sign, known)
        case atoms.Floor(numerator, denominator) | atoms.Trunc(numerator, denominator):
            divisor = denominator.as_integer
            if divisor is None or divisor <= 0 or not positive or numerator.den != 1:
                raise OutOfReach("a division in a bound")
            if isinstance(atom, atoms.Trunc) and not implied(known, constraint(numerator.terms)):
                raise OutOfReach("a truncating division of a possibly negative number")
            return _division(numerator, divisor, rest, sign)
        case _:
            raise OutOfReach("not linear")


def _division(numerator: Poly, divisor: int, rest: Poly, sign: int) -> list[_BoundCase]:
    """``name <= floor(n/c) + r`` is ``c*name <= n + c*r``; a lower bound needs ``c - 1`` less."""
    if rest.den != 1 or any(_has_index_atom(poly) for poly in (numerator, rest)):
        raise OutOfReach("a division of something that is not linear")
    form = combine(numerator.terms, 1, rest.terms, divisor, 0 if sign == 1 else -(divisor - 1))
    return [_BoundCase(frozenset(), ((divisor, form),))]


def _has_index_atom(poly: Poly) -> bool:
    return any(
        atoms.definition(symbol) is not None and _index_inside(symbol) for symbol in poly.symbols()
    )


def _all_bind(options: list[Poly], sign: int, known: Constraints) -> list[_BoundCase]:
    cases = [_BoundCase(frozenset(), ())]
    for option in options:
        inner = _bound_cases(option, sign, known)
        cases = [
            _BoundCase(case.extra | more.extra, case.forms + more.forms)
            for case in cases
            for more in inner
        ]
    return cases


def _one_binds(options: list[Poly], sign: int, known: Constraints) -> list[_BoundCase]:
    """The least restrictive option binds: one case for each, ties to the first."""
    cases: list[_BoundCase] = []
    for i, option in enumerate(options):
        extra: set[Constraint] = set()
        for j, other in enumerate(options):
            if j != i:
                if option.den != 1 or other.den != 1 or _has_index_atom(option - other):
                    raise OutOfReach("bounds that cannot be compared")
                gap = combine(option.terms, sign, other.terms, -sign, -int(j < i))
                extra.add(constraint(gap))
        cases.extend(
            _BoundCase(frozenset(extra) | case.extra, case.forms)
            for case in _bound_cases(option, sign, known | extra)
        )
    return cases


def _open_factors(monomial: tuple[str, ...], names: set[str], budget: Budget) -> list[Domain]:
    """Turn factors that depend on an index into constraints.

    ``max(0, e)`` counts an extra variable from 1 to e; guarded pieces contribute their guards.
    """
    domains = [Domain(frozenset(), (), Poly.constant(1))]
    for symbol in monomial:
        atom = atoms.definition(symbol)
        plain = Poly.symbol(symbol)
        if atom is None or not any(atoms.depends_on(plain, name) for name in names):
            domains = [Domain(d.constraints, d.variables, d.body * plain) for d in domains]
            continue
        match atom:
            case atoms.Max(arguments) if len(arguments) == 2 and any(
                not item for item in arguments
            ):
                domains = [_clamped(domain, total(arguments), budget) for domain in domains]
            case atoms.Pieces(pieces):
                domains = [
                    Domain(
                        domain.constraints | {_linear(guard) for guard in guards},
                        domain.variables,
                        domain.body * poly,
                    )
                    for domain in domains
                    for guards, poly in pieces
                ]
            case atoms.Group(inner) | atoms.Guard(meaning=inner) | atoms.Alias(meaning=inner):
                domains = [
                    Domain(
                        domain.constraints | extra.constraints,
                        (*domain.variables, *extra.variables),
                        domain.body * extra.body * Poly({(): value}, inner.den),
                    )
                    for domain in domains
                    for inside, value in inner.terms.items()
                    for extra in _open_factors(inside, names, budget)
                ]
            case atoms.Floor():
                domains = [Domain(d.constraints, d.variables, d.body * plain) for d in domains]
            case _:
                raise OutOfReach(f"{symbol} in the body")
        if len(domains) > _MAX_CASES:
            raise OutOfReach("too many guarded factors")
    return domains


def _linear(guard: Poly) -> Constraint:
    if guard.den != 1 or _has_index_atom(guard):
        raise OutOfReach("a guard that is not linear")
    return constraint(guard.terms)


def _clamped(domain: Domain, value: Poly, budget: Budget) -> Domain:
    fresh = budget.new_name()
    items: set[Constraint] = {constraint({(fresh,): 1, (): -1})}
    for case in _bound_cases(value, 1, frozenset()):
        if case.extra:
            raise OutOfReach("a clamp with cases")
        items |= {_compare(fresh, form, 1) for form in case.forms}
    return Domain(domain.constraints | items, (*domain.variables, fresh), domain.body)
