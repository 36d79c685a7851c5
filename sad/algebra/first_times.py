"""The first iteration of a loop in which a condition holds, from how its parts change.

An exit that depends on an induction variable is a comparison in the number of the iteration. For
linear variables the first iteration for which it holds follows by division, for ones that are
multiplied or divided each time by a logarithm. What holds the other way round only up to an iteration,
or does not change, says whether that iteration comes at all.
"""

from __future__ import annotations

from math import prod
from types import MappingProxyType
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.bind import bind
from sad.algebra.conditions import (
    alternatives,
    both,
    is_zero,
    not_negative,
    opposite,
)
from sad.algebra.poly import ONE, ZERO, Poly
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


@record
class Time:
    """The first iteration (from 0) in which something happens; the truth of its happening at all."""

    at: Poly
    comes: Poly = ONE

    @property
    def is_constant(self) -> bool:
        """Whether the iteration, and whether it comes, are numbers."""
        return self.at.as_constant is not None and self.comes.as_constant is not None

    def truth_from_then(self, iteration: Poly) -> Poly:
        """Return the condition that an iteration is this one or a later one."""
        return both(self.comes, not_negative(iteration - _unclamped(self.at)))


def first_time(
    condition: Poly,
    iteration: str,
    *,
    alone: bool,
    least: Mapping[str, int] = MappingProxyType({}),
) -> Time | None:
    """Return when a condition first holds, by the values >= 0 of ``iteration``; None if unclear.

    ``alone`` is whether the loop ends in no other way, ``least`` the least values of symbols, from 0.
    """
    options = alternatives(condition)
    if options is None:
        return None
    times = [_first_of(guards, iteration, least, alone=alone) for guards in options]
    known = [time for time in times if time is not None]
    return earliest(known) if len(known) == len(times) else None


def earliest(times: Iterable[Time]) -> Time | None:
    """Return the first of some times; None if that is no formula.

    Those that come for certain bound the others, of which at most one may come without them.
    """
    ordered = sorted((time for time in times if time.comes), key=lambda time: time.comes != ONE)
    if not ordered:
        return Time(ZERO, ZERO)
    found = ordered[0]
    for time in ordered[1:]:
        least = atoms.min_of((found.at, time.at))
        if found.comes != ONE:
            return None
        missed = opposite(time.comes)
        found = Time(least if time.comes == ONE else time.comes * least + missed * found.at)
    return found


def is_before(first: Time, second: Time, *, or_with: bool) -> Poly:
    """Return the truth of one time coming before another that comes, or with it."""
    if or_with:
        return both(first.comes, opposite(_less(second.at, first.at)))
    return both(first.comes, _less(first.at, second.at))


def first_taken(times: Sequence[Time], *, last_first: bool) -> list[Poly]:
    """Return, by exit in order, whether it is the one taken: no earlier one comes at its time.

    They add up to 1: the last is the rest. ``last_first`` is whether it is passed before the others.
    """
    taken: list[Poly] = []
    for number, time in enumerate(times[:-1]):
        first = time.comes
        for other, against in enumerate(times):
            if other != number:
                with_it = other < number or (last_first and other == len(times) - 1)
                before = is_before(against, time, or_with=with_it)
                first = both(first, opposite(before))
        taken.append(first)
    rest = ONE
    for item in taken:
        rest = rest - item
    return [*taken, rest if rest.as_constant is not None else atoms.not_of(ONE - rest)]


def _unclamped(time: Poly) -> Poly:
    """What a time is, if that is at least 0: only its order among iterations counts."""
    atom = atoms.atom_of(time)
    if isinstance(atom, atoms.Max) and len(atom.arguments) == 2 and ZERO in atom.arguments:
        return next(item for item in atom.arguments if item != ZERO)
    return time


def _less(first: Poly, second: Poly) -> Poly:
    """Whether one time, at least 0, is less than another."""
    low, high = _unclamped(first), _unclamped(second)
    less = not_negative(high - low - 1)
    return less if low == first else both(less, not_negative(high - 1))


def _first_of(
    guards: tuple[Poly, ...], iteration: str, least: Mapping[str, int], *, alone: bool
) -> Time | None:
    """The first iteration in which no guard is negative."""
    steady = [guard for guard in guards if not atoms.depends_on(guard, iteration)]
    moving = [guard for guard in guards if guard not in steady]
    comes = ONE
    for guard in steady:
        comes = both(comes, not_negative(guard))
    if len(moving) == 2 and not steady and moving[0] == -moving[1] and alone:
        # An equality: a loop that ends comes to it exactly, so to "at least" at the same time.
        at = _meeting(moving[0], iteration)
        return None if at is None else Time(at)
    equal = next((guard for guard in moving if -guard in moving), None)
    if equal is not None:
        hit = _hit(equal, iteration)
        if hit is None:
            return None
        comes = both(comes, hit.comes)
        for guard in moving:
            if guard not in (equal, -equal):
                comes = both(comes, not_negative(bind(guard, {iteration: hit.at})))
        return Time(hit.at, comes)
    starts: list[Poly] = []
    ends: list[Poly] = []
    for guard in moving:
        start = _rising(guard, iteration, least)  # from then on it holds for good
        if start is None:
            end = _rising(-guard - 1, iteration, least)  # from then on it does not
            if end is None:
                return None
            ends.append(end)
        else:
            starts.append(start)
    at = atoms.max_of(starts) if starts else ZERO  # each is at least 0
    for end in ends:
        comes = both(comes, _less(at, end))
    return Time(at, comes)


def _hit(form: Poly, iteration: str) -> Time | None:
    """The only iteration with ``form == 0``, for a linear form."""
    coefficients = form.coefficients(iteration)
    factor = coefficients[1].as_integer if len(coefficients) == 2 else None
    if factor is None or form.den != 1 or atoms.depends_on(coefficients[0], iteration):
        return None
    at = atoms.floor_of(coefficients[0] * (-1 if factor > 0 else 1), abs(factor))
    even = ONE if abs(factor) == 1 else is_zero(at * factor + coefficients[0])
    return Time(at, both(even, not_negative(at)))


def _meeting(form: Poly, iteration: str) -> Poly | None:
    """The first iteration with ``form == 0``, given that there is one."""
    vanishing = _vanishing(form, iteration)
    if vanishing is not None:
        return vanishing
    rising = _crossing(form, iteration, equal=True)
    return _crossing(-form, iteration, equal=True) if rising is None else rising


def _vanishing(form: Poly, iteration: str) -> Poly | None:
    """The first iteration in which a number divided each time is 0, from either side."""
    atom = atoms.atom_of(form if form.as_symbol is not None else -form)
    if not isinstance(atom, atoms.Trunc | atoms.Floor):
        return None
    start = atom.numerator
    # Divided down a negative number never comes to 0: such a loop does not end.
    number = start.as_integer
    if isinstance(atom, atoms.Floor) and number is not None and number < 0:
        return None
    size = atoms.max_of((start, -start)) if isinstance(atom, atoms.Trunc) else start
    return _shrinking(size, atom.denominator, ZERO, -1, iteration)


def _rising(form: Poly, iteration: str, least: Mapping[str, int]) -> Poly | None:
    """The first iteration with ``form >= 0``, from which on it holds."""
    found = _crossing(form, iteration)
    coefficients = form.coefficients(iteration)
    if found is not None or form.den != 1 or len(coefficients) != 2:
        return found
    rest, factor = coefficients
    if any(atoms.depends_on(item, iteration) for item in coefficients):
        return None
    lowest = 0
    for monomial, value in factor.terms.items():
        if value < 0 or any(symbol not in least for symbol in monomial):
            return None
        lowest += value * prod(least[symbol] for symbol in monomial)
    return atoms.clamp(atoms.floor_quotient(factor - rest - 1, factor)) if lowest > 0 else None


def _crossing(form: Poly, iteration: str, *, equal: bool = False) -> Poly | None:
    """The first iteration with ``form >= 0`` (``== 0``), for a form that grows in each iteration."""
    found = _square(form, iteration)
    if found is not None and not equal:
        return found
    changing = [
        symbol for symbol in form.symbols() if atoms.depends_on(Poly.symbol(symbol), iteration)
    ]
    if len(changing) != 1 or form.den != 1:
        return None
    (symbol,) = changing
    coefficients = form.coefficients(symbol)
    factor = coefficients[1].as_integer if len(coefficients) == 2 else None
    if factor is None:
        return None
    rest = coefficients[0]
    if equal and _is_missed(symbol, factor, rest, iteration):
        return None
    if symbol == iteration:
        if factor <= 0:
            return None
        return atoms.clamp(atoms.floor_of(-rest + (factor - 1), factor))
    match atoms.definition(symbol):
        case atoms.Power(base, exponent) if _is_scale(base, exponent, iteration) and factor > 0:
            # factor*base**t + rest >= 0  <=>  base**t > needed - 1
            needed = atoms.floor_of(-rest + (factor - 1), factor)
            return atoms.log_of(base, needed - 1) + 1
        case atoms.Trunc(numerator, denominator) | atoms.Floor(numerator, denominator) if not equal:
            return _shrinking(numerator, denominator, rest, factor, iteration)
        case _:
            return None


def _square(form: Poly, iteration: str) -> Poly | None:
    """The first iteration with ``a*t**2 + b*t + c >= 0``, of which only ``c`` is a formula."""
    whole = form * form.den
    coefficients = whole.coefficients(iteration)
    if len(coefficients) != 3 or any(atoms.depends_on(item, iteration) for item in coefficients):
        return None
    constant, first, second = (
        coefficients[0],
        coefficients[1].as_integer,
        coefficients[2].as_integer,
    )
    if first is None or second is None or second <= 0 or first < -second:
        return None  # it would not grow in each iteration
    # (2*a*t + b)**2 >= b**2 - 4*a*c; if b is even, a quarter of both sides
    half, times, needed = first, 2 * second, Poly.constant(first**2) - constant * (4 * second)
    if first % 2 == 0:
        half, times = first // 2, second
        needed = Poly.constant(half**2) - constant * second
    if half < 0:
        # In iteration 0 the left side is still falling: it holds there for c >= 0.
        return None
    return atoms.clamp(atoms.floor_of(atoms.root_of(needed - 1) - half + times, times))


def _is_missed(symbol: str, factor: int, rest: Poly, iteration: str) -> bool:
    """Whether ``factor*symbol + rest`` is never 0, as far as numbers tell: such a loop wraps around."""
    number = rest.as_integer
    if number is None:
        return False
    value, remainder = divmod(-number, factor)
    atom = atoms.definition(symbol)
    if isinstance(atom, atoms.Power):
        base = atom.base.as_integer
        exact = base is not None and value >= 1 and base ** atoms.integer_log(base, value) == value
        return remainder != 0 or not exact
    return symbol == iteration and (remainder != 0 or value < 0)


def _shrinking(
    numerator: Poly, denominator: Poly, rest: Poly, factor: int, iteration: str
) -> Poly | None:
    """The first iteration with ``rest >= numerator / base**t``, rounded; the bound at least 0."""
    power = atoms.atom_of(denominator)
    bound = rest.as_integer
    if (
        factor != -1
        or bound is None
        or bound < 0
        or atoms.depends_on(numerator, iteration)
        or not isinstance(power, atoms.Power)
        or not _is_scale(power.base, power.exponent, iteration)
    ):
        return None
    # It goes on while numerator/base**t >= bound + 1, that is base**t <= numerator/(bound + 1).
    return atoms.log_of(power.base, atoms.floor_of(numerator, bound + 1)) + 1


def _is_scale(base: Poly, exponent: Poly, iteration: str) -> bool:
    number = base.as_integer
    return number is not None and number >= 2 and exponent == Poly.symbol(iteration)
