"""The sum of a polynomial over one loop variable that satisfies linear constraints.

For each pair of a binding lower and upper bound the sum is a difference of two antiderivatives
(Faulhaber). Which bound binds is decided by constraints among the bounds, so the result is a list of
guarded polynomials. Two observations keep it readable: the formula is still exact for an empty
range ``last == first - 1``, so only that weaker guard is needed, and the loops outside usually imply
it; and floors can stay out of the guards, because a rational comparison decides emptiness.
Background: Clauss 1996 (Ehrhart polynomials for loop nests), Pugh 1994 (symbolic sums).
"""

from __future__ import annotations

from math import gcd, lcm

from sad.algebra import atoms
from sad.algebra.affine import (
    Constraint,
    Form,
    combine,
    constraint,
    form_of,
    is_false,
    order,
    poly_of,
    substitute,
)
from sad.algebra.budget import Budget, OutOfReach
from sad.algebra.feasible import Constraints, implied, infeasible
from sad.algebra.geometric import is_power, split_powers, sum_of_power
from sad.algebra.poly import Monomial, Poly, horner

Piece = tuple[Constraints, Poly]
Bound = tuple[int, Form]
"""``(a, d)``: the bound ``d / a`` with a > 0."""


def sum_variable(
    cons: Constraints, poly: Poly, name: str, context: Constraints, out: list[Piece], budget: Budget
) -> None:
    """Append to ``out`` the pieces of the sum of ``poly`` over all ``name`` allowed by ``cons``."""
    budget.spend(10 * len(cons))
    floors = _floors_of(poly, name)
    if floors:
        _split_residues(cons, poly, name, floors, context, out, budget)
        return
    plain, powers = split_powers(poly, name)
    if powers and not implied(cons, constraint({(name,): 1})):
        raise OutOfReach(f"an exponent may be negative with {name}")
    lower, upper, rest = _split_bounds(cons, name)
    if lower is None or upper is None:
        return
    domain = rest | context if context else rest
    if not lower or not upper:
        if infeasible(cons | context):
            return
        raise OutOfReach(f"{name} has no bound")
    lower = _without_dominated(lower, domain)
    upper = _without_dominated(upper, domain)
    for i, (a, low) in enumerate(lower):
        binding = _binding(lower, i)
        for k, (c, high) in enumerate(upper):
            guards = binding | _binding(upper, k)
            # last >= first - 1 is enough; with two divisions it takes first <= last unrounded
            enough = constraint(combine(high, a, low, c, a * c if a == 1 or c == 1 else 0))
            if not implied(domain | guards if guards else domain, enough):
                guards.add(constraint(combine(high, a, low, c)) if a == c == 1 else enough)
            all_guards = rest
            if guards:
                all_guards = rest | guards
                if infeasible(all_guards | context):
                    continue
            first, last = _rounded_up(low, a), atoms.floor_of(Poly(high), c)
            budget.spend(20 + len(poly.terms) * (len(first.terms) + len(last.terms)) // 2)
            value = sum_over(plain, name, first, last)
            for symbol, factor in powers:
                value = value + sum_of_power(symbol, factor, name, first, last)
            if value:
                out.append((all_guards, value))


def _rounded_up(low: Form, a: int) -> Poly:
    """``-low / a`` rounded up: the first value with ``a*value + low >= 0``."""
    negative = Poly({monomial: -value for monomial, value in low.items()})
    return negative if a == 1 else atoms.floor_of(negative + (a - 1), a)


def _binding(bounds: list[Bound], place: int) -> set[Constraint]:
    """The constraints that say that one bound is the one that binds, ties to the first."""
    if len(bounds) == 1:
        return set()
    a, form = bounds[place]
    return {
        _dominates(d, b, form, a, strict=j < place) for j, (b, d) in enumerate(bounds) if j != place
    }


def _split_bounds(
    cons: Constraints, name: str
) -> tuple[list[Bound] | None, list[Bound] | None, Constraints]:
    """Split constraints into lower bounds, upper bounds and those without ``name``.

    A lower bound ``(a, d)`` says ``a*name + d >= 0``, an upper one ``d - a*name >= 0``. The lists
    are None if a constant constraint is false.
    """
    lower: list[Bound] = []
    upper: list[Bound] = []
    rest: list[Constraint] = []
    bounds: list[Constraint] = []
    for item in cons:
        for monomial, _ in item[0]:
            if name in monomial:
                bounds.append(item)
                break
        else:
            if is_false(item):
                return None, None, frozenset()
            if item[0]:
                rest.append(item)
    if len(bounds) > 2:
        bounds.sort(key=order)
    for item in bounds:
        form = form_of(item)
        factor = form.pop((name,), 0)
        if not factor or any(name in monomial for monomial in form):
            raise OutOfReach(f"{name} is not linear in the bounds")
        if factor > 0:
            lower.append((factor, form))
        else:
            upper.append((-factor, form))
    # Bounds with unit coefficient come first: then "which one binds" is a total order. Mixing
    # floor and rational comparisons in another order loses points.
    if len(bounds) > 2:
        lower.sort(key=lambda bound: bound[0] != 1)
        upper.sort(key=lambda bound: bound[0] != 1)
    return lower, upper, frozenset(rest)


def _dominates(d: Form, a: int, other: Form, b: int, *, strict: bool = False) -> Constraint:
    """The constraint that bound ``d/a`` is at least ``other/b`` (more, if strict) once rounded."""
    if a == 1 and b == 1:
        return constraint(combine(d, 1, other, -1, -int(strict)))
    if b == 1:  # floor(d/a) >= other  <=>  d - a*other >= 0
        return constraint(combine(d, 1, other, -a, -a * int(strict)))
    if a == 1:  # d >= floor(other/b)  <=>  b*d - other + b - 1 >= 0
        return constraint(combine(d, b, other, -1, -1 if strict else b - 1))
    return constraint(combine(d, b, other, -a, -int(strict)))


def _without_dominated(bounds: list[Bound], domain: Constraints) -> list[Bound]:
    """Drop bounds that another one always makes redundant."""
    kept = list(bounds)
    index = 0
    while index < len(kept) and len(kept) > 1:
        a, form = kept[index]
        if any(
            implied(domain, _dominates(form, a, other, b))
            for j, (b, other) in enumerate(kept)
            if j != index
        ):
            kept.pop(index)
        else:
            index += 1
    return kept


def _floors_of(poly: Poly, name: str) -> list[tuple[str, atoms.Floor]]:
    """The floor atoms of ``poly`` that depend on ``name``; other such atoms are out of reach.

    Powers are not, unless they stand beside floors.
    """
    found: list[tuple[str, atoms.Floor]] = []
    inside = [
        symbol
        for symbol in sorted(atoms.atoms_of(poly))
        if atoms.depends_on(Poly.symbol(symbol), name)
    ]
    if all(map(is_power, inside)):
        return []
    for symbol in inside:
        atom = atoms.definition(symbol)
        if not isinstance(atom, atoms.Floor) or atom.denominator.as_integer is None:
            raise OutOfReach(f"{symbol} depends on {name}")
        found.append((symbol, atom))
    return found


def _split_residues(
    cons: Constraints,
    poly: Poly,
    name: str,
    floors: list[tuple[str, atoms.Floor]],
    context: Constraints,
    out: list[Piece],
    budget: Budget,
) -> None:
    """Replace ``name`` by ``modulus*t + r`` for each residue r, which makes its floors linear."""
    modulus = 1
    for symbol, atom in floors:
        divisor = atom.denominator.as_integer or 1
        if any(name in monomial and monomial != (name,) for monomial in atom.numerator.terms):
            raise OutOfReach(f"{symbol} is not linear in {name}")
        factor = atom.numerator.terms.get((name,), 0)
        modulus = lcm(modulus, divisor // gcd(divisor, factor))
    if modulus > budget.splits:
        raise OutOfReach(f"{modulus} residues")
    if any(name in m and m != (name,) for pairs, _ in cons for m, _ in pairs):
        raise OutOfReach(f"{name} is not linear in the bounds")
    fresh = budget.new_name()
    for residue in range(modulus):
        budget.spend(20 + len(poly.terms) * len(floors))
        value: Form = {(fresh,): modulus}
        if residue:
            value[()] = residue
        replaced = poly
        for symbol, atom in floors:
            numerator = atom.numerator.substitute(name, poly_of(value))
            linear = atoms.floor_of(numerator, atom.denominator.as_integer or 1)
            replaced = replaced.substitute(symbol, linear)
        replaced = replaced.substitute(name, poly_of(value))
        changed = frozenset(
            constraint(substitute(form_of(item), name, value)) if item[0] else item for item in cons
        )
        sum_variable(changed, replaced, fresh, context, out, budget)


_POWER_SUMS: list[tuple[tuple[int, ...], int]] = [((0, 1), 1)]
"""The table of power sums as far as it was needed."""


def power_sum(power: int) -> tuple[tuple[int, ...], int]:
    """Return integer coefficients (from x**0 upwards) and the denominator of the sum of i**power.

    From ``S_k' = k*S_(k-1) + constant`` and ``S_k(1) = 1``: integrate, and let the linear term make
    the sum of all coefficients 1.
    """
    while len(_POWER_SUMS) <= power:
        k = len(_POWER_SUMS)
        before, den = _POWER_SUMS[-1]
        scale = lcm(*range(1, k + 2))
        values = [0, *(k * value * scale // (j + 1) for j, value in enumerate(before))]
        den *= scale
        values[1] += den - sum(values)
        common = gcd(den, *values)
        _POWER_SUMS.append((tuple(value // common for value in values), den // common))
    return _POWER_SUMS[power]


def sum_over(poly: Poly, name: str, first: Poly, last: Poly) -> Poly:
    """Return the sum of ``poly`` for ``name`` from ``first`` to ``last``.

    Exact for ``last >= first - 1`` (the empty sum included). The bounds must not mention ``name``.
    """
    before = first - 1
    if not poly.mentions(name):
        return poly * (last - before)
    antiderivative = _antiderivative(poly, name)
    result = horner(antiderivative, last)
    return result - horner(antiderivative, before) if before else result


def _antiderivative(poly: Poly, name: str) -> list[Poly]:
    """Return ``[c0, c1, ...]``: the sum of ``poly`` from 1 to x is ``sum(c_k * x**k)``."""
    split: list[tuple[int, Monomial, int]] = []
    highest = 0
    for monomial, value in poly.terms.items():
        power = monomial.count(name)
        highest = max(highest, power)
        rest = tuple(item for item in monomial if item != name) if power else monomial
        split.append((power, rest, value))
    sums = [power_sum(power) for power in range(highest + 1)]
    den = lcm(*(item[1] for item in sums))
    by_degree: list[dict[Monomial, int]] = [{} for _ in range(highest + 2)]
    for power, rest, value in split:
        coefficients, own = sums[power]
        factor = value * (den // own)
        for degree, coefficient in enumerate(coefficients):
            if coefficient:
                terms = by_degree[degree]
                terms[rest] = terms.get(rest, 0) + coefficient * factor
    return [Poly({m: c for m, c in terms.items() if c}, poly.den * den) for terms in by_degree]
