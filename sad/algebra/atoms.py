"""Atoms: subexpressions that stand inside polynomials as symbols.

An atom is interned under its canonical text (``floor((n + 1)/2)``), so equal atoms are the same
symbol everywhere, in every process. Constructors return polynomials: they simplify first, and only
what is left becomes an atom. A symbol without a definition is a parameter or a loop index.

Over 400 lines: a constructor for every kind of atom.

Over 400 lines: the constructors share the table of atoms and what they know of each other.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import gcd, isqrt
from typing import TYPE_CHECKING, Any

from sad.algebra.canonical_text import plain_text
from sad.algebra.kinds import (
    Alias,
    Atom,
    Busiest,
    Floor,
    Gcd,
    Greatest,
    Group,
    Guard,
    Inverse,
    Log,
    Max,
    Min,
    Mod,
    Not,
    Pieces,
    Power,
    Recurrence,
    Root,
    Rows,
    Sum,
    Trunc,
    atom_text,
    operands,
)
from sad.algebra.poly import ONE, ZERO, Poly, content, divide_exactly, divide_monomial, total
from sad.files import blake2b
from sad.symbols import INDEX_MARK, is_real, is_unresolved

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_LONGEST_TEXT, _KEPT = 240, 40
_definitions: dict[str, Atom] = {}
_dependencies: dict[str, frozenset[str]] = {}


def tables() -> tuple[dict[str, Any], ...]:
    """Return the tables, one entry in each for an atom, the last ones at the end: for ``forget``."""
    return _definitions, _dependencies


Ranged = Sum | Greatest
"""What is evaluated by one loop over an index that means nothing outside."""
Looped = Sum | Greatest | Busiest | Recurrence
"""What is evaluated by loops."""


def bound_names(atom: Atom | None) -> frozenset[str]:
    """Return the indices that an atom counts with: they are none of its parameters."""
    if isinstance(atom, Busiest):
        return frozenset(index for part in atom.parts for index, _, _ in part.ranges)
    if isinstance(atom, Recurrence):
        ranges = [item.ranges for function in atom.functions for item in function.calls]
        indices = frozenset(index for loops in ranges for index, _, _ in loops)
        return indices.union(*(function.inputs for function in atom.functions))
    return frozenset((atom.index,)) if isinstance(atom, Ranged) else frozenset()


def definition(symbol: str) -> Atom | None:
    """Return what ``symbol`` stands for, or None for a parameter or an index."""
    return _definitions.get(symbol)


def atom_of(poly: Poly) -> Atom | None:
    """Return the atom that a formula is, and nothing else; None for any other formula."""
    return _definitions.get(poly.as_symbol or "")


def atoms_of(poly: Poly) -> set[str]:
    """Return the symbols that stand directly in ``poly`` and have a definition."""
    return {symbol for monomial in poly.terms for symbol in monomial if symbol in _definitions}


def atoms_inside(polys: Iterable[Poly]) -> set[str]:
    """Return the symbols in some polynomials that have a definition, those inside others too."""
    found: set[str] = set()
    stack = list(polys)
    while stack:
        for symbol in atoms_of(stack.pop()) - found:
            found.add(symbol)
            stack.extend(operands(_definitions[symbol]))
    return found


@lru_cache(maxsize=100_000)
def atoms_within(symbol: str) -> frozenset[str]:
    """Return a symbol that has a definition, and all those inside it."""
    inside = {name for item in operands(_definitions[symbol]) for name in atoms_of(item)}
    return frozenset((symbol,)).union(*map(atoms_within, inside))


def operands_inside(polys: Iterable[Poly]) -> Iterator[Poly]:
    """Yield the operands of all atoms in formulas, those inside others too, each atom once."""
    for symbol in atoms_inside(polys):
        yield from operands(_definitions[symbol])


def free_symbols(poly: Poly) -> frozenset[str]:
    """Return all parameters and indices in ``poly``, those inside atoms included."""
    free = poly.free
    if free is None:
        parts: set[frozenset[str]] = set()
        names: set[str] = set()
        for monomial in poly.terms:
            for symbol in monomial:
                known = _dependencies.get(symbol)
                if known is None:
                    names.add(symbol)
                else:
                    parts.add(known)
        if len(parts) == 1 and not names:
            (free,) = parts
        else:
            free = frozenset(names.union(*parts))
        poly.free = free
    return free


def has_unresolved(poly: Poly) -> bool:
    """Whether anything in ``poly`` is a parameter of a construct, which only a run can tell."""
    return any(map(is_unresolved, free_symbols(poly)))


def is_indexed(poly: Poly) -> bool:
    """Whether a formula depends on a loop's index."""
    return any(symbol.startswith(INDEX_MARK) for symbol in free_symbols(poly))


def has_reals(symbol: str) -> bool:
    """Whether a symbol is an atom with real numbers inside: cases of whole numbers are not all."""
    if definition(symbol) is None:
        return False
    return any(map(is_real, free_symbols(Poly.symbol(symbol)))) or _has_inverses(symbol)


@lru_cache(maxsize=10_000)
def _has_inverses(symbol: str) -> bool:
    atom = definition(symbol)
    if atom is None or isinstance(atom, Inverse):
        return atom is not None
    return any(_has_inverses(name) for inner in operands(atom) for name in inner.symbols())


def depends_on(poly: Poly, name: str) -> bool:
    """Whether ``name`` occurs in ``poly``, directly or inside an atom."""
    return name in free_symbols(poly)


def intern_atom(atom: Atom) -> Poly:
    """Return the polynomial that is this atom's symbol: its text, or the digest of a long one.

    Atoms nest, so without digests the texts could grow exponentially.
    """
    text = atom_text(atom)
    if len(text) > _LONGEST_TEXT:
        text = f"{text[:_KEPT]}~{blake2b(text.encode(), digest_size=12).hexdigest()}"
    if text not in _definitions:
        _definitions[text] = atom
        names: frozenset[str] = frozenset()
        for operand in operands(atom):
            names |= free_symbols(operand)
        names -= bound_names(atom)
        if isinstance(atom, Recurrence):  # a call in another one's terms may start it
            names = names.union(*map(free_symbols, atom.start))
        if isinstance(atom, Rows):
            names = frozenset((atom.index, atom.total, atom.mean))
        _dependencies[text] = names
        Poly.symbol(text).free = names
    return Poly.symbol(text)


# --- constructors that simplify ----------------------------------------------------------------


def floor_of(numerator: Poly, divisor: int) -> Poly:
    """Return ``floor(numerator / divisor)`` for a positive integer divisor."""
    if numerator.den != 1:
        divisor, numerator = divisor * numerator.den, numerator * numerator.den
    if divisor == 1:
        return numerator
    whole: dict[tuple[str, ...], int] = {}
    rest: dict[tuple[str, ...], int] = {}
    common = divisor
    for monomial, value in numerator.terms.items():
        quotient, remainder = divmod(value, divisor)
        if quotient:
            whole[monomial] = quotient
        if remainder:
            rest[monomial] = remainder
            if monomial:
                common = gcd(common, remainder)
    if not any(rest):
        return Poly(whole)  # what is left is a constant below one
    if common > 1:
        rest = {m: c // common for m, c in rest.items() if c // common}
        divisor //= common
        if divisor == 1:
            return Poly(whole) + Poly(rest)
    return Poly(whole) + intern_atom(Floor(Poly(rest), Poly.constant(divisor)))


def floor_quotient(numerator: Poly, denominator: Poly) -> Poly:
    """Return ``floor(numerator / denominator)``, divided out as far as it goes.

    The whole part of a polynomial division may be taken out of a floor when it has integer values,
    which integer coefficients ensure.
    """
    divisor = denominator.as_integer
    if divisor is not None and divisor != 0:
        return floor_of(numerator, divisor) if divisor > 0 else floor_of(-numerator, -divisor)
    if not denominator:  # an error of the program, if it ever comes there
        return intern_atom(Floor(numerator, denominator))
    quotient, rest = divide_exactly(numerator, denominator)
    if quotient.den != 1:
        quotient, rest = ZERO, numerator
    if not rest:
        return quotient
    return quotient + intern_atom(Floor(rest, denominator))


def trunc_quotient(numerator: Poly, denominator: Poly) -> Poly:
    """Return the quotient rounded toward zero."""
    top, bottom = numerator.as_integer, denominator.as_integer
    if top is not None and bottom:
        value = abs(top) // abs(bottom)
        return Poly.constant(value if (top < 0) == (bottom < 0) else -value)
    if denominator:
        quotient, rest = divide_exactly(numerator, denominator)
        if not rest and quotient.den == 1:
            return quotient
    return intern_atom(Trunc(numerator, denominator))


def mod_of(dividend: Poly, divisor: Poly) -> Poly:
    """Return the remainder of the truncating division."""
    quotient = trunc_quotient(dividend, divisor)
    symbol = quotient.as_symbol
    if symbol is None or not isinstance(definition(symbol), Trunc):
        return dividend - divisor * quotient
    return intern_atom(Mod(dividend, divisor))


def max_of(arguments: Iterable[Poly]) -> Poly:
    """Return the greatest of the arguments."""
    kept = _extremes(arguments, Max, 1)
    return kept[0] if len(kept) == 1 else intern_atom(Max(kept))


def min_of(arguments: Iterable[Poly]) -> Poly:
    """Return the least of the arguments."""
    kept = _extremes(arguments, Min, -1)
    return kept[0] if len(kept) == 1 else intern_atom(Min(kept))


def _extremes(arguments: Iterable[Poly], kind: type[Max | Min], sign: int) -> tuple[Poly, ...]:
    """Flatten nested atoms of the same kind and drop what a constant difference decides."""
    flat: list[Poly] = []
    for argument in arguments:
        symbol = argument.as_symbol
        inner = definition(symbol) if symbol is not None else None
        flat.extend(inner.arguments if isinstance(inner, kind) else (argument,))
    return tuple(sorted(undominated(flat, sign), key=plain_text))


def undominated(items: Iterable[Poly], sign: int) -> list[Poly]:
    """Return formulas without those that are never above another one (``sign`` 1), or below it (-1)."""
    kept: list[Poly] = []
    for item in items:
        for index, other in enumerate(kept):
            difference = (item - other).as_constant
            if difference is not None:
                if difference * sign > 0:
                    kept[index] = item
                break
        else:
            kept.append(item)
    return kept


def clamp(poly: Poly) -> Poly:
    """Return ``max(0, poly)``: a trip count that may come out negative."""
    return max_of((ZERO, poly))


_LONGEST_POWER = 1 << 14
"""Powers of numbers with more bits stay powers."""


def power_of(base: Poly, exponent: Poly) -> Poly:
    """Return ``base ** exponent``."""
    power, number = exponent.as_integer, base.as_integer
    short = number is None or number.bit_length() * (power or 0) <= _LONGEST_POWER
    if power is not None and 0 <= power <= 64 and short:
        return base**power
    if base.as_integer in (0, 1) and power is None:
        return intern_atom(Power(base, exponent)) if base.as_integer == 0 else ONE
    return intern_atom(Power(base, exponent))


def log_of(base: Poly, argument: Poly) -> Poly:
    """Return the logarithm to an integer base above 1, rounded down; -1 for arguments below 1."""
    number, value = base.as_integer, argument.as_integer
    if number is not None and value is not None:
        return Poly.constant(integer_log(number, value))
    return intern_atom(Log(base, argument))


def integer_log(base: int, value: int) -> int:
    """Return the greatest k with ``base**k <= value``, -1 if there is none."""
    exponent = -1
    while value >= 1:
        value //= base
        exponent += 1
    return exponent


def root_of(argument: Poly) -> Poly:
    """Return the square root, rounded down; -1 for arguments below 0."""
    value = argument.as_integer
    if value is not None:
        return Poly.constant(isqrt(value) if value >= 0 else -1)
    return intern_atom(Root(argument))


def gcd_of(first: Poly, second: Poly) -> Poly:
    """Return the greatest common divisor of two formulas whose values are integers."""
    if first.den != 1 or second.den != 1:
        return intern_atom(Gcd(*sorted((first, second), key=plain_text)))
    if not first or not second:
        return absolute(first + second)
    for number, other in ((first.as_integer, second), (second.as_integer, first)):
        if number is not None:  # what is a multiple of it makes no difference
            rest = {m: c % abs(number) for m, c in other.terms.items() if c % abs(number)}
            if rest.keys() <= {()}:
                return Poly.constant(gcd(number, *rest.values()))
            first, second = Poly.constant(abs(number)), Poly(rest)
    for one, other in ((first, second), (second, first)):
        quotient, rest = divide_exactly(other, one)
        if not rest and quotient.den == 1:
            return absolute(one)
    common = gcd(content(first)[0], content(second)[0])
    parts = [divide_monomial(item, common, ()) for item in (first, second)]
    if any(item.as_integer == 1 for item in parts):
        return Poly.constant(common)
    positive = (item if item.in_order()[-1][1] > 0 else -item for item in parts)
    plain = sorted(positive, key=plain_text)
    return intern_atom(Gcd(*plain)) * common


def inverse_of(divisor: Poly) -> Poly:
    """Return ``1/divisor``, not rounded; no number where that is 0."""
    if not divisor:
        return intern_atom(Inverse(divisor))
    number, monomial = content(divisor)
    rest = divide_monomial(divisor, number, monomial)
    found, known = Poly.constant(Fraction(divisor.den, number)), rest.as_constant
    for part in (*map(Poly.symbol, monomial), *(() if known else (rest,))):
        found = found * intern_atom(Inverse(part))
    return found if known is None else found * Poly.constant(1 / known)


def quotient_of(top: Poly, bottom: Poly) -> Poly:
    """Return ``top/bottom``, not rounded."""
    number = bottom.as_constant
    if number:
        return top * Poly.constant(1 / number)
    quotient, rest = divide_exactly(top, bottom) if bottom else (ZERO, top)
    return quotient if not rest else top * inverse_of(bottom)


def absolute(poly: Poly) -> Poly:
    """Return ``poly`` without its sign."""
    return max_of((poly, -poly))


def not_of(poly: Poly) -> Poly:
    """Return ``1 - poly``, as one factor unless it is a number."""
    value = poly.as_constant
    if value is not None:
        return Poly.constant(Fraction(1) - value)
    symbol = poly.as_symbol
    atom = definition(symbol) if symbol is not None else None
    if isinstance(atom, Not):
        return atom.inner
    if len(poly.terms) == 2:
        rest = (ONE - poly).as_symbol
        if rest is not None and isinstance(definition(rest), Not):
            return Poly.symbol(rest)
    return intern_atom(Not(poly))


def group_of(poly: Poly) -> Poly:
    """Return a sum of several terms as factors: what its terms share, and the rest as one factor."""
    if len(poly.terms) < 2:
        return poly
    inside: list[Poly] = []
    rest = poly.terms
    for symbol in poly.symbols():
        atom = _definitions.get(symbol)
        if isinstance(atom, Group) and (symbol,) in rest:
            rest = dict(rest) if rest is poly.terms else rest
            inside.append(Poly({(): rest.pop((symbol,))}, poly.den) * atom.inner)
    if inside:
        poly = total((Poly(rest, poly.den), *inside))
        if len(poly.terms) < 2:
            return poly
    number, shared = content(poly)
    if number == 1 and not shared:
        return intern_atom(Group(poly))
    rest = divide_monomial(poly, number, shared)
    return Poly({shared: number}, poly.den) * intern_atom(Group(rest))


def pieces_of(pieces: Iterable[tuple[tuple[Poly, ...], Poly]]) -> Poly:
    """Return the sum of guarded polynomials; guards that are numbers are decided."""
    plain = ZERO
    guarded: dict[tuple[Poly, ...], Poly] = {}
    for guards, poly in pieces:
        open_guards: list[Poly] = []
        holds, value_there = True, poly
        for guard in guards:
            value = guard.as_constant
            truth = _truth_in(guard) if value is None else None
            if truth is not None:
                inside, if_true, if_false = truth
                holds = holds and (if_true or if_false)
                if if_true and not if_false:
                    open_guards.extend(inside.pieces[0][0])
                elif if_false and not if_true:
                    value_there = value_there * not_of(intern_atom(inside))
            elif value is None:
                open_guards.append(guard)
            elif value < 0:
                holds = False
        if not holds or not value_there:
            continue
        if open_guards:
            key = tuple(open_guards)
            if len(key) > 1:
                key = tuple(sorted(set(open_guards), key=plain_text))
            guarded[key] = guarded.get(key, ZERO) + value_there
        else:
            plain = plain + value_there
    left = tuple((key, poly) for key, poly in guarded.items() if poly)
    if not left:
        return plain
    if len(left) > 1:
        left = tuple(sorted(left, key=lambda item: tuple(map(plain_text, item[0]))))
    return plain + intern_atom(Pieces(left))


def _truth_in(guard: Poly) -> tuple[Pieces, bool, bool] | None:
    """The one condition that a guard consists of, and whether it holds where that does, where not."""
    found = [monomial for monomial in guard.terms if monomial]
    atom = _definitions.get(found[0][0]) if len(found) == 1 and len(found[0]) == 1 else None
    if not isinstance(atom, Pieces | Not):
        return None
    constant = guard.terms.get((), 0)
    with_it, without = constant + guard.terms[found[0]] >= 0, constant >= 0
    if isinstance(atom, Not):
        inside = atom.inner.as_symbol
        atom = None if inside is None else _definitions.get(inside)
        with_it, without = without, with_it
    if not isinstance(atom, Pieces) or len(atom.pieces) != 1 or atom.pieces[0][1] != ONE:
        return None
    return atom, with_it, without


def sum_of(index: str, first: Poly, last: Poly, body: Poly) -> Poly:
    """Return the sum of ``body`` over ``index``, as a numeric sum if ``index`` occurs in it."""
    if not body:
        return ZERO
    if not depends_on(body, index):
        return clamp(last - first + 1) * body
    return intern_atom(Sum(index, first, last, body))


def guard_of(name: str, meaning: Poly) -> Poly:
    """Return the 0 or 1 of a condition; its probability ``name`` if it rests on unresolved values.

    A condition on a value that only a run can tell may hold now and then: only its share makes sense.
    """
    if meaning.as_constant is not None:
        return meaning
    if has_unresolved(meaning):
        return Poly.symbol(name)
    return intern_atom(Guard(name, meaning))


def alias_of(label: str, meaning: Poly) -> Poly:
    """Return ``meaning`` under a name of its own."""
    return meaning if meaning.as_constant is not None else intern_atom(Alias(label, meaning))
