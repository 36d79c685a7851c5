"""How far addresses move with loops, and where they are in the first iteration."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.bind import bind
from sad.algebra.poly import Poly
from sad.codemodel.reaching import is_unknown

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sad.analysis.loops.natural import Region
    from sad.analysis.loops.trip_count import LoopInfo
    from sad.codemodel.reaching import Reaching


def stride_of(
    address: Poly,
    region: Region,
    info: LoopInfo,
    values: Reaching,
    inner: Sequence[tuple[Region, LoopInfo]],
) -> Poly | None:
    """Return how far an address moves per iteration of a loop [bytes], None where it is not known.

    Ranges of ``inner`` loops that move along with it, with as many iterations as before, take the
    address along: ``DO K = 5*I - 4, 5*I``.
    """
    for symbol in atoms.free_symbols(address):
        if is_unknown(symbol) and region.header in values.varies_in(Poly.symbol(symbol)):
            return None
    index = info.index.name
    moved = {index: Poly.symbol(index) + 1}
    for _, other in inner:
        name, first = other.index.name, other.index.first
        if any(atoms.depends_on(other.index.trips, known) for known in moved):
            continue
        shift = bind(first, moved) - first
        if shift:
            moved[name] = Poly.symbol(name) + shift
    stride = bind(address, moved) - address
    return None if any(map(is_unknown, atoms.free_symbols(stride))) else stride


def first_place(address: Poly, firsts: Mapping[str, Poly]) -> Poly | None:
    """The address in the first iteration of all loops; None if it is not known."""
    for _ in range(len(firsts) + 1):
        inside = {name: firsts[name] for name in atoms.free_symbols(address) if name in firsts}
        if not inside:
            break
        address = bind(address, inside)
    return None if any(map(is_unknown, atoms.free_symbols(address))) else address
