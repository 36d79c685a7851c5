"""Sums over all ranks: in closed form where there is one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.bind import bind, map_symbols, rebuild
from sad.algebra.domains import Index
from sad.algebra.nest import sum_nest
from sad.algebra.poly import ONE, ZERO, Poly
from sad.parallel import GRID
from sad.symbols import INDEX_MARK, NPROCS, RANK

if TYPE_CHECKING:
    from collections.abc import Sequence

_RANK = f"{INDEX_MARK}all ranks"
_SIDE = f"{INDEX_MARK}place "


def over_ranks(poly: Poly, dimensions: int = 1) -> Poly:
    """Return the sum of a formula over the ranks 0 to ``nprocs - 1``.

    On a grid of two or three ``dimensions`` ranks are counted by their places, where that is what
    the formula depends on. What has no closed form stays a numeric sum, exact too (``is_closed``).
    """
    if RANK not in atoms.free_symbols(poly):
        return poly * Poly.symbol(NPROCS)
    index = Index(_RANK, ZERO, Poly.symbol(NPROCS) - 1)
    found = sum_nest([index], bind(poly, {RANK: Poly.symbol(_RANK)}))
    if dimensions == 1 or is_closed(found):
        return found
    indices = places(dimensions)
    by_places = sum_nest(indices, by_place(poly, dimensions))
    return by_places if is_closed(by_places) else found


def is_closed(poly: Poly) -> bool:
    """Whether a formula has no sum that is added up term by term."""
    stack = [poly]
    seen: set[str] = set()
    while stack:
        for name in atoms.atoms_of(stack.pop()) - seen:
            seen.add(name)
            atom = atoms.definition(name)
            if isinstance(atom, atoms.Looped):
                return False
            if atom is not None:
                stack.extend(atoms.operands(atom))
    return True


def places(dimensions: int) -> list[Index]:
    """Return the places of a rank: along each side of the grid, in one dimension the rank itself."""
    if dimensions == 1:
        return [Index(_RANK, ZERO, Poly.symbol(NPROCS) - 1)]
    return [Index(f"{_SIDE}{side}", ZERO, Poly.symbol(side) - 1) for side in GRID[:dimensions]]


def by_place(poly: Poly, dimensions: int) -> Poly:
    """Return a formula of the rank as one of its places in the grid.

    Quotients and remainders of the rank by the sides are places, and guards are on single places where
    that is what they say.
    """
    names = [Poly.symbol(index.name) for index in places(dimensions)]
    if dimensions == 1:
        return bind(poly, {RANK: names[0]})
    return _by_places(poly, names, [Poly.symbol(side) for side in GRID[:dimensions]])


def _by_places(poly: Poly, places: Sequence[Poly], sides: Sequence[Poly]) -> Poly:
    known: dict[tuple[Poly, Poly], tuple[Poly, Poly]] = {}
    whole, stride = ZERO, ONE
    for place, side in zip(reversed(places), reversed(sides), strict=True):
        whole = whole + place * stride
        stride = stride * side
    above, rank = whole, Poly.symbol(RANK)
    top = rank
    for position in range(len(sides) - 1, 0, -1):
        side = sides[position]
        above = _quotient(places[:position], sides[:position])
        known[top, side] = above, places[position]
        top = atoms.trunc_quotient(rank, _product(sides[position:]))

    def symbol(name: str) -> Poly:
        atom = atoms.definition(name)
        if atom is None:
            return whole if name == RANK else Poly.symbol(name)
        if isinstance(atom, atoms.Pieces):
            return atoms.pieces_of(
                (
                    tuple(
                        _one_place(map_symbols(guard, symbol), places, sides) for guard in guards
                    ),
                    map_symbols(part, symbol),
                )
                for guards, part in atom.pieces
            )
        if isinstance(atom, atoms.Floor | atoms.Trunc | atoms.Mod):
            operands = atoms.operands(atom)
            found = known.get((operands[0], operands[1]))
            if found is not None:
                return found[isinstance(atom, atoms.Mod)]
        return rebuild(atom, name, lambda item: map_symbols(item, symbol))

    return map_symbols(poly, symbol)


def _one_place(guard: Poly, places: Sequence[Poly], sides: Sequence[Poly]) -> Poly:
    """A guard on ``i*py + j`` as one on ``i``: what ``j`` adds is less than a row.

    ``A*py + B >= 0`` is ``A + floor(B/py) >= 0``, and of ``B = j`` and ``B = -1 - j`` that is known.
    """
    guard = bind(guard, {NPROCS: _product(sides)})
    for place, side in zip(reversed(places[1:]), reversed(sides[1:]), strict=True):
        name = side.as_symbol or ""
        rest = Poly({m: c for m, c in guard.terms.items() if name not in m}, guard.den)
        above = guard - rest
        if guard.den != 1 or not above or any(m.count(name) > 1 for m in above.terms):
            return guard
        if rest not in (place, -place - 1):
            return guard
        divided = {tuple(x for x in m if x != name): c for m, c in above.terms.items()}
        guard = Poly(divided) - (0 if rest == place else 1)
    return guard


def _quotient(places: Sequence[Poly], sides: Sequence[Poly]) -> Poly:
    """The number of a place in the grid without its last sides."""
    found = ZERO
    for place, side in zip(places, sides, strict=True):
        found = found * side + place
    return found


def _product(sides: Sequence[Poly]) -> Poly:
    found = ONE
    for side in sides:
        found = found * side
    return found
