"""Sums over the activations of functions that call themselves and each other."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.bind import bind, map_symbols
from sad.algebra.conditions import is_truth, opposite
from sad.algebra.kinds import Function, Recurrence, Started
from sad.algebra.poly import ONE, ZERO, Poly, content, total
from sad.records import replace

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sad.algebra.domains import Visit
    from sad.algebra.poly import Monomial


def opened(poly: Poly, about: frozenset[str] | None = None) -> Poly:
    """Return a formula with its conditions as what they mean, and sums multiplied out.

    With ``about`` only what has one of these names inside: the rest is a factor, however large.
    """

    def symbol(name: str) -> Poly:
        if about is not None and about.isdisjoint(_free(name)):
            return Poly.symbol(name)
        match atoms.definition(name):
            case atoms.Guard(meaning=inner) | atoms.Group(inner=inner) | atoms.Alias(meaning=inner):
                return opened(inner, about)
            case atoms.Not(inner=inner):
                inside = opened(inner, about)
                return opposite(inside) if is_truth(inside) else ONE - inside
            case _:
                return Poly.symbol(name)

    return map_symbols(poly, symbol)


def over_activations(visit: Visit, body: Poly) -> Poly:
    """Return the sum of a formula over all activations of the function that ``visit`` goes through."""
    assert visit.walk is not None
    walk, member = visit.walk, visit.member
    bound = atoms.bound_names(walk)
    parts: dict[Monomial, dict[Monomial, int]] = {}
    body = opened(body, bound)
    for monomial, value in body.terms.items():
        inside = tuple(name for name in monomial if not bound.isdisjoint(_free(name)))
        outside = tuple(name for name in monomial if name not in inside)
        parts.setdefault(outside, {})[inside] = value
    found = [
        Poly({outside: 1}) * _total(walk, member, Poly(terms, body.den))
        for outside, terms in parts.items()
    ]
    return total(found)


def _free(symbol: str) -> frozenset[str]:
    return atoms.free_symbols(Poly.symbol(symbol))


def _total(walk: Recurrence, member: int, body: Poly) -> Poly:
    """The sum of a formula each of whose terms is about the activation, or a number.

    An activation starts others as often as it says: all of them but the first are started so.
    """
    function = walk.functions[member]
    starts = None
    if all(call.target == member == 0 and not call.ranges for call in function.calls):
        starts = total(call.weight for call in function.calls)
    if starts:
        body = _in_terms_of(body, starts)
        leading = max(starts.terms, key=lambda item: (len(item), item))
        share = Poly.constant(_coefficient(body, leading) / _coefficient(starts, leading))
        rest = body - share * starts
        if share and len(rest.terms) < len(body.terms):
            calls = _atom(walk, member, ONE)
            return share * (calls - 1) + _total(walk, member, rest)
    constant = Poly({(): body.terms[()]}, body.den) if () in body.terms else ZERO
    rest = body - constant
    found = constant * _atom(walk, member, ONE) if constant else ZERO
    if rest:
        number = Poly({(): content(rest)[0]}, rest.den)
        bare = Poly({m: value // content(rest)[0] for m, value in rest.terms.items()})
        found = found + number * _atom(walk, member, bare)
    return found


def _coefficient(poly: Poly, monomial: Monomial) -> Fraction:
    return Fraction(poly.terms.get(monomial, 0), poly.den)


def _in_terms_of(body: Poly, starts: Poly) -> Poly:
    """A formula with the opposites of conditions under which calls are made as one minus these."""
    known = starts.symbols()

    def symbol(name: str) -> Poly:
        here = Poly.symbol(name)
        if name in known or not is_truth(here):
            return here
        other = opposite(here)
        return ONE - other if other.symbols() and other.symbols() <= known else here

    return map_symbols(body, symbol)


def _atom(walk: Recurrence, member: int, gives: Poly) -> Poly:
    """The sum over activations of a member, with no more functions and inputs than are needed."""
    functions = [
        replace(item, gives=gives if number == member else ZERO)
        for number, item in enumerate(walk.functions)
    ]
    kept = _leading_to(functions, member)
    if not kept:
        return ZERO
    needed = _needed(functions, kept)
    places = {
        number: [at for at, name in enumerate(functions[number].inputs) if name in needed]
        for number in kept
    }
    shorter = tuple(
        Function(
            functions[number].name,
            tuple(functions[number].inputs[at] for at in places[number]),
            functions[number].gives,
            tuple(
                Started(
                    kept.index(call.target),
                    call.ranges,
                    call.weight,
                    tuple(call.inputs[at] for at in places[call.target]),
                )
                for call in functions[number].calls
                if call.target in kept
            ),
        )
        for number in kept
    )
    return atoms.intern_atom(Recurrence(shorter, tuple(walk.start[at] for at in places[0])))


def _leading_to(functions: Sequence[Function], member: int) -> list[int]:
    """The functions between the first one and a member, in order; none if it does not reach it."""
    callers: dict[int, set[int]] = {}
    for number, function in enumerate(functions):
        for call in function.calls:
            callers.setdefault(call.target, set()).add(number)
    callees = {number: {call.target for call in f.calls} for number, f in enumerate(functions)}
    leading, reached = _closure(member, callers), _closure(0, callees)
    return sorted(leading & reached) if 0 in leading else []


def _closure(first: int, following: Mapping[int, Iterable[int]]) -> set[int]:
    found, left = {first}, [first]
    while left:
        new = set(following.get(left.pop(), ())) - found
        found |= new
        left += new
    return found


def _needed(functions: Sequence[Function], kept: Sequence[int]) -> set[str]:
    """The inputs that decide which activations there are and what they give."""
    found: set[str] = set()
    for number in kept:
        used = [functions[number].gives]
        for call in functions[number].calls:
            used += [call.weight, *(end for _, *ends in call.ranges for end in ends)]
        found = found.union(*map(atoms.free_symbols, used))
    while True:
        more = set(found)
        for number in kept:
            for call in functions[number].calls:
                names = functions[call.target].inputs
                for name, value in zip(names, call.inputs, strict=True):
                    if name in found:
                        more |= atoms.free_symbols(value)
        if more == found:
            return found
        found = more


def is_positive(atom: Recurrence) -> bool:
    """Whether a recurrence is never negative by what it adds up: conditions, and positive numbers."""
    return all(
        value > 0 and all(_is_condition(name) for name in monomial)
        for function in atom.functions
        for monomial, value in function.gives.terms.items()
    )


def _is_condition(symbol: str) -> bool:
    return is_truth(Poly.symbol(symbol))


# --- values -----------------------------------------------------------------------------------------


class _Unknown(Exception):
    """A call is not known, or there are too many of them."""


def value_at(atom: Recurrence, most: int) -> Poly | None:
    """Return the value of a recurrence whose start is numbers; None if not known by ``most`` calls."""
    try:
        return _value(atom, most)
    except _Unknown:
        return None


def _value(atom: Recurrence, most: int) -> Poly:
    first = (0, tuple(map(_number, atom.start)))
    known: dict[_State, tuple[Poly, list[tuple[int, _State]]]] = {}
    pending = [first]
    while pending:
        state = pending.pop()
        if state not in known:
            function = atom.functions[state[0]]
            numbers = map(Poly.constant, state[1])
            values = dict(zip(function.inputs, numbers, strict=True))
            started = [item for call in function.calls for item in _started(call, values, most)]
            known[state] = bind(function.gives, values), started
            pending += [other for _, other in started]
            if len(known) + len(started) > most:
                raise _Unknown
    found: dict[_State, Poly] = {}
    while first not in found:
        ready = [
            state
            for state, (_, started) in known.items()
            if state not in found and all(other in found for _, other in started)
        ]
        if not ready:
            raise _Unknown
        for state in ready:
            own, started = known[state]
            found[state] = own + total(found[other] * weight for weight, other in started)
    return found[first]


_State = tuple[int, tuple[int, ...]]


def _number(poly: Poly) -> int:
    value = poly.as_integer
    if value is None:
        raise _Unknown
    return value


def _started(call: Started, values: Mapping[str, Poly], most: int) -> Iterator[tuple[int, _State]]:
    for inside in _iterations(call.ranges, values, most):
        weight = _number(bind(call.weight, inside))
        if weight:
            inputs = tuple(_number(bind(item, inside)) for item in call.inputs)
            yield weight, (call.target, inputs)


def _iterations(
    ranges: Sequence[tuple[str, Poly, Poly]], values: Mapping[str, Poly], most: int
) -> Iterator[Mapping[str, Poly]]:
    if not ranges:
        yield values
        return
    (name, first, last), *inner = ranges
    start, end = _number(bind(first, values)), _number(bind(last, values))
    if end - start > most:
        raise _Unknown
    for number in range(start, end + 1):
        yield from _iterations(inner, {**values, name: Poly.constant(number)}, most)
