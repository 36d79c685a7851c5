"""Pairs of a send and a receive that match for every number of processes, proved.

A send under conditions on the rank goes to ``rank + d``; a receive elsewhere comes from ``rank - d``.
They match if the conditions of one, seen from the partner, are those of the other, if both are made
equally often, and if length and tag are the same. In a grid ``d`` is a step along one side.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.affine import at_least_zero
from sad.algebra.bind import bind
from sad.algebra.feasible import infeasible
from sad.algebra.poly import ONE, ZERO, Poly
from sad.analysis.messages.communicators import has_all
from sad.parallel import GRID
from sad.records import record, replace
from sad.spmd.over_ranks import by_place, places
from sad.spmd.patterns import around, somebody
from sad.symbols import NPROCS, RANK

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.spmd.program import Site, Spmd

_FARTHEST = 3  # steps along a side


@record
class _End:
    """One end of a message: guards on the places of its rank, how often, and the way to the other.

    ``around`` is whether the step is taken on a ring of all processes.
    """

    sites: tuple[int, ...]
    sends: bool
    guards: tuple[Poly, ...]
    times: Poly
    step: tuple[Poly, ...]
    around: bool
    length: Poly
    tag: Poly
    comm: Poly
    indices: object


def proved_pairs(program: Spmd) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return sends with the receives they are proved to match, by the numbers of the sites.

    Each site is in one pair. What only a run can tell is taken to be the same on all ranks.
    """
    ends = _joined(
        [
            end
            for number, site in enumerate(program.sites)
            if site.sends or site.receives
            for end in [_end(number, site, program.dimensions)]
            if end is not None
        ]
    )
    found: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
    taken: set[tuple[int, ...]] = set()
    for send in ends:
        for receive in ends if send.sends else ():
            if receive.sends or receive.sites in taken:
                continue
            if _match(send, receive, program.dimensions):
                found.append((send.sites, receive.sites))
                taken.add(receive.sites)
                break
    return found


def _joined(ends: list[_End]) -> list[_End]:
    """Ends that differ in a condition and its opposite as one: even ranks and odd ones do it."""
    pending, found = list(ends), list[_End]()
    while pending:
        end = pending.pop(0)
        for place, other in enumerate(pending):
            if len(end.guards) != 1 or other.guards != (-end.guards[0] - 1,):
                continue
            if replace(other, sites=end.sites, guards=end.guards) == end:
                sites = (*end.sites, *other.sites)
                found.append(replace(end, sites=sites, guards=()))
                del pending[place]
                break
        else:
            found.append(end)
    return found


def _end(number: int, site: Site, dimensions: int) -> _End | None:
    message = site.message
    comm = message.comm.as_integer
    if message.partner is None or message.tag is None or comm is None or not has_all(comm):
        return None
    real = somebody(message.partner)
    ring = None if len(real) != 1 else around(real[0][1])
    if ring is not None:
        dimensions = 1
    opened = _opened(site.number, dimensions)
    if len(real) != 1 or opened is None:
        return None
    distance = real[0][1] - Poly.symbol(RANK)
    step = _step(distance, dimensions) if ring is None else (Poly.constant(ring),)
    if step is None:
        return None
    guards, times = opened
    used = atoms.free_symbols(message.nbytes) | atoms.free_symbols(message.tag)
    differ = any(index.name in used for index in site.count.indices)
    return _End(
        (number,),
        site.sends,
        guards,
        times,
        step,
        ring is not None,
        by_place(message.nbytes, dimensions),
        by_place(message.tag, dimensions),
        message.comm,
        site.count.indices if differ else (),
    )


def _opened(number: Poly, dimensions: int) -> tuple[tuple[Poly, ...], Poly] | None:
    """A number of messages as guards on places and a factor that is the same on all ranks."""
    by_rank = by_place(number, dimensions)
    names = {index.name for index in places(dimensions)}
    shared: set[str] | None = None
    for monomial in by_rank.terms:
        inside = {name for name in monomial if not names.isdisjoint(_free(name))}
        shared = inside if shared is None else shared
        if inside != shared:
            return None
    guards: list[Poly] = []
    for name in shared or ():
        atom = atoms.definition(name)
        if not isinstance(atom, atoms.Pieces) or len(atom.pieces) != 1:
            return None
        conditions, value = atom.pieces[0]
        if value != ONE:
            return None
        guards += conditions
    rest = {
        tuple(name for name in monomial if name not in (shared or ())): value
        for monomial, value in by_rank.terms.items()
    }
    return tuple(guards), Poly(rest, by_rank.den)


def _free(name: str) -> frozenset[str]:
    return atoms.free_symbols(Poly.symbol(name))


def _step(distance: Poly, dimensions: int) -> tuple[Poly, ...] | None:
    """A distance between ranks as a step in the grid, along one side."""
    if RANK in atoms.free_symbols(distance):
        return None
    if dimensions == 1:
        return (distance,)
    stride = ONE
    for side in range(dimensions - 1, -1, -1):
        for far in range(-_FARTHEST, _FARTHEST + 1):
            if far and distance == stride * far:
                return tuple(Poly.constant(far if at == side else 0) for at in range(dimensions))
        stride = stride * Poly.symbol(GRID[side])
    return None


def _match(send: _End, receive: _End, dimensions: int) -> bool:
    back = tuple(-item for item in receive.step)
    if send.step != back or send.times != receive.times or send.comm != receive.comm:
        return False
    if send.indices != receive.indices or send.around != receive.around:
        return False
    if send.around:  # every rank has one partner, and is that of one
        same = (send.length, send.tag) == (receive.length, receive.tag)
        free = atoms.free_symbols(send.length) | atoms.free_symbols(send.tag)
        return same and not (send.guards or receive.guards) and places(1)[0].name not in free
    moved = _moved([receive.length, receive.tag], send.step, dimensions)
    if moved != [send.length, send.tag]:
        return False
    return _leads_to(send, receive, dimensions) and _leads_to(receive, send, dimensions)


def _leads_to(here: _End, there: _End, dimensions: int) -> bool:
    """Whether each rank that does ``here`` has a partner that does ``there``."""
    known = {at_least_zero(guard) for guard in (*here.guards, *_facts(dimensions))}
    wanted = [*there.guards, *_inside(dimensions)]
    for guard in _moved(wanted, here.step, dimensions):
        if guard.den != 1 or not infeasible(frozenset(known | {at_least_zero(-guard - 1)})):
            return False
    return True


def _inside(dimensions: int) -> list[Poly]:
    """What must not be negative for a place to be one."""
    found: list[Poly] = []
    for index in places(dimensions):
        place = Poly.symbol(index.name)
        found += [place - index.first, index.last - place]
    return found


def _facts(dimensions: int) -> list[Poly]:
    sides = (NPROCS,) if dimensions == 1 else GRID[:dimensions]
    return [*_inside(dimensions), *(Poly.symbol(side) - 1 for side in sides)]


def _moved(polys: Sequence[Poly], step: tuple[Poly, ...], dimensions: int) -> list[Poly]:
    """Formulas as they are at the partner."""
    values = {
        index.name: Poly.symbol(index.name) + far
        for index, far in zip(places(dimensions), step, strict=True)
        if far != ZERO
    }
    return [bind(poly, values) for poly in polys]
