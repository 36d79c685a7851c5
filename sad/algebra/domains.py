"""A loop nest as linear constraints: bounds and conditions opened, equalities used up."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.affine import (
    Constraint,
    constraint,
    form_of,
    is_false,
    is_true,
    negated,
    order,
    poly_of,
)
from sad.algebra.bind import bind
from sad.algebra.budget import Budget, OutOfReach
from sad.algebra.geometric import is_power
from sad.algebra.linearise import Case, Lineariser
from sad.algebra.poly import ONE, ZERO, Monomial, Poly
from sad.algebra.remainders import without_multiples
from sad.algebra.structure import formulas, with_formulas
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from sad.algebra.feasible import Constraints
    from sad.algebra.kinds import Recurrence


_MAX_DOMAINS = 64


@record
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
        return _range_length(self.first, self.last) if self.count is None else self.count

    @property
    def stands_alone(self) -> bool:
        """Whether it runs the same range in each iteration of all loops around it."""
        return not any(map(atoms.is_indexed, (self.first, self.last, self.trips)))

    def mapped(self, change: Callable[[Poly], Poly]) -> Index:
        """Return the index with every formula changed."""
        count = None if self.count is None else change(self.count)
        return Index(self.name, change(self.first), change(self.last), count)


@record
class Visit(Index):
    """All activations of one of several functions that call each other, as an index over them.

    ``walk`` says which these are, its functions give nothing; ``member`` is the function's number.
    Formulas for an activation have its inputs as symbols.
    """

    walk: Recurrence | None = None
    member: int = 0

    def free(self) -> frozenset[str]:
        """Return the symbols that decide where it starts and how it goes on."""
        assert self.walk is not None
        return atoms.free_symbols(atoms.intern_atom(self.walk))

    def mapped(self, change: Callable[[Poly], Poly]) -> Visit:
        """Return the index with the first call's inputs changed, and what all calls pass on."""
        assert self.walk is not None
        walk = with_formulas(self.walk, map(change, formulas(self.walk)))
        return Visit(self.name, self.first, self.last, None, walk, self.member)


@lru_cache(maxsize=50_000)
def _range_length(first: Poly, last: Poly) -> Poly:
    return atoms.clamp(last - first + 1)


@record
class Domain:
    """Constraints and variables of one case of the nest, outermost variable first."""

    constraints: Constraints
    variables: tuple[str, ...]
    body: Poly


@record
class _Opened:
    """Guards as cases (None: out of reach), names with variables added, what that took."""

    cases: tuple[Case, ...] | None
    names: frozenset[str]
    steps: int
    fresh: int


@lru_cache(maxsize=20_000)
def _opened(
    names: frozenset[str], context: Constraints, case: Case, guards: tuple[Poly, ...], fresh: int
) -> _Opened:
    """Open guards: many blocks stand in the same loops and under the same conditions."""
    budget = Budget(fresh=fresh)
    before = budget.steps
    opener = Lineariser(names, context, budget)
    cases = None
    with suppress(OutOfReach):
        cases = tuple(opener.guards(case, guards))
    return _Opened(cases, frozenset(opener.names), before - budget.steps, budget.fresh)


def domains(
    indices: Sequence[Index],
    body: Poly,
    context: Constraints,
    budget: Budget,
    facts: Constraints = frozenset(),
) -> list[Domain]:
    """Return domains whose sums add up to the nest's: linear constraints, and bodies whose only atoms
    with a variable inside are floors of linear forms and powers. ``facts`` follow from the bounds.
    """
    variables = tuple(index.name for index in indices)
    names = frozenset(variables)
    ranges = ((Poly.symbol(index.name), index) for index in indices)
    limits = (part for name, index in ranges for part in (name - index.first, index.last - name))
    opener = Lineariser(names, context, budget)
    cases = _cases(opener, context, Case(facts), tuple(limits), budget)
    result: list[Domain] = []
    for guards, poly in guarded_terms(body, names, budget).items():
        fewer = without_multiples(indices, guards, poly) if guards else None
        if fewer is not None:
            result.extend(domains(*fewer, context, budget, facts))
            continue
        more = tuple([poly_of(form_of(item)) for item in sorted(guards, key=order)])
        for case in cases:
            for opened in _cases(opener, context, case, more, budget):
                if (more or len(cases) > 1) and opener.impossible(opened.constraints):
                    continue
                result.extend(_with_body(opener, opened, variables, poly))
        if len(result) > _MAX_DOMAINS:
            raise OutOfReach("too many cases")
    return result


def _cases(
    opener: Lineariser, context: Constraints, case: Case, guards: tuple[Poly, ...], budget: Budget
) -> tuple[Case, ...]:
    """Open guards for ``opener``, which has the variables added from then on."""
    found = _opened(frozenset(opener.names), context, case, guards, budget.fresh)
    budget.spend(found.steps)
    if found.cases is None:
        raise OutOfReach("a bound or condition is not linear")
    opener.names, budget.fresh = opener.names | found.names, found.fresh
    return found.cases


def _with_body(
    opener: Lineariser, case: Case, variables: tuple[str, ...], body: Poly
) -> list[Domain]:
    """Open the atoms of the body that are no floors of linear forms."""
    poly = case.values.put_in(body)
    if not poly:
        return []
    for symbol in sorted(atoms.atoms_of(poly)):
        if opener.depends(symbol) and not (_is_linear_floor(opener, symbol) or is_power(symbol)):
            return [
                domain
                for opened in opener.value(case, symbol)
                for domain in _with_body(opener, opened, variables, poly)
            ]
    return [_without_equalities(Domain(case.constraints, variables + case.variables, poly))]


def _is_linear_floor(opener: Lineariser, symbol: str) -> bool:
    atom = atoms.definition(symbol)
    return (
        isinstance(atom, atoms.Floor)
        and atom.denominator.as_integer is not None
        and not any(map(opener.depends, atom.numerator.symbols()))
    )


def _without_equalities(domain: Domain) -> Domain:
    """Replace variables that an equality gives with a unit coefficient, innermost first."""
    while True:
        solved = _solved(domain)
        if solved is None:
            return domain
        name, value = solved
        constraints: set[Constraint] = set()
        for item in domain.constraints:
            changed = constraint(poly_of(form_of(item)).substitute(name, value).terms)
            if not is_true(changed):
                constraints.add(changed)
        variables = list(domain.variables)
        place = variables.index(name)
        added = [other for other in variables[place + 1 :] if atoms.depends_on(value, other)]
        if added:  # a quotient takes the place of the variable it determines
            variables.remove(added[0])
        variables[place : place + 1] = added[:1]
        domain = Domain(frozenset(constraints), tuple(variables), bind(domain.body, {name: value}))


def _solved(domain: Domain) -> tuple[str, Poly] | None:
    """A variable and its value, from two constraints that together say ``form == 0``."""
    least: dict[tuple[tuple[Monomial, int], ...], int] = {}
    for pairs, constant in domain.constraints:
        least[pairs] = min(constant, least.get(pairs, constant))
    equalities = [
        (pairs, constant)
        for pairs, constant in least.items()
        if least.get(tuple((monomial, -value) for monomial, value in pairs)) == -constant
    ]
    for item in sorted(equalities, key=order):
        form = form_of(item)
        for name in reversed(domain.variables):
            factor = form.get((name,), 0)
            if abs(factor) == 1 and sum(name in monomial for monomial in form) == 1:
                del form[(name,)]
                return name, poly_of(form) * -factor
    return None


# What is summed over a nest as guarded polynomials: conditions opened, their complements merged.
#
# Factors that are conditions (guarded pieces, their negations, named conditions) are multiplied out
# where they depend on a loop index. Two terms that differ only in a guard and its complement become
# one; where they leave out one value between them, they become all minus that value.

Guarded = dict[frozenset[Constraint], Poly]
"""The sum of each polynomial where all its guards hold; guards may contain atoms as unknowns."""

ALWAYS: frozenset[Constraint] = frozenset()
_CONDITIONS = atoms.Pieces | atoms.Not | atoms.Group | atoms.Guard | atoms.Alias


def guarded_terms(body: Poly, names: frozenset[str], budget: Budget) -> Guarded:
    """Return ``body`` with its conditions on any of ``names`` as guards."""
    opened = _open(body, names, budget)
    return opened if len(opened) < 2 else _merged(opened)


def _open(body: Poly, names: frozenset[str], budget: Budget) -> Guarded:
    plain: dict[Monomial, int] = {}
    result: Guarded = {}
    for monomial, value in body.in_order():
        conditions = [symbol for symbol in monomial if _is_condition(symbol, names)]
        if not conditions:
            plain[monomial] = value
            continue
        rest = tuple(symbol for symbol in monomial if symbol not in conditions)
        product: Guarded = {ALWAYS: Poly({rest: value}, body.den)}
        for symbol in conditions:
            product = _times(product, _meaning(symbol, names, budget), budget)
        for guards, poly in product.items():
            _add(result, guards, poly)
    if plain:
        _add(result, ALWAYS, Poly(plain, body.den))
    return result


def _is_condition(symbol: str, names: frozenset[str]) -> bool:
    atom = atoms.definition(symbol)
    return isinstance(atom, _CONDITIONS) and not names.isdisjoint(
        atoms.free_symbols(Poly.symbol(symbol))
    )


def _meaning(symbol: str, names: frozenset[str], budget: Budget) -> Guarded:
    found, steps = _meant(symbol, names & atoms.free_symbols(Poly.symbol(symbol)))
    budget.spend(steps)
    return found


@lru_cache(maxsize=20_000)
def _meant(symbol: str, names: frozenset[str]) -> tuple[Guarded, int]:
    """What a condition means, and the steps that took: more than any budget has if it is too much."""
    budget = Budget()
    before = budget.steps
    with suppress(OutOfReach):
        return _multiplied_out(symbol, names, budget), before - budget.steps
    return {}, before + 1


def _multiplied_out(symbol: str, names: frozenset[str], budget: Budget) -> Guarded:
    match atoms.definition(symbol):
        case atoms.Pieces(pieces):
            result: Guarded = {}
            for guards, poly in pieces:
                own: Guarded = {frozenset(constraint(guard.terms) for guard in guards): ONE}
                for known, value in _times(own, _open(poly, names, budget), budget).items():
                    _add(result, known, value)
            return result
        case atoms.Not(inner):
            return _opposite(_open(inner, names, budget))
        case atoms.Group(inner) | atoms.Guard(meaning=inner) | atoms.Alias(meaning=inner):
            return _open(inner, names, budget)
        case _:
            raise AssertionError(symbol)


def _opposite(inner: Guarded) -> Guarded:
    """``1 - inner``; a single guard turns round."""
    if len(inner) == 1:
        ((guards, poly),) = inner.items()
        if poly == ONE and len(guards) == 1:
            return {frozenset(negated(item) for item in guards): ONE}
    result: Guarded = {ALWAYS: ONE}
    for guards, poly in inner.items():
        _add(result, guards, -poly)
    return result


def _times(first: Guarded, second: Guarded, budget: Budget) -> Guarded:
    budget.spend(10 * len(first) * len(second))
    result: Guarded = {}
    for guards, poly in first.items():
        for more, other in second.items():
            _add(result, guards | more, poly * other)
    return result


def _add(result: Guarded, guards: frozenset[Constraint], poly: Poly) -> None:
    """Add a term, unless its guards contradict each other in plain sight."""
    if guards:
        kept = _tightest(guards)
        if kept is None:
            return
        guards = kept
    total = result.get(guards, ZERO) + poly
    if total:
        result[guards] = total
    else:
        result.pop(guards, None)


def _tightest(guards: Iterable[Constraint]) -> Constraints | None:
    """The guards without those another one of the same form implies; None if two exclude each other."""
    least: dict[tuple[tuple[Monomial, int], ...], int] = {}
    for item in guards:
        if is_false(item):
            return None
        if not is_true(item):
            least[item[0]] = min(item[1], least.get(item[0], item[1]))
    for pairs, constant in least.items():
        other = least.get(tuple((monomial, -value) for monomial, value in pairs))
        if other is not None and other + constant < 0:
            return None
    return frozenset(least.items())


def _merged(terms: Guarded) -> Guarded:
    """Join terms with equal polynomials that differ in a guard and its complement, or nearly so."""
    pending = sorted(terms.items(), key=lambda item: sorted(map(order, item[0])))
    result: Guarded = {}
    while pending:
        guards, poly = pending.pop()
        for place, (other, value) in enumerate(pending):
            mine, theirs = guards - other, other - guards
            if value != poly or len(mine) != 1 or len(theirs) != 1:
                continue
            gap = _gap(*mine, *theirs)
            if gap is not None:
                pending[place] = (guards & other, poly)
                if gap:
                    _add(result, (guards & other) | gap, -poly)
                break
        else:
            _add(result, guards, poly)
    return result


def _gap(first: Constraint, second: Constraint) -> frozenset[Constraint] | None:
    """What two constraints leave out between them: nothing or one value; None for anything else."""
    (pairs, constant), (others, other) = first, second
    opposite = tuple((monomial, -value) for monomial, value in pairs)
    if others != opposite:
        return None
    if constant + other == -1:
        return ALWAYS
    if constant + other == -2:
        return frozenset({(pairs, constant + 1), (opposite, -constant - 1)})
    return None
