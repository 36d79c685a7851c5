"""Random formulas with every kind of atom, and their values by walking through them, uncompiled."""

from __future__ import annotations

from fractions import Fraction
from math import floor, gcd, isqrt
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.bind import greatest_of
from sad.algebra.conditions import not_negative
from sad.algebra.kinds import Function, Started, Work
from sad.algebra.poly import ONE, ZERO, Poly, total

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator, Mapping, Sequence

NAMES = ("n", "m", "k")


def random_formula(rng: random.Random, names: tuple[str, ...] = NAMES) -> Poly:
    """Return a formula of some terms, over a common denominator at times."""
    found = _sum(rng, names, 3).over(rng.choice([1, 1, 2, 6]))
    if rng.random() < 0.8:
        return found
    return atoms.quotient_of(found, _sum(rng, names, 1))  # inside other atoms it would be no count


def _sum(rng: random.Random, names: tuple[str, ...], depth: int) -> Poly:
    return total(_term(rng, names, depth) for _ in range(rng.randint(1, 3)))


def _term(rng: random.Random, names: tuple[str, ...], depth: int) -> Poly:
    term = Poly.constant(rng.choice([1, 1, 2, 3, -1, -4]))
    for _ in range(rng.randint(0, 2)):
        is_atom = depth > 0 and rng.random() < 0.5
        term = term * (_atom(rng, names, depth - 1) if is_atom else Poly.symbol(rng.choice(names)))
    return term


def _atom(rng: random.Random, names: tuple[str, ...], depth: int) -> Poly:
    def part() -> Poly:
        return _sum(rng, names, depth)

    def divisor() -> Poly:
        return part() if rng.random() < 0.3 else Poly.constant(rng.choice([2, 3, 7, -2]))

    match rng.randrange(18):
        case 0:
            return atoms.floor_quotient(part(), Poly.constant(rng.choice([2, 3, 8])))
        case 1:
            return atoms.intern_atom(atoms.Floor(part(), divisor()))
        case 2:
            return atoms.intern_atom(atoms.Trunc(part(), divisor()))
        case 3:
            return atoms.intern_atom(atoms.Mod(part(), divisor()))
        case 4:
            return atoms.max_of([part() for _ in range(rng.randint(2, 3))])
        case 5:
            return atoms.min_of([part() for _ in range(rng.randint(2, 3))])
        case 6:
            base = Poly.constant(rng.choice([2, -1, 0, 3, -2]))
            exponent = atoms.mod_of(part(), Poly.constant(5)) - rng.randint(0, 2)
            return atoms.power_of(base, exponent)
        case 7:
            base = Poly.symbol(rng.choice(names)) if rng.random() < 0.2 else Poly.constant(2)
            return atoms.log_of(base, part())
        case 8:
            return atoms.not_of(part())
        case 9:
            return atoms.group_of(part() + ONE)
        case 10:
            pieces = [
                (tuple(part() for _ in range(rng.randint(1, 2))), part())
                for _ in range(rng.randint(1, 3))
            ]
            return atoms.pieces_of(pieces)
        case 11:
            return atoms.root_of(part())
        case 12:
            index = f"@{depth}{rng.randrange(3)}"
            first, last = Poly.symbol(rng.choice(names)), Poly.symbol(rng.choice(names))
            body = _sum(rng, (*names, index), depth)
            return atoms.sum_of(index, first, last + rng.randint(0, 3), body)
        case 13:
            return atoms.gcd_of(atoms.root_of(part()) * 6, divisor())
        case 14:
            index = f"@g{depth}{rng.randrange(3)}"
            first, last = Poly.symbol(rng.choice(names)), Poly.symbol(rng.choice(names))
            body = atoms.clamp(_sum(rng, (*names, index), depth))
            return greatest_of(index, first, last + rng.randint(0, 3), body)
        case 15:
            parts = tuple(_work(rng, names, depth) for _ in range(rng.randint(1, 2)))
            return atoms.intern_atom(atoms.Busiest(parts))
        case 16:
            return _recurrence(rng, names, depth)
        case _:
            return atoms.alias_of("long", part())


def _recurrence(rng: random.Random, names: tuple[str, ...], depth: int) -> Poly:
    """Functions that call themselves and each other with less, as long as that is positive."""
    inputs = [(f"@r{depth}{number}", f"@s{depth}{number}") for number in range(rng.randint(1, 2))]
    functions: list[Function] = []
    for number, own in enumerate(inputs):
        left, other = map(Poly.symbol, own)
        inside = (*names, *own)
        calls: list[Started] = []
        for place in range(rng.randint(0, 2)):
            less = left - rng.randint(1, 3)
            if rng.random() < 0.3:
                less = atoms.floor_quotient(left, Poly.constant(2))
            ranges = ((f"@l{depth}{place}", Poly.constant(1), rng.choice([other, less])),)
            ranges = ranges if rng.random() < 0.3 else ()
            weight = atoms.pieces_of([((left - 1,), Poly.constant(rng.randint(1, 2)))])
            if rng.random() < 0.3:
                weight = weight * not_negative(_sum(rng, inside, 0))
            more = rng.choice([other, other + 1, atoms.mod_of(left, Poly.constant(3))])
            calls.append(Started(rng.randrange(len(inputs)), ranges, weight, (less, more)))
        gives = _sum(rng, inside, depth) if rng.random() < 0.7 else ZERO
        gives = gives or (ZERO if number else ONE)
        functions.append(Function("fg"[number], own, gives, tuple(calls)))
    start = atoms.mod_of(_sum(rng, names, depth), Poly.constant(5))
    return atoms.intern_atom(
        atoms.Recurrence(tuple(functions), (start, atoms.mod_of(Poly.symbol(names[0]), start + 7)))
    )


def _called(
    atom: atoms.Recurrence,
    number: int,
    inputs: Sequence[Fraction | int],
    values: Mapping[str, Fraction | int],
) -> Fraction:
    """What a call gives with all it starts, by calling."""
    function = atom.functions[number]
    inside = {**values, **dict(zip(function.inputs, inputs, strict=True))}
    found = Fraction(0) + value_of(function.gives, inside)
    for call in function.calls:
        for item in _iterations(call.ranges, inside):
            weight = value_of(call.weight, item)
            if weight:
                passed = [value_of(value, item) for value in call.inputs]
                found += weight * _called(atom, call.target, passed, values)
    return found


def _work(rng: random.Random, names: tuple[str, ...], depth: int) -> Work:
    ranges: list[tuple[str, Poly, Poly]] = []
    for number in range(rng.randint(1, 2)):
        first, last = Poly.symbol(rng.choice(names)), Poly.symbol(rng.choice(names))
        ranges.append((f"@b{depth}{number}", first, last + rng.randint(0, 3)))
        names = (*names, ranges[-1][0])
    amount = atoms.clamp(_sum(rng, names, depth))
    return Work(tuple(ranges), _sum(rng, names, depth), amount)


def value_of(poly: Poly, values: Mapping[str, Fraction | int]) -> Fraction:
    """Return the value of a formula.

    Raises ``ZeroDivisionError`` where an operation in it has none, used in the end or not.
    """
    result = Fraction(0)
    for monomial, coefficient in poly.terms.items():
        term = Fraction(coefficient, poly.den)
        for symbol in monomial:
            term *= _symbol(symbol, values)
        result += term
    return result


def _symbol(symbol: str, values: Mapping[str, Fraction | int]) -> Fraction | int:
    atom = atoms.definition(symbol)
    if atom is None:
        return values[symbol]
    if isinstance(atom, atoms.Ranged):
        first, last = value_of(atom.first, values), value_of(atom.last, values)
        inside = [{**values, atom.index: first + step} for step in range(floor(last - first) + 1)]
        bodies = [value_of(atom.body, item) for item in inside]
        return sum(bodies, Fraction(0)) if isinstance(atom, atoms.Sum) else max(bodies, default=0)
    if isinstance(atom, atoms.Recurrence):
        return _called(atom, 0, [value_of(item, values) for item in atom.start], values)
    if isinstance(atom, atoms.Busiest):
        table: dict[Fraction | int, Fraction | int] = {}
        for part in atom.parts:
            for item in _iterations(part.ranges, values):
                member = value_of(part.member, item)
                table[member] = table.get(member, 0) + value_of(part.amount, item)
        return max([0, *table.values()])
    inside = [value_of(operand, values) for operand in atoms.operands(atom)]
    match atom:
        case atoms.Floor():
            return floor(inside[0] / inside[1])
        case atoms.Trunc():
            return int(inside[0] / inside[1])
        case atoms.Mod():
            return inside[0] - inside[1] * int(inside[0] / inside[1])
        case atoms.Max():
            return max(inside)
        case atoms.Min():
            return min(inside)
        case atoms.Power():
            return integer_power(inside[0], inside[1])
        case atoms.Log():
            return integer_log(inside[0], inside[1])
        case atoms.Root():
            return isqrt(floor(inside[0])) if inside[0] >= 0 else -1
        case atoms.Inverse():
            return 1 / Fraction(inside[0])
        case atoms.Gcd():
            return gcd(floor(inside[0]), floor(inside[1]))
        case atoms.Not():
            return 1 - inside[0]
        case atoms.Pieces(pieces):
            items = iter(inside)
            cases = [([next(items) for _ in guards], next(items)) for guards, _ in pieces]
            return sum((v for guards, v in cases if min(guards) >= 0), Fraction(0))
        case atoms.Group() | atoms.Alias() | atoms.Guard():
            return inside[0]


def _iterations(
    ranges: tuple[tuple[str, Poly, Poly], ...], values: Mapping[str, Fraction | int]
) -> Iterator[Mapping[str, Fraction | int]]:
    if not ranges:
        yield values
        return
    index, *ends = ranges[0]
    first, last = (value_of(end, values) for end in ends)
    for step in range(floor(last - first) + 1):
        yield from _iterations(ranges[1:], {**values, index: first + step})


def integer_power(base: Fraction, exponent: Fraction) -> Fraction:
    """Return a power of integers as the languages compute it: 0 for most negative exponents."""
    if exponent >= 0:
        return base**exponent
    return Fraction({1: 1, -1: (-1) ** int(exponent)}.get(int(base), 0))


def integer_log(base: Fraction, argument: Fraction) -> int:
    """Return the logarithm rounded down, -1 for arguments below 1."""
    if base < 2:
        raise ZeroDivisionError
    exponent = -1
    while base ** (exponent + 1) <= argument:
        exponent += 1
    return exponent


EVERY_KIND = frozenset(
    [
        "Floor",
        "Trunc",
        "Mod",
        "Max",
        "Min",
        "Power",
        "Log",
        "Root",
        "Not",
        "Group",
        "Pieces",
        "Sum",
        "Greatest",
        "Gcd",
        "Inverse",
        "Busiest",
        "Recurrence",
        "Alias",
    ]
)
"""The kinds of atoms that random formulas have."""


def kinds_in(poly: Poly) -> set[str]:
    """Return the kinds of the atoms in a formula."""
    found: set[str] = set()
    stack = [poly]
    while stack:
        for symbol in stack.pop().symbols():
            atom = atoms.definition(symbol)
            if atom is not None:
                found.add(type(atom).__name__)
                stack.extend(atoms.operands(atom))
    return found


def forty_terms(rng: random.Random) -> Poly:
    """Return a polynomial of 40 terms in 6 parameters, of degree 2 in each."""
    names = ("n", "m", "k", "t", "p", "x")
    terms: dict[tuple[str, ...], int] = {}
    while len(terms) < 40:
        powers = [(name, rng.choice([0, 0, 0, 1, 1, 2])) for name in names]
        monomial = tuple(sorted(name for name, power in powers for _ in range(power)))
        terms[monomial] = rng.randint(1, 99)
    return Poly(terms, 6)
