"""Guards made linear: floors, truncating divisions, remainders, max and min in them opened.

``floor(e/c) >= f`` is ``e >= c*f``; a floor that stands otherwise becomes a variable ``q`` with
``c*q <= e <= c*q + c - 1``, which has exactly one value. A remainder that has to be 0 is ``e = c*q``
whatever the sign. Truncation equals the floor only where the dividend is not negative: that is proved,
or the two signs are two cases. ``max`` and ``min`` become several guards or disjoint cases.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.affine import Constraint, constraint, is_false, is_true
from sad.algebra.bind import map_symbols, rebuild
from sad.algebra.budget import Budget, OutOfReach
from sad.algebra.feasible import Constraints, implied, infeasible
from sad.algebra.poly import ZERO, Poly
from sad.algebra.remainders import zero_remainder
from sad.records import field, record

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

_MAX_CASES = 32


class Values:
    """What atoms are in a case, and what formulas become by that.

    Cases of many nests decide the same: ``values_of`` gives the same object for the same values.
    """

    def __init__(self, values: Mapping[str, Poly]) -> None:
        self._values = values
        self._atoms: dict[str, Poly] = {}
        self._formulas: dict[Poly, Poly] = {}

    def plus(self, symbol: str, value: Poly) -> Values:
        """Return these values and one more."""
        return values_of((*self._values.items(), (symbol, value)))

    def put_in(self, poly: Poly) -> Poly:
        """Return ``poly`` with the atoms that have a value replaced, also inside other atoms."""
        if not self._values:
            return poly
        found = self._formulas.get(poly)
        if found is None:
            found = self._formulas[poly] = map_symbols(poly, self._atom)
        return found

    def _atom(self, name: str) -> Poly:
        found = self._atoms.get(name)
        if found is None:
            atom = atoms.definition(name)
            if name in self._values:
                found = self.put_in(self._values[name])
            elif atom is None or self._values.keys().isdisjoint(atoms.atoms_within(name)):
                found = Poly.symbol(name)
            else:
                found = rebuild(atom, name, self.put_in)
            self._atoms[name] = found
        return found


@lru_cache(maxsize=10_000)
def values_of(items: tuple[tuple[str, Poly], ...]) -> Values:
    """Return values of atoms, with what was made of formulas by them before."""
    return Values(dict(items))


@record
class Case:
    """Linear constraints; variables added, each with exactly one value; atoms' values in this case."""

    constraints: Constraints = frozenset()
    variables: tuple[str, ...] = ()
    values: Values = field(default_factory=lambda: values_of(()))

    def with_constraints(self, more: Iterable[Constraint]) -> Case:
        """Return the case with constraints added."""
        return Case(self.constraints.union(more), self.variables, self.values)


@record
class _Step:
    """One way to go on: guards to add, what a guard becomes, an atom's value, a new variable."""

    guards: tuple[Poly, ...] = ()
    instead: tuple[Poly, ...] | None = None
    value: tuple[str, Poly] | None = None
    variable: str | None = None


class Lineariser:
    """Opens the guards of one nest. ``context`` is what is known anyway.

    ``names`` are its indices; variables are added to them.
    """

    def __init__(self, names: Iterable[str], context: Constraints, budget: Budget) -> None:
        self.names = set(names)
        self._context = context
        self._budget = budget

    def depends(self, symbol: str) -> bool:
        """Whether a symbol is an atom with a loop index inside."""
        return atoms.definition(symbol) is not None and not self.names.isdisjoint(
            atoms.free_symbols(Poly.symbol(symbol))
        )

    def guards(self, case: Case, pending: Sequence[Poly]) -> list[Case]:
        """Return disjoint cases in which all ``pending`` guards hold as linear constraints."""
        linear: set[Constraint] = set()
        left: list[Poly] = []
        divided: list[tuple[Poly, str]] = []
        for guard in pending:
            poly = case.values.put_in(guard)
            if poly.den != 1:
                poly = poly * poly.den
            inside = atoms.atoms_of(poly)
            if any(map(self.depends, inside)):
                left.append(poly)
                continue
            symbol = self._plain_division(poly, inside) if inside else None
            if symbol is not None:
                divided.append((poly, symbol))
                continue
            item = constraint(poly.terms)
            if is_false(item):
                return []
            if not is_true(item):
                linear.add(item)
        if linear:
            case = case.with_constraints(linear)
        for poly, symbol in divided:
            bound = self._without_division(case, poly, symbol)
            if bound is None:  # the quotient stays an unknown of its own
                case = case.with_constraints((constraint(poly.terms),))
            else:
                left.append(bound)
        if not left:
            return [case]
        for guard in left:
            multiple = self._multiple(guard, left)
            if multiple is not None:
                kept = [item for item in left if item not in (guard, -guard)]
                return self._go_on(case, kept, None, [multiple])
        guard = left[0]
        if not any(map(self.depends, guard.symbols())):
            return self.guards(case, left)
        return self._go_on(case, left, guard, self._steps(case, guard))

    def value(self, case: Case, symbol: str) -> list[Case]:
        """Return disjoint cases in which the atom ``symbol``, or one inside it, has a value."""
        return self._go_on(case, [], None, self._values(case, self._innermost(symbol)))

    def impossible(self, items: Constraints) -> bool:
        """Whether constraints are proved to contradict each other or the context."""
        known = items | self._context
        self._budget.spend(len(known))
        return infeasible(known)

    def _go_on(
        self, case: Case, left: Sequence[Poly], guard: Poly | None, steps: Sequence[_Step]
    ) -> list[Case]:
        result: list[Case] = []
        for step in steps:
            self._budget.spend(20)
            values, variables = case.values, case.variables
            if step.value is not None:
                values = values.plus(*step.value)
            if step.variable is not None:
                variables = (*variables, step.variable)
                self.names.add(step.variable)
            pending = [*step.guards]
            for other in left:
                replaced = other is guard and step.instead is not None
                pending.extend(step.instead if replaced and step.instead else (other,))
            opened = self.guards(Case(case.constraints, variables, values), pending)
            if len(steps) > 1:
                opened = [item for item in opened if not self.impossible(item.constraints)]
            result.extend(opened)
            if len(result) > _MAX_CASES:
                raise OutOfReach("too many cases")
        return result

    def _known(self, case: Case, poly: Poly) -> bool:
        """Whether ``poly >= 0`` is proved in this case."""
        if any(map(self.depends, poly.symbols())):
            return False
        known = case.constraints | self._context
        self._budget.spend(len(known))
        return implied(known, constraint(poly.terms))

    def _plain_division(self, guard: Poly, inside: set[str]) -> str | None:
        """A quotient of parameters alone that bounds an index, to become a bound with a coefficient."""
        if self.names.isdisjoint(guard.symbols()):
            return None
        for symbol in sorted(inside):
            atom = atoms.definition(symbol)
            if (
                isinstance(atom, atoms.Floor | atoms.Trunc)
                and _is_positive(atom.denominator)
                and abs(_coefficient(guard, symbol)) == 1
            ):
                return symbol
        return None

    def _without_division(self, case: Case, guard: Poly, symbol: str) -> Poly | None:
        """``floor(n/c) + r >= 0`` as ``n + c*r >= 0``; ``r - floor(n/c) >= 0`` likewise.

        For rounding toward zero that is right too if the quotient is compared with a positive
        number from below, or a number that is not negative from above.
        """
        atom = atoms.definition(symbol)
        if not isinstance(atom, atoms.Floor | atoms.Trunc) or not _is_positive(atom.denominator):
            return None
        divisor = atom.denominator.as_integer or 1
        sign, rest = _coefficient(guard, symbol), _without(guard, symbol)
        if abs(sign) != 1:
            return None
        if isinstance(atom, atoms.Trunc) and not self._known(case, -rest - 1 if sign > 0 else rest):
            return None
        if sign > 0:
            return atom.numerator + rest * divisor
        return rest * divisor + (divisor - 1) - atom.numerator

    def _innermost(self, symbol: str) -> str:
        """An atom of indices with no other inside: ``symbol`` or one inside it."""
        atom = atoms.definition(symbol)
        if isinstance(atom, atoms.Looped):
            raise OutOfReach("a sum depends on an index")  # inside, its own index is free
        for operand in atoms.operands(atom) if atom is not None else ():
            for name in sorted(operand.symbols()):
                if self.depends(name):
                    return self._innermost(name)
        return symbol

    def _steps(self, case: Case, guard: Poly) -> list[_Step]:
        """The ways to open a guard: one without the atom if there is such, else the atom's values."""
        found = sorted(filter(self.depends, guard.symbols()))
        for symbol in found:
            bound = self._without_division(case, guard, symbol)
            if bound is not None:
                return [_Step(instead=(bound,))]
            atom, sign = atoms.definition(symbol), _coefficient(guard, symbol)
            if atoms.has_reals(symbol):
                raise OutOfReach("a comparison of real numbers")
            if sign and isinstance(atom, atoms.Min if sign > 0 else atoms.Max):
                rest = _without(guard, symbol)
                return [_Step(instead=tuple(rest + item * sign for item in atom.arguments))]
        return self._values(case, self._innermost(found[0]))

    def _values(self, case: Case, symbol: str) -> list[_Step]:
        """The values of an atom, by cases."""
        atom = atoms.definition(symbol)
        if atoms.has_reals(symbol):
            raise OutOfReach("a comparison of real numbers")
        match atom:
            case atoms.Group(inner) | atoms.Guard(meaning=inner) | atoms.Alias(meaning=inner):
                return [_Step(value=(symbol, inner))]
            case atoms.Not(inner):
                return [_Step(value=(symbol, 1 - inner))]
            case atoms.Max(arguments):
                return _extremes(symbol, arguments, 1)
            case atoms.Min(arguments):
                return _extremes(symbol, arguments, -1)
            case atoms.Floor(numerator, denominator) if _is_positive(denominator):
                return [self._quotient(symbol, numerator, denominator.as_integer or 1)]
            case atoms.Trunc(numerator, denominator):
                return self._truncated(case, symbol, numerator, denominator)
            case atoms.Pieces(pieces):
                (guards, inner), rest = pieces[0], atoms.pieces_of(pieces[1:])
                return [
                    _Step(guards, value=(symbol, inner + rest)),
                    *(
                        _Step((*guards[:number], -guard - 1), value=(symbol, rest))
                        for number, guard in enumerate(guards)
                    ),
                ]
            case atoms.Mod(dividend, divisor):
                quotient = atoms.trunc_quotient(dividend, divisor)
                return [_Step(value=(symbol, dividend - divisor * quotient))]
            case _:
                raise OutOfReach(f"{symbol} depends on an index")

    def _quotient(self, symbol: str, numerator: Poly, divisor: int) -> _Step:
        fresh = self._budget.new_name()
        rest = numerator - Poly({(fresh,): divisor})
        guards = (rest, Poly.constant(divisor - 1) - rest)
        return _Step(guards, value=(symbol, Poly.symbol(fresh)), variable=fresh)

    def _truncated(
        self, case: Case, symbol: str, numerator: Poly, denominator: Poly
    ) -> list[_Step]:
        divisor = denominator.as_integer
        if not divisor:
            raise OutOfReach("a division by something that is no number")
        if divisor < 0:
            return [_Step(value=(symbol, -atoms.trunc_quotient(numerator, -denominator)))]
        down = (symbol, atoms.floor_of(numerator, divisor))
        up = (symbol, -atoms.floor_of(-numerator, divisor))
        if self._known(case, numerator):
            return [_Step(value=down)]
        if self._known(case, -numerator):
            return [_Step(value=up)]
        return [_Step((numerator,), value=down), _Step((-numerator - 1,), value=up)]

    def _multiple(self, guard: Poly, left: Sequence[Poly]) -> _Step | None:
        """If ``guard`` and its negative say that a remainder is 0: ``dividend = divisor*q``."""
        found = zero_remainder(guard)
        if found is None or not found.divisor.as_integer or -guard not in left:
            return None
        fresh = self._budget.new_name()
        rest = found.dividend - found.divisor * Poly.symbol(fresh)
        is_quotient = not isinstance(atoms.definition(found.symbol), atoms.Mod)
        value = Poly.symbol(fresh) if is_quotient else ZERO
        return _Step((rest, -rest), value=(found.symbol, value), variable=fresh)


def _extremes(symbol: str, arguments: tuple[Poly, ...], sign: int) -> list[_Step]:
    """One case for each argument: it is the extreme one, ties to the first; numbers come last."""
    ordered = sorted(arguments, key=lambda item: item.as_constant is not None)
    steps: list[_Step] = []
    for i, item in enumerate(ordered):
        guards: list[Poly] = []
        for j, other in enumerate(ordered):
            if j != i:
                past = (item - other) * sign
                guards.append(past * past.den - 1 if j < i else past)  # in steps of 1/den
        steps.append(_Step(tuple(guards), value=(symbol, item)))
    return steps


def _coefficient(guard: Poly, symbol: str) -> int:
    """The coefficient of ``symbol`` if it stands in one term only and alone there, else 0."""
    value = guard.terms.get((symbol,), 0)
    return value if value and sum(symbol in monomial for monomial in guard.terms) == 1 else 0


def _without(guard: Poly, symbol: str) -> Poly:
    return Poly({m: c for m, c in guard.terms.items() if m != (symbol,)})


def _is_positive(denominator: Poly) -> bool:
    divisor = denominator.as_integer
    return divisor is not None and divisor > 0
