"""Variables that a loop carries on: from what one iteration makes of a value to what many make of it.

The value after an iteration is a formula in the value before it (``old_name``) and the loop's index.
Counters and sums add something each time, toggles and states go round, flags change once.
"""

from __future__ import annotations

from sad.algebra import atoms
from sad.algebra.affine import at_least_zero
from sad.algebra.bind import bind
from sad.algebra.conditions import both, is_truth, is_zero, not_negative, opposite
from sad.algebra.domains import Index
from sad.algebra.first_times import first_time
from sad.algebra.nest import sum_nest
from sad.algebra.poly import ONE, ZERO, Poly
from sad.algebra.simplify import Simplifier
from sad.symbols import INDEX_MARK

_OLD = f"{INDEX_MARK}old:"
_MOST_STATES = 8
_MOST_TERMS = 16


def old_name(header: int, cell: str) -> str:
    """Return the symbol for what a cell holds where an iteration of a loop starts."""
    return f"{_OLD}{header}:{cell}"


def _iteration(loop: Index) -> Poly:
    """The number of the current iteration, from 0."""
    return Poly.symbol(loop.name) - loop.first


def is_old(symbol: str) -> bool:
    """Whether a symbol stands for a value before an iteration."""
    return symbol.startswith(_OLD)


def carried_on(
    after: Poly, old: str, start: Poly, loop: Index
) -> tuple[Poly, list[tuple[Poly, Poly]] | None] | None:
    """Return what a variable holds where an iteration starts, given what one makes of it.

    With it come the conditions and constants if it is one of several; None if there is no formula.
    """
    states = _states(after, old, start)
    if states is not None:
        return _in_turn(*states, _iteration(loop))
    value = _formula(after, old, start, loop)
    if value is None:
        value = _after_first(after, old, start, loop)
    if value is None or len(value.terms) > _MOST_TERMS:
        return None
    arms = None
    if start.as_constant is not None and after.as_constant is not None:
        first = is_zero(_iteration(loop))
        arms = [(first, start), (opposite(first), after)]
    return value, arms


def _after_first(after: Poly, old: str, start: Poly, loop: Index) -> Poly | None:
    """What a variable holds of which the first iteration makes something else than all others."""
    later = Simplifier(frozenset([at_least_zero(_iteration(loop) - 1)])).poly(after)
    if later == after:
        return None
    once = bind(after, {old: start, loop.name: loop.first})
    value = _formula(later, old, once, Index(loop.name, loop.first + 1, loop.last))
    if value is None:
        return None
    return start + not_negative(_iteration(loop) - 1) * (value - start)


def _formula(after: Poly, old: str, start: Poly, loop: Index) -> Poly | None:
    index, iteration = loop.name, _iteration(loop)
    before = Poly.symbol(old)
    added = after - before
    if not atoms.depends_on(added, old):
        return start + _added(added, loop)
    if not atoms.depends_on(after, old):
        last = bind(after, {index: Poly.symbol(index) - 1})
        return last + is_zero(iteration) * (start - last)
    compared = _other_argument(after, old)
    if compared is not None:
        return _farthest(*compared, start, loop)
    chosen = _chosen(after, old)
    if chosen is not None:
        return _changed_when(*chosen, old, start, loop)
    parts = after.coefficients(old)
    factor = parts[1].as_integer if len(parts) == 2 else None
    if factor is None or any(atoms.depends_on(parts[0], item) for item in (old, index)):
        return None
    if factor == -1:
        odd = iteration - atoms.floor_of(iteration, 2) * 2
        return start + odd * (parts[0] - start * 2)
    if factor < 2 or after.den != 1:
        return None
    scale = atoms.power_of(Poly.constant(factor), iteration)
    return start * scale + (parts[0] * (scale - 1)).over(factor - 1)


def grows_fast(after: Poly, old: str) -> bool:
    """Whether a value is multiplied: it leaves its type soon."""
    return any(abs(item.as_integer or 0) > 1 for item in after.coefficients(old)[1:])


def _added(added: Poly, loop: Index) -> Poly:
    """The sum of what the iterations before this one have added."""
    if not atoms.depends_on(added, loop.name):
        return added * _iteration(loop)
    inside = {name for poly in (added, *atoms.operands_inside([added])) for name in poly.symbols()}
    name = f"{loop.name}'"
    while name in inside:  # of a sum in it, whose bounds hold this loop's index
        name += "'"
    earlier = Index(name, loop.first, Poly.symbol(loop.name) - 1)
    return _in_any_iteration(sum_nest([earlier], bind(added, {loop.name: Poly.symbol(name)})), loop)


def _in_any_iteration(poly: Poly, loop: Index) -> Poly:
    """Drop a condition that holds in all iterations but the first, where the value is 0 anyway."""
    atom = atoms.atom_of(poly)
    if not isinstance(atom, atoms.Pieces) or len(atom.pieces) != 1:
        return poly
    ((guards, inner),) = atom.pieces
    ahead = [(guard - _iteration(loop)).as_constant for guard in guards]
    least = min((-1 if item is None else item for item in ahead), default=0)
    if None in ahead or least < -1:
        return poly
    starts_at_zero = not bind(inner, {loop.name: loop.first})
    return inner if least >= 0 or starts_at_zero else poly


def _chosen(after: Poly, old: str) -> tuple[Poly, Poly] | None:
    """The condition on which an iteration sets a new value, and that value."""
    for symbol in sorted(atoms.atoms_of(after)):
        parts = after.coefficients(symbol)
        truth = Poly.symbol(symbol)
        if not is_truth(truth) or len(parts) != 2:
            continue
        without, with_it = parts[0], parts[0] + parts[1]
        if without == Poly.symbol(old) and not atoms.depends_on(with_it, old):
            return truth, with_it
        if with_it == Poly.symbol(old) and not atoms.depends_on(without, old):
            return opposite(truth), without
    return None


def _changed_when(truth: Poly, new: Poly, old: str, start: Poly, loop: Index) -> Poly | None:
    """What a variable holds that an iteration sets to ``new`` where a condition holds."""
    index, iteration = loop.name, _iteration(loop)
    before = Poly.symbol(old)
    if atoms.depends_on(truth, old):
        for sign in (1, -1):  # the greatest so far, the least so far
            way = (new - before) * sign
            if truth in (not_negative(way), not_negative(way - 1)):
                return _farthest(new, sign, start, loop)
        return None
    shift = {index: Poly.symbol(index) + loop.first}
    time = first_time(bind(truth, shift), index, alone=False)
    if time is None or atoms.depends_on(new, index):
        return None
    since = both(time.comes, not_negative(iteration - time.at - 1))
    return start + since * (new - start)


def _farthest(new: Poly, sign: int, start: Poly, loop: Index) -> Poly | None:
    """The greatest (least, if ``sign`` is -1) of a start and of what all iterations so far have had."""
    step = _step(new, loop.name)
    if step is None or step * sign < 0:
        return None
    last = bind(new, {loop.name: Poly.symbol(loop.name) - 1})
    far = atoms.max_of if sign > 0 else atoms.min_of
    return start + not_negative(_iteration(loop) - 1) * (far((start, last)) - start)


def _other_argument(after: Poly, old: str) -> tuple[Poly, int] | None:
    """What the old value is compared with, if the greater (1) or less (-1) of both is kept."""
    atom = atoms.atom_of(after)
    if not isinstance(atom, atoms.Max | atoms.Min) or len(atom.arguments) != 2:
        return None
    others = [item for item in atom.arguments if item != Poly.symbol(old)]
    if len(others) != 1 or atoms.depends_on(others[0], old):
        return None
    return others[0], 1 if isinstance(atom, atoms.Max) else -1


def _step(poly: Poly, index: str) -> int | None:
    """By how much a linear formula grows from one iteration to the next."""
    parts = poly.coefficients(index)
    if len(parts) > 2 or poly.den != 1 or any(atoms.depends_on(item, index) for item in parts):
        return None
    return parts[1].as_integer if len(parts) == 2 else 0


def _states(after: Poly, old: str, start: Poly) -> tuple[list[int], int] | None:
    """The values a variable goes through from a constant on, and from which of them it goes round."""
    first = start.as_integer
    if first is None or atoms.free_symbols(after) != frozenset((old,)):
        return None
    states = [first]
    while len(states) <= _MOST_STATES:
        value = bind(after, {old: Poly.constant(states[-1])}).as_integer
        if value is None:
            return None
        if value in states:
            return states, states.index(value)
        states.append(value)
    return None


def _in_turn(
    states: list[int], again: int, iteration: Poly
) -> tuple[Poly, list[tuple[Poly, Poly]]]:
    """The state in an iteration: the first ones once, the others in turn."""
    arms: list[tuple[Poly, Poly]] = []
    period = len(states) - again
    since = iteration - again
    turn = since - atoms.floor_of(since, period) * period
    for number, state in enumerate(states):
        if number < again:
            here = is_zero(iteration - number)
        else:
            here = is_zero(turn - (number - again))
            here = here if again == 0 else both(here, not_negative(since))
        arms.append((here, Poly.constant(state)))
    if len(states) == 1:
        return Poly.constant(states[0]), [(ONE, Poly.constant(states[0]))]
    value = ZERO
    for here, state in arms:
        value = value + here * state
    return value, arms
