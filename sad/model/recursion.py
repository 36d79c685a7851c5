"""Units that call themselves, as loops over their activations.

``fact(n)`` calls itself with ``n - 1`` until ``n <= 1``: its activations have ``n - t`` for
t = 0, 1, ..., so they are a loop like any other, and so are ``n/2**t``. If every activation calls it
twice with the same argument, activation t stands for ``2**t`` of them. Units that call each other in a
ring are one loop, each with its values in one turn. What is no such loop is not solved.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from sad.algebra import atoms
from sad.algebra.affine import constraint
from sad.algebra.bind import bind, map_symbols
from sad.algebra.carried import carried_on, old_name
from sad.algebra.changes import OLD, change_of
from sad.algebra.conditions import alternatives, is_truth, not_negative, opposite
from sad.algebra.domains import Index
from sad.algebra.feasible import implied
from sad.algebra.first_times import Time, earliest, first_time
from sad.algebra.nest import sum_nest
from sad.algebra.poly import ONE, ZERO, Poly, product
from sad.algebra.recurrences import opened
from sad.model.walks.formulas import formulas
from sad.model.walks.terms import CallTerm, terms
from sad.records import record
from sad.symbols import CALLERS, NPROCS, NTHREADS, RANK, index_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sad.model.nodes import Activations, UnitDescription

_STEADY = frozenset((RANK, NPROCS, NTHREADS, CALLERS))


@record
class Start:
    """Activations of a unit that one call from outside its cycle brings about.

    ``indices`` are loops over them, ``weight`` how many each iteration stands for, ``values`` its
    inputs (and the truth of conditions, by the names of their probabilities), all in terms of the
    inputs of the unit that is called.
    """

    member: str
    indices: tuple[Index, ...]
    weight: Poly
    values: Mapping[str, Poly]


class _Step(NamedTuple):
    """How an activation starts the next: which unit, how often, and with what."""

    target: str
    weight: Poly
    values: Mapping[str, Poly]


class _Place(NamedTuple):
    """A member of a ring: how often a turn starts it, its known inputs there, and what it starts."""

    unit: UnitDescription
    reached: Poly
    values: Mapping[str, Poly]


def starts_of(
    unit: UnitDescription,
    units: Mapping[str, UnitDescription],
    numbers: Mapping[str, Poly] = MappingProxyType({}),
) -> list[Start] | None:
    """Return the activations of all units that a call of a recursive one starts; None if not solved.

    ``units`` are those to be followed, by name, ``numbers`` inputs of the call that are numbers. It is
    taken for granted that the recursion ends.
    """
    turn = _turn(unit, units, numbers)
    if turn is None:
        return None
    places, weights, after = turn
    index = index_name(unit.name, "recursion")
    iteration = Poly.symbol(index)
    now = _iterates(after, index)
    times = ONE
    truths: list[Poly] = []
    for weight in weights:
        parts = _parts(weight)
        if parts is None:
            return None
        factor, conditions = parts
        times = times * factor
        truths += conditions
    if not all(_is_known(item, now) for item in (times, *truths)):
        return None
    times = bind(times, now)
    if atoms.depends_on(times, index):
        return None
    going_on = [bind(item, now) for item in truths]
    end = _end(going_on, index)
    if end is None:
        return None
    loop = (Index(index, ZERO, end, end + 1),)
    power = ONE if times == ONE else atoms.power_of(times, iteration)
    found: list[Start] = []
    for place in places:
        values = {name: bind(value, now) for name, value in place.values.items()}
        if any(_divides_by_nothing(value, index) for value in values.values()):
            return None
        if not all(_is_known(item, now) for item in (place.reached, *place.values.values())):
            return None
        conditions = _in_iterations(place.unit, values, going_on, not_negative(iteration - end))
        own = _activations(place.unit)
        unknown = {name: Poly.symbol(own.values[name]) for name in own.values if name not in values}
        weight = power * bind(place.reached, now)
        found.append(Start(place.unit.name, loop, weight, {**unknown, **values, **conditions}))
    return found


def _activations(unit: UnitDescription) -> Activations:
    assert unit.recursion is not None
    return unit.recursion


def _turn(
    unit: UnitDescription, units: Mapping[str, UnitDescription], numbers: Mapping[str, Poly]
) -> tuple[list[_Place], list[Poly], dict[str, Poly]] | None:
    """The members of a ring from ``unit`` on, what each starts, and the inputs after one turn."""
    own = _activations(unit).values
    steady = dict(numbers)  # of those that are numbers, the ones that a turn does not change
    while True:
        start = {name: steady.get(name, Poly.symbol(name)) for name in own}
        turn = _turn_from(unit, units, start)
        changed = () if turn is None else {n for n in steady if turn[2].get(n) != steady[n]}
        if not changed:
            return turn
        steady = {name: value for name, value in steady.items() if name not in changed}


def _turn_from(
    unit: UnitDescription, units: Mapping[str, UnitDescription], values: dict[str, Poly]
) -> tuple[list[_Place], list[Poly], dict[str, Poly]] | None:
    places: list[_Place] = []
    weights: list[Poly] = []
    here, reached = unit, ONE
    while True:
        step = _step(here, units)
        if step is None or not _is_known(step.weight, values):
            return None
        places.append(_Place(here, reached, values))
        weight = bind(step.weight, values)
        weights.append(weight)
        reached = reached * weight
        values = {
            name: _rounded_down(bind(value, values), weight)
            for name, value in step.values.items()
            if _is_known(value, values)
        }
        if step.target == unit.name:
            return places, weights, values
        if any(place.unit.name == step.target for place in places):
            return None
        here = units[step.target]


def recursive_calls(unit: UnitDescription) -> list[CallTerm] | None:
    """Return a unit's calls of those of its cycle; None if it may start some in other ways."""
    found: list[CallTerm] = []
    for term in terms(unit.tree):
        if not isinstance(term, CallTerm):
            continue
        call = term.call
        passed = {item.target for item in call.procedures.values()}
        if call.through is not None or not passed.isdisjoint(_activations(unit).members):
            return None
        if call.recursive and call.target is not None:
            found.append(term)
    return found


def _step(unit: UnitDescription, units: Mapping[str, UnitDescription]) -> _Step | None:
    """What an activation starts if that is always one unit with the same inputs."""
    calls = recursive_calls(unit)
    found: list[_Step] = []
    for call, context in calls or ():
        assert call.target is not None
        weight = sum_nest(context.indices, context.weight)
        if not weight:
            continue
        if call.target not in units:
            return None
        inputs = _activations(units[call.target]).values
        values = {name: call.bindings[name] for name in inputs if name in call.bindings}
        found.append(_Step(call.target, weight, values))
    if not found or any(item.target != found[0].target for item in found):
        return None
    same = {
        name: value
        for name, value in found[0].values.items()
        if all(item.values.get(name) == value for item in found)
    }
    weight = ZERO
    for item in found:
        weight = weight + item.weight
    return _Step(found[0].target, weight, same)


def _rounded_down(value: Poly, weight: Poly) -> Poly:
    """A value with quotients rounded down that are not negative where a weight is not zero."""
    parts = _parts(weight)
    guards: list[Poly] = []
    for truth in () if parts is None else parts[1]:
        ways = alternatives(truth) or ()
        guards += ways[0] if len(ways) == 1 else ()
    known = frozenset(constraint(guard.terms) for guard in guards)

    def symbol(name: str) -> Poly:
        atom = atoms.definition(name)
        if (
            not isinstance(atom, atoms.Trunc)
            or (atom.denominator.as_integer or 0) <= 0
            or not implied(known, constraint(atom.numerator.terms))
        ):
            return Poly.symbol(name)
        return atoms.floor_quotient(atom.numerator, atom.denominator)

    return map_symbols(value, symbol)


def _is_known(poly: Poly, known: Iterable[str]) -> bool:
    """Whether a formula has only symbols of which it is known what they are in any activation."""
    return atoms.free_symbols(poly) <= _STEADY.union(known)


def _divides_by_nothing(value: Poly, index: str) -> bool:
    """Whether a value from one turn before has no meaning in the first: ``n/2**(t - 1)`` for t = 0."""
    inside = map(atoms.definition, atoms.atoms_inside([value]))
    powers = (atom.exponent for atom in inside if isinstance(atom, atoms.Power))
    return any((bind(item, {index: ZERO}).as_integer or 0) < 0 for item in powers)


def _iterates(after: Mapping[str, Poly], index: str) -> dict[str, Poly]:
    """What inputs are in activation ``index``, from what one turn makes of them."""
    found: dict[str, Poly] = {}
    loop = Index(index, ZERO, Poly.symbol(index))
    pending = sorted(after)
    while pending:
        left: list[str] = []
        for name in pending:
            if not _is_known(after[name], {*found, name}):
                left.append(name)
                continue
            value = _iterate(after[name], name, found, loop)
            if value is not None:
                found[name] = value
        if len(left) == len(pending):
            break
        pending = left
    return found


def _iterate(after: Poly, name: str, known: Mapping[str, Poly], loop: Index) -> Poly | None:
    start = Poly.symbol(name)
    if after == start:
        return start
    change = change_of(bind(after, {name: Poly.symbol(OLD)}))
    if change is not None and change.kind in ("divide", "divide down") and change.needs is None:
        return change.after(start, Poly.symbol(loop.name))
    old = old_name(0, name)
    before = {item: value for item, value in known.items() if item != name}
    formula = carried_on(bind(after, {**before, name: Poly.symbol(old)}), old, start, loop)
    return None if formula is None else formula[0]


def _parts(weight: Poly) -> tuple[Poly, list[Poly]] | None:
    """A weight as a number of times, and conditions that must hold; None if it is no such product."""
    factor, conditions = ZERO, None
    plain = opened(weight)
    for monomial, value in plain.terms.items():
        here = [name for name in monomial if is_truth(Poly.symbol(name))]
        rest = product(Poly.symbol(name) for name in monomial if name not in here)
        factor = factor + (rest * value).over(plain.den)
        if conditions is not None and conditions != set(here):
            return None
        conditions = set(here)
    return None if conditions is None else (factor, list(map(Poly.symbol, sorted(conditions))))


def _end(going_on: list[Poly], index: str) -> Poly | None:
    """The last activation: the first in which one of the conditions for going on does not hold."""
    ways = [alternatives(opposite(item)) for item in going_on]
    options = [guards for way in ways for guards in way or ()]
    alone = len(options) == 1 or _one_after_the_other(options, index)
    times: list[Time | None] = [first_time(opposite(item), index, alone=alone) for item in going_on]
    found = earliest(time for time in times if time is not None)
    if None in times or found is None or found.comes != ONE:
        return None
    return found.at


def _one_after_the_other(options: list[tuple[Poly, ...]], index: str) -> bool:
    """Whether ends are equalities that a steady value meets in turn and cannot jump over."""
    steps: set[int] = set()
    starts: list[Poly] = []
    for guards in options:
        if len(guards) != 2 or guards[0] != -guards[1] or guards[0].den != 1:
            return False
        parts = max(guards, key=lambda item: _slope(item, index)).coefficients(index)
        step = parts[1].as_integer if len(parts) == 2 else None
        if step is None or any(atoms.depends_on(part, index) for part in parts):
            return False
        steps.add(step)
        starts.append(parts[0])
    between = [(item - starts[0]).as_integer for item in starts]
    if len(steps) != 1 or any(item is None for item in between):
        return False
    numbers = [item for item in between if item is not None]
    return max(numbers) - min(numbers) < steps.pop()


def _slope(form: Poly, index: str) -> int:
    parts = form.coefficients(index)
    return (parts[1].as_integer or 0) if len(parts) == 2 else 0


def _in_iterations(
    unit: UnitDescription, values: Mapping[str, Poly], going_on: list[Poly], ended: Poly
) -> dict[str, Poly]:
    """Conditions that say whether to go on and are not linear, as conditions on the iteration."""
    found: dict[str, Poly] = {}
    if len(going_on) != 1:
        return found
    for guard in _guards(unit):
        meaning = bind(opened(guard.meaning), values)
        if not _is_equality(meaning) and not any(map(_is_rounded, atoms.atoms_inside([meaning]))):
            continue
        if meaning == going_on[0]:
            found[guard.name] = opposite(ended)
        elif opposite(meaning) == going_on[0]:
            found[guard.name] = ended
    return found


def _is_equality(truth: Poly) -> bool:
    ways = alternatives(truth) or alternatives(opposite(truth)) or ()
    return any(len(guards) == 2 for guards in [*ways, *(alternatives(opposite(truth)) or ())])


def _is_rounded(symbol: str) -> bool:
    """Whether an atom is made by dividing, multiplying again and again."""
    atom = atoms.definition(symbol)
    inside = Poly.symbol(symbol)
    return atoms.is_indexed(inside) and isinstance(atom, atoms.Floor | atoms.Trunc | atoms.Power)


def _guards(unit: UnitDescription) -> Iterator[atoms.Guard]:
    for symbol in sorted(atoms.atoms_inside(formulas(unit.tree))):
        atom = atoms.definition(symbol)
        if isinstance(atom, atoms.Guard):
            yield atom
