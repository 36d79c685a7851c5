"""Partners in words: ``rank + 1``, a ring, the root, a neighbour in the grid, any source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.conditions import is_truth
from sad.algebra.poly import ONE, ZERO, Poly, product
from sad.analysis.messages.communicators import PROC_NULL
from sad.parallel import GRID
from sad.symbols import INDEX_MARK, NPROCS, RANK

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sad.algebra.domains import Index
    from sad.spmd.program import Site


ANY_SOURCE, ANY_TAG = -101, -103
_PLACES = frozenset((RANK, NPROCS, *GRID))
_NULL = Poly.constant(PROC_NULL)


def pattern_of(site: Site, text: Callable[[Poly], str]) -> str:
    """Return whom a call is with; ``text`` writes formulas. Empty for what has no partner."""
    partner = site.message.partner
    if site.is_collective:
        return "all" if partner is None else f"all, root {text(partner)}"
    if not (site.sends or site.receives):
        return ""
    if partner is None:
        return "not known" if site.sends else "any source"
    real = somebody(partner)
    if not real:
        return "nobody"
    shown = [_one(value, truth, site, text) for truth, value in real]
    words = " or ".join(dict.fromkeys(shown))
    return words if len(real) == len(cases(partner)) else f"{words}, if there is one"


def _one(value: Poly, truth: Poly, site: Site, text: Callable[[Poly], str]) -> str:
    """One case of a partner."""
    number = value.as_integer
    if number is not None:
        special = {ANY_SOURCE: "any source", PROC_NULL: "nobody", 0: "rank 0 (root)"}
        if site.message.model != "mpi":
            special[-1] = "any source"
        return special.get(number, f"rank {number}")
    loop = _loop(value, site.count.indices)
    if loop is not None:
        first, last = loop
        everybody = last == Poly.symbol(NPROCS) - 1
        what = "all others: " if everybody and first.as_integer == 1 else ""
        return f"{what}ranks {text(first)} to {text(last)}"
    distance = value - Poly.symbol(RANK)
    sides = atoms.free_symbols(value) | atoms.free_symbols(truth)
    on_grid = not sides.isdisjoint(GRID)
    if on_grid and sides <= _PLACES:
        return f"grid neighbour {_from_rank(distance, text) or text(value)}"
    if distance.as_integer is not None:
        return _from_rank(distance, text) or "the rank itself"
    ring = around(value)
    if ring is not None:
        sign = "+" if ring > 0 else "-"
        return f"ring, rank {sign} {abs(ring)} (mod nprocs)"
    return text(value)


def _from_rank(distance: Poly, text: Callable[[Poly], str]) -> str:
    """A fixed distance as text, ``rank - py``; empty for none or another one."""
    if len(distance.terms) != 1 or RANK in atoms.free_symbols(distance):
        return ""
    ahead = next(iter(distance.terms.values())) > 0
    return f"rank + {text(distance)}" if ahead else f"rank - {text(-distance)}"


def _loop(value: Poly, indices: tuple[Index, ...]) -> tuple[Poly, Poly] | None:
    """The first and last partner of a loop that goes over them one by one."""
    for index in indices:
        shift = value - Poly.symbol(index.name)
        others = (shift, index.first, index.last)
        if not any(_has_index(other) for other in others):
            return index.first + shift, index.last + shift
    return None


def _has_index(poly: Poly) -> bool:
    return any(name.startswith(INDEX_MARK) for name in atoms.free_symbols(poly))


def around(value: Poly) -> int | None:
    """How far a partner on a ring of all processes is; None if it is on none."""
    atom = atoms.atom_of(value)
    if not isinstance(atom, atoms.Mod):
        return None
    dividend, divisor = atoms.operands(atom)
    nprocs = Poly.symbol(NPROCS)
    if divisor != nprocs:
        return None
    for turns in range(-2, 3):
        distance = (dividend - Poly.symbol(RANK) - nprocs * turns).as_integer
        if distance is not None:
            return distance
    return None


def cases(poly: Poly) -> list[tuple[Poly, Poly]]:
    """Return a formula as (truth value, value) pairs; one pair with the truth 1 if it has no cases.

    The truth values of a simplified formula exclude each other; where terms cannot be told apart it
    stays one case.
    """
    found: dict[Poly, Poly] = {}
    plain = ZERO
    for truth, value in _terms(poly):
        if truth is None:
            plain = plain + value
        else:
            found[truth] = found.get(truth, ZERO) + value
    if not found:
        return [(ONE, poly)]
    if plain:
        return [(ONE, poly)]
    return list(found.items())


def somebody(poly: Poly) -> list[tuple[Poly, Poly]]:
    """Return the cases of a partner that are no MPI_PROC_NULL."""
    return [(truth, value) for truth, value in cases(poly) if value != _NULL]


def _terms(poly: Poly) -> Iterator[tuple[Poly | None, Poly]]:
    for monomial, number in poly.terms.items():
        truths = [name for name in monomial if is_truth(Poly.symbol(name))]
        rest = Poly({tuple(name for name in monomial if name not in truths): number}, poly.den)
        if truths:
            yield product(map(Poly.symbol, truths)), rest
            continue
        whole = Poly({monomial: number}, poly.den)
        atom = atoms.atom_of(whole)
        if isinstance(atom, atoms.Pieces):
            for guards, value in atom.pieces:
                yield atoms.pieces_of([(guards, ONE)]), value
        else:
            yield None, whole
