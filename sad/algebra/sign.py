"""Proofs that a formula is never negative, for all values of its parameters that are assumed.

Conditions and probabilities are split into cases, parameters shifted to their least values; what is
left is never negative if none of its coefficients is. A failed proof says nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.affine import Constraint, at_least_zero
from sad.algebra.bind import bind
from sad.algebra.case_sum import TooLarge, case_sum
from sad.algebra.feasible import implied, infeasible
from sad.algebra.poly import ONE, ZERO, Poly, total
from sad.algebra.recurrences import is_positive
from sad.records import field, record, replace
from sad.symbols import is_unresolved

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_MOST_CASES = 400
_MOST_RESIDUES = 64


@record
class Domain:
    """What is assumed: least values of symbols, which symbols are at most 1, and forms that are >= 0.

    ``least`` holds every symbol whose sign is known.
    """

    least: Mapping[str, int]
    chances: frozenset[str] = frozenset()
    forms: tuple[Poly, ...] = field(default=())


@record
class Facts:
    """What is known of symbols: least and greatest values, and which are options, not sizes."""

    least: Mapping[str, int]
    most: Mapping[str, int]
    options: frozenset[str] = frozenset()

    def is_size(self, symbol: str) -> bool:
        """Whether a symbol can grow."""
        return symbol not in self.most and symbol not in self.options

    def domain(self, assumed: Iterable[str] = ()) -> Domain:
        """Return what holds where the assumed symbols are 1 or more."""
        least = {**self.least, **{name: max(1, self.least.get(name, 1)) for name in assumed}}
        return Domain(least, frozenset(self.most))


class Prover:
    """Proofs over one domain."""

    def __init__(self, domain: Domain) -> None:
        self._domain = domain
        self._left = 0

    def is_never_negative(self, poly: Poly) -> bool:
        """Whether ``poly >= 0`` is proved for everything in the domain."""
        self._left = _MOST_CASES
        try:
            return self._prove(case_sum(poly), self._domain)
        except TooLarge:
            return False

    def _prove(self, poly: Poly, domain: Domain) -> bool:
        if not poly:
            return True
        self._left -= 1
        if self._left < 0:
            raise TooLarge
        if _is_empty(domain):
            return True
        if self._is_plainly_positive(poly, domain):
            return True
        symbol = _case(poly, domain)
        if symbol is not None:
            return all(self._prove(part, known) for part, known in _cases(poly, symbol, domain))
        symbol = _equation(domain)
        if symbol is not None:
            name, value, rest = symbol
            bound = case_sum(bind(poly, {name: value}))
            return self._prove(bound, rest)
        bounded = self._bounded(poly, domain)
        if bounded != poly and self._is_plainly_positive(bounded, domain):
            return True
        parts = _residues(poly, domain)
        if parts is None:
            return False
        return all(self._prove(case_sum(part), known) for part, known in parts)

    def _is_plainly_positive(self, poly: Poly, domain: Domain) -> bool:
        """Whether all coefficients are positive once parameters start at their least values."""
        shifts = {
            name: Poly.symbol(name) + domain.least[name]
            for name in poly.symbols()
            if domain.least.get(name) and atoms.definition(name) is None
        }
        known = poly
        for name, value in shifts.items():
            known = known.substitute(name, value)
        if not all(self._is_positive(name, domain) for name in known.symbols()):
            return False
        if all(value > 0 for value in known.terms.values()):
            return True
        return _covered(known, domain)

    def _holds(self, poly: Poly, domain: Domain) -> bool:
        return self._prove(case_sum(poly), domain)

    def _bounded(self, poly: Poly, domain: Domain) -> Poly:
        """The formula with rounded quotients in negative terms replaced by what is never less."""
        parts: list[Poly] = []
        for monomial, value in poly.terms.items():
            term = Poly({monomial: value}, poly.den)
            for name in monomial if value < 0 else ():
                atom = atoms.definition(name)
                if not isinstance(atom, atoms.Floor) or not self._is_positive(name, domain):
                    continue
                if not all(self._is_positive(other, domain) for other in monomial if other != name):
                    continue
                rest = list(monomial)
                rest.remove(name)
                number, below = atom.denominator.as_integer, atom.denominator.as_symbol
                if below is not None and below in rest:
                    rest.remove(below)
                term = Poly({tuple(rest): value}, poly.den) * atom.numerator
                term = term.over(number or 1)
                break
            parts.append(term)
        return case_sum(total(parts))

    def _is_positive(self, symbol: str, domain: Domain) -> bool:
        """Whether a symbol is never negative."""
        if symbol in domain.chances:
            return True
        atom = atoms.definition(symbol)
        match atom:
            case None:
                return domain.least.get(symbol, -1) >= 0
            case atoms.Floor(first, second) | atoms.Trunc(first, second):
                return self._holds(first, domain) and self._holds(second - 1, domain)
            case atoms.Mod(first, second):
                return self._holds(first, domain) and self._holds(second - 1, domain)
            case atoms.Power(base, exponent):
                return self._holds(base, domain) and self._holds(exponent, domain)
            case atoms.Inverse(divisor):
                return self._holds(divisor, domain)
            case atoms.Log(base, argument):
                return self._holds(base - 2, domain) and self._holds(argument - 1, domain)
            case atoms.Root(argument):
                return self._holds(argument, domain)
            case atoms.Pieces() | atoms.Guard():
                return True
            case atoms.Greatest() | atoms.Busiest() | atoms.Gcd():
                return True
            case atoms.Recurrence():
                return is_positive(atom)
            case atoms.Sum(index, first, _, body):
                inside = replace(domain, least={**domain.least, index: 0})
                return self._holds(first, domain) and self._holds(body, inside)
            case _:
                return False


def _covered(poly: Poly, domain: Domain) -> bool:
    """Whether each negative term is outweighed by a positive one with further factors or the same.

    A factor that is at most 1 only makes a term smaller: ``3*n - 2*p*n`` has one that covers it.
    """
    room = {m: value for m, value in poly.terms.items() if value > 0}
    for monomial, value in poly.terms.items():
        if value > 0:
            continue
        kept = tuple(
            name
            for name in monomial
            if name not in domain.chances
            and not isinstance(atoms.definition(name), atoms.Guard | atoms.Pieces)
        )
        if kept == monomial or room.get(kept, 0) < -value:
            return False
        room[kept] += value
    return True


def _is_empty(domain: Domain) -> bool:
    items = _constraints(domain)
    return infeasible(items) if items else False


def _constraints(domain: Domain) -> frozenset[Constraint]:
    """The domain as constraints. They are tightened to integers, so only of integers."""
    found: set[Constraint] = set()
    for form in domain.forms:
        if not any(map(is_unresolved, atoms.free_symbols(form))):
            found.add(at_least_zero(form * form.den))
    symbols = {name for pairs, _ in found for monomial, _ in pairs for name in monomial}
    for name in symbols:
        if name in domain.least:
            found.add(at_least_zero(Poly.symbol(name) - domain.least[name]))
    return frozenset(found)


def _case(poly: Poly, domain: Domain) -> str | None:
    """A condition or probability to split into cases: one that stands in no product with itself."""
    counts: dict[str, int] = {}
    squared: set[str] = set()
    for monomial in poly.terms:
        names = set(monomial)
        if len(names) < len(monomial):
            squared.update(name for name in names if monomial.count(name) > 1)
        for name in names:
            counts[name] = counts.get(name, 0) + 1
    found = [
        (-count, name)
        for name, count in counts.items()
        if (name in domain.chances and name not in squared)
        or isinstance(atoms.definition(name), atoms.Guard | atoms.Pieces)
    ]
    return min(found)[1] if found else None


def _cases(poly: Poly, symbol: str, domain: Domain) -> list[tuple[Poly, Domain]]:
    """The formula where a condition holds and where it does not, or at both ends of a probability."""
    atom = atoms.definition(symbol)
    if not isinstance(atom, atoms.Pieces):
        return [(poly.substitute(symbol, ONE), domain), (poly.substitute(symbol, ZERO), domain)]
    ((guards, _),) = atom.pieces
    cases = [(poly.substitute(symbol, ONE), replace(domain, forms=(*domain.forms, *guards)))]
    for guard in guards:
        whole = not any(map(is_unresolved, atoms.free_symbols(guard))) and guard.den == 1
        outside = -guard - 1 if whole else -guard
        other = replace(domain, forms=(*domain.forms, outside))
        cases.append((poly.substitute(symbol, ZERO), other))
    return cases


def _equation(domain: Domain) -> tuple[str, Poly, Domain] | None:
    """A form ``s - rest >= 0`` as a new least value: ``s`` is ``rest`` and something that is not less.

    Only where the rest is sure to be at least what ``s`` starts from; if nothing is known of ``s``,
    where the rest is a number.
    """
    for place, form in enumerate(domain.forms):
        if form.den != 1:
            continue
        others = domain.forms[:place] + domain.forms[place + 1 :]
        for monomial, value in sorted(form.terms.items()):
            if len(monomial) != 1 or value != 1:
                continue
            name = monomial[0]
            rest = Poly.symbol(name) - form
            least = domain.least.get(name)
            if (
                atoms.definition(name) is not None
                or name in domain.chances
                or name in atoms.free_symbols(rest)
            ):
                continue
            if least is None and rest.as_integer is None:
                continue
            if least is not None and not _is_at_least(rest, least, domain):
                continue
            value_of = rest + Poly.symbol(name)
            bound = tuple(bind(other, {name: value_of}) for other in others)
            return name, value_of, Domain({**domain.least, name: 0}, domain.chances, bound)
    return None


def _is_at_least(form: Poly, least: int, domain: Domain) -> bool:
    known = {
        at_least_zero(Poly.symbol(name) - domain.least[name])
        for name in form.symbols()
        if name in domain.least
    }
    return form.den == 1 and implied(frozenset(known), at_least_zero(form - least))


def _residues(poly: Poly, domain: Domain) -> list[tuple[Poly, Domain]] | None:
    """The formula for each remainder of a symbol that is divided by a number: without the rounding."""
    for symbol in sorted(poly.symbols()):
        atom = atoms.definition(symbol)
        if not isinstance(atom, atoms.Floor | atoms.Trunc | atoms.Mod):
            continue
        numerator, denominator = atoms.operands(atom)
        number = denominator.as_integer
        if number is None or not 2 <= number <= _MOST_RESIDUES:
            continue
        for name in sorted(numerator.symbols()):
            least = domain.least.get(name)
            if least is None or is_unresolved(name) or atoms.definition(name) is not None:
                continue
            found: list[tuple[Poly, Domain]] = []
            for rest in range(number):
                value = Poly.symbol(name) * number + (least + rest)
                bound = tuple(bind(form, {name: value}) for form in domain.forms)
                known = Domain({**domain.least, name: 0}, domain.chances, bound)
                found.append((bind(poly, {name: value}), known))
            return found
    return None
