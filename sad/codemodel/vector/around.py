"""Loops around a sum that gcc turns into vector code: several sums side by side.

Sums of reals are added in their order, so that vectors are of no use inside; the loop around computes
as many sums at once as a vector holds, as gcc 12 does for matrices of constant extents.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.analysis.loops.natural import RegionKind
from sad.codemodel.operations.reuse import step_of
from sad.codemodel.vector.dependences import walks_of
from sad.ir.fold import element_total

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sad.algebra.poly import Poly
    from sad.analysis.loops.natural import Region
    from sad.analysis.unit import EntryAnalysis
    from sad.codemodel.operations.code import Code
    from sad.codemodel.operations.reuse import Load


def _trips_around(entry: EntryAnalysis, region: Region | None) -> Iterator[Poly]:
    """The trips of a loop and of all loops around it."""
    while region is not None:
        info = entry.values.loops.get(region.header)
        if info is not None:
            yield info.trips
        region = region.parent


def sums_side_by_side(
    entry: EntryAnalysis, code: Code, region: Region, loads: Sequence[Load], lanes: int
) -> bool | None:
    """Return whether vector code of the loop around a sum is ``cheap`` enough for -O2; None if none is.

    What the sum reads (``loads``) stands side by side for the loop around or does not move with it, the
    steps of both loops are constants, and the sum is not empty: no test for that is between the loops.
    """
    parent = region.parent
    if parent is None or parent.kind is not RegionKind.LOOP or len(parent.children) != 1:
        return None
    outer = entry.values.loops.get(parent.header)
    own = [item for item in code.flow.evaluator.loads.values() if item.value.live]
    mine = [item for item in own if item.value.region is parent]
    stores = [x for x in code.flow.evaluator.stores if code.regions.of(x.block) is parent]
    trips = entry.values.loops[region.header].trips
    if outer is None or outer.parameter is not None or atoms.depends_on(trips, outer.index.name):
        return None
    if not trips.as_integer and trips not in _trips_around(entry, parent):
        return None
    symbols = dict(entry.unit.symbols)
    for load in loads:
        symbol = symbols[load.name]
        apart = symbol.dimensions[1:] if symbol.row_major else symbol.dimensions[:-1]
        jumps = any(step_of(item, region) is None for item in load.address)
        if jumps or element_total(apart, symbols) is None:
            return None
    always = code.regions.always
    if not all(always(item.block, parent) for item in (*mine, *stores)):
        return None
    walks = walks_of([*loads, *mine], stores, parent, code.memory, symbols)
    if walks.reason or walks.checks or walks.gathered or walks.strided or walks.reversed:
        return None
    if not walks.contiguous or not stores or walks.distance is not None:
        return None
    number = outer.trips.as_integer
    return bool(number) and number % lanes == 0
